// Keys as letters and digits in any keyboard layout: the Latin letter typed, or else the one printed on the physical key.

const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

function digit(key: string): string | null {
  const code = key.codePointAt(0) ?? 0;
  for (const zero of [PERSIAN_ZERO, ARABIC_ZERO]) if (code >= zero && code <= zero + 9) return String(code - zero);
  return null;
}

/** Returns `a`–`z`, `0`–`9`, `?`, or the name of a key such as `Enter`. */
export function keyOf(event: KeyboardEvent): string {
  const { key, code } = event;
  if (key.length > 1) return key;
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return digit(key) ?? physical(code) ?? key;
}

function physical(code: string): string | null {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (/^Digit\d$/.test(code)) return code.slice(5);
  return null;
}

/** Moves the focus to the card chosen by a key, so that Enter plays it. */
export function focusChosen(): void {
  document.querySelector<HTMLElement>('[data-place^="hand:"] [aria-pressed="true"]')?.focus({ preventScroll: true });
}

/** Whether Enter or Space presses a button or a link. On the chosen card, or with nothing focused, Enter plays the card instead. */
export function pressesSomething({ key, target }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element) || !target.closest('button, a')) return false;
  return !target.matches('[data-place^="hand:"] [aria-pressed="true"]');
}

/** Whether a key is meant for something else: a browser shortcut, an open dialog, or a text field. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const target = event.target;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** What a player would press next: a place to draw from, or else a card or a die. */
const NEXT = ['button[data-move]', 'button[data-face]', '[data-place^="hand:"] button'].map((button) => `${button}:not(:disabled, [aria-disabled="true"])`).join();

/**
 * Keeps the focus at the table for keyboard players: when the button they pressed disappears, it moves to what they would press next, or
 * to the table itself when there is nothing to press. Attach it to the table.
 */
export function keepFocus(changed: () => unknown): (table: HTMLElement) => void {
  return (table) => {
    let inside = false;
    table.tabIndex = -1;
    table.addEventListener('focusin', () => (inside = true));
    $effect(() => {
      changed();
      const { activeElement: now } = document;
      if (!inside || !now || (now !== document.body && now !== table && !now.matches(':disabled'))) return;
      const next = [...table.querySelectorAll<HTMLElement>(NEXT)].find((button) => button.checkVisibility());
      (next ?? table).focus({ preventScroll: true });
    });
  };
}
