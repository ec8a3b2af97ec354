"""Makes bots in a thread of its own: the first search of a game compiles for many seconds where nothing is in the cache yet."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait

from lostcities.bots.bot import Policy
from lostcities.games.errors import GameError


class Workshop:
    """One bot a game, made one after another; one that somebody waits for comes next."""

    def __init__(self, games: Sequence[str], make: Callable[[str], Policy]) -> None:
        self.make = make
        self.bots: dict[str, Future[Policy]] = {name: Future() for name in games}
        self.wanted = ""
        threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        while missing := [name for name, bot in self.bots.items() if not bot.done()]:
            name = self.wanted if self.wanted in missing else missing[0]
            try:
                self.bots[name].set_result(self.make(name))
            except Exception as error:  # it belongs to whoever wants that bot
                self.bots[name].set_exception(error)

    def wait(self, seconds: float) -> None:
        """Waits until all are made, but no longer than that."""
        wait(self.bots.values(), seconds)

    def bot(self, game: str, seconds: float | None) -> Policy | None:
        """The bot of a game; None if it is not made in time. Raises what was raised when it was made."""
        self.wanted = game
        try:
            return self.bots[game].result(seconds)
        except TimeoutError:
            return None

    def refusals(self) -> dict[str, GameError]:
        """The games for which there can be no bot, as far as is known yet, and why."""
        errors = {game: bot.exception() for game, bot in self.bots.items() if bot.done()}
        return {game: error for game, error in errors.items() if isinstance(error, GameError)}
