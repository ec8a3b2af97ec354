"""What the graded opponents lose per decision, by the analysis of their own matches: `python research/scale.py card --rounds 200`.

Each bot plays single rounds against itself, and every fourth decision is judged as `lostcities analyse` does: more rounds tell more
than more decisions of the same round. `--save` writes the means into `src/lostcities/analysis/scale.json`, from which a player's
strength is read.
"""

import argparse
import json
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, cast

from lostcities.analysis.decisions import Decision
from lostcities.analysis.luck import luck_of_match
from lostcities.analysis.report import Analyst, Task
from lostcities.analysis.story import read_story
from lostcities.arena.contest import Stop
from lostcities.arena.processes import Processes
from lostcities.arena.simul import Fixture
from lostcities.arena.tournament import Tournament
from lostcities.arena.worker import Seating
from lostcities.games.registry import game
from lostcities.records import record_of

EVERY = 4
BOTS = ("pip", "nell", "bruno", "odile", "net")
FILE = Path(__file__).parent.parent / "src" / "lostcities" / "analysis" / "scale.json"
Job = tuple[str, int]
"""A bot, and the number of its round."""


class Judge:
    """Plays and judges rounds, in a process of its own."""

    def __init__(self, name: str, players: int, seed: int, _stopped: Stop) -> None:
        options = {"rounds": 1} if any(option.name == "rounds" for option in game(name).options) else {}
        self.table = Tournament(name, BOTS, players, players, game(name).capped(options), seed)
        self.seating = Seating(self.table)

    def play(self, job: Job) -> tuple[str, list[float], list[float]]:
        """Return a bot's costs in one round, and each seat's luck."""
        bot, number = job
        specs = [bot] * self.table.players
        simul = self.seating.simul([Fixture(specs, self.table.deal(number))])
        simul.play()
        story = read_story(record_of(simul.states[0], specs))
        analyst = Analyst(story, seed=number)
        moves = range(1 + number % EVERY, len(story.rounds[0].moves) + 1, EVERY)
        judged = [made for move in moves for made in cast("list[Decision]", analyst.do(Task(1, move, move)))]
        return bot, [made.cost for made in judged if made.counted], luck_of_match(story, seed=number)

    def close(self) -> None:
        """Nothing has to be closed."""


def measured(name: str, players: int, rounds: int, seed: int, jobs: int | None) -> dict[str, Any]:
    """Return each bot's mean cost per decision with its standard error over rounds, and the mean luck of a seat in standard errors."""
    found: dict[str, list[float]] = {bot: [] for bot in BOTS}
    lucky: dict[str, list[float]] = {bot: [] for bot in BOTS}
    work = [(bot, number) for number in range(rounds) for bot in BOTS]
    for bot, costs, luck in Processes(partial(Judge, name, players, seed), jobs).play(work):
        found[bot].append(fmean(costs) if costs else 0.0)
        lucky[bot].append(luck[0])
    return {
        bot: {
            "cost": round(fmean(found[bot]), 3),
            "error": round(stdev(found[bot]) / rounds**0.5, 3),
            "luck": round(fmean(lucky[bot]) / (stdev(lucky[bot]) / rounds**0.5), 2),
        }
        for bot in BOTS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    found = measured(given.game, given.players, given.rounds, given.seed, given.jobs)
    for bot, figures in found.items():
        print(f"{bot:8} {figures['cost']:.3f} ± {1.96 * figures['error']:.3f} points per decision, luck {figures['luck']:+.2f} se")
    if given.save:
        scales = json.loads(FILE.read_text()) if FILE.exists() else {}
        scales.setdefault(given.game, {})[str(given.players)] = {bot: figures["cost"] for bot, figures in found.items()}
        FILE.write_text(json.dumps(scales, indent=1) + "\n")


if __name__ == "__main__":
    main()
