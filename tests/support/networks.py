"""Small random networks for tests: a file as training writes it, without training."""

from pathlib import Path

import numpy as np

from lostcities import Game
from lostcities.bots.interface import features_of
from lostcities.bots.network import FORMAT, write


def random_weights(game: Game, width: int, blocks: int, seed: int) -> dict[str, np.ndarray]:
    features = features_of(game)
    rng = np.random.default_rng(seed)
    shapes = {"token": (features.TOKEN, width), "table": (features.TABLE, width), "bias": (width,)}
    for block in range(blocks):
        shapes |= {f"own{block}": (width, width), f"mean{block}": (width, width), f"bias{block}": (width,), f"out{block}": (width, width)}
    shapes |= {"value": (width, width // 2), "value_bias": (width // 2,), "worth": (width // 2, 1), "worth_bias": (1,)}
    for name, actions in (("token_policy", len(features.TOKEN_ACTIONS[0])), ("table_policy", len(features.TABLE_ACTIONS))):
        shapes |= {name: (width, actions), f"{name}_bias": (actions,)}
    weights = {name: (rng.normal(size=shape) * (2 / shape[0]) ** 0.5).astype(np.float32) for name, shape in shapes.items()}
    if hasattr(game.rules, "DRAW_DECK"):
        weights["table_policy_bias"][0] += 9  # draws from the deck, so that its rounds end soon
    return weights


def header_of(game: Game) -> dict[str, object]:
    return {"format": FORMAT, "game": game.name, "observation": game.observation.VERSION, "features": features_of(game).VERSION}


def random_file(game: Game, folder: Path, header: dict[str, object] | None = None) -> Path:
    path = folder / f"{game.name}-1.npz"
    networks = {"net": random_weights(game, 24, 2, 1), "quick": random_weights(game, 16, 1, 2)}
    write(path, header_of(game) | (header or {}), networks)
    return path
