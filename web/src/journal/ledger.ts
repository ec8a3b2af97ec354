// The ledger of a whole match: the sums of its rounds, rounded so that what is shown adds up, and the bar that shows them folded.

import type { Round } from './journal.svelte';
import type { Ledger } from './report';

export const PARTS = ['start', 'deal', 'own_draws', 'other_draws', 'own_choices', 'other_choices', 'rest'] as const;
export type Part = (typeof PARTS)[number];

export type Sums = Readonly<Record<Part, number>> & { readonly lead: number };

const tenths = (value: number): number => Math.round(value * 10) / 10 + 0;

/** A seat's ledger over all rounds, in tenths; null until it is there. What rounding leaves over goes to the rest. */
export function sumsOf(rounds: readonly Round[], seat: number): Sums | null {
  const ledgers = rounds.map(({ ledger }) => ledger.find((one) => one.seat === seat));
  if (ledgers.length === 0 || ledgers.includes(undefined)) return null;
  const sum = (part: (ledger: Round['ledger'][number]) => number): number => tenths(ledgers.reduce((total, ledger) => total + (ledger ? part(ledger) : 0), 0));
  const parts = {
    start: sum(({ start }) => start),
    deal: sum(({ luck }) => luck.deal),
    own_draws: sum(({ luck }) => luck.own),
    other_draws: sum(({ luck }) => luck.others),
    own_choices: sum(({ choices }) => choices.own),
    other_choices: sum(({ choices }) => choices.others),
  };
  const lead = sum((ledger) => ledger.lead);
  return { ...parts, rest: tenths(lead - Object.values(parts).reduce((total, part) => total + part, 0)), lead };
}

export const luckIn = ({ deal, own_draws, other_draws }: Sums): number => tenths(deal + own_draws + other_draws);
export const choicesIn = ({ own_choices, other_choices }: Sums): number => tenths(own_choices + other_choices);

/** A rest beyond so many points says that a round is hard to judge, and a smaller one where it outweighs the lead. */
const [LARGE, NOTABLE] = [50, 10];

/** The rounds of which the numbers are rough, because much of the lead is not explained. */
export function roughIn(rounds: readonly Round[], seat: number): number[] {
  const isRough = ({ rest, lead }: Ledger): boolean => Math.abs(rest) > LARGE || Math.abs(rest) > Math.max(NOTABLE, Math.abs(lead));
  return rounds.filter(({ ledger }) => ledger.some((one) => one.seat === seat && isRough(one))).map(({ number }) => number);
}

export interface Segment {
  part: Part | 'lead';
  value: number;
  /** 0 is the upper lane, 1 the lower one. */
  lane: 0 | 1;
  /** Shares of the width. */
  from: number;
  to: number;
}

/**
 * The bar, folded: gains run right from 0 in the upper lane, losses come back in the lower one, and what is left is the lead. If losses are
 * larger, they pass 0 to the left, and the lead is in the upper lane, where nothing else is left of 0.
 */
export function folded(sums: Sums): Segment[] {
  const gains = PARTS.filter((part) => sums[part] > 0).map((part) => ({ part, value: sums[part], lane: 0 as const }));
  const losses = PARTS.filter((part) => sums[part] < 0).map((part) => ({ part, value: sums[part], lane: 1 as const }));
  const most = gains.reduce((total, { value }) => total + value, 0);
  const least = Math.min(0, sums.lead);
  const share = (value: number): number => (value - least) / (most - least || 1);
  let at = 0;
  const parts = [...gains, ...losses].map((one) => {
    const ends = [at, (at += one.value)];
    return { ...one, from: share(Math.min(...ends)), to: share(Math.max(...ends)) };
  });
  const lead = { part: 'lead' as const, value: sums.lead, lane: sums.lead < 0 ? (0 as const) : (1 as const), from: share(least), to: share(Math.max(0, sums.lead)) };
  return sums.lead === 0 ? parts : [...parts, lead];
}
