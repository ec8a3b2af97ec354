"""The documentation agrees with the code: its tables, examples, commands and links."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from support.folders import ROOT
from support.markdown import Cells, code, section, table, tables, text_of

import lostcities
from lostcities import GAMES, game
from lostcities.games import head
from lostcities.games.compiler import jit_wanted
from lostcities.games.cuda import available
from lostcities.games.options import Option, shown
from lostcities.play import Match, Numbers
from lostcities.records import check, encode, fair, record_of

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), *ROOT.glob("src/**/*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]

every_game = pytest.mark.parametrize("name", GAMES)
every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def prose(text: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A code block: its language, why it is not run (```sh skip=server), and its text."""

    language: str
    skip: str
    text: str


SKIPS = {
    "server": "starts a server, or needs one",
    "gpu": "needs a GPU; run where there is one",
    "machine": "installs something, or changes the machine",
    "long": "plays for many minutes, whatever the counts",
}
"""The only reasons not to run a block."""
HERE = {"", "gpu"} if available() else {""}
"""The blocks to run on this machine: those without a reason, and those for a GPU if there is one."""


def all_blocks(page: Path) -> list[Block]:
    found = re.findall(r"^```([^\n]*)\n(.*?)^```$", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [block_of(*info.partition(" ")[::2], text) for info, text in found]


def block_of(language: str, attribute: str, text: str) -> Block:
    name, _, reason = attribute.strip().partition("=")
    assert name in ("", "skip"), f"a block of {language} has the attribute {attribute}: only skip= is allowed"
    assert not name or reason in SKIPS, f"a block of {language} is skipped for {reason or 'no reason'}: the reasons are {', '.join(SKIPS)}"
    return Block(language, reason, text)


def blocks(page: Path, language: str) -> list[str]:
    return [block.text for block in all_blocks(page) if block.language == language]


def runnable(page: Path, *languages: str) -> list[str]:
    return [block.text for block in all_blocks(page) if block.language in languages and block.skip in HERE]


# -- the tables of a game's page --


@every_game
def test_options(name: str) -> None:
    rows = table(f"docs/{name}.md", "Options", "name values default meaning")
    assert [(code(row[0]), row[1], code(row[2])) for row in rows] == [
        (option.name, values(option), "none" if option.default is None else plain(option.default)) for option in game(name).options
    ]


def values(option: Option) -> str:
    if option.choices:
        return ", ".join(f"`{plain(choice)}`" for choice in option.choices)
    return f"{option.low} to {option.high}"


def plain(value: object) -> str:
    """Return a value as written on a command line."""
    return shown(value).strip('"')


@every_game
def test_options_in_the_rules(name: str) -> None:
    rows = table(f"src/lostcities/locales/rules/{name}.en.md", "Options", "option meaning")
    assert {code(row[0]).partition("=")[0] for row in rows} == {option.name for option in game(name).options}


@every_game
def test_actions(name: str) -> None:
    tokens = game(name).tokens
    following = 0
    for ids, first, last, _ in table(f"docs/{name}.md", "Actions", "ids first last what"):
        begin, _, end = ids.partition("-")
        assert int(begin) == following
        assert (tokens[int(begin)], tokens[int(end or begin)]) == (code(first), code(last))
        following = int(end or begin) + 1
    assert following == len(tokens) == game(name).rules.ACTIONS
    assert f"{following} actions in all" in section(f"docs/{name}.md", "Actions")


@every_game
def test_the_row(name: str) -> None:
    rules = game(name).rules
    end = check_offsets(table(f"docs/{name}.md", "State", "name offset bytes what"), rules)
    assert end == rules.ROW
    assert f"row of {rules.ROW} bytes" in section(f"docs/{name}.md", "State")


def test_the_head_of_a_row() -> None:
    assert check_offsets(table("docs/architecture.md", "The head of a row", "name offset bytes what"), head) == head.HEAD


def check_offsets(rows: list[Cells], module: ModuleType) -> int:
    """Check that every byte is in one line, and every named offset matches the code; return where the table ends."""
    following = 0
    for name, offset, size, _ in rows:
        assert int(offset) == following, name
        if name.startswith("`"):
            assert getattr(module, code(name)) == following, name
        following += int(size)
    return following


@every_game
def test_the_observation(name: str) -> None:
    observation = game(name).observation
    expected, following = [], 0
    for field, size, what in observation.SPEC:
        expected.append([f"`{field}`", str(following), str(size), what])
        following += size
    assert table(f"docs/{name}.md", "Observation", "field offset bytes what") == expected
    assert following == observation.SIZE
    text = section(f"docs/{name}.md", "Observation")
    assert f"as {observation.SIZE} bytes for a network: version {observation.VERSION}" in text


@every_game
def test_the_view(name: str) -> None:
    match = lostcities.new(name, seed=1)
    rows = [*table("docs/python.md", "Views", "field what"), *table(f"docs/{name}.md", "View", "field what")]
    assert sorted(code(row[0]) for row in rows) == sorted(match.view(match.player))


@every_game
def test_every_page_of_a_game_has_the_same_sections(name: str) -> None:
    assert re.findall(r"^## (.*)$", text_of(f"docs/{name}.md"), flags=re.MULTILINE) == [
        *("What it is", "Rules", "Options", "Notation and the order of moves", "Actions", "State"),
        *("Observation", "View", "Random play", "Versions"),
    ]


def test_the_readme_has_the_figures_of_the_speed_page() -> None:
    known = [row for found in tables(text_of("docs/speed.md")) for row in found]
    rows = table("README.md", "Speed", "what `card` `board` `roll` command")
    assert rows
    assert all(row in known for row in rows)


# -- examples and commands --


@every_page
@pytest.mark.usefixtures("interpreted")
def test_python_examples(page: Path) -> None:
    """Examples with prompts are run, page by page from a clean start."""
    examples = [block for block in runnable(page, "python") if ">>>" in block]
    test = doctest.DocTestParser().get_doctest("\n".join(examples), {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.FAIL_FAST)
    printed: list[str] = []
    runner.run(test, out=printed.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(printed)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs examples without the compiler, which gives the same results and starts at once."""
    monkeypatch.setenv("LOSTCITIES_JIT", "0")
    jit_wanted.cache_clear()
    yield
    jit_wanted.cache_clear()


def test_records_are_records() -> None:
    found = [json.loads(block) for block in blocks(ROOT / "docs/records.md", "json")]
    records = [record for record in found if "format" in record]
    assert records
    for record in records:
        outcome = check(record).outcome()
        assert outcome is not None
        assert record["result"] == {"totals": outcome.totals, "winners": outcome.winners}


# -- shell commands and scripts: run in a separate folder, in small counts --

SCRIPTED = [page for page in PAGES if any(">>>" not in block for block in runnable(page, "python"))]
TYPED = [page for page in PAGES if runnable(page, "sh", "console")]
SECONDS = 100
COUNTS = {"--matches": "{players}", "--lessons": "1", "--deals": "2", "--size": "8", "--rounds": "40", "--games": "20", "--minutes": "0.01"}
"""The small counts used for commands in these tests."""


def ids(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(ROOT)) for page in pages]


@pytest.mark.parametrize("page", SCRIPTED, ids=ids(SCRIPTED))
def test_scripts_run(page: Path, tmp_path: Path) -> None:
    """A block of Python without prompts is a program."""
    for number, script in enumerate(block for block in runnable(page, "python") if ">>>" not in block):
        file = tmp_path / f"block{number}.py"
        file.write_text(script, "utf-8")
        run([sys.executable, str(file)], tmp_path, compiled="lostcities.training" in script)


@pytest.mark.parametrize("page", TYPED, ids=ids(TYPED))
def test_commands_run(page: Path, tmp_path: Path) -> None:
    """Every line of a block is a command, run in order, with empty input."""
    furnish(tmp_path)
    for line in "\n".join(runnable(page, "sh", "console")).splitlines():
        if line and not line.startswith("#"):
            run(["sh", "-ec", small(line.removeprefix("$ "))], tmp_path)


def test_javascript_plays(tmp_path: Path) -> None:
    """A block of JavaScript is a bot."""
    for script in (block for page in PAGES for block in runnable(page, "javascript")):
        (tmp_path / "bot.js").write_text(script, "utf-8")
        run(["lostcities", "arena", "card", "cmd:node bot.js", "random", "--matches", "2", "--jobs", "1", "--option", "rounds=1"], tmp_path)


def small(line: str) -> str:
    """Return a command with small counts. For `make` it is only a dry run, since `make` runs these tests.

    >>> small("lostcities arena roll thumb random --players 3 --matches 300")
    'lostcities arena roll thumb random --players 3 --matches 3 --jobs 1'
    """
    line = line.partition("  #")[0]
    if line.startswith("make "):
        return f"make -n -C '{ROOT}' {line.removeprefix('make ')}"
    players = re.search(r"--players (\d+)", line)
    for option, count in COUNTS.items():
        line = re.sub(rf"{option} [\d_]+", f"{option} {count.format(players=players[1] if players else 2)}", line)
    if re.match(r"lostcities (arena|ladder) ", line):
        line += " --jobs 1" if "--matches" in line else " --matches 2 --jobs 1"
    if line.startswith("python examples/train_small_agent.py"):
        line += " --deals 2 --size 8 --steps 16"
    return line.replace("opening_wagers.py", "opening_wagers.py --portion 10")


def furnish(folder: Path) -> None:
    """Set up what the commands of the pages need: the examples, custom bots, and a record with its proof."""
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "my_bot.py").write_text((ROOT / "examples/bots/careful.py").read_text("utf-8"), "utf-8")
    (folder / "thrifty.py").write_text(blocks(ROOT / "docs/start/python-bot.md", "python")[0], "utf-8")
    match = game("card").table(2, {"size": "mini", "rounds": 1})
    seed, shares = bytes(range(64)), {0: b"a" * 32, 1: b"b" * 32}
    Match(match, Numbers(fair.Shuffle(fair.fair_key(seed, shares), "card", round=1).below, 0)).deal()
    while not match.over:
        match.push(match.legal()[-1])
    match.rounds[0].fair = fair.proof_of(seed, shares, 0)
    record = encode(record_of(match, ["Anna", "Ben"]))
    (folder / "match.json").write_text(record, "utf-8")
    (folder / "many.jsonl").write_text(f"{record.strip()}\n" * 2, "utf-8")


def run(command: list[str], folder: Path, compiled: bool = False) -> None:
    """Run a command. Only training waits for the compiler: it plays more than an interpreter can in time."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PATH": path, "LOSTCITIES_DATA": str(folder / "data"), "LOSTCITIES_JIT": str(int(compiled))}
    command = [shutil.which(command[0], path=path) or command[0], *command[1:]]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | own, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}\n{done.stderr}"


def test_the_page_of_strengths_shows_what_was_measured() -> None:
    from lostcities.bots.strength import packaged
    from lostcities.cli.ladder import cells

    tables = [table for tables in packaged().values() for table in tables]
    shown = re.findall(
        r"^(\w+), (\d) players.*: (\d+) matches per pair(?:; \d+ where .*)?\n\n.*\n.*\n((?:\|.*\n)+)",
        text_of("docs/bots/strength.md"),
        re.MULTILINE,
    )
    assert len(shown) == len(tables) > 0
    for (_, players, matches, lines), rated in zip(shown, tables, strict=True):
        assert (int(players), int(matches)) == (rated["players"], rated["matches"])
        assert lines.splitlines() == [f"| `{bot}` | {' | '.join(figures)} |" for bot, *figures in map(cells, rated["bots"])]


@every_page
def test_commands_exist(page: Path) -> None:
    from lostcities.cli.main import app

    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    commands |= {str(group.name) for group in app.registered_groups}
    targets = set(re.findall(r"^(\w+):", text_of("Makefile"), flags=re.MULTILINE))
    quoted = [*re.findall(r"`([^`\n]+)`", prose(page.read_text("utf-8"))), *"\n".join(blocks(page, "sh")).splitlines()]
    for line in quoted:
        used = re.match(r"(?:.*\| )?(?:time )?(lostcities|make) (\w+)", line)
        assert used is None or used[2] in (commands if used[1] == "lostcities" else targets), line
        for script in re.findall(r"(?:python|sh) ((?:benchmarks|docs|examples|research|tests)/\S+\.\w+)", line):
            assert (ROOT / script).exists(), line


@every_page
def test_prose_has_one_sentence_per_line(page: Path) -> None:
    """So that a changed sentence is a changed line. The rules pages are exempt: they are translated as they are."""
    if page.parent.name == "rules":
        return
    for line in prose(page.read_text("utf-8")).splitlines():
        bare = re.sub(r"`[^`]*`|\([^)]*\)|\[[^\]]*\]|\bDr\. ", "", line)
        assert line.startswith(("|", "#")) or not re.search(r"[a-z%][.!?] [A-Z]", bare), line


# -- links --


@every_page
def test_links_resolve(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    """The link targets of a page's headings."""
    titles = re.findall(r"^#+ (.*)$", prose(page.read_text("utf-8")), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_indexes_are_complete() -> None:
    """The index lists every page except those in the index of their own folder; the site's navigation is made from it."""
    index = text_of("docs/README.md")
    for page in (page for page in PAGES if page.is_relative_to(ROOT / "docs") and page.name != "README.md"):
        own = page.parent / "README.md"
        named = f"({page.relative_to(ROOT / 'docs')})" in index
        assert named or (own.exists() and f"({page.name})" in own.read_text("utf-8")), page
