"""The funnel: cheap questions first, so that thousands of worlds are only spent on positions that will most likely be puzzles.

1. The critic tries every move in a few worlds: one must be clearly better. The weakest opponent must not find it anyway.
2. The critic tries the better moves in 256 worlds: the gap must be 4 points.
3. They are played out in 2,048 worlds under each belief: the gap must be 3 points, beyond three standard errors, between the same moves.
4. A network of another seed plays them out: the same move must be best.

The first two are for a CPU. The others take many positions at once, as a GPU likes it; the worlds of each depend on its own seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from lostcities.analysis.trials import Worlds, Worths, seed_of
from lostcities.bots.critics.critic import Rows
from lostcities.bots.network import Floats
from lostcities.games.game import Game
from lostcities.puzzles.difficulty import rating_of, solved
from lostcities.puzzles.labs import Lab
from lostcities.puzzles.positions import Position, SelfPlay
from lostcities.puzzles.puzzle import Puzzle
from lostcities.puzzles.themes import sampled, themes_of
from lostcities.puzzles.trial import NETWORK, Split, Trial, beliefs, hopeless, levels, split

GLANCES = (4, 12)
"""Worlds of the first looks, in which every legal move is tried."""
PROMISING = (2.0, 3.0)
"""The gap that each of them must show."""
FAR = 12.0
"""A move that seems so far behind is not tried again."""
CRITIC_WORLDS, CRITIC_GAP = 240, 4.0
"""Beside those of the second look."""
BLOCKS = (128, 384, 1536)
"""Worlds in which moves are played out, with a look at the result after each block: 2,048 together."""
GAP, SURE = 3.0, 3.0
OTHER_WORLDS = 512
BEHIND = 8.0
"""A move that falls so far behind in playouts, beyond doubt, has been played out enough."""
KEPT = 4
"""Moves that are played out, beside further answers."""
EASY = 0.5
"""A puzzle that the weakest opponent solves in this share of its tries is none."""
GLANCE, SERIES, OTHERWISE = "glance", "played", "otherwise"


class Finder:
    """Finds positions worth a closer look."""

    def __init__(self, game: Game, lab: Lab) -> None:
        self.game, self.lab = game, lab
        self.selfplay, self.worlds = SelfPlay(game), Worlds(game)
        self.looked = 0
        """How many positions were looked at."""

    def find(self, seed: int) -> Iterator[Trial]:
        """Play a round; yield the positions in which the critic sees a puzzle. One opportunity is taken once, however long it lasts."""
        taken: set[tuple[int, str]] = set()
        for number, position in enumerate(self.selfplay.round(seed)):
            place = seed_of(seed, number)
            if random.Random(place).random() >= sampled(self.game, position.view):
                continue
            self.looked += 1
            trial = self.promising(position, place)
            if trial is None:
                continue
            best = position.view["seat"], trial.legal[int(np.nanargmax(trial.worths(GLANCE).means()))]
            if best not in taken:
                taken.add(best)
                if self.convinced(trial):
                    yield trial

    def promising(self, position: Position, seed: int) -> Trial | None:
        trial = Trial(position, self.worlds, seed)
        moves = range(len(trial.legal))
        for count, least in zip(GLANCES, PROMISING, strict=True):
            leads = self.lab.judge(trial.rows(GLANCE, NETWORK, moves, count))
            worths = trial.note(GLANCE, moves, leads)
            best = gap_at(worths, least)
            if best is None or easy(position, best):
                return None
        return trial

    def convinced(self, trial: Trial) -> bool:
        """Try the better moves in more worlds; return whether the critic still sees a gap."""
        moves = near(trial.worths(GLANCE))
        found = split(trial.note(GLANCE, moves, self.lab.judge(trial.rows(GLANCE, NETWORK, moves, CRITIC_WORLDS))), CRITIC_GAP, 2.0)
        return found is not None and not easy(trial.position, found.answers)


def gap_at(worths: Worths, least: float) -> list[int] | None:
    """Return the moves before the first gap of so many points, as the means have it; None if there is no gap near the top."""
    means = worths.means()
    order = np.argsort(-means, kind="stable")
    for count in range(1, min(len(order), 4)):
        if means[order[count - 1]] - means[order[count]] >= least:
            return [int(move) for move in order[:count]]
    return None


def easy(position: Position, answers: Iterable[int]) -> bool:
    """Whether the weakest opponent finds an answer anyway."""
    return solved(position.game, position.logits, position.legal, [position.legal[move] for move in answers])["pip"] >= EASY


class Funnel:
    """Makes puzzles of what was found, many at once."""

    def __init__(self, game: Game, lab: Lab) -> None:
        self.game, self.lab = game, lab

    def puzzles(self, trials: Sequence[Trial]) -> list[Puzzle | None]:
        """Return for each of them the puzzle, without an id, or None."""
        left = list(trials)
        candidates = {trial.seed: candidates_of(trial) for trial in left}
        results: dict[int, dict[str, Split]] = {trial.seed: {} for trial in left}
        for belief in beliefs(left[0].position.odds) if left else ():
            left = self.played_out(left, belief, candidates, results)
        left = [trial for trial in left if agree(critics(trial), list(results[trial.seed].values()))]
        left = self.otherwise(left, results)
        made = {trial.seed: puzzle_of(trial, results[trial.seed][NETWORK]) for trial in left}
        return [made.get(trial.seed) for trial in trials]

    def played_out(
        self, trials: list[Trial], belief: str, candidates: dict[int, list[int]], results: dict[int, dict[str, Split]]
    ) -> list[Trial]:
        """Keep the positions in which playouts in worlds of this belief see a gap between the same moves."""
        series = f"{SERIES} {belief}"
        moves = dict(candidates)
        for count in BLOCKS:
            self.ask(trials, series, belief, moves, count, self.lab.play)
            trials = [trial for trial in trials if not hopeless(trial.worths(series), GAP)]
            moves = {trial.seed: still_open(trial.worths(series), moves[trial.seed]) for trial in trials}
        left = []
        for trial in trials:
            if found := split(trial.worths(series), GAP, SURE):
                results[trial.seed][belief] = found
                left.append(trial)
        return left

    def otherwise(self, trials: list[Trial], results: dict[int, dict[str, Split]]) -> list[Trial]:
        """Keep the positions in which a network of another seed comes to the same best move."""
        moves = {trial.seed: [*results[trial.seed][NETWORK].answers, results[trial.seed][NETWORK].second] for trial in trials}
        self.ask(trials, OTHERWISE, NETWORK, moves, OTHER_WORLDS, self.lab.play_otherwise)
        best = {trial.seed: int(np.nanargmax(trial.worths(OTHERWISE).means())) for trial in trials}
        return [trial for trial in trials if best[trial.seed] in results[trial.seed][NETWORK].answers]

    def ask(
        self,
        trials: Sequence[Trial],
        series: str,
        belief: str,
        moves: dict[int, list[int]],
        count: int,
        answer: Callable[[Rows, int], Floats],
    ) -> None:
        """Try moves of all positions in further worlds at once."""
        if not trials:
            return
        rows = [trial.rows(series, belief, moves[trial.seed], count) for trial in trials]
        leads = answer(np.concatenate(rows), seed_of(trials[0].seed, count, *series.encode()))
        for trial, part in zip(trials, np.split(leads, np.cumsum([len(part) for part in rows])[:-1]), strict=True):
            trial.note(series, moves[trial.seed], part)


def near(worths: Worths) -> list[int]:
    """Return the moves that are not far behind, at least two."""
    means = levels(worths)
    order = np.argsort(-means, kind="stable")
    return sorted(int(move) for place, move in enumerate(order) if place < 2 or means[order[0]] - means[move] < FAR)


def candidates_of(trial: Trial) -> list[int]:
    """Return the moves to play out: the answers so far, and the best of the others."""
    answers, means = critics(trial).answers, levels(trial.worths(GLANCE))
    others = [int(move) for move in np.argsort(-means, kind="stable") if int(move) not in answers]
    return sorted([*answers, *others[: max(1, KEPT - len(answers))]])


def critics(trial: Trial) -> Split:
    """Return how the critic told the moves apart, in a trial that it was convinced by."""
    found = split(trial.worths(GLANCE), CRITIC_GAP, 2.0)
    assert found is not None
    return found


def still_open(worths: Worths, moves: Sequence[int]) -> list[int]:
    """Return the moves to play out further: not those that are far behind beyond doubt, except the best of them."""
    means = levels(worths)
    best = max(moves, key=lambda move: means[move])
    distances = {move: worths.difference(best, move) for move in moves if move != best}
    closed = {move for move, (behind, error) in distances.items() if behind - SURE * error > BEHIND}
    if closed and len(closed) == len(distances):
        closed.remove(min(closed, key=lambda move: distances[move][0]))
    return [move for move in moves if move not in closed]


def agree(critic: Split, found: Sequence[Split]) -> bool:
    """Whether the best move under the first belief is right under all, and what is wrong under it is wrong under all.

    The critic must have thought it right, too: moves as good as one that it thought wrong were never played out.
    """
    first = found[0]
    return first.best in critic.answers and all(first.best in other.answers and set(other.answers) <= set(first.answers) for other in found)


def puzzle_of(trial: Trial, found: Split) -> Puzzle:
    """Return the puzzle, without an id."""
    legal, position = trial.legal, trial.position
    played, glance = levels(trial.worths(f"{SERIES} {NETWORK}")), levels(trial.worths(GLANCE))
    worth = np.where(np.isnan(played), played[found.best] - (glance[found.best] - glance), played)
    order = sorted(range(len(legal)), key=lambda move: (move != found.best, -worth[move]))
    answers = [legal[move] for move in order if move in found.answers]
    shares = solved(position.game, position.logits, legal, answers)
    return Puzzle(
        id="",
        game=position.game.name,
        view=position.view,
        best=legal[found.best],
        answers=answers,
        worth={legal[move]: round(float(worth[move]), 2) for move in order},
        se=round(found.error, 2),
        themes=themes_of(position.game, position.view, legal[found.best], legal[found.second]),
        rating=rating_of(shares),
    )
