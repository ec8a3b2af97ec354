// A card on its way: the names of the places it comes from and goes to, best first, and what it shows.

export interface Flight {
  from: readonly string[];
  to: readonly string[];
  /** The card's face; null shows its back. */
  kind: string | null;
}

/** The first of some places that can be seen on the page. */
export function placeOf(names: readonly string[]): DOMRect | null {
  for (const name of names) {
    for (const element of document.querySelectorAll(`[data-place="${CSS.escape(name)}"]`)) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) return box;
    }
  }
  return null;
}
