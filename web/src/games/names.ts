// Cards, colours and dice by name, as they are read out: "Sea 4", "Desert wager", "red 3". Notation is for eyes only.

import { digits, t } from '../text';
import type { Told } from './props';

const named = (region: string, rank: string): string => t('page.card.named', { region, rank });

/** What stands on a card: its number, or that it is a wager. */
export const rankName = (card: string): string => (card.endsWith('*') ? t('page.wager') : digits(Number(card.slice(1))));
export const cardName = (card: string): string => named(t(`page.region.${card[0]}`), rankName(card));
const dieName = (die: string): string => named(t(`color.${die[0]}`), rankName(die));

/** What a move was about: a card, a pair of dice, or a colour alone. */
export function kindName({ kind = '', roll = false }: Pick<Told, 'kind' | 'roll'>): string {
  if (kind.length > 1) return roll ? dieName(kind) : cardName(kind);
  return t(roll ? `color.${kind}` : `page.region.${kind}`);
}
