// Random bytes from the browser's cryptographic generator, which unlike UUIDs is also available without https.

export function randomHex(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
