// The places of a hand: a card that is played leaves its place empty, and the other cards stay put until one is drawn.

export interface Held {
  /** Belongs to this card while it is in the hand; it tells identical cards apart. */
  id: number;
  card: string;
  slot: number;
}

const without = (held: readonly Held[], hand: readonly string[]): string[] => {
  const left = held.map(({ card }) => card);
  for (const card of hand) {
    const place = left.indexOf(card);
    if (place < 0) return [];
    left.splice(place, 1);
  }
  return left;
};

/** The hand after a change. `played` is the slot of the card just played, if known. */
export function hold(held: readonly Held[], hand: readonly string[], played: number | null): Held[] {
  const gone = held.length === hand.length + 1 ? without(held, hand) : [];
  if (gone.length === 1) {
    const leaving = held.find(({ card, slot }) => slot === played && card === gone[0]) ?? held.find(({ card }) => card === gone[0]);
    return held.filter((one) => one !== leaving);
  }
  const known = [...held];
  let next = Math.max(0, ...held.map(({ id }) => id + 1));
  return hand.map((card, slot) => {
    const place = known.findIndex((one) => one.card === card);
    const [found] = place < 0 ? [] : known.splice(place, 1);
    return { id: found?.id ?? next++, card, slot };
  });
}
