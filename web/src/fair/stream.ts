// The randomness of a round, as `lostcities.records.fair` makes it: a key, a stream of numbers, a shuffle.
// The hashes come from a library, since browsers offer their own only to pages loaded over https.

import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { shake256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the next number from 0 to n − 1. */
export type Below = (n: number) => number;

const WORDS = 2 ** 32;
const BLOCK = 1024;

/** Returns the commitment, shown in advance: it fixes the bytes without revealing them. Both are hexadecimal. */
export const commitmentOf = (bytes: string): string => bytesToHex(sha256(hexToBytes(bytes)));

/** The key of a round: the server's seed and the bytes of the seats that took part, each with its number. */
export function fairKey(seed: string, shares: Readonly<Record<string, string>>): Uint8Array {
  const seats = Object.keys(shares).map(Number).sort((one, other) => one - other);
  return sha512(concatBytes(hexToBytes(seed), ...seats.flatMap((seat) => [Uint8Array.of(seat), hexToBytes(shares[seat] ?? '')])));
}

/** The key of a deal of the day, to which nobody but the server contributes. */
export const dailyKey = (secret: string, day: string, game: string): Uint8Array => sha512(concatBytes(hexToBytes(secret), utf8ToBytes(`${day}/${game}`)));

/** The key in the first form, before seats committed to their bytes; a seat that added none has an empty contribution. */
export const firstKey = (seed: string, contributions: readonly string[]): Uint8Array => sha512(hexToBytes(seed + contributions.join('')));

/** The numbers of a round, counted from 1. Words from the last whole multiple of n on are skipped, so that all numbers are equally likely. */
export function numbers(key: Uint8Array, game: string, round: number): Below {
  const next = words(concatBytes(key, utf8ToBytes(`${game}/${round}`)));
  return (n) => {
    const whole = WORDS - (WORDS % n);
    for (;;) {
      const word = next();
      if (word < whole) return word % n;
    }
  };
}

/** The stream as big-endian 32-bit words. */
function words(start: Uint8Array): () => number {
  const stream = shake256.create({}).update(start);
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  return () => {
    if (at === block.byteLength) {
      block = new DataView(Uint8Array.from(stream.xof(BLOCK)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
}

/** Shuffles by Fisher and Yates, from the last index down. */
export function shuffled<T>(components: readonly T[], below: Below): T[] {
  const order = [...components];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
