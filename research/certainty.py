"""How far the cost of a decision by the critic's opinion is from what playouts say: `python research/certainty.py card --rounds 40`.

Graded opponents play single rounds against each other, and every sixth decision is judged as `lostcities analyse` does. Where it costs
a point or more, the best move and the one played are played out without luck, in worlds that the verdict did not see: for some turns,
after which the critic judges, as at the deep level; in the first rounds also from there to the end. Printed is how far the critic is from
the playouts, and these from the end: the root mean square of the difference, less what the error of the worlds explains. Then how many
mistakes and blunders still cost something in the playouts: labelled by the error of the worlds alone, and with that of the critic added.
`--save` writes both figures into `src/lostcities/analysis/certainty.json`, from which the analysis takes them.
"""

import argparse
import json
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lostcities.analysis.decisions import DEEP_TURNS, Decision, Judge, Trial, label_of
from lostcities.analysis.luck import standings
from lostcities.analysis.playouts import Playouts
from lostcities.analysis.story import RoundStory, read_story
from lostcities.analysis.trials import seed_of, spread
from lostcities.arena.contest import Stop
from lostcities.arena.processes import Processes
from lostcities.arena.simul import Fixture
from lostcities.arena.tournament import Tournament
from lostcities.arena.worker import Seating
from lostcities.bots.critics.critic import critic_of
from lostcities.bots.network import Floats
from lostcities.games.engine import seeds
from lostcities.games.registry import NAMES, game
from lostcities.records import record_of

BOTS = ("pip", "nell", "bruno", "odile")
EVERY = 6
LEAST = 1.0
"""Decisions that cost less are not played out."""
KEEPS = 2.0
"""A label is kept if the decision costs as much in playouts."""
STEPS = (1.0, 2.0, 5.0, 10.0, float("inf"))
"""Costs between which the critic's error is printed."""
FILE = Path(__file__).parent.parent / "src" / "lostcities" / "analysis" / "certainty.json"


class Estimate(NamedTuple):
    """A mean over worlds, and its standard error."""

    mean: float
    error: float


class Sample(NamedTuple):
    """What a decision cost."""

    critic: Estimate
    playouts: Estimate
    rest: Estimate | None
    """What these playouts came to at their end, less what the critic said when they were cut."""


class Auditor:
    """Plays rounds, judges them and plays out what they cost, in a process of its own."""

    def __init__(self, name: str, worlds: int, ends: int, seed: int, _stopped: Stop) -> None:
        self.game, self.worlds, self.ends = game(name), worlds, ends
        options = {"rounds": 1} if any(option.name == "rounds" for option in self.game.options) else {}
        self.table = Tournament(name, BOTS, 2, 2, self.game.capped(options), seed)
        self.seating = Seating(self.table)
        self.critic = critic_of(self.game)
        self.judge = Judge(self.game, self.critic)
        self.judge.opinion = self.judge.opinion._replace(error=0.0)  # which is to be measured
        self.cut, self.whole = Playouts(self.game, self.critic, turns=DEEP_TURNS), Playouts(self.game, self.critic)

    def play(self, number: int) -> list[Sample]:
        """Return the decisions of one round that seem to cost something."""
        specs = [BOTS[number % len(BOTS)], BOTS[(number + 1) % len(BOTS)]]
        simul = self.seating.simul([Fixture(specs, self.table.deal(number))])
        simul.play()
        story = read_story(record_of(simul.states[0], specs)).rounds[0]
        moves = range(1 + number % EVERY, len(story.moves) + 1, EVERY)
        return [sample for move in moves for sample in self.samples(story, move, seed_of(number, move), number < self.ends)]

    def samples(self, story: RoundStory, move: int, seed: int, to_the_end: bool) -> list[Sample]:
        """Return what a decision cost, if the critic sees a cost."""
        view, played = story.views[move - 1], story.moves[move - 1]
        if len(view["legal"]) == 1:
            return []
        before = standings(self.game, story.rows[:1])[0, :2]
        trial = Trial(self.judge, view, before, seed)
        made = trial.verdict(move, played)
        if trial.ending or not made.counted or made.cost < LEAST:
            return []
        return [self.sample(trial, made, seed_of(seed, 1), to_the_end)]

    def sample(self, trial: Trial, made: Decision, seed: int, to_the_end: bool) -> Sample:
        """Play out the best move and the one played."""
        rngs, shares = seeds(seed, self.worlds), spread(self.worlds, trial.shares)
        worlds = self.judge.worlds.like(trial.base, trial.seat, trial.odds, rngs)
        rows = np.concatenate([self.judge.worlds.after(worlds, move, shares, rngs) for move in (made.best, made.played)])
        reached, luck = self.cut.play(rows, trial.before, seed)
        leads = self.critic.judge(reached, trial.before).leads
        rest = distance(self.whole(reached, trial.before, seed + 1) - leads, made.seat) if to_the_end else None
        return Sample(Estimate(made.cost, made.error), distance(leads - luck, made.seat), rest)

    def close(self) -> None:
        """Nothing has to be closed."""


def distance(leads: Floats, seat: int) -> Estimate:
    """Return by how much the first half of the positions is better for a seat than the other one."""
    best, played = np.split(leads[:, seat], 2)
    ahead = best - played
    return Estimate(float(ahead.mean()), float(ahead.std(ddof=1) / len(ahead) ** 0.5))


class Excess(NamedTuple):
    """A mean square without what the error of the worlds explains, and its standard error."""

    square: float
    error: float

    def __str__(self) -> str:
        low, high = (max(self.square + side * 1.96 * self.error, 0) ** 0.5 for side in (-1, 1))
        return f"{self.root:.1f} points ({low:.1f} to {high:.1f})"

    @property
    def root(self) -> float:
        return float(max(self.square, 0) ** 0.5)


def excess(differences: Sequence[float], variances: Sequence[float]) -> Excess:
    squares: NDArray[np.float64] = np.square(differences) - variances
    return Excess(float(squares.mean()), float(squares.std(ddof=1) / len(squares) ** 0.5))


def apart(samples: Sequence[Sample]) -> Excess:
    """Return how far the critic is from the playouts."""
    return excess(
        [each.critic.mean - each.playouts.mean for each in samples],
        [each.critic.error**2 + each.playouts.error**2 for each in samples],
    )


def kept(samples: Sequence[Sample], error: float) -> str:
    """Return how many mistakes and blunders cost something in playouts, if the critic's error is this."""
    told = [each for each in samples if label_of(each.critic.mean, float(np.hypot(each.critic.error, error))) in ("mistake", "blunder")]
    return f"{sum(each.playouts.mean >= KEEPS for each in told)} of {len(told)}"


def report(samples: Sequence[Sample]) -> dict[str, float]:
    """Print what was found; return the figures to be saved."""
    critic, rests = apart(samples), [each.rest for each in samples if each.rest is not None]
    opinion, played = (np.mean(costs) for costs in zip(*((each.critic.mean, each.playouts.mean) for each in samples), strict=True))
    print(f"{len(samples)} decisions: {opinion:.2f} points by the critic, {played:.2f} in playouts")
    print(f"the critic is off by {critic}")
    for low, high in pairwise(STEPS):
        if len(part := [each for each in samples if low <= each.critic.mean < high]) > 1:
            print(f"  from {low:g} to {high:g} points, {len(part)} decisions: {apart(part)}")
    playouts = excess([rest.mean for rest in rests], [rest.error**2 for rest in rests]) if len(rests) > 1 else Excess(0, 0)
    print(f"playouts of {DEEP_TURNS} turns are off by {playouts}, in {len(rests)} decisions")
    both = float(np.hypot(critic.root, playouts.root))
    print(f"mistakes and blunders that cost {KEEPS:g} points in playouts:")
    print(f"  {kept(samples, 0.0)} by the error of the worlds alone, {kept(samples, both)} with the critic's")
    return {"critic": round(both, 1), "playouts": round(playouts.root, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--ends", type=int, default=16, help="rounds of which the playouts go on to the end")
    parser.add_argument("--worlds", type=int, default=48)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--save", action="store_true")
    given = parser.parse_args()
    auditor = partial(Auditor, given.game, given.worlds, given.ends, given.seed)
    found = report([sample for samples in Processes(auditor, given.jobs).play(range(given.rounds)) for sample in samples])
    if given.save:
        known = json.loads(FILE.read_text()) if FILE.exists() else {}
        FILE.write_text(json.dumps(known | {given.game: found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
