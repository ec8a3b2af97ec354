"""Turn message keys and reasons into sentences, by the catalogues in `locales/`; and figures into text for people.

>>> ENGLISH("color.Y")
'yellow'
>>> catalogue("pl")("view.deck", cards=22)
'zostały 22 karty'
>>> ENGLISH.explain(Reason("too_low", {"color": "Y", "shown": 5}))
'Desert needs more than 5'
"""

import json
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from lostcities.games.errors import Reason

MINUS = "−"
LANGUAGES = ("en", "de", "fr", "pl", "ru", "fa")
LOCALES = {"en": "en-GB"}
"""Where a language is spoken as we write it, if that changes anything: days, as on the page."""


class Catalogue:
    """One language: `catalogue(key, name=value)` returns a sentence. An unknown key raises KeyError, because it is a bug."""

    def __init__(self, language: str) -> None:
        self.language = language
        source = files("lostcities.locales").joinpath(f"{language}.json").read_text("utf-8")
        self.patterns: dict[str, str] = json.loads(source)
        self.formats: dict[str, Any] = {}

    def __call__(self, key: str, **arguments: str | int | date) -> str:
        pattern = self.patterns[key]
        if "{" not in pattern and "'" not in pattern:
            return pattern
        if key not in self.formats:
            from icu4py.messageformat import MessageFormat

            self.formats[key] = MessageFormat(pattern, LOCALES.get(self.language, self.language))
        text: str = self.formats[key].format(arguments)
        return text

    def explain(self, reason: Reason, about: str = "reason") -> str:
        """Return why something is refused, or with `about="why"` what was wrong with a move.

        The letter of a colour becomes its name, and the name of its region is added.
        """
        named = dict(reason.args)
        if letter := named.get("color"):
            named |= {"color": self(f"color.{letter}"), "region": self(f"page.region.{letter}")}
        return self(f"{about}.{reason.code}", **named)


def decimal(value: float, digits: int = 0, sign: str = "") -> str:
    """Return a number with a real minus sign; with the sign "+", those above zero have one, too.

    >>> decimal(-515.4), decimal(7.3, 1, "+")
    ('−515', '+7.3')
    """
    return f"{value:{sign}.{digits}f}".replace("-", MINUS)


@cache
def catalogue(language: str) -> Catalogue:
    return Catalogue(language)


ENGLISH = catalogue("en")
