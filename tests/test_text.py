"""The catalogues and the rules pages: every language says the same, well formed, in its own script and plural forms."""

import ast
import json
import re
import unicodedata
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat
from rich.cells import cell_len
from support.catalogues import LOCALES, arguments, page, words

import lostcities
from lostcities import GAMES
from lostcities.text import ENGLISH, LANGUAGES, catalogue

SOURCE = Path(lostcities.__file__).parent
PAGE = SOURCE.parents[1] / "web" / "src"

LEFT_TO_RIGHT, FIRST_STRONG, END = "\u2066", "\u2068", "\u2069"
"""Marks that keep a piece of text together in a right-to-left line (Unicode's isolates)."""
JOINER = "\u200c"
"""The zero-width non-joiner of Persian."""

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", LANGUAGES[1:])
every_game = pytest.mark.parametrize("game", GAMES)


def text_of(language: str) -> dict[str, str]:
    """All texts of a language: its messages without their arguments, and its rules pages."""
    messages = {key: words(pattern) for key, pattern in catalogue(language).patterns.items()}
    return messages | {f"rules/{game}": page(game, language) for game in GAMES}


# -- the catalogues as files --


def test_every_language_has_its_files_and_no_other_has() -> None:
    assert {file.stem for file in LOCALES.glob("*.json")} == set(LANGUAGES)
    assert {file.name for file in LOCALES.glob("rules/*")} == {f"{game}.{language}.md" for game in GAMES for language in LANGUAGES}


@every_language
def test_no_key_stands_twice(language: str) -> None:
    source = (LOCALES / f"{language}.json").read_text("utf-8")
    keys = [key for key, _ in json.loads(source, object_pairs_hook=lambda pairs: pairs)]
    assert len(keys) == len(set(keys))


@every_translation
def test_no_message_is_missing_or_superfluous_and_all_stand_in_the_order_of_english(language: str) -> None:
    assert list(catalogue(language).patterns) == list(ENGLISH.patterns)


# -- the messages --


@every_language
def test_every_message_is_well_formed(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        try:
            MessageFormat(pattern, language)
        except ValueError as error:
            raise AssertionError(key) from error


@every_language
def test_an_apostrophe_never_quotes(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        assert "'" not in pattern.replace("''", ""), key


def strings() -> set[str]:
    """Every string literal of the package; a star stands for what an f-string inserts."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "*" for part in node.values]
                found.add("".join(str(part) for part in parts))
    return found


def strings_of_the_page() -> set[str]:
    """The same for the page: everything in quotes that could be a key."""
    sources = [path.read_text("utf-8") for path in PAGE.rglob("*") if path.suffix in (".ts", ".svelte")]
    quoted = [key for source in sources for key in re.findall(r"[\"'`]((?:[\w.]|\$\{[^}]*\})+)[\"'`]", source)]
    return {re.sub(r"\$\{[^}]*\}", "*", key) for key in quoted}


def test_every_message_is_used() -> None:
    used = strings() | strings_of_the_page()
    made = [text for text in used if re.match(r"\w+\..*\*", text)]  # not `*.*`, which could be any key
    patterns = [re.compile(re.escape(text).replace(r"\*", ".+") + "$") for text in made]
    for key in ENGLISH.patterns:
        name = key.removeprefix("reason.").removeprefix("why.")
        assert key in used or name in used or any(pattern.match(key) for pattern in patterns), key


def test_every_message_of_the_page_has_words() -> None:
    named = {text for text in strings_of_the_page() if text.startswith("page.") and "*" not in text}
    assert named - set(ENGLISH.patterns) == set()


def test_every_reason_code_has_words() -> None:
    for path in SOURCE.rglob("*.py"):
        about = "why" if path.name == "reasons.py" else "reason"
        for code in re.findall(r'(?:Reason|wrong)\(\s*"(\w+)"', path.read_text()):
            assert f"{about}.{code}" in ENGLISH.patterns, (path, code)


def test_an_unknown_key_is_loud() -> None:
    with pytest.raises(KeyError):
        ENGLISH("no.such.key")


# -- plurals and arguments --


def plural_forms(language: str) -> set[str]:
    """A language's CLDR plural forms, as ICU has them: small numbers, a million (French has a form for it) and a fraction."""
    forms = " ".join(f"{form} {{{form}}}" for form in ("zero", "one", "two", "few", "many", "other"))
    message = MessageFormat(f"{{n, plural, {forms}}}", language)
    return {message.format({"n": number}) for number in (*range(200), 1_000_000, 1.5)}


def test_icu_knows_the_plural_forms() -> None:
    assert plural_forms("en") == plural_forms("de") == plural_forms("fa") == {"one", "other"}
    assert plural_forms("fr") == {"one", "many", "other"}
    assert plural_forms("pl") == plural_forms("ru") == {"one", "few", "many", "other"}


@every_language
def test_no_plural_form_is_missing_or_superfluous(language: str) -> None:
    needed = plural_forms(language)
    for key, pattern in catalogue(language).patterns.items():
        for argument in arguments(pattern):
            if argument.kind == "plural":
                exact = {selector for selector in argument.selectors if selector.startswith("=")}
                forms = set(argument.selectors) - exact
                assert forms == needed or (exact and forms == {"other"}), (key, argument)


def meanings(pattern: str) -> set[tuple[str, str]]:
    """The arguments and the values they need; a number may stand bare in one language and choose a form in another."""
    return {(argument.name, {"plural": "number"}.get(argument.kind, argument.kind)) for argument in arguments(pattern)}


@every_translation
def test_arguments_are_those_of_english(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        assert meanings(pattern) == meanings(ENGLISH.patterns[key]), key


@every_translation
def test_numbers_that_name_something_are_not_grouped_in_any_language(language: str) -> None:
    ungrouped = re.compile(r"\{\w+, number, ::group-off\}")
    for key, pattern in catalogue(language).patterns.items():
        assert set(ungrouped.findall(pattern)) == set(ungrouped.findall(ENGLISH.patterns[key])), key


def test_persian_counts_in_its_own_digits() -> None:
    persian = catalogue("fa")
    assert persian("view.round", game="card", number=2, rounds=3) == "دور ۲ از ۳"
    assert persian("view.deck", cards=44) == "۴۴ کارت مانده"
    assert persian("view.turn", number=1234) == "نوبت ۱۲۳۴"


@pytest.mark.parametrize(
    ("cards", "polish", "russian"),
    [
        (1, "została 1 karta", "осталась 1 карточка"),
        (3, "zostały 3 karty", "остались 3 карточки"),
        (21, "zostało 21 kart", "осталась 21 карточка"),
        (44, "zostały 44 karty", "остались 44 карточки"),
    ],
)
def test_slavic_plurals(cards: int, polish: str, russian: str) -> None:
    assert catalogue("pl")("view.deck", cards=cards) == polish
    assert catalogue("ru")("view.deck", cards=cards) == russian


@every_language
def test_the_round_ends_with_the_last_card_only(language: str) -> None:
    """Russian uses the same form for 21 as for 1, so `one` is not enough to tell the last card."""
    last, many = (re.sub(r"\d", "", catalogue(language)("view.from_deck", game="card", cards=cards)) for cards in (1, 21))
    assert last != many


# -- words --


GUIDE = {
    "en": ("step", "tiles", "stay"),
    "de": ("Feld", "Plättchen", "bleiben"),
    "fr": ("case", "tuiles", "restent"),
    "pl": ("Pole", "żetonów", "zostają"),
    "ru": ("шаг", "жетоны", "остаются"),
    "fa": ("خانه", "ژتون", "می‌مانند"),
}
"""The words for a step, for tiles, and for something that stays where it is."""


@every_language
def test_the_guide_to_the_board_game_doubles_steps_and_leaves_tiles(language: str) -> None:
    say = catalogue(language)
    step, tiles, stay = GUIDE[language]
    assert step in (said := say("page.tip.board.scientist"))
    assert tiles in said
    assert stay in (always := say("page.tip.board.tiles", once="false"))
    assert always != say("page.tip.board.tiles", once="true")


@every_translation
def test_nothing_is_left_in_english(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        english = ENGLISH.patterns[key]
        assert len(re.findall(r"[^\W\d_]{3,}", words(english))) < 3 or pattern != english, key


NOTATION = re.compile(
    r"""--[a-z]+ | \b[a-z_]+=\w* | cmd: | max_turns | lostcities\ [a-z]+ | docs/\S+\.md   # the command line and its options
    | (?<![\w:])[-+>](?:[A-Z]\d*|\.)(?!\w) | \b[A-Z]\d\b | \B:[es]\b | \b1[es]\b | 1–8     # moves and their short forms
    """,
    re.VERBOSE,
)


def notation(text: str) -> set[str]:
    return set(NOTATION.findall(re.sub(f"[{LEFT_TO_RIGHT}{FIRST_STRONG}{END}]", "", text)))


@every_translation
def test_notation_commands_and_options_are_never_translated(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        assert notation(words(pattern)) == notation(words(ENGLISH.patterns[key])), key


@every_translation
def test_numbers_that_are_written_out_are_the_same(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        assert set(numbers(words(pattern))) == set(numbers(words(ENGLISH.patterns[key]))), key


@every_language
def test_the_help_lists_the_same_keys(language: str) -> None:
    for key in ENGLISH.patterns:
        if key.startswith("help.") and not key.startswith("help.marks."):
            lines, english = catalogue(language)(key).splitlines(), ENGLISH(key).splitlines()
            assert [line.count(" = ") for line in lines] == [1] * len(english), key


@every_language
def test_what_stands_in_one_line_of_a_terminal_fits(language: str) -> None:
    for key, pattern in catalogue(language).patterns.items():
        room = 79 if key.startswith(("play.keys.", "replay.keys")) else 10 if key.startswith("view.place.") else None
        assert room is None or cell_len(pattern) <= room, key


# -- scripts --

SCRIPTS = {"ru": {"LATIN", "CYRILLIC"}, "fa": {"LATIN", "ARABIC"}}
"""Latin is everywhere: notation, commands, names."""


def script(letter: str) -> str:
    return unicodedata.name(letter).split()[0]


@every_language
def test_letters_are_of_the_language(language: str) -> None:
    for key, text in text_of(language).items():
        found = {script(letter) for letter in text if letter.isalpha()}
        assert found <= SCRIPTS.get(language, {"LATIN"}), key


@every_language
def test_no_word_mixes_scripts(language: str) -> None:
    for key, text in text_of(language).items():
        for word in re.findall(r"[^\W\d_]+", text):
            assert len({script(letter) for letter in word}) == 1, (key, word)


def test_russian_has_no_latin_letter_for_a_word() -> None:
    """The words а, с and о look the same in Latin."""
    for key, text in text_of("ru").items():
        assert not re.search(r"(?<!\w)[aco](?!\w)", text), key


def test_persian_letters_and_digits_are_not_the_arabic_ones() -> None:
    for key, text in text_of("fa").items():
        assert not re.search("[\u0643\u064a\u0649\u0660-\u0669]", text), key


def test_persian_joins_its_endings_without_a_space() -> None:
    for key, text in text_of("fa").items():
        assert not re.search(r"\b(?:می|نمی) | (?:ها|های|هایی)\b", text), key
        assert not re.search(rf"(?<!\w){JOINER}|{JOINER}(?!\w)", text), key


# -- from right to left --


def test_every_text_argument_of_persian_is_isolated() -> None:
    """A move, a path or a name within a sentence would otherwise take its neighbours' direction."""
    for key, pattern in catalogue("fa").patterns.items():
        assert not re.search(rf"(?<!{FIRST_STRONG})\{{[a-z_]+\}}|(?<={FIRST_STRONG})\{{[a-z_]+\}}(?!{END})", pattern), key


def test_notation_in_persian_is_isolated() -> None:
    """A sign before a letter would change sides."""
    isolated = re.compile(f"[{LEFT_TO_RIGHT}{FIRST_STRONG}][^{LEFT_TO_RIGHT}{FIRST_STRONG}{END}]*{END}")
    for key, pattern in catalogue("fa").patterns.items():
        rest = re.sub(r"::group-off|=-\d+", "", pattern)
        while isolated.search(rest):
            rest = isolated.sub("", rest)
        assert not re.search(rf"[{LEFT_TO_RIGHT}{FIRST_STRONG}{END}]|(?<![A-Za-z])[-+>×][A-Za-z\d{{]|:[a-z]", rest), key


# -- the rules pages --


def table_rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def numbers(text: str) -> list[int]:
    return sorted(int(number.replace("−", "-")) for number in re.findall(r"−?\d+", text))


STRUCTURE = re.compile(r"^(#+ |<!-- .* -->$|- |\d\. |\*\*)", re.MULTILINE)
"""Headings, markers of pictures and of the terminal's part, and list items."""


@every_game
@every_language
def test_rules_pages_are_built_alike(game: str, language: str) -> None:
    assert STRUCTURE.findall(page(game, language)) == STRUCTURE.findall(page(game, "en"))


@every_game
@every_language
def test_rules_pages_have_the_same_tables_with_the_same_numbers(game: str, language: str) -> None:
    rows, english = table_rows(page(game, language)), table_rows(page(game, "en"))
    assert [[numbers(cell) for cell in row] for row in rows] == [[numbers(cell) for cell in row] for row in english]


@every_game
@every_language
def test_rules_pages_have_the_same_sums(game: str, language: str) -> None:
    sums, english = ([line for line in page(game, name).splitlines() if re.search(r" \+ [0۰] ", line)] for name in (language, "en"))
    assert [numbers(line) for line in sums] == [numbers(line) for line in english] != []


@every_game
@every_language
def test_rules_pages_have_the_same_signs_notation_and_options(game: str, language: str) -> None:
    code, english = (re.findall(r"`[^`]+`", page(game, name)) for name in (language, "en"))
    assert code == english


@every_game
@every_language
def test_options_and_notation_are_for_the_terminal_only(game: str, language: str) -> None:
    shown, _, rest = page(game, language).partition("<!-- terminal -->")
    hidden, _, foot = rest.partition("<!-- /terminal -->")
    assert set(re.findall(r"`([^`]+)`", shown)) <= set("YBWGROP*☥→")
    assert len(re.findall("^## ", hidden, re.MULTILINE)) == 2
    assert len(foot.strip().splitlines()) == 1


@every_language
def test_rules_pages_end_with_whose_games_they_are(language: str) -> None:
    notices = {page(game, language).splitlines()[-1] for game in GAMES}
    assert len(notices) == 1
    notice = notices.pop()
    assert notice.count("Lost Cities") == 1
    assert re.search("Knizi|Кници", notice)


# -- the glossary --


def test_every_glossary_says_our_word_the_rulebooks_and_where_it_stands() -> None:
    sections = (SOURCE.parents[1] / "docs" / "languages.md").read_text("utf-8").split("\n## ")
    tables = [table_rows(section) for section in sections if "| English |" in section]
    assert len(tables) == len(LANGUAGES) - 1
    for _, _, *rows in tables:
        assert len(rows) >= 40
        assert all(len(row) == 4 and all(row) for row in rows)
        terms = [row[0] for row in rows]
        assert len(terms) == len(set(terms))
