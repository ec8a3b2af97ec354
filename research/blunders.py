"""How far two seeds of the quick level agree on blunders: `python research/blunders.py card --matches 10`.

Graded opponents play single rounds against each other; every round is analysed twice. Printed is the share of all blunders, of either
seed, that both found, counted as two times the common ones over all.
"""

import argparse
from functools import partial

from lostcities.analysis.report import Analyst, assembled, tasks_of
from lostcities.analysis.story import MatchStory, read_story
from lostcities.arena.contest import Stop
from lostcities.arena.processes import Processes
from lostcities.arena.simul import Fixture
from lostcities.arena.tournament import Tournament
from lostcities.arena.worker import Seating
from lostcities.games.registry import NAMES, game
from lostcities.records import record_of

BOTS = ("pip", "nell", "bruno", "odile")
Move = tuple[int, int]


class Judge:
    """Plays and judges rounds, in a process of its own."""

    def __init__(self, name: str, _stopped: Stop) -> None:
        options = {"rounds": 1} if any(option.name == "rounds" for option in game(name).options) else {}
        self.table = Tournament(name, BOTS, 2, 2, game(name).capped(options), 40)
        self.seating = Seating(self.table)

    def play(self, number: int) -> tuple[set[Move], set[Move]]:
        """Return the blunders of one round by either seed."""
        specs = [BOTS[number % len(BOTS)], BOTS[(number + 1) % len(BOTS)]]
        simul = self.seating.simul([Fixture(specs, self.table.deal(number))])
        simul.play()
        story = read_story(record_of(simul.states[0], specs))
        return blunders(story, 1), blunders(story, 2)

    def close(self) -> None:
        """Nothing has to be closed."""


def blunders(story: MatchStory, seed: int) -> set[Move]:
    analyst = Analyst(story, seed=seed)
    report = assembled(story, "quick", {task: analyst.do(task) for task in tasks_of(story)})
    return {(played.story.number, made.move) for played in report.rounds for made in played.decisions if made.label == "blunder"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    found = list(Processes(partial(Judge, given.game), given.jobs).play(range(given.matches)))
    common, total = sum(len(one & other) for one, other in found), sum(len(one) + len(other) for one, other in found)
    print(f"{given.game}: {given.matches} rounds, {total / 2:g} blunders per seed, {2 * common / total:.1%} found by both")


if __name__ == "__main__":
    main()
