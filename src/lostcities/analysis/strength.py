"""How strong a player is, by what the decisions of a match cost: placed among the graded opponents, who were measured in the same way.

`scale.json` has what each of them loses per decision, by game and number of players; `research/scale.py` measures it, at tables with
the usual options.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from lostcities.games.game import Game
from lostcities.games.options import ROUNDS

Scale = dict[str, float]
"""What each graded opponent loses per decision, from the weakest to the strongest."""
ENOUGH = 12
"""With fewer decisions that count, nothing can be said."""


@cache
def scales() -> dict[str, dict[str, Scale]]:
    """Return the scales by game and number of players."""
    file = resources.files("lostcities.analysis") / "scale.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Scale]])


def scale_of(game: Game, players: int, options: Mapping[str, object]) -> Scale | None:
    """Return the scale for a table of a game; None if it was not measured there."""
    return scales().get(game.name, {}).get(str(players)) if is_usual(game, options) else None


def is_usual(game: Game, options: Mapping[str, object]) -> bool:
    """Whether decisions cost what they do at the tables that were measured. The number of rounds changes nothing, any other option may."""
    usual, chosen = game.capped({}), game.capped({name: value for name, value in options.items() if value is not None})
    return all(chosen[name] == usual[name] for name in usual if name != ROUNDS.name)


def plays_like(scale: Scale | None, cost: float | None, counted: int) -> list[str]:
    """Return between which two opponents a cost per decision lies, the weaker one first.

    Beyond an end of the scale there is one; with too few decisions that count there is none.

    >>> scale = {"pip": 2.0, "nell": 1.5, "net": 0.2}
    >>> plays_like(scale, 1.7, 60), plays_like(scale, 2.4, 60), plays_like(scale, 0.1, 60), plays_like(scale, 1.7, 3)
    (['pip', 'nell'], ['pip'], ['net'], [])
    """
    if not scale or cost is None or counted < ENOUGH:
        return []
    names = sorted(scale, key=lambda name: -scale[name])
    stronger = next((place for place, name in enumerate(names) if scale[name] < cost), len(names))
    return names[max(stronger - 1, 0) : stronger + 1]
