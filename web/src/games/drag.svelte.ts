// Dragging a card from the hand with a finger, a pen or a mouse. `data-drop` of the element below decides what dropping it means.

import type { HandChoice } from './hand.svelte';

/** A shorter movement, in pixels, is a tap. */
const FAR = 8;

export class Drag {
  /** The place in the hand of the card that follows the pointer. */
  place = $state<number | null>(null);
  dx = $state(0);
  dy = $state(0);
  /** Whether the pointer is still down. */
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

  /** Whether a click was really the end of a drag. */
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

  /** A card dropped on a target stays there until it flies off; dropped elsewhere it returns. */
  private drop({ type, clientX, clientY }: PointerEvent): void {
    this.justDragged = true;
    this.active = false;
    const target = type === 'pointerup' ? document.elementFromPoint(clientX, clientY)?.closest('[data-drop]')?.getAttribute('data-drop') : null;
    if (!target || !this.choice().drop(target)) this.back();
  }

  /** Returns the card to the hand. */
  back(): void {
    this.place = null;
    this.dx = this.dy = 0;
  }
}
