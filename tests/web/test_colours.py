"""The colours of the expeditions can be told apart with every kind of colour vision."""

import re
from itertools import combinations

import numpy as np
import pytest
from colorspacious import cspace_convert
from support.folders import ROOT

LEAST = 19.0
"""The distance of the closest pair in CAM02-UCS. Symbols and letters say the same as colours."""
SOURCE = (ROOT / "web" / "src" / "drawings" / "palettes.ts").read_text()
VISIONS = ("", "deuteranomaly", "protanomaly", "tritanomaly")


def bases(table: str, letters: str) -> dict[str, str]:
    """The background colours of a table of palettes, as the page has them."""
    block = re.search(rf"export const {table}:.*?\n}};", SOURCE, re.S)
    assert block
    found = dict(re.findall(r"\b(\w): (?:palette\([^\[]*\['|\{[^}]*?base: ')(#[0-9A-F]{6})", block[0]))
    inherited = bases("CARDS", "") if table == "ROLL" else {}
    return {letter: found.get(letter, inherited.get(letter, "")) for letter in letters} if letters else found


def seen(color: str, vision: str) -> np.ndarray:
    rgb = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100} if vision else "sRGB1"
    return cspace_convert(rgb, space, "CAM02-UCS")


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("table", "letters"), [("CARDS", "YBWGR"), ("ROLL", "ROYGBP")])
def test_colours_stay_apart(table: str, letters: str, vision: str) -> None:
    colors = bases(table, letters)
    assert all(colors.values()), colors
    points = {letter: seen(color, vision) for letter, color in colors.items()}
    distances = {pair: float(np.linalg.norm(points[pair[0]] - points[pair[1]])) for pair in combinations(letters, 2)}
    assert min(distances.values()) >= LEAST, min(distances.items(), key=lambda item: item[1])
