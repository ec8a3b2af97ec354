"""How strong networks are at every number of players: `python research/duels.py board nets/board-2.npz --deals 2048`.

Each network plays the one in the package, or `--against`, in all other seats, once from every seat, on a GPU if there is one. It needs the
extra `train`. Networks are named as in training: a file, a bot that is a network, or `package`.
"""

import argparse

from lostcities.bots.batches.runner import Runner
from lostcities.games.registry import NAMES, game
from lostcities.training.config import Config
from lostcities.training.devices import chosen_device
from lostcities.training.duel import duel
from lostcities.training.player import named
from lostcities.training.settings import PACKAGE
from lostcities.training.tables import usual


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--against", default=PACKAGE)
    parser.add_argument("--deals", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--device")
    given = parser.parse_args()
    rules, device = game(given.game), chosen_device(given.device)
    runner, other = Runner(rules, device), named(rules, given.against, device)
    for name in given.networks:
        for players, (_, _, options) in usual(Config.of(given.game, device=device.type).tables).items():
            found = duel(rules, players, options, named(rules, name, device), other, given.deals, given.seed, runner)
            print(f"{name}, {players} players: {found}", flush=True)


if __name__ == "__main__":
    main()
