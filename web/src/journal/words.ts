// What a journal says, in sentences.

import { cardName, kindName } from '../games/names';
import type { GameView } from '../games/props';
import { type Arguments, fixed, signedFixed, t } from '../text';
import { findWorth, type Mark } from './marks';
import type { Reason } from './report';

/** Whom a journal is about, and against whom they played. */
export interface Cast {
  game: string;
  /** "you" if the reader is that player. */
  who: 'you' | 'other';
  name: string;
  /** The opponent's name, if there is only one. */
  rival: string;
  players: number;
  /** With more than two players the leads of several rounds are not the lead of the match. */
  leads: 'one' | 'many';
  names: readonly string[];
  /** The reader's seat, or -1: it is called "you" in everyone's journal. */
  you: number;
}

export const castArguments = ({ game, who, name, rival, players, leads }: Cast): Arguments => ({ game, who, name, rival, players, leads });

/** A signed figure that keeps its direction within a sentence. */
const isolated = (text: string): string => `\u2066${text}\u2069`;
export const pointsInText = (value: number): string => isolated(signedFixed(value));

/** A figure with half the width of its interval. */
export const withError = (value: number, error: number): string => isolated(`${fixed(value, 2)} ± ${fixed(error, 2)}`);

/** A move's name as one would say it: "play Sea 4". */
export function moveInWords(game: GameView, move: string): string {
  const told = game.use(move);
  const doing = t(told.did);
  return told.kind ? t('page.told_of', { what: doing, kind: kindName(told) }) : doing;
}

/** A reason as a sentence. Cards go by their names, colours by their regions; in the roll & write game by their own names. */
export function reasonInWords({ code, ...given }: Reason, roll = false): string {
  const named: Record<string, string | number> = { ...given };
  for (const card of ['card', 'played']) if (typeof named[card] === 'string') named[card] = cardName(named[card]);
  if (named.color !== undefined) Object.assign(named, { region: kindName({ kind: String(named.color), roll }) });
  return t(`why.${code}`, named);
}

const placeInWords = (cast: Cast, { round, move }: Mark): string => (move === 0 ? t('page.round_number', { game: cast.game, round }) : t('page.journal.place', { game: cast.game, round, move }));

/** An event of the landscape, for those who step through it. */
export function markInWords(mark: Mark, cast: Cast, game: GameView): string {
  const where = placeInWords(cast, mark);
  if (mark.kind === 'luck') {
    const { what, seat } = mark.event;
    const drawer = cast.names[seat] ?? '';
    const said = t('page.journal.event.luck', { what, by: seat === cast.you ? 'you' : 'other', name: drawer, lucky: mark.points > 0 ? 'yes' : 'no', points: pointsInText(mark.points) });
    return t('page.journal.event', { where, said });
  }
  const { made } = mark;
  const move = moveInWords(game, made.played);
  if (made.found) return t('page.journal.event', { where, said: t('page.journal.event.found', { move, points: isolated(fixed(findWorth(made))) }) });
  const better = moveInWords(game, made.best);
  return t('page.journal.event', { where, said: t('page.journal.event.cost', { label: made.label ?? '', points: pointsInText(-made.cost), move, better }) });
}

/** A text whose important words are in square brackets, as pieces: every second one is marked. */
export const markedPieces = (text: string): string[] => text.split(/[[\]]/);
