// Why a hint is the best move: one sentence about this position.

import { signed, t } from '../../text';
import { cardName, rankName } from '../names';
import { colorOf, type CardView, highest, isWager, laid, numberOf, pile } from './view';

/** Whether a seat could still play a card, from what everyone can see. */
function fits(view: CardView, seat: number, card: string): boolean {
  const cards = laid(view, seat, colorOf(card));
  return isWager(card) ? highest(cards) === 0 : numberOf(card) > highest(cards);
}

function ofPlay(view: CardView, seat: number, card: string, gain: number): string {
  const region = t(`page.region.${colorOf(card)}`);
  const later = (view.hand ?? []).filter((other) => colorOf(other) === colorOf(card) && numberOf(other) > numberOf(card));
  const ranks = later.map(rankName).join(t('page.comma'));
  if (later.length === 0) return t('page.why.card.adds', { card: cardName(card), region, gain: signed(gain) });
  if (isWager(card)) return t('page.why.card.wager', { region, ranks });
  const wagers = laid(view, seat, colorOf(card)).filter(isWager).length;
  return t('page.why.card.room', { card: cardName(card), ranks, wagers });
}

function ofDiscard(view: CardView, seat: number, card: string, name: string): string {
  const [mine, theirs] = [fits(view, seat, card), fits(view, 1 - seat, card)];
  const said = theirs ? (mine ? 'spare' : 'useless') : mine ? 'safe' : 'dead';
  return t(`page.why.card.${said}`, { card: cardName(card), region: t(`page.region.${colorOf(card)}`), name });
}

function ofDraw(view: CardView, seat: number, move: string): string {
  if (move === '+') return t('page.why.card.deck', { left: view.deck });
  const card = pile(view, move[1] as CardView['barred'] & string).at(-1) ?? '';
  return t(fits(view, seat, card) ? 'page.why.card.take' : 'page.why.card.wait', { card: cardName(card), region: t(`page.region.${colorOf(card)}`) });
}

/** `gain` is what the move adds to your score, `name` the opponent's name. */
export function why(view: CardView, seat: number, move: string, gain: number, name: string): string {
  if (move.startsWith('+')) return ofDraw(view, seat, move);
  if (move.startsWith('-')) return ofDiscard(view, seat, move.slice(1), name);
  return ofPlay(view, seat, move, gain);
}
