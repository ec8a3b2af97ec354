"""The content of a documentation page: its sections and tables."""

import re

from support.folders import ROOT

Cells = list[str]


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def section(page: str, title: str) -> str:
    """Return the text below a heading, up to the next one of its level."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^\1 |\Z)", text_of(page), flags=re.DOTALL | re.MULTILINE)
    assert found, f"{page} has no section {title}"
    return found[2]


def tables(text: str) -> list[list[Cells]]:
    """Return every table of a text, header row first, without the line below it."""
    found = re.findall(r"(?:^\|.*\|\n)+", text + "\n", flags=re.MULTILINE)
    rows = [[[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()] for table in found]
    return [[table[0], *table[2:]] for table in rows]


def table(page: str, title: str, heading: str) -> list[Cells]:
    """Return the rows of the table with this header below a title."""
    for first, *rows in tables(section(page, title)):
        if " ".join(first) == heading:
            return rows
    raise AssertionError(f"{page}, {title}: no table with the columns {heading}")


def code(cell: str) -> str:
    return cell.strip("`")
