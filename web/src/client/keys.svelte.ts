// Keys as letters and digits, whatever the keyboard's layout: the Latin letter typed, else the one printed on the physical key.

const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

function digit(key: string): string | null {
  const code = key.codePointAt(0) ?? 0;
  for (const zero of [PERSIAN_ZERO, ARABIC_ZERO]) if (code >= zero && code <= zero + 9) return String(code - zero);
  return null;
}

/** `a`–`z`, `0`–`9`, `?`, or the name of a key such as `Enter`. */
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

/** The card that a key has chosen has the focus: Enter then means it. */
export function focusChosen(): void {
  document.querySelector<HTMLElement>('[data-place^="hand:"] [aria-pressed="true"]')?.focus({ preventScroll: true });
}

/** Enter on a button or a link means just that; only on the chosen card, or on nothing, it lays the card. */
export function pressesSomething({ key, target }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element) || !target.closest('button, a')) return false;
  return !target.matches('[data-place^="hand:"] [aria-pressed="true"]');
}

/** Whether a key is meant for something else: a shortcut of the browser, an open dialog, or a field that takes text. */
export function meantElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const target = event.target;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** What one would press next: a place to draw from, else a card or a die. */
const NEXT = ['button[data-move]', 'button[data-face]', '[data-place^="hand:"] button'].map((button) => `${button}:not(:disabled, [aria-disabled="true"])`).join();

/**
 * Whoever moved by keyboard has the focus on what comes next when the button they pressed is gone; as long as there is nothing to press, the
 * table itself has it. To be attached to the table.
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
