"""How we write: the words that players and programmers use, whose games these are, and each language's own signs.

Only what a test can check; the rest needs a reader.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from support.catalogues import LOCALES, page, words
from support.folders import ROOT

from lostcities import GAMES
from lostcities.cli.main import app
from lostcities.text import ENGLISH, LANGUAGES, catalogue

NOBODY_SAYS = {
    r"\bif (?:not|neither is) told\b|\bif none is (?:named|given|told)\b": "by default",
    r"\b(?:points?|margin|ms|times?) an? (?:round|move|turn|game)\b": "per",
    r"\b(?:one|record|row|list) a (?:line|seat|round|path|move)\b": "per",
    r"\b(?:is|are) no (?:record|folder|value|string|list|move)\b": "is not a",
    r"\bmore points wins?\b": "most points wins",
    r"\b(?:begun|begins?|shuffled|dealt) anew\b": "restarted, again",
    r"\bstands? (?:twice|in the record)\b": "appears, is",
    r"\bmust be decided\b": "first choose",
    r"\bsomebody who\b|\bthe like of it\b|\bwhat there is to\b": "say who does what",
    r"\b(?:is|are|was|were) passed over\b|\bmade ready\b": "ignored, loading",
    r"\w …": "… without a space",
}
"""What our English must not say, and what it says instead."""

NO_PLAYER_SAYS = NOBODY_SAYS | {
    r"\bartifacts?\b|\bcolor(?:ed|ing)?\b|\bcenter(?:ed)?\b|\bgray\b|\bfavorites?\b": "British spelling",
    r"\b(?:lay|lays|laid|laying)\b": "play",
    r"\b(?:take|takes|took|taken|taking) back\b|\btake-backs?\b": "undo",
    r"\b(?:take|takes|took|taking) (?:none|no dice)\b": "pass",
    r"\bgo(?:es)? on (?:with|from|after|along)\b|\bGo on\b(?! to)": "continue",
    r"\banybody\b|\beverybody\b": "anyone, everyone",
    r"\b(?:is|are) to (?:be|decide|play|draw)\b": "say who does what",
    r"\b(?:card|cards) of (?:your|the) hand\b": "in your hand",
    r"\bthe top of (?:the|a|its|any|that) (?:\w+ )?(?:discard )?(?:pile|deck)\b": "the top card",
    r"\d %": "% without a space",
    r"\bsit down\b|\bopen book\b|\bforget me\b": "take a seat, every card seen so far, delete my data",
}
"""The same for what players read: the page, the terminal, the rules, and the first pages of the documentation."""

OLD_NOTICE = re.compile(
    "trademark of its owner|Marke ihres Inhabers|marque de son propriétaire"
    "|znak towarowy jego właściciela|товарный знак его владельца|نشان تجاری صاحب آن"
)
NOTICE = "Lost Cities is a registered trademark of Dr. Reiner Knizia, who designed the games."

PLAYERS_PAGES = [ROOT / "README.md", ROOT / "docs" / "README.md", *sorted(ROOT.glob("docs/start/*.md"))]
PAGES = [
    *PLAYERS_PAGES,
    *sorted({*ROOT.glob("docs/*.md"), *ROOT.glob("docs/bots/*.md"), *ROOT.glob("docs/concepts/*.md")} - {*PLAYERS_PAGES}),
]

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", LANGUAGES[1:])
every_game = pytest.mark.parametrize("game", GAMES)


def prose(markdown: str) -> str:
    """A page without its code, its addresses and its pictures."""
    text = re.sub(r"^ *```.*?^ *```$", "", markdown, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->|`[^`]*`", "", text, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)|https?://\S+", "]", text)


def found(text: str, forbidden: dict[str, str]) -> list[str]:
    """Every place that uses a forbidden expression, with what to say instead."""
    return [
        f"…{text[max(0, place.start() - 25) : place.end() + 15]}…: {better}".replace("\n", " ")
        for pattern, better in forbidden.items()
        for place in re.finditer(pattern, text, re.IGNORECASE)
    ]


# -- English --


def helps(command: typer.core.TyperCommand | typer.core.TyperGroup) -> Iterator[str]:
    """The help of a command, of its options, and of the commands below it."""
    yield from filter(None, [command.help, *(getattr(parameter, "help", None) for parameter in command.params)])
    for below in getattr(command, "commands", {}).values():
        yield from helps(below)


def readable(pattern: str) -> str:
    """Return a message with a letter in place of each argument, and without code."""
    return re.sub(r"`[^`]*`", "", re.sub(r"\{[a-z_]+(?:, number(?:, ::group-off)?)?\}", "x", pattern))


def test_messages_are_said_as_players_say_them() -> None:
    said = {key: found(readable(pattern), NO_PLAYER_SAYS) for key, pattern in ENGLISH.patterns.items()}
    assert {key: places for key, places in said.items() if places} == {}


def test_help_is_said_as_programmers_say_it() -> None:
    assert [place for text in helps(typer.main.get_command(app)) for place in found(readable(text), NO_PLAYER_SAYS)] == []


@every_game
def test_rules_are_said_as_players_say_them(game: str) -> None:
    assert found(prose(page(game, "en")), NO_PLAYER_SAYS) == []


@pytest.mark.parametrize("file", PAGES, ids=[str(file.relative_to(ROOT)) for file in PAGES])
def test_pages_are_said_as_their_readers_say_it(file: Path) -> None:
    assert found(prose(file.read_text("utf-8")), NO_PLAYER_SAYS if file in PLAYERS_PAGES else NOBODY_SAYS) == []


def test_a_forbidden_word_is_found_and_its_neighbours_are_not() -> None:
    assert len(found("Lay a card, 3 points a round, take none", NO_PLAYER_SAYS)) == 3
    assert found("The layout of a card: display, overlay; per round; undo; pass; it is not a record; a moment…", NO_PLAYER_SAYS) == []


# -- whose games these are --


def test_the_designer_is_named_on_the_page_and_by_the_command() -> None:
    assert NOTICE in ENGLISH("page.notice")
    assert NOTICE in (typer.main.get_command(app).help or "")


@every_language
def test_every_language_names_the_designer(language: str) -> None:
    notice = catalogue(language)("page.notice")
    assert re.search("Knizi|Кници|کنیتسیا", notice)
    assert notice.count("Lost Cities") == 1


def test_the_old_notice_is_nowhere() -> None:
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *LOCALES.rglob("*.json"), *LOCALES.rglob("*.md")]
    assert [str(file.relative_to(ROOT)) for file in files if OLD_NOTICE.search(file.read_text("utf-8"))] == []


# -- the signs of the other languages --

CODE = re.compile(r'pip install "[^"]*"|"cmd:[^"]*"|\["ROR", "309"\]|"truncated": true|"type"')
"""Code in messages keeps the quotes that a computer reads."""
KEYS = re.compile(r"^(?:play\.keys\.|play\.unknown$|help\.commands$|cli\.error$|reason\.no_command$)")
"""Messages with signs that are keys or names to type, not punctuation."""


def texts(language: str) -> dict[str, str]:
    """All prose of a language: messages without arguments and code, and rules pages."""
    messages = {key: CODE.sub("", words(pattern)) for key, pattern in catalogue(language).patterns.items()}
    return messages | {f"rules/{game}": prose(page(game, language)) for game in GAMES}


def signs(language: str) -> dict[str, str]:
    """The same with a letter in place of each argument, so that spaces before punctuation are visible."""
    messages = {key: CODE.sub("", readable(pattern)) for key, pattern in catalogue(language).patterns.items()}
    return messages | {f"rules/{game}": prose(page(game, language)) for game in GAMES}


@every_translation
def test_no_straight_quote_or_apostrophe_stands_in_prose(language: str) -> None:
    assert [key for key, text in texts(language).items() if re.search("[\"']", text)] == []


@pytest.mark.parametrize(("language", "marks"), [("de", "“”«»"), ("pl", "“«»"), ("ru", "„“”"), ("fa", '“”"'), ("fr", "“”„")])
def test_quotes_are_those_of_the_language(language: str, marks: str) -> None:
    """German „…“ closes with what English opens with, so it is looked for only where nothing was opened."""
    for key, text in texts(language).items():
        rest = re.sub("„[^„“]*“", "", text) if language == "de" else text
        assert not set(marks) & set(rest), key


def test_french_punctuation_is_set_off_by_a_space_that_does_not_break() -> None:
    wrong = re.compile("(?<!\u202f)[;!?](?!\\w)|(?<!\u00a0):(?=\\s|$)|«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»")
    assert [key for key, text in signs("fr").items() if not KEYS.match(key) and wrong.search(text)] == []


def test_persian_counts_in_persian_digits() -> None:
    notation = re.compile("(?m)^ *\\d+\\. |\u2066[^\u2069]*\u2069|[A-Za-z][\\w.=:/*-]*|\\d[\\d.]*[a-z]\\b|[+>-]\\S*")
    assert [key for key, text in texts("fa").items() if re.search("[0-9]", notation.sub("", text))] == []
