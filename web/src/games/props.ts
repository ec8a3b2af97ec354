// The props of every game's page view, and what it provides.

import type { Component, Snippet } from 'svelte';
import type { Assist, Happened, HintMove, Options, View } from '../client/wire';
import type { Sound } from './sound';
import type { Stage } from './stage';
import type { Tip } from './tip';

/** A past decision whose worths are shown: the hint has all of them. */
export interface Review {
  /** The move that was made. */
  played: string;
  /** Who made it: "You played". */
  said: string;
}

/** What the line of text above the hand says. */
export interface Said {
  text: string;
  /** Shown in bold before the sentence. */
  label?: string;
  tone?: 'plain' | 'quiet' | 'why' | 'best';
  /** Called when the line is tapped: does what it says. */
  onclick?: () => void;
}

/** What its seat could not know when it decided. */
export interface Unknown {
  /** Everyone's cards, by seat. */
  hands: readonly (readonly string[])[];
  /** What chance had ready, the next one first. */
  next: readonly Face[];
}

/** A card, a colour (`R`) or a number (`7`) of the dice. */
export interface Face {
  kind: string;
  /** Whether it belongs to the roll & write game. */
  roll?: boolean;
}

export interface GameProps {
  view: View;
  /** The space for the table, which fills it without scrolling. */
  stage: Stage;
  /** The moves that can be chosen now; none while other players decide. */
  legal: readonly string[];
  /** By seat. */
  names: readonly string[];
  faces: readonly string[];
  /** The seat whose hand or sheet is in front; null for a spectator. */
  you: number | null;
  /** The seat that is called "you", where that is not the one in front: in a moment of another player. Null if nobody is. */
  reader?: number | null;
  /** The events, newest first. */
  happened: readonly Happened[];
  /** What moves would add to your score, and why others are not possible: the answers to `explain`. */
  gains: Readonly<Record<string, number>>;
  reasons: Readonly<Record<string, string>>;
  /** What a bot thinks of the moves, best first; null if no hint was asked for. */
  hint: readonly HintMove[] | null;
  /** In a replay, what was done in the turn shown: there is nothing to decide, and all turns are listed beside the table. */
  past?: string;
  /** In a moment of a finished match: what was played there, marked at the table, and every worth has its error. Null while both are hidden. */
  review?: Review | null;
  /** What was really there, face up. Only for tables that have `rails`. */
  unknown?: Unknown | null;
  /** Shown in the table's own rails: a sign on the side of the players, a panel below the deck. Only for tables that have `rails`. */
  sign?: Snippet;
  panel?: Snippet;
  /** Whether a hint was asked for and the bot is still thinking. */
  thinking: boolean;
  assist: Assist;
  /** Hint and undo: in your own panel if there are rails beside the table, otherwise in the header. */
  tools?: Snippet;
  /** Takes the place of the line of text: a guide, who is told what the line would say. */
  guide?: Snippet<[said: Said]>;
  /** A player's clock, presence and phrases, shown beside the name. */
  presence?: Snippet<[seat: number]>;
  choose(move: string): void;
  explain(moves: string[]): void;
}

/** The seat that is called "you". */
export const calledYou = ({ you, reader }: Pick<GameProps, 'you' | 'reader'>): number | null => (reader === undefined ? you : reader);

/** What chance did in a round, as in a record. */
export interface Setup {
  deck?: string[];
  rolls?: [colors: string, numbers: string][];
}

export interface ResultProps {
  /** The position at the end of the round. */
  view: View;
  names: readonly string[];
  faces: readonly string[];
}

export interface EndingProps {
  /** The position at the end of a round. */
  view: View;
  seat: number;
  /** Whether this is another player's result, beside your own. */
  small: boolean;
  /** The space for it, in CSS pixels. */
  width: number;
  height: number;
}

/** The props of a small picture of a position. */
export interface GlimpseProps {
  view: View;
  /** The seat whose side is shown. */
  seat: number;
}

/** A small picture of the position of a decision, with the move that was made and the better one marked. */
export interface SketchProps {
  /** The position, with the deciding seat's own cards. */
  view: View;
  seat: number;
  names: readonly string[];
  played: string;
  /** Null if the move played was the best. */
  best: string | null;
}

/** A move in words: the message for having made it (`who`: you, other, rest of a turn; `name`; `kind`), and the card or colour involved. */
export interface Told {
  did: string;
  kind?: string;
  /** Whether the colour is one of the roll & write game's. */
  roll?: boolean;
}

export interface GameView {
  Table: Component<GameProps>;
  /** How the scores were worked out, as in the rulebook. */
  Result: Component<ResultProps>;
  /** Whether the table on a desktop has rails for the sign and the panel of a moment, and shows what was unknown. */
  rails?: boolean;
  /** What chance had ready after a position, from the setup of its round as in a record. */
  next(view: View, setup: Setup): Face[];
  /** What a move does, in a word or two ("Play", "Discard"), and the card or colour involved. */
  use(move: string): Told;
  /** The position of a decision, for the journal. */
  Sketch: Component<SketchProps>;
  /** What a seat achieved in a match, shown at its end; without it, the scores are shown. */
  Ending?: Component<EndingProps>;
  /** One true sentence about a finished match, for a seat. */
  remark?(view: View, seat: number): string;
  /** `card` is the card drawn, if known. */
  tell(move: string, card?: string): Told;
  /** The sound of a move that led to a position. */
  sound(move: string, view: View): Sound;
  /** What the guide says during a first game. */
  tips: readonly Tip[];
  /** The keys on the help page: what to press, and the message that says what it does. */
  keys(options: Options): readonly (readonly [key: string, message: string])[];
}
