"""What `lostcities exploit` is asked for: a bot, and how adversaries train against it. An adversary's training is a usual run whose
rivals are the bot.

>>> hunt = Hunt("card", "odile", ("short",), {"rounds": 1}, changes={"decisions": 8_000_000, "device": "cpu"})
>>> hunt.command()
'lostcities exploit card --bot odile --start short --option rounds=1 --decisions 8000000 --device cpu'
>>> hunt.config("short").command().partition(" --device ")[0]
'lostcities train card --decisions 8000000'
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lostcities.bots import network as play
from lostcities.bots.batches.registry import OF_ARRAYS, plays_in_batches
from lostcities.bots.interface import training_of
from lostcities.bots.registry import parse as parse_bot
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import Options, parse, shown
from lostcities.games.registry import game as game_named
from lostcities.training import tables
from lostcities.training.config import Config, Option, options
from lostcities.training.settings import Changes
from lostcities.training.tables import Table

PROGRAM = "lostcities exploit"
PLAYERS = 2
"""More would have to be exploited by one seat, or by several together: that is another question."""
SCRATCH, SHORT, BOT = STARTS = ("scratch", "short", "bot")
"""What an adversary starts from: random weights, a short time of playing itself, or the bot's own network."""
ALONE = 0.125
"""The share of a budget in which an adversary of the short start plays itself: one minute of eight."""
RIVALS: dict[str, Changes] = {"random": {"against_random": 1.0}, "thumb": {"against_thumb": 1.0}}
"""Bots that training seats without a network."""
CAP = "max_turns"
NOT_ASKED = {"distill", "distill_decisions", "begin", "critic", "keep", "measure_against", "measure_all", "tensorboard"}
NOT_ASKED |= {"mix", "win", "against_random", "against_thumb", "against_past", "past", "pool", "pool_every", "alone"}
"""Options of training that an adversary's run does not leave open."""


def asked() -> Iterator[Option]:
    """Yield the options of training that `lostcities exploit` has too."""
    return (option for option in options() if option.name not in NOT_ASKED)


@dataclass(frozen=True, slots=True)
class Hunt:
    """A bot to exploit. Raises `BadOption` for what cannot be."""

    game: str
    bot: str = "net"
    starts: tuple[str, ...] = ()
    """Some of `STARTS`; empty: all that the bot allows."""
    options: Options = field(default_factory=dict)
    """Options of the game; without any, its most usual table is played."""
    save: bool = False
    """Note the result in the file of the bot's network."""
    changes: Changes = field(default_factory=dict)
    """Options of training, all those that `asked` yields: `minutes` or `decisions` are for each start."""

    def __post_init__(self) -> None:
        self.played.complete(self.options)
        if not plays_in_batches(self.played, self.bot):
            raise BadOption(Reason("not_in_batches", {"bot": shown(self.bot), "known": ", ".join(OF_ARRAYS)}))
        for start in self.starts:
            if start not in STARTS:
                raise BadOption(Reason("unknown_start", {"start": shown(start), "known": ", ".join(STARTS)}))
        if BOT in self.starts and self.network is None:
            raise BadOption(Reason("no_network_to_start_from", {"bot": self.bot}))
        if self.save and (self.network is None or not self.whole):
            raise BadOption(Reason("no_network_to_save", {"bot": self.bot}))

    @property
    def played(self) -> Game:
        return game_named(self.game)

    @property
    def network(self) -> Path | None:
        """The file of the bot's network, if it has one."""
        if self.bot in RIVALS:
            return None
        given = parse_bot(self.played, self.bot)[1].get("file")
        return Path(str(given or play.packaged(self.played)))

    @property
    def whole(self) -> bool:
        """Whether the bot is the network of its file, and neither its quick copy nor a character."""
        listing, settings = parse_bot(self.played, self.bot)
        return listing.name == "net" and not settings.get("quick")

    @property
    def chosen(self) -> tuple[str, ...]:
        """The starts to try, in their own order."""
        wanted = self.starts or (STARTS if self.network else STARTS[:-1])
        return tuple(start for start in STARTS if start in wanted)

    @property
    def table(self) -> Table:
        """The most usual table of two, or that of the options; in both the game's training caps the turns, unless the options do."""
        _, _, usual = tables.usual(training_of(self.played).MIX)[PLAYERS]
        cap = {CAP: usual[CAP]} if CAP in usual else {}
        return 1.0, PLAYERS, cap | self.options if self.options else usual

    @property
    def out(self) -> Path:
        """The folder for everything; the run of each start has one of its own in it."""
        return Path(self.changes.get("out", "nets"))

    def config(self, start: str) -> Config:
        """Return the training of an adversary: only points count, and the bot has a seat in every match."""
        pool = {"against_past": 1.0, "past": (self.bot,)}
        fixed: Changes = {"mix": (self.table,), "win": 0.0, "measure_against": (self.bot,)}
        fixed |= {"against_random": 0.0, "against_thumb": 0.0} | RIVALS.get(self.bot, pool)
        if start == SHORT:
            fixed["alone"] = ALONE
        if start == BOT:
            fixed |= self.beginning()
        usual = {"point": float(training_of(self.played).VALUE)}  # what points and the match together are worth otherwise
        return Config.of(self.game, **(usual | self.changes | fixed | {"out": self.out / start}))

    def beginning(self) -> Changes:
        """Return where the bot's own network is, and sizes that it fits into."""
        found = play.load(self.played, str(self.network)).networks["net"]
        sizes = {"width": len(found.weights["bias"]), "blocks": found.blocks}
        return {"begin": self.network} | {name: max(size, self.changes.get(name, 0)) for name, size in sizes.items()}

    def command(self, program: str = PROGRAM, hidden: tuple[str, ...] = ()) -> str:
        """Return the command line that asks for this, without options of training that are hidden."""
        words = [self.game, "--bot", self.bot, *(["--save"] if self.save else [])]
        words += [word for start in self.starts for word in ("--start", start)]
        words += [word for name, value in self.options.items() for word in ("--option", f"{name}={shown(value).strip(chr(34))}")]
        for option in asked():
            if option.name in self.changes and option.name not in hidden:
                words += option.words(self.changes[option.name])
        return f"{program} {shlex.join(words)}"


def hunted(game: str, bot: str, start: Any, option: Any, save: bool, **written: Any) -> Hunt:
    """Return what the options of a command line ask for; those that were not given are None, or empty."""
    changes = {name: value for name, value in written.items() if value is not None}
    hunt = Hunt(game, bot, tuple(start or ()), parse(game_named(game).options, option or ()), save, changes)
    for each in hunt.chosen:
        hunt.config(each)  # refuses what cannot be before anything is trained
    return hunt
