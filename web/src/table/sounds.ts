// The sounds of a table: paper and wood, generated from noise, so that nothing has to be loaded. Off by default.

import { settings } from '../client/settings.svelte';
import type { Happened, View } from '../client/wire';
import type { GameView } from '../games/props';
import type { Sound } from '../games/sound';

/** A burst of noise that a filter gives its pitch: long and wide like a sliding card, or short and narrow like the knock of a die. */
interface Burst {
  at: number;
  length: number;
  /** Where the filter starts and ends, in hertz. */
  from: number;
  to: number;
  /** How narrow the filter is. */
  narrow: number;
  loud: number;
}

const slide = (at: number, length: number, from: number, to: number, loud: number): Burst => ({ at, length, from, to, narrow: 0.7, loud });
const KNOCK = 0.03;
const knock = (at: number, pitch: number, loud: number, narrow = 1.2): Burst => ({ at, length: KNOCK, from: pitch, to: pitch * 0.7, narrow, loud });

/** Seconds until a card lands: its flight, or without motion only the sound of its slide. */
const flight = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0.13 : 0.26);

const MADE: Record<Sound | 'end', () => Burst[]> = {
  play: () => [slide(0, 0.1, 2200, 3200, 0.05), knock(flight(), 620, 0.3)],
  discard: () => [slide(0, 0.12, 3600, 1800, 0.07), knock(flight(), 460, 0.2)],
  draw: () => [slide(0, 0.19, 2400, 4600, 0.1)],
  step: () => [knock(0, 700, 0.16), knock(flight(), 540, 0.24)],
  dice: () => [0, 0.08, 0.15, 0.26, 0.33].map((at, i) => knock(at, 1900 - i * 140, 0.26 - i * 0.035, 5)),
  write: () => [slide(0, 0.07, 3000, 4200, 0.05), slide(0.11, 0.09, 4200, 2800, 0.05)],
  end: () => Array.from({ length: 12 }, (_, i) => knock(i * 0.034, 1500 + i * 110, 0.1)),
};

const APART = 0.03;
/** Seconds: a sound that would play later than this is dropped, since the table has moved on. */
const LATE = 0.8;
const LEAD = 0.006;
const SILENCE = 0.0001;

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** When the last sound ends. */
let free = 0;

function noiseOf(context: AudioContext): AudioBuffer {
  const made = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return made;
}

function burst(context: AudioContext, start: number, { length, from, to, narrow, loud }: Burst): void {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = noise ??= noiseOf(context);
  filter.type = 'bandpass';
  filter.Q.value = narrow;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + Math.min(LEAD, length / 3));
  volume.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start, 0, length);
}

/** One sound after the other, never two at once. */
function make(name: Sound | 'end'): void {
  if (!settings.choices.cardSounds) return;
  const context = (audio ??= new AudioContext());
  void context.resume();
  const start = Math.max(context.currentTime, free);
  if (start - context.currentTime > LATE) return;
  const bursts = MADE[name]();
  free = start + Math.max(...bursts.map(({ at, length }) => at + length)) + APART;
  for (const one of bursts) burst(context, start + one.at, one);
}

export const sounds = {
  play: () => make('play'),
  discard: () => make('discard'),
  draw: () => make('draw'),
  step: () => make('step'),
  dice: () => make('dice'),
  write: () => make('write'),
  end: () => make('end'),
} as const satisfies Record<Sound | 'end', () => void>;

/** Plays the sound of each event once; events from before the visit are silent. */
export class Ear {
  private version: number | null = null;
  private rounds: number | null = null;

  hear(last: Happened | undefined, view: View | null, game: GameView | null): void {
    if (!view || !game) return;
    const version = last?.version ?? 0;
    if (this.version !== null && version > this.version && last?.move !== undefined) sounds[game.sound(last.move, view)]();
    if (this.rounds !== null && view.scores.length > this.rounds) sounds.end();
    this.version = version;
    this.rounds = view.scores.length;
  }
}
