"""Play in the terminal: show the table to the person who decides, read what they type, and let the bots answer.

No input causes a traceback, and however the program ends, the game is in its file.
"""

import contextlib
from pathlib import Path

from rich.console import Console
from rich.text import Text

from lostcities.bots.bot import BotFailure
from lostcities.bots.follower import opponent
from lostcities.records import RecordError, write
from lostcities.terminal.opponents import SUBSTITUTE
from lostcities.terminal.pages import help_page, moves_page, rules_page
from lostcities.terminal.parts import named, tidy
from lostcities.terminal.reading import Command, command, moves, readings
from lostcities.terminal.result import announce, round_title
from lostcities.terminal.table import Finished, Table
from lostcities.terminal.theme import DIM, WARNING
from lostcities.terminal.thinking import notice_if_slow
from lostcities.terminal.views import view_of
from lostcities.text import ENGLISH as TEXT

FORGET_SCROLLBACK = "\x1b[3J"
"""Clears the scrollback if the terminal supports it: an earlier hand may be there."""


class Session:
    """One session at a table."""

    def __init__(self, table: Table, console: Console) -> None:
        self.table = table
        self.console = console
        self.game = table.state.game.name
        self.seen_by: int | None = None
        """Whose hand is, or was last, on the screen."""
        self.notice = ""
        """What to print below the table when it is shown next."""
        self.failed = False
        """The game could not be saved; reported once."""

    def run(self) -> None:
        """Play until the match is over or a person quits."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - line editing for input()
        try:
            self.save()
            while not self.table.state.over:
                self.decide()
            self.end()
        except (EOFError, KeyboardInterrupt):
            self.leave()
        finally:
            self.table.part()

    def decide(self) -> None:
        """Make one decision, a person's or a bot's."""
        seat = self.table.state.player
        assert seat is not None
        finished = self.let_bot_play(seat) if seat in self.table.bots else self.ask(seat)
        self.save()
        if finished:
            self.show_round(finished)

    # -- bots --

    def let_bot_play(self, seat: int) -> Finished | None:
        """Make a bot's decision. A bot that fails is replaced, so that the people can play on, and they are told."""
        try:
            with notice_if_slow(lambda: self.say_thinking(seat)):
                return self.table.let_bot_play()
        except BotFailure as failure:
            self.table.seat_bot(opponent(self.table.state.game, SUBSTITUTE, seat))
            name = named(self.table.names, seat)
            self.notice = "\n".join(filter(None, [self.notice, TEXT("play.bot_failed", name=name, why=str(failure), other=SUBSTITUTE)]))
            return None

    def say_thinking(self, seat: int) -> None:
        if self.console.is_terminal:
            self.console.print(Text(TEXT("play.thinking", name=named(self.table.names, seat)), DIM))

    # -- people --

    def ask(self, seat: int) -> Finished | None:
        """Show the table to a person until they make a move, undo one, or want to see the table again."""
        self.curtain(seat)
        self.show(seat)
        while True:
            text = self.read(TEXT("play.prompt"))
            wish = command(text, self.table.state.view(seat))
            if wish and wish.name == "undo":
                if self.take_back():
                    return None
            elif wish:
                self.obey(wish, seat)
            elif not text.strip():
                return None
            else:
                move = self.understand(text, seat)
                if move:
                    return self.table.play(move)

    def curtain(self, seat: int) -> None:
        """Hide one person's hand before another's is shown."""
        hidden = "hand" in self.table.state.view(seat)
        if hidden and len(self.table.people) > 1 and seat != self.seen_by:
            self.clear(FORGET_SCROLLBACK)
            self.console.print(Text(TEXT("play.curtain", name=named(self.table.names, seat))))
            self.read(TEXT("play.curtain_enter"))
        self.seen_by = seat

    def show(self, seat: int) -> None:
        view = self.table.state.view(seat)
        self.clear()
        self.console.print(view_of(self.game).render(view, self.table.names, self.table.events(seat)))
        self.console.print(Text(TEXT(f"play.keys.{self.game}.{view['phase']}"), DIM, no_wrap=True, overflow="ellipsis"))
        if self.notice:
            self.warn(self.notice)
        self.notice = ""

    def understand(self, text: str, seat: int) -> str | None:
        """Return the move that a text means; if there is none, say why."""
        view = self.table.state.view(seat)
        meant = moves(text, view)
        if len(meant) > 1:
            return self.which_figure(meant)
        if meant:
            return meant[0]
        wanted = readings(text, view)[0]
        reason = self.table.state.why_not(wanted)
        assert reason is not None
        key = "play.unknown" if reason.code == "unknown_move" else "play.refused"
        self.warn(TEXT(key, move=tidy(wanted), why=TEXT.explain(reason)))
        return None

    def which_figure(self, meant: list[str]) -> str | None:
        """Ask which figure opens a path."""
        answer = self.read(TEXT("play.figure")).strip().lower().lstrip(":")
        chosen = [move for move in meant if move.endswith(f":{answer}")]
        if not chosen:
            self.warn(TEXT("play.no_figure"))
        return chosen[0] if chosen else None

    # -- commands --

    def take_back(self) -> bool:
        """Undo the last turn, unless it was a bot's."""
        if self.table.match.taker in self.table.people:
            self.table.take_back()
            return True
        self.warn(TEXT("play.no_undo"))
        return False

    def obey(self, wish: Command, seat: int) -> None:
        if wish.name == "quit":
            raise EOFError  # as at the end of the input
        if wish.name == "save":
            self.save_as(wish.argument)
        elif wish.name == "rules":
            self.console.print(rules_page(self.game))
        elif wish.name == "help":
            self.console.print(help_page(self.game))
        else:
            self.console.print(moves_page(self.table.state.view(seat)))

    def save_as(self, name: str) -> None:
        """Write the record to a file. An existing file is replaced only after asking."""
        if not name:
            self.warn(TEXT("play.save_where"))
            return
        try:
            path = Path(name).expanduser()
            if path.exists() and self.read(TEXT("play.overwrite", file=tidy(name))).strip().lower() != TEXT("play.yes"):
                return
            write(self.table.record(), path)
        except (RecordError, OSError, ValueError, RuntimeError) as error:  # a file name can be wrong in many ways
            self.warn(str(error))
        else:
            self.console.print(Text(TEXT("play.saved_as", file=str(path))), soft_wrap=True)

    # -- the end --

    def show_round(self, finished: Finished) -> None:
        """Show the scores of the round that has just ended."""
        self.clear()
        self.console.print(round_title(finished.view), "", sep="\n")
        self.console.print(view_of(self.game).tally(finished.view, finished.earlier, self.table.names), "", sep="\n")
        self.seen_by = None if len(self.table.people) > 1 else self.seen_by
        if not self.table.state.over:
            self.read(TEXT("play.next_round"))

    def end(self) -> None:
        if self.notice:
            self.warn(self.notice)
        announce(self.console, self.table.state, self.table.names)
        key = "play.lost" if self.table.unsaved else "play.record_at"
        self.console.print(Text(TEXT(key, file=str(self.table.file)), DIM), soft_wrap=True)

    def leave(self) -> None:
        self.save()
        self.console.print()
        key = "play.lost" if self.table.unsaved else "play.left"
        self.console.print(Text(TEXT(key, file=str(self.table.file))), soft_wrap=True)

    def save(self) -> None:
        """Keep the game in its file. If that fails, say so once and play on."""
        try:
            self.table.save()
        except RecordError as error:
            if not self.failed:
                self.notice = TEXT("play.not_saved", why=str(error))
            self.failed = True

    # -- the screen --

    def read(self, prompt: str) -> str:
        return input(prompt)

    def warn(self, message: str) -> None:
        self.console.print(Text(message, WARNING))

    def clear(self, before: str = "") -> None:
        """Clear the screen, or print an empty line if there is none."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(before)
            self.console.clear()
        else:
            self.console.print()
