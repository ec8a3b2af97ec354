// The title over a puzzle: what is asked, and then what came of it.

import type { Answer } from '../client/puzzles';
import { t } from '../text';

export function titleOf(answer: Answer | null, chosen: string | null): string {
  if (!answer) return t('puzzle.ask');
  if (!answer.right) return t('page.moment.verdict_title.worse');
  return t(`page.moment.verdict_title.${chosen === answer.best ? 'best' : 'close'}`);
}
