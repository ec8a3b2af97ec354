// Why a hint is the best move: one sentence about this position.

import { t } from '../../text';
import { cardName, rankName } from '../names';
import { fits } from './paths';
import { type BoardView, BRIDGE, colorOf, figure, LAST_STEP, numberOf, type PathColor, pile, seats, tileAt } from './view';
import { outlook } from './words';

/** The cards in the hand that could still follow a card on its path. */
const later = (view: BoardView, card: string): string =>
  (view.hand ?? []).filter((other) => colorOf(other) === colorOf(card) && numberOf(other) > numberOf(card)).map(rankName).join(t('page.comma'));

function ofPlay(view: BoardView, seat: number, move: string, brief: boolean): string {
  const [card = '', kind] = move.split(':');
  const region = t(`page.region.${colorOf(card)}`);
  const ranks = later(view, card);
  if (kind) return ranks ? t(`page.why.board.open_${kind}`, { region, ranks }) : outlook(view, seat, move, brief);
  const to = (figure(view, seat, colorOf(card))?.step ?? 0) + 1;
  const eventful = to > LAST_STEP || to === BRIDGE || tileAt(view, colorOf(card), to) !== null;
  return eventful || !ranks ? outlook(view, seat, move, brief) : t('page.why.board.room', { card: cardName(card), ranks });
}

function ofDiscard(view: BoardView, seat: number, card: string): string {
  const mine = fits(view, seat, card);
  const theirs = seats(view).some((other) => other !== seat && fits(view, other, card));
  return t(`page.why.board.${theirs ? (mine ? 'spare' : 'useless') : mine ? 'safe' : 'dead'}`, { card: cardName(card) });
}

function ofDraw(view: BoardView, seat: number, move: string): string {
  if (move === '+') return t('page.why.board.deck', { left: view.deck });
  const card = pile(view, move[1] as PathColor).at(-1) ?? '';
  return t(fits(view, seat, card) ? 'page.why.board.take' : 'page.why.board.wait', { card: cardName(card), region: t(`page.region.${colorOf(card)}`) });
}

export function why(view: BoardView, seat: number, move: string, brief = false): string {
  if (move === '>.') return t('page.why.board.stay');
  if (move.startsWith('>')) return outlook(view, seat, move, brief);
  if (move.startsWith('+')) return ofDraw(view, seat, move);
  if (move.startsWith('-')) return ofDiscard(view, seat, move.slice(1));
  return ofPlay(view, seat, move, brief);
}
