// What a decision sounds like.

/** A card is played, discarded or drawn; a figure goes a step; dice are rolled; something is written. */
export type Sound = 'play' | 'discard' | 'draw' | 'step' | 'dice' | 'write';

const FIRST: Readonly<Record<string, Sound>> = { '+': 'draw', '-': 'discard', '>': 'step' };

/** In games with a hand the first sign of a move says it. */
export const cardSound = (move: string): Sound => FIRST[move[0] ?? ''] ?? 'play';
