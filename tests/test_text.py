"""The catalogue: every message is well formed and used, and every reason has its words."""

import ast
import json
import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import lostcities
from lostcities.text import ENGLISH, LANGUAGES

SOURCE = Path(lostcities.__file__).parent


def strings() -> set[str]:
    """Every string literal of the package; the fixed parts of f-strings end in a star."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "*" for part in node.values]
                found.add("".join(str(part) for part in parts))
    return found


def test_no_key_stands_twice() -> None:
    for language in LANGUAGES:
        source = SOURCE.joinpath("locales", f"{language}.json").read_text()
        keys = [key for key, _ in json.loads(source, object_pairs_hook=lambda pairs: pairs)]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize("key", sorted(ENGLISH.patterns))
def test_every_message_is_well_formed(key: str) -> None:
    MessageFormat(ENGLISH.patterns[key], "en")


def test_every_message_is_used() -> None:
    used = strings()
    patterns = [re.compile(re.escape(text).replace(r"\*", ".+") + "$") for text in used if "*" in text and "." in text]
    for key in ENGLISH.patterns:
        name = key.removeprefix("reason.")
        assert key in used or name in used or any(pattern.match(key) for pattern in patterns), key


def test_every_reason_code_has_words() -> None:
    for path in SOURCE.rglob("*.py"):
        for code in re.findall(r'(?:Reason|wrong)\(\s*"(\w+)"', path.read_text()):
            assert f"reason.{code}" in ENGLISH.patterns, (path, code)


def test_an_unknown_key_is_loud() -> None:
    with pytest.raises(KeyError):
        ENGLISH("no.such.key")
