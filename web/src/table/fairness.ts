// Checks what a browser can check of a shuffle by itself: that the seed is the one committed to, and that one's own bytes went in.

export interface Proof {
  commitment: string;
  seed: string;
  contributions: string[];
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is wrong with a proof; null if nothing is. `seen` is the commitment shown before the round, `added` what this client sent. */
export async function fault(proof: Proof, seen: string | null, added: string | null): Promise<'commitment' | 'contribution' | null> {
  const made = hexOf(await crypto.subtle.digest('SHA-256', bytesOf(proof.seed)));
  if (made !== proof.commitment || (seen !== null && seen !== proof.commitment)) return 'commitment';
  return added !== null && !proof.contributions.includes(added) ? 'contribution' : null;
}
