// Dragging a card of the hand with a finger, a pen or a mouse. Where it is let go decides: what `data-drop` says there is up to the choice.

import type { HandChoice } from './hand.svelte';

/** Less than this is a tap. */
const FAR = 8;

export class Drag {
  /** The place of the card that follows the pointer. */
  place = $state<number | null>(null);
  dx = $state(0);
  dy = $state(0);
  /** The finger is still down. */
  active = $state(false);
  private justDragged = false;

  constructor(private readonly choice: () => HandChoice) {}

  begin(event: PointerEvent, place: number): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.justDragged = false;
    const { clientX, clientY } = event;
    const moved = (to: PointerEvent): void => this.follow(place, to.clientX - clientX, to.clientY - clientY);
    const ended = (at: PointerEvent): void => {
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', ended);
      window.removeEventListener('pointercancel', ended);
      if (this.place !== null) this.drop(at);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', ended);
    window.addEventListener('pointercancel', ended);
  }

  /** Whether what looks like a click was the end of a drag. */
  clicked(): boolean {
    const was = this.justDragged;
    this.justDragged = false;
    return was;
  }

  private follow(place: number, dx: number, dy: number): void {
    if (this.place === null && Math.hypot(dx, dy) < FAR) return;
    if (this.place === null) this.choice().take(place);
    this.active = true;
    [this.place, this.dx, this.dy] = [place, dx, dy];
  }

  /** A card that was let go over its target stays there until it has flown off; over nothing it returns. */
  private drop({ type, clientX, clientY }: PointerEvent): void {
    this.justDragged = true;
    this.active = false;
    const target = type === 'pointerup' ? document.elementFromPoint(clientX, clientY)?.closest('[data-drop]')?.getAttribute('data-drop') : null;
    if (!target || !this.choice().drop(target)) this.back();
  }

  /** The card lies in the hand again. */
  back(): void {
    this.place = null;
    this.dx = this.dy = 0;
  }
}
