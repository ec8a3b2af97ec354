// Levels in words: a range while they are unsure.

import type { Level } from '../client/puzzles';
import { digits, t } from '../text';

export const levelInWords = ({ rating, low, high, sure }: Level): string => (sure ? t('puzzle.level', { rating: digits(rating) }) : t('puzzle.level_between', { low: digits(low), high: digits(high) }));

export const solvedInWords = ({ solved, tried }: Level): string => t('puzzle.solved', { solved, tried });
