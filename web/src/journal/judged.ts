// What an analysis says about the moves of a turn, for the replay's list: what each was worth, and the luck that came with it. What people
// look for stands out; the rest is there, but quiet.

import type { Turn } from '../games/marks';
import type { Judged } from '../replay/turns';
import { signedFixed, t } from '../text';
import type { Round } from './journal.svelte';
import type { Decision } from './report';

/** From how many points on a cost without a label, and luck, stand out. */
const [COST, LUCK] = [0.5, 2];

function ofDecision({ counted, cost, label, found }: Decision): Judged {
  if (found) return { kind: 'found', text: t('page.journal.label', { label: 'found' }) };
  const points = signedFixed(-cost);
  if (label) return { kind: 'lost', text: t('page.journal.label', { label }), points };
  if (points === signedFixed(0)) return { kind: 'best', text: t('page.moment.best'), quiet: true };
  return { kind: 'less', text: t('page.journal.choices_sum'), points, quiet: !counted || cost < COST };
}

function ofLuck(luck: number, who?: string): Judged {
  const told: Judged = { kind: luck < 0 ? 'cloud' : 'sun', text: t('page.journal.luck_sum'), points: signedFixed(luck), quiet: Math.abs(luck) < LUCK };
  return who === undefined ? told : { ...told, who };
}

/** A turn's judgements, in order: every decision for which there was more than one move, and every event of chance. */
export function judgedIn({ decisions, course }: Round, { moves, seat }: Turn): Judged[] {
  return moves.flatMap(({ version }) => {
    const made = decisions.find(({ move, candidates }) => move === version && candidates.length > 0);
    const event = course?.chance.find(({ move, what }) => move === version && what !== 'deal');
    return [...(made ? [ofDecision(made)] : []), ...(event ? [ofLuck(event.luck[seat] ?? 0)] : [])];
  });
}

/** What the deal gave: to the reader, or for spectators to everyone, by name. */
export function judgedDeal({ course }: Round, you: number | null, names: readonly string[]): Judged[] {
  const luck = course?.chance.find(({ what }) => what === 'deal')?.luck ?? [];
  return you === null ? luck.map((points, seat) => ofLuck(points, names[seat] ?? '')) : luck.slice(you, you + 1).map((points) => ofLuck(points));
}

/** The move of a turn that is worth opening: the dearest one, or else the first. */
export function momentIn(round: Round | undefined, { moves }: Turn): number {
  const made = moves.flatMap(({ version }) => round?.decisions.filter(({ move, cost }) => move === version && cost > 0) ?? []);
  return [...made].sort((one, other) => other.cost - one.cost)[0]?.move ?? moves[0]?.version ?? 1;
}
