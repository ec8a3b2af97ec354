// A browser's part in the shuffles of a table, and its memory of them.

import type { Happened } from '../client/wire';
import type { Request, View } from '../client/wire';
import type { Dealing } from './dealing';
import { Memories, type Store } from './memory';
import { newPart, nextStep, type Part, type Shuffle, type Step } from './part';

/** Sends a request; calls one of the two functions when it is answered. */
type Send = (request: Request, granted: () => void, refused: () => void) => void;

export class Witness {
  readonly memories: Memories;
  private readonly sent = new Set<string>();

  constructor(
    table: string,
    store: Store | null,
    private readonly send: Send,
  ) {
    this.memories = new Memories(table, store);
  }

  /** Remembers what a view shows of the deal. A view after the end of a round is skipped: it counts the next one, and shows nothing of it. */
  look(dealing: Dealing, view: View, last: Happened | null): void {
    if (view.to_move !== null) this.memories.see(view.round, dealing.seen(view, last));
  }

  /** Takes the next step in the shuffle of the next round; returns what is wrong with its list of commitments. */
  takePart(shuffle: Shuffle, ready: boolean): Step | null {
    this.memories.note(shuffle);
    const { part: own, list, restarts } = this.memories.of(shuffle.round);
    const step = nextStep(shuffle, own, ready, restarts === shuffle.restarts ? list : shuffle.commitments);
    if (step === 'commit') this.commit(shuffle, own);
    else if (step === 'reveal' && own) this.reveal(shuffle, own);
    else if (step) this.memories.change(shuffle.round, { wrong: step });
    return step === 'missing' || step === 'changed' ? step : null;
  }

  /** Commits once per attempt; again only if an accepted commitment is gone, which happens when a player leaves the seat and returns. */
  private commit({ round, restarts, you }: Shuffle, own: Part | null): void {
    const kept = own?.restarts === restarts ? own : null;
    const key = `commit/${round}/${restarts}`;
    if (kept?.accepted) this.sent.delete(key);
    this.once(key, () => this.pledge(round, kept ?? newPart(you[0] ?? 0, restarts)));
  }

  /** Forgets this browser's part: a player who leaves takes it along, so its absence afterwards is not cheating. */
  leave(round: number): void {
    this.memories.change(round, { part: null });
    this.sent.clear();
  }

  private pledge(round: number, part: Part): void {
    this.memories.change(round, { part });
    const granted = (): void => this.memories.change(round, { part: { ...part, accepted: true } });
    this.send({ type: 'commit', round, commitment: part.commitment }, granted, () => this.drop(round, part));
  }

  /** Forgets a refused part: it came too late, or another window was first, whose part stays. */
  private drop(round: number, { commitment }: Part): void {
    const kept = this.memories.of(round).part;
    if (kept?.commitment === commitment && !kept.accepted) this.memories.change(round, { part: null });
  }

  /** Reveals once, but again after a refusal: the server may have been busy. */
  private reveal({ round, restarts }: Shuffle, { bytes }: Part): void {
    const key = `reveal/${round}/${restarts}`;
    const nothing = (): void => undefined;
    this.once(key, () => this.send({ type: 'reveal', round, bytes }, nothing, () => this.sent.delete(key)));
  }

  private once(key: string, act: () => void): void {
    if (this.sent.has(key)) return;
    this.sent.add(key);
    act();
  }
}
