// A small seeded random generator, so that every drawing is the same each time.

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
