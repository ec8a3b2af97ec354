"""Make bots in a background thread: the first search of a game compiles for many seconds if nothing is cached."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait

from lostcities.bots.bot import Policy
from lostcities.games.errors import GameError


class Workshop:
    """One bot per game, made one after another; a bot that someone waits for comes next."""

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
            except Exception as error:  # raised to the caller who wants that bot
                self.bots[name].set_exception(error)

    def wait(self, seconds: float) -> None:
        """Wait until all bots are made, at most `seconds`."""
        wait(self.bots.values(), seconds)

    def bot(self, game: str, seconds: float | None) -> Policy | None:
        """Return the bot of a game; None if it is not made in time. Raises what making it raised."""
        self.wanted = game
        try:
            return self.bots[game].result(seconds)
        except TimeoutError:
            return None

    def made(self) -> list[Policy]:
        """Return the bots made so far; one that plays several games, once."""
        finished = [bot for bot in self.bots.values() if bot.done() and bot.exception() is None]
        return list({id(bot.result()): bot.result() for bot in finished}.values())

    def refusals(self) -> dict[str, GameError]:
        """Return the games known so far to have no such bot, and why."""
        errors = {game: bot.exception() for game, bot in self.bots.items() if bot.done()}
        return {game: error for game, error in errors.items() if isinstance(error, GameError)}
