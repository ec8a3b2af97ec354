// Tells players who look elsewhere what happens: a polite live region, the tab's icon, and, if wanted, a sound and a system notification.

import { settings } from '../client/settings.svelte';
import PLAIN from '../look/icon.svg';
import TURN from '../look/icon-turn.svg';

class Speaker {
  text = $state('');
}

export const speaker = new Speaker();

export function announce(text: string): void {
  speaker.text = text;
}

/** Attracts attention when your turn starts, and stops when it ends. */
export function attract(turn: boolean, text: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', turn ? TURN : PLAIN);
  if (!turn || document.visibilityState === 'visible') return;
  if (settings.choices.sound) ring();
  if (settings.choices.notices && 'Notification' in window && Notification.permission === 'granted') new Notification(text);
}

/** Two soft notes, generated here so that nothing has to be loaded. */
function ring(): void {
  const audio = new AudioContext();
  for (const [at, pitch] of [[0, 523], [0.16, 659]] as const) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.4);
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + at);
    note.stop(audio.currentTime + at + 0.4);
  }
}
