"""Take the pictures that messengers show for a link, `web/public/previews`: `PYTHONPATH=tests .venv/bin/python docs/img/previews.py`.

A real browser draws the page's own posters on its own background: without words, so that one picture works for all languages, and
without grain. Each is reduced to 256 colours, a quarter of the size of the browser's own picture.
"""

import struct
import tempfile
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page
from support.browsing import Visitor, browsing
from support.serving import running

FOLDER = Path(__file__).parents[2] / "web" / "public" / "previews"
WIDTH, HEIGHT = 1200, 630
MIST = 3
"""The poster of a deal that nobody has played yet."""
FRONT = {
    "card": (1, 0, 2),
    "board": (0, 1, 2),
    "roll": (0, 2, 1),
    "home": (2, 0, 1),
    "daily-card": (0, MIST),
    "daily-board": (1, MIST),
    "daily-roll": (2, MIST),
    "daily": (0, MIST, 1),
}
"""Which posters are on the left, in front, and on the right. Nothing here shows a deal."""
COLORS = 256
ROUNDS = 12
"""How often each colour is moved to the mean of the pixels that it represents."""

COMPOSE = """([order, mist]) => {
  const posters = [...document.querySelectorAll('label .poster')]
  const stage = document.createElement('div')
  order.forEach((which, place) => {
    const poster = (posters[which] ?? posters[0]).cloneNode(true)
    poster.querySelector('.words').remove()
    poster.querySelector('svg').lastElementChild.remove()
    if (which === mist) poster.querySelector('svg').innerHTML = document.querySelector('.today .mist').innerHTML
    const front = place === 1
    const [width, top] = front ? [398, 34] : [330, 88]
    const left = order.length === 3 ? [150, 401, 720] : [288, 536]
    poster.style.cssText = `position: absolute; inline-size: ${width}px; left: ${left[place]}px; top: ${top}px;`
      + `rotate: ${(place - 1) * 7}deg; z-index: ${front ? 1 : 0}`
    stage.append(poster)
  })
  document.body.replaceChildren(document.querySelector('body svg'), stage)
}"""
"""Puts the posters of the home page on its background."""
PIXELS = """async (shot) => {
  const image = new Image()
  image.src = `data:image/png;base64,${shot}`
  await image.decode()
  const paper = new OffscreenCanvas(image.width, image.height).getContext('2d')
  paper.drawImage(image, 0, 0)
  return Array.from(paper.getImageData(0, 0, image.width, image.height).data)
}"""

Array = NDArray[Any]


def pixels_of(blank: Page, shot: bytes) -> Array:
    """Return the colours of a picture, one row per pixel. The browser decodes it, so no other library is needed."""
    return np.array(blank.evaluate(PIXELS, b64encode(shot).decode()), dtype=np.uint8).reshape(-1, 4)[:, :3]


def with_few_colors(pixels: Array) -> tuple[Array, Array]:
    """Return the colours to keep, and which of them represents each pixel: k-means, starting from the most frequent ones."""
    colors, index, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    _, first, members = np.unique(colors >> 4, axis=0, return_index=True, return_inverse=True)
    frequent = np.argsort(-np.bincount(members.reshape(-1), weights=counts))[:COLORS]
    kept, weights = colors[first[frequent]].astype(float), np.sqrt(counts)
    for _ in range(ROUNDS):
        nearest = np.concatenate([((part[:, None] - kept) ** 2).sum(-1).argmin(1) for part in np.array_split(colors.astype(float), 20)])
        sums = np.stack([np.bincount(nearest, weights * colors[:, channel], len(kept)) for channel in range(3)], 1)
        total = np.bincount(nearest, weights, len(kept))[:, None]
        kept = np.where(total > 0, sums / np.maximum(total, 1), kept)
    return np.round(kept).astype(np.uint8), nearest[index.reshape(-1)].astype(np.uint8)


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(kept: Array, index: Array, size: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    """Return a picture of few colours as a PNG file."""
    width, height = size
    lines = b"".join(b"\0" + line.tobytes() for line in index.reshape(height, width))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"PLTE", kept.tobytes()), chunk(b"IDAT", zlib.compress(lines, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        visitor, blank = Visitor(browser, server.url, viewport={"width": WIDTH, "height": HEIGHT}), browser.new_page()
        for name, order in FRONT.items():
            visitor.go("/")
            visitor.page.locator("label .poster").nth(2).wait_for()
            visitor.page.locator(".today .mist").wait_for()
            visitor.page.evaluate(COMPOSE, [order, MIST])
            (FOLDER / f"{name}.png").write_bytes(png(*with_few_colors(pixels_of(blank, visitor.page.screenshot()))))
        visitor.close()


if __name__ == "__main__":
    main()
