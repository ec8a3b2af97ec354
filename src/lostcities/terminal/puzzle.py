"""Puzzles in the terminal: a position, one try, and then what every move was worth."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from itertools import groupby

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lostcities.games.game import Game
from lostcities.glicko import Rating
from lostcities.play import Event
from lostcities.puzzles import diary
from lostcities.puzzles.lesson import lesson_of
from lostcities.puzzles.level import hardness_of, next_puzzle
from lostcities.puzzles.puzzle import Puzzle, best_moves, grade, load
from lostcities.puzzles.typical import Story, story_of
from lostcities.terminal.pages import help_page, moves_page, rules_page
from lostcities.terminal.parts import named, tidy
from lostcities.terminal.reading import command, moves, readings
from lostcities.terminal.theme import BOLD, DIM, WARNING
from lostcities.terminal.views import view_of
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal

SURE = 100
"""With a deviation below this, a level is told as one number."""
ERRORS = 2
"""Standard errors behind ±, as on the page."""
QUIT, WORLD = "q", "w"


class Solving:
    """One person solves puzzles of a game until they quit."""

    def __init__(self, game: Game, console: Console, theme: str | None = None, rating: int | None = None, seed: int | None = None) -> None:
        self.game, self.console, self.theme, self.rating = game, console, theme, rating
        self.rng = random.Random(seed)
        self.level = diary.read(game)

    def run(self) -> None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - line editing for input()
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while puzzle := next_puzzle(load(self.game), self.level.tried, self.rating or self.level.rating.rating, self.rng, self.theme):
                move = self.ask(puzzle)
                self.note(puzzle, move)
                self.answer(puzzle, move)
                self.go_on(puzzle)

    # -- the question --

    def ask(self, puzzle: Puzzle) -> str:
        """Show the position until there is a legal move. Raises `EOFError` when the person quits."""
        self.say("")
        self.console.print(view_of(self.game.name).render(puzzle.view, names_in(puzzle)))
        self.say(TEXT(f"play.keys.{self.game.name}.{puzzle.view['phase']}"), DIM)
        self.say(TEXT("puzzle.ask"), BOLD)
        while True:
            text = input(TEXT("play.prompt"))
            wish = command(text, puzzle.view)
            if wish:
                self.obey(wish.name, puzzle)
            elif text.strip() and (move := self.understand(text, puzzle)):
                return move

    def obey(self, wish: str, puzzle: Puzzle) -> None:
        if wish == "quit":
            raise EOFError
        if wish == "rules":
            self.console.print(rules_page(self.game.name))
        elif wish == "help":
            self.console.print(help_page(self.game.name))
        elif wish == "moves":
            self.console.print(moves_page(puzzle.view))
        else:
            self.say(TEXT("puzzle.one_try"), WARNING)

    def understand(self, text: str, puzzle: Puzzle) -> str | None:
        """Return the legal move that a text means; if there is none, say why."""
        meant = moves(text, puzzle.view)
        if len(meant) == 1:
            return meant[0]
        if meant:
            self.say(TEXT("puzzle.which", moves=", ".join(meant)), WARNING)
            return None
        wanted = readings(text, puzzle.view)[0]
        reason = self.game.world(puzzle.view, random.Random(0)).why_not(wanted)
        key = "play.unknown" if reason is None or reason.code == "unknown_move" else "play.refused"
        self.say(TEXT(key, move=tidy(wanted), why=TEXT.explain(reason) if reason else ""), WARNING)
        return None

    # -- the answer --

    def note(self, puzzle: Puzzle, move: str) -> None:
        """Count the first try, and keep it."""
        again = puzzle.id in self.level.tried
        self.level.answer(puzzle.id, hardness_of(puzzle), move in puzzle.answers)
        if again:
            self.say(TEXT("puzzle.again"), DIM)
        else:
            diary.write(self.game, self.level)

    def answer(self, puzzle: Puzzle, move: str) -> None:
        """Say whether the move was right, and what the best ones are worth."""
        right, cost = grade(puzzle, move)
        if right:
            self.say(TEXT("puzzle.right" if move == puzzle.best else "puzzle.also_right", move=move, best=puzzle.best), BOLD)
        else:
            self.say(TEXT("puzzle.wrong", best=puzzle.best, points=decimal(cost, 1)), BOLD)
        self.console.print(self.worths(puzzle, move))
        lesson = lesson_of(puzzle, move)
        said = TEXT.explain(lesson.reason, "why") if lesson.reason else TEXT(f"puzzle.lesson.{lesson.theme}")
        self.say(f"{lesson.move}: {said}" if lesson.reason else said)
        about = ", ".join(TEXT(f"puzzle.theme.{theme}") for theme in puzzle.themes)
        self.say(TEXT("puzzle.about", id=puzzle.id, rating=decimal(puzzle.rating), themes=about), DIM)
        self.say(told(self.level.rating), DIM)

    def worths(self, puzzle: Puzzle, move: str) -> Table:
        """Return the three best moves, and the one that was tried, with what they are worth."""
        shown = dict(best_moves(puzzle))
        shown.setdefault(move, puzzle.worth[move])
        table = Table("", TEXT("puzzle.move"), TEXT("puzzle.lead"), TEXT("puzzle.behind"), box=None)
        for column in table.columns[2:]:
            column.justify = "right"
        for each, worth in shown.items():
            behind = decimal(puzzle.worth[puzzle.best] - worth, 1) if each != puzzle.best else ""
            distance = f"{behind} ± {decimal(ERRORS * puzzle.se, 1)}" if each == puzzle.best_wrong else behind
            table.add_row("✓" if each in puzzle.answers else "", Text(each, BOLD if each == move else ""), decimal(worth, 1, "+"), distance)
        return table

    def go_on(self, puzzle: Puzzle) -> None:
        """Wait for the person: the next puzzle, or first a typical world."""
        while (text := input(TEXT("puzzle.next"))).strip().lower() == WORLD:
            self.tell(puzzle, story_of(puzzle, puzzle.best, self.rng.getrandbits(32)))
        if text.strip().lower() == QUIT:
            raise EOFError

    def tell(self, puzzle: Puzzle, story: Story) -> None:
        """Tell how a typical world went on, turn by turn."""
        names, shown = names_in(puzzle), view_of(self.game.name)
        for seat, cards in enumerate(story.scenes[0].hands):
            if cards and seat != puzzle.view["seat"]:
                self.say(TEXT("puzzle.holds", name=named(names, seat), cards=" ".join(cards)), DIM)
        for turn, seat, words in by_turn(story, shown.tell):
            self.say(f"{turn + 1:>4}  {named(names, seat)} {words}")
        scores = " · ".join(f"{named(names, seat)} {decimal(score)}" for seat, score in enumerate(story.scores))
        self.say(TEXT("puzzle.end", scores=scores), BOLD)

    def say(self, text: str, style: str | Style = "") -> None:
        self.console.print(Text(text, style), soft_wrap=True)


def by_turn(story: Story, tell: Callable[[Event], str]) -> Iterator[tuple[int, int, str]]:
    """Return every turn of a story with the seat and its decisions in words."""
    for (turn, seat), made in groupby(story.told, key=lambda each: (each.turn, each.event.seat)):
        yield turn, seat, ", ".join(tell(each.event) for each in made)


def names_in(puzzle: Puzzle) -> list[str]:
    """Return what the seats are called."""
    seats = range(len(puzzle.view["totals"]))
    return [TEXT("play.you") if seat == puzzle.view["seat"] else TEXT("puzzle.opponent") for seat in seats]


def told(rating: Rating) -> str:
    """Return a level in words: a range while it is unsure."""
    if rating.deviation < SURE:
        return TEXT("puzzle.level", rating=decimal(rating.rating))
    return TEXT("puzzle.level_between", low=decimal(max(rating.low, 0)), high=decimal(rating.high))
