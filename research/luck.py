"""Whether luck looks like chance, and how much of it a critic explains: `python research/luck.py card --deals 5000`.

Every pair of the bots that a crowd can play meets on paired deals of one round, on a GPU if there is one. For each pair the raw and
the adjusted margin are printed side by side; they must agree, because luck has a mean of 0. It needs the extra `train`.
"""

import argparse
from itertools import combinations_with_replacement

from lostcities.bots.batches.runner import Runner
from lostcities.bots.critics.manners import manner_of_bot
from lostcities.bots.critics.torch_critic import stored_critic
from lostcities.games.registry import NAMES, game
from lostcities.training.config import Config
from lostcities.training.critic.measure import spread
from lostcities.training.devices import chosen_device
from lostcities.training.tables import usual

BOTS = ("net", "odile", "bruno", "nell", "pip", "thumb", "random")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", nargs="+", default=BOTS)
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--device")
    given = parser.parse_args()
    rules = game(given.game)
    critic = stored_critic(rules, Runner(rules, chosen_device(given.device)))
    _, players, options = usual(Config.of(given.game, critic=True).tables)[given.players]
    table = (1.0, players, options | ({"rounds": 1} if "rounds" in options else {}))
    for first, other in combinations_with_replacement(given.bots, 2):
        manners = manner_of_bot(rules, first), manner_of_bot(rules, other)
        found = spread(critic, table, *manners, given.deals, given.seed, paired=first != other)
        print(f"{first} against {other}: {found}", flush=True)


if __name__ == "__main__":
    main()
