// The journal without a browser: lines merged into a match, the ledger that adds up, the landscape's geometry, and the place among opponents.

import { expect, test } from 'vitest';
import { Journal, type Round } from '../src/journal/journal.svelte';
import { frameOf, Landscape, placed } from '../src/journal/landscape';
import { choicesIn, folded, luckIn, PARTS, roughIn, type Sums, sumsOf } from '../src/journal/ledger';
import { marksOf, momentsOf } from '../src/journal/marks';
import type { Decision, Ledger, SeatReport } from '../src/journal/report';
import { standOf } from '../src/journal/strength';

const decision = (move: number, cost: number, more: Partial<Decision> = {}): Decision => ({
  move, seat: 0, played: 'Y7', best: 'B5', cost, se: 0.3, counted: true, label: cost >= 10 ? 'blunder' : cost >= 5 ? 'mistake' : cost >= 2 ? 'inaccuracy' : null, found: false, why: [],
  candidates: [{ move: 'B5', worth: 6, se: 0.1 }, { move: 'Y7', worth: 6 - cost, se: 0.1 }], ...more,
});

const ledger = (start: number, deal: number, own: number, others: number, mine: number, theirs: number, lead: number): Ledger => ({
  seat: 0, start, luck: { deal, own, others }, choices: { own: mine, others: theirs }, rest: lead - start - deal - own - others - mine - theirs, lead,
});

const round = (number: number, chances: number[], decisions: Decision[] = [], lucks: [number, number][] = []): Round => ({
  number, moves: chances.length - 1, scores: [20, 10], decisions, ledger: [],
  course: {
    round: number, lead: [10, -10], graph: chances.map(() => [0, 0]), chances: chances.map((chance) => [chance, 1 - chance]),
    chance: lucks.map(([move, points]) => ({ move, what: move ? 'draw' : 'deal', seat: 0, luck: [points, -points] })),
  },
});

test('lines become one match, whatever order decisions come in', () => {
  const journal = new Journal('abc', null);
  journal.take({ what: 'match', game: 'card', players: ['A', 'B'], rounds: [{ round: 1, moves: 3, scores: [20, 10] }] });
  expect(journal.rounds[0]).toMatchObject({ moves: 3, course: null });
  const { course } = round(1, [0.5, 0.6, 0.4, 1]);
  if (course) journal.take({ what: 'course', course });
  journal.take({ what: 'decisions', round: 1, decisions: [decision(3, 0)] });
  journal.take({ what: 'decisions', round: 1, decisions: [decision(1, 6)] });
  expect(journal.rounds[0]?.decisions.map(({ move }) => move)).toEqual([1, 3]);
  expect([journal.report, journal.failed]).toEqual([null, false]);
  journal.take({ what: 'failed' });
  expect(journal.failed).toBe(true);
});

test('what is shown of a ledger adds up, in tenths', () => {
  const rounds = [ledger(0.04, 6.14, 14.26, 5.55, -11.23, 6.84, 21), ledger(0.24, -4.36, -13.64, -7.77, -16.04, 9.97, -31)].map((one, i) => ({ ...round(i + 1, [0.5, 1]), ledger: [one] }));
  const sums = sumsOf(rounds, 0);
  expect(sums).not.toBeNull();
  if (!sums) return;
  expect(PARTS.reduce((total, part) => total + sums[part], 0)).toBeCloseTo(-10, 9);
  expect(sums.lead).toBe(-10);
  expect(luckIn(sums)).toBeCloseTo(sums.deal + sums.own_draws + sums.other_draws, 9);
  expect(choicesIn(sums)).toBeCloseTo(sums.own_choices + sums.other_choices, 9);
  expect(sumsOf(rounds, 1)).toBeNull();
});

test('numbers are rough where the rest is large, or outweighs the lead', () => {
  const told = ([lead, rest]: readonly [number, number], i: number) => ({ ...round(i + 1, [0.5, 1]), ledger: [ledger(lead - rest, 0, 0, 0, 0, 0, lead)] });
  expect(roughIn([[-63, 166], [14, -0.7], [200, -60], [12, 14], [1, 8]].map((one, i) => told(one as [number, number], i)), 0)).toEqual([1, 3, 4]);
  expect(roughIn([round(1, [0.5, 1])], 0)).toEqual([]);
});

const SUMS: Sums = { start: 0.6, deal: 8.6, own_draws: 17.4, other_draws: 5.2, own_choices: -38.4, other_choices: 21.3, rest: -0.7, lead: 14 };

test('gains run out from nought, losses come back, and the lead is left', () => {
  const bar = folded(SUMS);
  const gains = bar.filter(({ lane }) => lane === 0);
  expect(gains.map(({ part }) => part)).toEqual(['start', 'deal', 'own_draws', 'other_draws', 'other_choices']);
  expect(gains[0]?.from).toBe(0);
  gains.slice(1).forEach(({ from }, i) => expect(from).toBeCloseTo(gains[i]?.to ?? NaN, 9));
  expect(gains.at(-1)?.to).toBeCloseTo(1, 9);
  const lead = bar.find(({ part }) => part === 'lead');
  expect(lead).toMatchObject({ lane: 1, from: 0 });
  expect(lead?.to).toBeCloseTo(14 / 53.1, 3);
});

test('larger losses pass nought to the left, and the lead stands over them', () => {
  const bar = folded({ ...SUMS, own_choices: -78.4, lead: -26 });
  const nought = bar.find(({ part }) => part === 'start')?.from ?? 0;
  expect(nought).toBeGreaterThan(0.2);
  expect(bar.find(({ part }) => part === 'lead')).toMatchObject({ lane: 0, from: 0, to: nought });
  expect(Math.min(...bar.map(({ from }) => from))).toBeCloseTo(0, 9);
});

test('the ridge is linear in the chance, straight from move to move, and x counts moves', () => {
  const land = new Landscape(frameOf(1000, false), [round(1, [0.5, 0.75, 0.25]), round(2, [0.3, 0.4, 0.5, 0.6, 1])], 0);
  const { before, after, width, top, foot } = land.frame;
  expect([land.y(1), land.y(0), land.horizon]).toEqual([top, foot, (top + foot) / 2]);
  expect(land.x({ round: 1, move: 0 })).toBe(before);
  expect(land.x({ round: 2, move: 4 })).toBeCloseTo(width - after, 9);
  expect(land.x({ round: 2, move: 0 })).toBe(land.x({ round: 1, move: 2 }));
  const half = (land.x({ round: 1, move: 0 }) + land.x({ round: 1, move: 1 })) / 2;
  expect(land.at(half)).toBeCloseTo(land.y(0.625), 9);
  expect(land.grown).toBe(1);
});

test('while rounds are missing the ridge has grown only so far', () => {
  const rounds = [round(1, [0.5, 0.75, 0.25]), { ...round(2, [0.5, 0.5, 1]), course: null }];
  const land = new Landscape(frameOf(1000, false), rounds, 0);
  expect(land.whole).toBe(false);
  expect(land.grown).toBeCloseTo((land.x({ round: 1, move: 2 }) + 1) / 1000, 9);
});

test('nearer ridges stay below the crest', () => {
  const land = new Landscape(frameOf(1000, false), [round(1, [0.5, 0.9, 0.1, 0.9, 0.2, 1])], 0);
  const points = [...land.echo(0.64, 46, 3, 17).matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  for (const [x, y] of points.filter((point) => point[0] > 100 && point[0] < 870)) expect(y).toBeGreaterThan(land.at(x));
});

test('with more players an even chance is lower', () => {
  const four = [{ ...round(1, [0.25, 1]), scores: [1, 2, 3, 4] }];
  const land = new Landscape(frameOf(1000, false), four, 0);
  expect(land.horizon).toBe(land.y(0.25));
});

test('the three dearest choices are numbered by time; finds take the place of what is missing', () => {
  const find = decision(9, 0, { found: true, candidates: [{ move: 'Y7', worth: 9, se: 0 }, { move: 'B5', worth: 3, se: 0 }] });
  const rounds = [round(1, Array<number>(12).fill(0.5), [decision(1, 6), decision(3, 5.5), decision(5, 2.5), decision(7, 12), find]), round(2, [0.5, 0.5, 1], [decision(1, 8)])];
  expect(momentsOf(rounds, 0).map(({ round: at, move, number }) => [at, move, number])).toEqual([[1, 1, 1], [1, 7, 2], [2, 1, 3]]);
  expect(momentsOf(rounds.slice(1), 0).map(({ move }) => move)).toEqual([1]);
  expect(momentsOf([round(1, [0.5, 1], [decision(2, 1), find])], 0).map(({ made }) => made.found)).toEqual([true]);
  expect(marksOf(rounds, 0, false, false).every((mark) => mark.kind !== 'choice' || mark.number === undefined)).toBe(true);
  expect(marksOf(rounds, 0, true, true).filter((mark) => mark.kind === 'choice').length).toBe(4);
});

test('no sun or cloud covers a flag or another one, and each floats over its own move', () => {
  const chances = Array.from({ length: 60 }, (_, i) => 0.5 + 0.3 * Math.sin(i));
  const rounds = [round(1, chances, [decision(10, 12), decision(11, 11), decision(12, 10)], [[0, 6], [10, 9], [11, -8], [12, 20], [13, -5], [30, 4], [31, 3]])];
  const land = new Landscape(frameOf(1000, false), rounds, 0);
  const found = placed(land, marksOf(rounds, 0, true, false), 250);
  const luck = found.filter(({ mark }) => mark.kind === 'luck');
  expect(luck.map(({ mark }) => mark.move)).toEqual(expect.arrayContaining([0, 12, 30])); // the largest ones, if not all
  for (const { mark, x, radius = 0 } of luck) {
    expect(x).toBe(land.x(mark));
    expect(radius).toBeCloseTo(3 * Math.sqrt(Math.abs(mark.kind === 'luck' ? mark.points : 0)), 9);
  }
  for (const one of luck) for (const other of luck) if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan((one.radius ?? 0) + (other.radius ?? 0));
  const flags = found.flatMap(({ x, y, flag }) => (flag ? [[x, y - flag.pole, x + flag.width, y - flag.pole + flag.height] as const] : []));
  expect(flags.length).toBe(3);
  flags.forEach((one, i) => flags.slice(i + 1).forEach((other) => expect(one[2] < other[0] || one[3] < other[1] || one[1] > other[3]).toBe(true)));
});

test('a tick flies above the ridge or not at all', () => {
  const find = (move: number) => decision(move, 0, { found: true, candidates: [{ move: 'Y7', worth: 9, se: 0 }, { move: 'B5', worth: 3, se: 0 }] });
  const ticks = (move: number) => {
    const rounds = [round(1, Array<number>(60).fill(1), [decision(10, 12), decision(20, 11), decision(40, 10), find(move)])];
    return placed(new Landscape(frameOf(1000, false), rounds, 0), marksOf(rounds, 0, true, false), 250).flatMap(({ mark, flag }) => (flag && mark.move === move ? [flag] : []));
  };
  expect(ticks(39)).toEqual([]); // another flag is in its way, and the sky is low
  for (const { pole, height } of ticks(50)) expect(pole).toBeGreaterThanOrEqual(height);
  expect(ticks(50).length).toBe(1);
});

const seat = (cost: number, like: SeatReport['plays_like']): SeatReport => ({ seat: 0, cost: 0, counted: 64, cost_per_decision: cost, ci95: 0.1, labels: { inaccuracy: 0, mistake: 0, blunder: 0 }, luck: 0, plays_like: like });
const SCALE = { pip: 2.6, nell: 1.52, bruno: 0.81, odile: 0.44, net: 0.1 };

test('between two opponents the place is to scale, and the network has a face', () => {
  const stand = standOf(seat(0.625, ['bruno', 'odile']), SCALE);
  expect(stand.neighbours).toEqual(['bruno', 'odile']);
  expect(stand.you).toBeCloseTo((0.31 + 0.74) / 2, 9);
  expect([stand.places[2], stand.places[3]]).toEqual([0.31, 0.74]);
  expect(standOf(seat(0.2, ['odile', 'net']), SCALE).neighbours).toEqual(['odile', 'magnus']);
});

test('opponents keep their order where one of them loses more than usual', () => {
  const scale = { pip: 1.88, nell: 2.33, bruno: 1.14, odile: 0.77, net: 0.25 };
  const stand = standOf(seat(1.5, ['pip', 'bruno']), scale);
  expect(stand.neighbours).toEqual(['nell', 'bruno']);
  expect([stand.places[1], stand.places[2]]).toEqual([0.31, 0.74]);
  expect(standOf(seat(2, ['nell', 'pip']), scale).neighbours).toEqual(['pip', 'nell']);
  expect(standOf(seat(3, ['nell']), scale)).toMatchObject({ neighbours: [undefined, 'pip'], you: 0 });
});

test('beyond an end of the scale, and where nothing can be told', () => {
  expect(standOf(seat(0.05, ['net']), SCALE)).toMatchObject({ neighbours: ['magnus', undefined], you: 1 });
  expect(standOf(seat(5, ['pip']), SCALE)).toMatchObject({ neighbours: [undefined, 'pip'], you: 0 });
  expect(standOf(seat(1, []), SCALE)).toMatchObject({ neighbours: [undefined, undefined] });
  expect(standOf(seat(1, []), SCALE).you).toBeUndefined();
});
