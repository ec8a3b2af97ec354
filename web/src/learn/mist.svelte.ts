// Mist over the table: everything pales but what a sentence is about, and the way to it.

import type { Attachment } from 'svelte/attachments';

const inside = (name: string): string => `[data-place^="${CSS.escape(name)}"]`;
const moving = (move: string): string => `[data-move="${CSS.escape(move)}"]`;

/** What always stays clear: the guide herself, and the figures to open a path with. */
const ALWAYS = ['[data-guide]', '[data-place^="open:"]'];

/** What things lie on: paled, it would lie on them, because transparency lifts an element above its neighbours. */
const GROUND = '[data-ground]';

/** Returns the largest elements below `root` that neither are lit nor contain anything lit. */
function pale(root: Element, lit: string): Element[] {
  return [...root.children].flatMap((child) => {
    if (child.matches(lit) || child.matches(GROUND)) return [];
    return child.querySelector(lit) ? pale(child, lit) : [child];
  });
}

/** Sinks a table into mist; `lit` returns the places and moves that stay clear, or null where there is no mist. */
export function mist(lit: () => { places: readonly string[]; moves: readonly string[] } | null): Attachment {
  return (root) => {
    function paint(): void {
      const clear = lit();
      const covered = new Set(clear ? pale(root, [...clear.places.map(inside), ...clear.moves.map(moving), ...ALWAYS].join()) : []);
      for (const old of root.querySelectorAll('[data-mist="on"]')) if (!covered.has(old)) old.setAttribute('data-mist', 'off');
      for (const one of covered) one.setAttribute('data-mist', 'on');
    }
    const watching = new MutationObserver(paint);
    watching.observe(root, { subtree: true, childList: true, attributeFilter: ['data-place', 'data-move'] });
    $effect(paint);
    return () => watching.disconnect();
  };
}
