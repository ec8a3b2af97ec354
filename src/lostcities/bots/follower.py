"""A player in its seat. A bot that follows its match is told what its seat may know, in the order of the bot protocol.

The runner of a match reports every event as it happens (`deal`, `event`), or lets the bot catch up when it has to decide: then it is
told nothing that can still be undone. A bot that joins in the middle of a match is told all of it from the beginning.
"""

from lostcities.bots.bot import Bot, BotFailure, Policy
from lostcities.bots.listing import Seed
from lostcities.bots.registry import bot
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game, State
from lostcities.games.notation import DRAW
from lostcities.games.options import shown
from lostcities.play import Event, Match, Recorded, Roll


class Follower:
    """A player in its seat. A policy is told nothing: everything it needs is in the view."""

    def __init__(self, player: Policy, spec: str, seat: int) -> None:
        self.player = player
        self.bot = player if isinstance(player, Bot) else None
        self.spec = spec
        self.seat = seat
        self.told: Match | None = None
        """The match as far as the bot has been told, if it catches up."""

    @property
    def name(self) -> str | None:
        """The name that it gives itself."""
        return self.player.name

    # -- as it happens --

    def meet(self, game: str) -> None:
        self.player.meet(game)

    def start(self, state: State, names: list[str]) -> None:
        if self.bot:
            self.bot.start(state.game.name, dict(state.options), self.seat, list(names))

    def deal(self, state: State, roll: Roll | None) -> None:
        """A round has been dealt, and in a game with dice its first turn has begun."""
        if self.bot:
            self.bot.deal(len(state.scores) + 1, state.starter, state.view(self.seat))
            self.roll(self.bot, roll)

    def event(self, event: Event) -> None:
        """Someone has decided."""
        if self.bot:
            own = event.seat == self.seat and event.move == DRAW
            self.bot.event(event.seat, event.move, event.card if own else None)
            self.roll(self.bot, event.roll)
            if event.scores is not None:
                self.bot.round_over(list(event.scores))

    def roll(self, bot: Bot, roll: Roll | None) -> None:
        if roll:
            bot.roll(list(roll))

    def end(self, totals: list[int], winners: list[int]) -> None:
        if self.bot:
            self.bot.end(list(totals), list(winners))

    def close(self) -> None:
        """No more matches follow."""
        if self.bot:
            self.bot.close()

    # -- catching up --

    def decide(self, state: State, names: list[str]) -> str:
        """Return its move. Raises `BotFailure` if the move is not legal; the bot is then out of the match."""
        self.catch_up(state, names)
        view = state.view(self.seat)
        move = self.player.decide(view)
        if move not in view["legal"]:
            raise BotFailure(Reason("bot_illegal_move", {"move": shown(move)}))
        return move

    def catch_up(self, state: State, names: list[str]) -> None:
        """Tell it everything that has happened since the last call, including how the match ended if it has."""
        if self.bot is None:
            return
        if self.told is None:
            self.told = Match(state.game.table(state.players, state.options), Recorded())
            self.start(state, names)
        for number in range(max(len(self.told.state.rounds) - 1, 0), len(state.rounds)):
            self.follow(self.told, state, number)
        outcome = state.outcome()
        if outcome is not None:
            self.end(outcome.totals, outcome.winners)

    def follow(self, told: Match, state: State, number: int) -> None:
        """Report what is new in a round."""
        assert isinstance(told.chance, Recorded)
        played = state.rounds[number]
        told.chance.rounds[number] = state.setup_of(played), played.starter
        if len(told.state.rounds) == number:
            self.deal(told.state, told.deal())
        for move in played.moves[len(told.state.rounds[number].moves) :]:
            self.event(told.push(move))


def ready(game: Game, spec: str, seed: Seed = None, ms: int = 1000) -> Policy:
    """Return a bot that has been met. Raises `BadOption` if it does not start, or does not play this game."""
    player = bot(game, spec, seed, ms)
    try:
        player.meet(game.name)
    except BotFailure as failure:
        raise BadOption(Reason("opponent_absent", {"bot": shown(spec), "why": str(failure)})) from None
    return player


def opponent(game: Game, spec: str, seat: int, seed: int | None = None) -> Follower:
    """Return a bot in its seat, ready to play. Raises `BadOption` if it does not start."""
    return Follower(ready(game, spec, None if seed is None else f"{seed}/{seat}"), spec, seat)
