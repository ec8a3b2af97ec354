// Names of cards, colours and dice for screen readers: "Sea 4", "Desert wager", "red 3". Notation is only for reading on screen.

import { digits, t } from '../text';
import type { Told } from './props';

const named = (region: string, rank: string): string => t('page.card.named', { region, rank });

/** A card's number, or the word for a wager. */
export const rankName = (card: string): string => (card.endsWith('*') ? t('page.wager') : digits(Number(card.slice(1))));
export const cardName = (card: string): string =>
  card.endsWith('*') ? t('page.card.wager_named', { region: t(`page.region.${card[0]}`) }) : named(t(`page.region.${card[0]}`), rankName(card));
const dieName = (die: string): string => named(t(`color.${die[0]}`), rankName(die));

/** What a move involved: a card, a pair of dice, or only a colour. */
export function kindName({ kind = '', roll = false }: Pick<Told, 'kind' | 'roll'>): string {
  if (kind.length > 1) return roll ? dieName(kind) : cardName(kind);
  return t(roll ? `color.${kind}` : `page.region.${kind}`);
}
