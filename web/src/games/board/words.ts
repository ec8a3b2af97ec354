// What a move would lead to, in sentences, with numbers that keep their sign in front in every language.

import { digits, signed, t } from '../../text';
import { stepWorth } from './score';
import { type BoardView, BRIDGE, colorOf, CROSSINGS, type Figure, figure, LAST_STEP, type PathColor, tileAt } from './view';

const isolated = (text: string): string => `\u2066${text}\u2069`;

/** A number without or with a plus, isolated from left to right for use in sentences. */
export const plain = (value: number): string => isolated(digits(value));
export const withSign = (value: number): string => isolated(signed(value));

function bridge(view: BoardView, to: number): string[] {
  if (to !== BRIDGE) return [];
  const crossed = view.crossed + 1;
  return [crossed === CROSSINGS ? t('page.board.will.end') : t('page.board.will.cross', { crossed, all: CROSSINGS })];
}

function tile(view: BoardView, color: PathColor, to: number): string[] {
  const lying = tileAt(view, color, to);
  if (lying === null || (to === BRIDGE && view.crossed + 1 === CROSSINGS)) return [];
  if (lying === 'A') return [t('page.board.will.artifact')];
  return [lying === '>' ? t('page.board.will.arrow') : t('page.board.will.points', { points: Number(lying) })];
}

/** A figure's next step, and what it finds there. In brief the step, which the map shows, is named only if it finds nothing. */
function advance(view: BoardView, color: PathColor, { step, kind }: Figure, brief: boolean): string[] {
  const to = step + 1;
  const found = [...bridge(view, to), ...tile(view, color, to)];
  if (brief && found.length > 0) return found;
  return [t(`page.board.will.go_${kind}`, { from: plain(stepWorth(step)), to: plain(stepWorth(to)) }), ...found];
}

/** What a move would lead to that plays a card or moves a figure; in brief where two short lines are all there is. */
export function outlook(view: BoardView, seat: number, move: string, brief = false): string {
  const color = colorOf(move.replace('>', ''));
  const own = figure(view, seat, color);
  if (own === null) return t(`page.board.will.open_${move.endsWith(':s') ? 's' : 'e'}`, { to: plain(stepWorth(1)) });
  if (own.step === LAST_STEP) return t('page.board.will.arrived');
  return advance(view, color, own, brief).join(' ');
}
