// Keeps the focus at the table: where the card or button that had it is gone, it moves to what can be done next.

/** Best first: the chosen card, where on the map or table something may go, drawing, any card that can be played. */
const NEXT = [
  '[data-place^="hand:"] button[aria-pressed="true"]',
  'button.target',
  'button[data-move="+"]:not(:disabled)',
  '[data-place^="hand:"] button:not(:disabled, [aria-disabled="true"])',
];

/** To be called while the table's component is made. `root` can have the focus itself while there is nothing to do; `changed` reads what the table depends on. */
export function keepFocus(root: () => HTMLElement | null, changed: () => unknown): void {
  let had = false;
  $effect.pre(() => {
    changed();
    had = root()?.contains(document.activeElement) ?? false;
  });
  $effect(() => {
    changed();
    const table = root();
    const { activeElement: now } = document;
    if (!table || !had || (table.contains(now) && now !== table && !now?.matches(':disabled'))) return;
    const next = NEXT.map((what) => table.querySelector<HTMLElement>(what)).find((found) => found?.checkVisibility());
    (next ?? table).focus({ preventScroll: true });
  });
}
