"""How much of what luck leaves is a graded opponent's own dice: `python research/dice.py card odile --deals 200`.

The graded opponents draw their moves by chance. That is not the luck of the game: no critic of the cards can take it out. But their
odds are known, so it can be measured: the critic's value of the move drawn, less the mean over all moves as likely as they were
(the correction for known policies in AIVAT, Burch et al. 2018). `net` plays against the opponent on paired deals; printed are the
spread with luck removed, the spread of these dice, and what is left without both, as shares of the raw spread.
"""

import argparse
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.analysis.luck import luck_of, standings
from lostcities.analysis.story import RoundStory, read_story
from lostcities.arena.simul import Fixture
from lostcities.arena.tournament import Tournament
from lostcities.arena.worker import Seating
from lostcities.bots.character import manner_of
from lostcities.bots.critics.critic import Critic, critic_of
from lostcities.bots.critics.manners import manner_of_bot, told
from lostcities.bots.interface import engine_of
from lostcities.bots.net_bot import NetBot, impulses, out_of_patience
from lostcities.bots.network import Floats
from lostcities.games import forks
from lostcities.games.engine import seeds
from lostcities.games.game import Game, View
from lostcities.games.notation import DRAW
from lostcities.games.registry import NAMES, game
from lostcities.records import record_of


class Round(NamedTuple):
    """One round, for the seat of `net`."""

    lead: float
    luck: float
    dice: float


def odds(bot: NetBot, view: View) -> NDArray[np.float64]:
    """Return how likely a graded opponent makes each legal move."""
    legal: list[str] = view["legal"]
    manner, found = bot.manner, np.zeros(len(legal))
    if out_of_patience(view):
        found[legal.index(DRAW)] = 1
    else:
        logits = bot.logits(view).astype(np.float64)
        found += np.exp((logits - logits.max()) / manner.temperature)
        found /= found.sum()
    found *= 1 - manner.impulse
    hasty = impulses(legal)
    for move in hasty:
        found[legal.index(move)] += manner.impulse / len(hasty)
    return found


def worths(critic: Critic, row: NDArray[np.uint8], actions: list[int], before: Floats, seed: int) -> NDArray[np.float64]:
    """Return what each action is worth to every seat, on average over the outcomes of chance."""
    chance = critic.game.chance
    count, tries = len(actions), chance.OUTCOMES * chance.SAMPLES
    forked = np.zeros((count, tries, len(row)), dtype=np.uint8)
    weights, uncertain = np.zeros((count, tries), dtype=np.float32), np.zeros((count, tries), dtype=np.uint8)
    fork = engine_of(critic.game).kernel(forks.fork)
    fork(np.tile(row, (count, 1)), np.array(actions), chance.OUTCOMES, seeds(seed, count * tries), forked, weights, uncertain)
    certain = uncertain.max(axis=1) == 0
    weights[certain] = np.eye(1, tries, dtype=np.float32)  # one fork is enough
    possible = weights > 0
    leads = critic.judge(forked[possible], before).leads
    found = np.zeros((count, leads.shape[1]))
    np.add.at(found, np.nonzero(possible)[0], leads * weights[possible][:, None])
    return found


def dice_of(critic: Critic, bot: NetBot, played: RoundStory, seat: int, seed: int) -> float:
    """Return what the opponent's dice gave the seat of `net`."""
    before, total = standings(critic.game, played.rows[:1])[0, : played.players], 0.0
    for number, view in enumerate(played.views):
        if view["seat"] != seat and len(view["legal"]) > 1:
            actions = [critic.game.actions[move] for move in view["legal"]]
            found = worths(critic, played.rows[number], actions, before, seed + number)[:, seat]
            total += float(found[view["legal"].index(played.moves[number])] - odds(bot, view) @ found)
    return total


def measured(rules: Game, rival: str, deals: int, seed: int) -> list[tuple[Round, Round]]:
    """Return pairs of rounds on the same deal."""
    options = {"rounds": 1} if any(option.name == "rounds" for option in rules.options) else {}
    table = Tournament(rules.name, ("net", rival), 2, 2, rules.capped(options), seed)
    seating, bot = Seating(table), NetBot(rules, manner=manner_of(rules, rival))

    def played(deal: int, seat: int) -> Round:
        specs = ["net" if each == seat else rival for each in range(2)]
        simul = seating.simul([Fixture(specs, table.deal(deal), seat)])
        simul.play()
        story = read_story(record_of(simul.states[0], specs)).rounds[0]
        critic = critic_of(rules).told(told([manner_of_bot(rules, spec) for spec in specs]))
        luck = luck_of(critic, story, deal)
        lucky = sum(event.luck[seat] for event in luck.events)
        return Round(luck.leads[-1][seat], lucky, dice_of(critic, bot, story, seat, 1000 * deal))

    return [(played(deal, 0), played(deal, 1)) for deal in range(deals)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("rival")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    pairs = np.array(measured(game(given.game), given.rival, given.deals, given.seed)).mean(axis=1)
    lead, luck, dice = pairs.T
    raw = lead.std(ddof=1)
    shares = {"luck removed": lead - luck, "own dice": dice, "both removed": lead - luck - dice}
    said = ", ".join(f"{name} {values.std(ddof=1) / raw:.1%}" for name, values in shares.items())
    print(f"net against {given.rival}, {given.deals} pairs of rounds: raw {raw:.1f} points, {said}")


if __name__ == "__main__":
    main()
