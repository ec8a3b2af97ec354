"""Draw the icons of the installed page, `web/public/icons`: `PYTHONPATH=tests .venv/bin/python docs/img/icons.py`.

A real browser draws `web/icons/app.svg` in all sizes, and for the shortcuts to the games their posters from the home page.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page
from previews import pixels_of, png, with_few_colors
from support.browsing import Visitor, browsing
from support.serving import running

WEB = Path(__file__).parents[2] / "web"
FOLDER = WEB / "public" / "icons"
ROUND = 22
"""Per cent of an icon's width: the radius of its corners, where the system does not cut it to its own shape."""
ICONS = {"icon-192": (192, ROUND), "icon-512": (512, ROUND), "maskable-512": (512, 0), "touch": (180, 0)}
"""Size in pixels, and the radius of the corners."""
GAMES = ("card", "board", "roll")
SHORTCUT = 192

CROP = """([which, size]) => {
  const poster = document.querySelectorAll('label .poster')[which].cloneNode(true)
  poster.querySelector('.words').remove()
  poster.querySelector('svg').lastElementChild.remove()
  const frame = document.createElement('div')
  frame.style.cssText = `position: absolute; inset: 0; inline-size: ${size}px; block-size: ${size}px; overflow: hidden;`
  poster.style.cssText = `position: absolute; inline-size: ${size * 1.34}px; left: ${-0.17 * size}px; top: ${-0.42 * size}px; margin: 0`
  frame.append(poster)
  document.body.replaceChildren(frame)
}"""
"""Leaves nothing on the page but the middle of a poster."""


def save(name: str, size: int, page: Page, blank: Page, clear: bool = False) -> None:
    shot = page.screenshot(clip={"x": 0, "y": 0, "width": size, "height": size}, omit_background=clear)
    picture = shot if clear else png(*with_few_colors(pixels_of(blank, shot)), (size, size))
    (FOLDER / f"{name}.png").write_bytes(picture)


def draw_icons(browser: Browser, blank: Page) -> None:
    page = browser.new_page(viewport={"width": 512, "height": 512})
    drawing = (WEB / "icons" / "app.svg").read_text("utf-8")
    for name, (size, corner) in ICONS.items():
        around = f"width: {size}px; height: {size}px; border-radius: {corner}%; overflow: hidden"
        page.set_content(f'<body style="margin: 0; background: transparent"><div style="{around}">{drawing}</div>')
        save(name, size, page, blank, clear=corner > 0)


def draw_shortcuts(browser: Browser, blank: Page, url: str) -> None:
    visitor = Visitor(browser, url)
    for which, name in enumerate(GAMES):
        visitor.go("/")
        visitor.page.locator("label .poster").nth(2).wait_for()
        visitor.page.evaluate(CROP, [which, SHORTCUT])
        save(name, SHORTCUT, visitor.page, blank)
    visitor.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        blank = browser.new_page()
        draw_icons(browser, blank)
        draw_shortcuts(browser, blank, server.url)


if __name__ == "__main__":
    main()
