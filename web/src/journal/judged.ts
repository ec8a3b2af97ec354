// What an analysis says about the moves of a turn, for the replay's list: what they cost, what was well found, and the luck that came with them.

import type { Turn } from '../games/marks';
import type { Judged } from '../replay/turns';
import { signedFixed, t } from '../text';
import type { Round } from './journal.svelte';
import type { Decision } from './report';

/** From how many points on a cost without a label, and luck, are worth a mention. */
const [COST, LUCK] = [0.5, 2];

function ofDecision({ counted, cost, label, found }: Decision): Judged[] {
  if (found) return [{ kind: 'found', text: t('page.journal.label', { label: 'found' }) }];
  if (!counted || cost < COST) return [];
  return [{ kind: label ? 'lost' : 'less', text: label ? t('page.journal.label', { label }) : '', points: signedFixed(-cost) }];
}

/** A turn's judgements, in order. Moves that do not count, and small figures, have none. */
export function judgedIn({ decisions, course }: Round, { moves, seat }: Turn): Judged[] {
  return moves.flatMap(({ version }) => {
    const made = decisions.find(({ move }) => move === version);
    const luck = course?.chance.find((event) => event.move === version && event.what !== 'deal')?.luck[seat] ?? 0;
    const came: Judged[] = Math.abs(luck) < LUCK ? [] : [{ kind: luck > 0 ? 'sun' : 'cloud', text: t('page.journal.luck_sum'), points: signedFixed(luck) }];
    return [...(made ? ofDecision(made) : []), ...came];
  });
}

/** The move of a turn that is worth opening: the dearest one, or else the first. */
export function momentIn(round: Round | undefined, { moves }: Turn): number {
  const made = moves.flatMap(({ version }) => round?.decisions.filter(({ move, cost }) => move === version && cost > 0) ?? []);
  return [...made].sort((one, other) => other.cost - one.cost)[0]?.move ?? moves[0]?.version ?? 1;
}
