// A browser's part in the shuffles of a table, and its memory of them.

import type { Happened } from '../client/wire';
import type { Request, View } from '../client/wire';
import type { Dealing } from './dealing';
import { Memories, type Store } from './memory';
import { newPart, nextStep, type Part, type Shuffle, type Step } from './part';

/** Sends a request; one of the two is called when it is answered. */
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

  /** Remembers what a view shows of the deal. When a round is over its view already counts the next one, and shows nothing of it. */
  look(dealing: Dealing, view: View, last: Happened | null): void {
    if (view.to_move !== null) this.memories.see(view.round, dealing.seen(view, last));
  }

  /** Does what is due in the shuffle of the next round; returns what is wrong with its list of commitments. */
  takePart(shuffle: Shuffle, ready: boolean): Step | null {
    this.memories.note(shuffle);
    const { part: own, list, restarts } = this.memories.of(shuffle.round);
    const step = nextStep(shuffle, own, ready, restarts === shuffle.restarts ? list : shuffle.commitments);
    if (step === 'commit') this.commit(shuffle, own);
    else if (step === 'reveal' && own) this.reveal(shuffle, own);
    else if (step) this.memories.change(shuffle.round, { wrong: step });
    return step === 'missing' || step === 'changed' ? step : null;
  }

  /** Commits once an attempt; again only to what was accepted and is gone, since somebody who leaves takes it along. */
  private commit({ round, restarts, you }: Shuffle, own: Part | null): void {
    const kept = own?.restarts === restarts ? own : null;
    const key = `commit/${round}/${restarts}`;
    if (kept?.accepted) this.sent.delete(key);
    this.once(key, () => this.pledge(round, kept ?? newPart(you[0] ?? 0, restarts)));
  }

  /** Whoever leaves takes their part along: that it is missing afterwards is no fraud. */
  leave(round: number): void {
    this.memories.change(round, { part: null });
    this.sent.clear();
  }

  private pledge(round: number, part: Part): void {
    this.memories.change(round, { part });
    const granted = (): void => this.memories.change(round, { part: { ...part, accepted: true } });
    this.send({ type: 'commit', round, commitment: part.commitment }, granted, () => this.drop(round, part));
  }

  /** It came too late, or another window was first, whose part then stays. */
  private drop(round: number, { commitment }: Part): void {
    const kept = this.memories.of(round).part;
    if (kept?.commitment === commitment && !kept.accepted) this.memories.change(round, { part: null });
  }

  /** Once, unless it is refused: the server may have had too much to do. */
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
