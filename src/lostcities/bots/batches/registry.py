"""Which bots can decide for many matches at once, and how they are made.

>>> from lostcities import game
>>> plays_in_batches(game("card"), "pip"), plays_in_batches(game("card"), "best"), plays_in_batches(game("card"), "py:my_bot:MyBot")
(True, False, False)
"""

from importlib.util import find_spec
from typing import Any

from lostcities.bots.batches.network import NetPolicy
from lostcities.bots.batches.policy import BatchPolicy, Function, FunctionPolicy, RandomPolicy, ThumbPolicy
from lostcities.bots.character import NAMES, manner_of
from lostcities.bots.registry import is_listed, parse
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Game
from lostcities.games.options import shown

CPU, CUDA = DEVICES = ("cpu", "cuda")
OF_ARRAYS = ("random", "thumb", "net", *NAMES[:-1])
"""The bots that look at no more than one observation, and not for long."""


def check_device(device: str) -> None:
    """Refuse a device that is unknown or not there."""
    if device not in DEVICES:
        raise BadOption(Reason("bad_device", {"device": shown(device), "known": " / ".join(DEVICES)}))
    if device == CUDA:
        from lostcities.games.cuda import available

        if find_spec("torch") is None or not available():
            raise BadOption(Reason("no_cuda", {}))


def plays_in_batches(game: Game, spec: str) -> bool:
    """Whether a bot can decide for many matches at once. Those that search, programs, and bots that see a changed view cannot."""
    if not is_listed(spec):
        return False
    listing, settings = parse(game, spec)
    return listing.name in OF_ARRAYS and not settings.get("level")


def batch_policy(game: Game, player: str | BatchPolicy | Function, device: str = CPU) -> BatchPolicy:
    """Return a player of many matches: a bot by its name, or one of the user's own, as an object or as a function of arrays.

    With `device="cuda"`, bots compute on a GPU, and take and return tensors in its memory.
    """
    if isinstance(player, BatchPolicy):
        return player
    if callable(player):
        return FunctionPolicy(player)
    if not plays_in_batches(game, player):
        raise BadOption(Reason("not_in_batches", {"bot": shown(player), "known": ", ".join(OF_ARRAYS)}))
    return listed(game, player) if device == CPU else listed_in_torch(game, player, device)


def network_of(game: Game, spec: str) -> dict[str, Any]:
    """Return the arguments of a bot that is a network."""
    listing, settings = parse(game, spec)
    if listing.name in NAMES:
        return {"manner": manner_of(game, listing.name)}
    return {name: value for name, value in settings.items() if name != "level"}


def listed(game: Game, spec: str) -> BatchPolicy:
    """Return a bot on arrays."""
    simple = {"random": RandomPolicy, "thumb": ThumbPolicy}.get(parse(game, spec)[0].name)
    return simple(game) if simple else NetPolicy(game, **network_of(game, spec))


def listed_in_torch(game: Game, spec: str, device: str) -> BatchPolicy:
    """Return a bot on tensors."""
    from lostcities.bots.batches.torch_policy import TorchNet, TorchRandom, TorchThumb

    simple = {"random": TorchRandom, "thumb": TorchThumb}.get(parse(game, spec)[0].name)
    return simple(game, device) if simple else TorchNet(game, device, **network_of(game, spec))
