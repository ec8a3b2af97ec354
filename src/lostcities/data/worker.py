"""Make shards of self-play one after another, in any process: from the numbers of their games alone, as files in memory."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from lostcities.arena.contest import Result, Stop, Stopped
from lostcities.arena.simul import Fixture
from lostcities.arena.worker import Seating
from lostcities.bots.batches import CPU
from lostcities.data import parquet
from lostcities.data.batch_games import columns_of
from lostcities.data.columns import Positions, Rounds
from lostcities.data.plan import SelfPlay
from lostcities.data.random_games import random_games
from lostcities.data.replay import Replay, rounds_as_played
from lostcities.data.tables import marks, tables
from lostcities.games.errors import Reason
from lostcities.games.game import State
from lostcities.records import encode, record_of


class Forfeit(NamedTuple):
    """A bot that lost a game by breaking the rules of play. Rounds finished before that are kept."""

    game: int
    seat: int
    reason: Reason


class Shard(NamedTuple):
    """A finished shard: its files by kind."""

    number: int
    games: int
    files: dict[str, bytes]
    forfeits: list[Forfeit]
    truncated: list[int]
    """The games with a round that ended at the cap on turns."""


class ShardWorker(Seating):
    """Plays the games of a shard."""

    def __init__(self, play: SelfPlay, stopped: Stop = lambda: False, device: str = CPU) -> None:
        super().__init__(play, stopped, device)
        self.selfplay = play

    def play(self, number: int) -> Shard:
        if self.stopped():
            raise Stopped
        games = self.selfplay.games_of(number)
        forfeits: list[Forfeit] = []
        records: list[str] = []
        rounds, positions = self.way()(games, records, forfeits)
        values = {"rounds": rounds.columns(self.selfplay)}
        if positions is not None:
            values["positions"] = positions.columns(self.selfplay, rounds)
        files = {kind: parquet.written(values[kind], columns, marks(self.selfplay)) for kind, columns in tables(self.selfplay).items()}
        if self.selfplay.records:
            files["records"] = "".join(f"{record}\n" for record in records).encode()
        return Shard(number, len(games), files, forfeits, sorted(set(rounds.games[rounds.truncated > 0].tolist())))

    def way(self) -> Callable[[range, list[str], list[Forfeit]], tuple[Rounds, Positions | None]]:
        """Return the fastest way to play. Only a replay in the Python engine has views."""
        if self.selfplay.at_random:
            return self.at_random
        return self.in_batches if self.selfplay.in_batches and not self.selfplay.views else self.by_bots

    def at_random(self, games: range, records: list[str], _: list[Forfeit]) -> tuple[Rounds, Positions | None]:
        """Play in compiled code. What only the Python engine provides is made by a replay."""
        play = self.selfplay
        rounds, positions = random_games(play, games)
        if not (play.views or play.records):
            return rounds, positions
        replay = Replay(replace(play, positions=play.views))
        for game, played in rounds_as_played(play, rounds).items():
            if self.stopped():
                raise Stopped
            records.append(self.record(replay.add(game, played), game))
        return rounds, replay.positions() if play.views else positions

    def in_batches(self, games: range, records: list[str], _: list[Forfeit]) -> tuple[Rounds, Positions | None]:
        """Play all games at once."""
        play = self.selfplay
        simul = self.simul([Fixture(play.seats(game), play.deal(game)) for game in games], play.positions)
        results = simul.play()
        assert simul.decisions is not None
        rounds, positions = columns_of(games, simul.crowd, simul.decisions)
        if play.records:
            records += [self.record(*match) for match in zip(simul.states, games, results, strict=True)]
        return rounds, positions if play.positions else None

    def by_bots(self, games: range, records: list[str], forfeits: list[Forfeit]) -> tuple[Rounds, Positions | None]:
        replay = Replay(self.selfplay)
        for game in games:
            match, result = self.match(self.selfplay.seats(game), self.selfplay.deal(game))
            replay.add(game, match.state.rounds)
            records.append(self.record(match.state, game, result))
            if result.forfeit is not None and result.reason is not None:
                forfeits.append(Forfeit(game, result.forfeit, result.reason))
        return replay.rounds(), replay.positions() if self.selfplay.positions else None

    def record(self, state: State, game: int, result: Result | None = None) -> str:
        """Return a game as a line of JSON, without times, so that the same command writes the same file."""
        meta = {"seed": self.selfplay.seed, "game": game} | (result.note if result else {})
        return encode(record_of(state, self.selfplay.seats(game), meta))
