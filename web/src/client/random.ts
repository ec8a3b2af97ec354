// Random bytes from the browser's own cryptographic generator; unlike UUIDs they are there without https, too.

export function randomHex(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
