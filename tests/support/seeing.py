"""Visual faults on a page: text over text, things outside the window, things that shift."""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolves when the page has adapted to a new size."""

OVERLAPPING = """() => {
  const shown = document.querySelector('dialog[open], .menu .sheet') ?? document.body
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  /** What the boxes around a line leave of it. */
  const inSight = (node, { left, right, top, bottom }) => {
    for (let around = node.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      const frame = around.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
  const texts = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.data.trim() || !node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (node.parentElement.closest('[aria-hidden=true], .hidden, svg, option, [hidden]')) continue
    if (getComputedStyle(node.parentElement).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      const seen = inSight(node, box)
      if (seen.height > 0 && seen.width > 0) texts.push({ node, box: seen })
    }
  }
  const wide = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const over = (one, other) => wide(one, other) > 2 && high(one, other) > 5
  const onTop = ({ node, box }) => {
    if (getComputedStyle(node.parentElement).pointerEvents === 'none') return true
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return !found || found.contains(node) || node.parentElement.contains(found)
  }
  const apart = (one, other) => other.node === one.node || !over(one.box, other.box) || !onTop(one) || !onTop(other)
  return texts.flatMap((one, i) => texts.slice(i + 1).filter((other) => !apart(one, other))
    .map((other) => `${one.node.data.trim()} / ${other.node.data.trim()}`))
}"""
"""Pairs of visible texts that overlap."""

OUTSIDE = """() => [...document.querySelectorAll('main button, main .card:not(.corner), main .plaque, main .score, main h2, main .words')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden, .flying'))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
    .map(([element, box]) => `${element.outerHTML.slice(0, 90)} ${JSON.stringify(box)}`)"""
"""What reaches out of the window; nothing on a table scrolls."""

COVERED = """() => {
  const bubble = document.querySelector('[data-guide] .bubble').getBoundingClientRect()
  return [...document.querySelectorAll('.card:not(.corner), .plaque, .score, [data-move], [data-face]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[data-guide]'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left) > 1
      && Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 1)
    .map(([one]) => one.outerHTML.slice(0, 120))
}"""
"""Cards, plaques, scores and buttons that the guide covers."""

LOWEST = """() => Math.max(...[...document.querySelectorAll('[data-place^="hand:"]')]
    .filter((card) => card.checkVisibility()).map((card) => card.getBoundingClientRect().bottom))"""
"""Where the lowest card of the hand ends."""

WATCH = """window.shifts = []
const note = ({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 120), previousRect, currentRect]
const keep = (entry) => shifts.push({ value: entry.value, sources: entry.sources.map(note) })
new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type: 'layout-shift', buffered: true })"""

SHIFTED = "() => window.shifts.reduce((sum, shift) => sum + shift.value, 0)"


def watch_shifts(page: Page) -> None:
    """Count every layout shift from now on, including those right after a key or a click."""
    page.add_init_script(WATCH)


FAULTS = """async () => {
  const { violations } = await axe.run({ resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
}"""


def faults(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds wrong: the rule, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[tuple[str, list[str]]] = page.evaluate(FAULTS)
    return found


def leaves_from(start: dict[str, float], flight: Sequence[dict[str, float]], close: float = 12) -> bool:
    """Whether a flight begins at its start and at its size. A busy machine misses the first frames: up to half of the way."""
    return all(abs(flight[0][side] - start[side]) <= max(close, abs(flight[-1][side] - start[side]) / 2) for side in ("x", "y", "width"))
