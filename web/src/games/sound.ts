// The sounds of decisions.

/** A card is played, discarded or drawn; a figure moves a step; dice are rolled; something is written. */
export type Sound = 'play' | 'discard' | 'draw' | 'step' | 'dice' | 'write';

const FIRST: Readonly<Record<string, Sound>> = { '+': 'draw', '-': 'discard', '>': 'step' };

/** In games with a hand, the first character of a move decides its sound. */
export const cardSound = (move: string): Sound => FIRST[move[0] ?? ''] ?? 'play';
