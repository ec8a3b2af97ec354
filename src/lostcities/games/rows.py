"""Many matches at once: one row per match, stepped in a loop inside the kernel. Shared by all games.

A batch is arrays that the caller owns: `rows` (matches x ROW, uint8), `rngs` (matches x 1, uint64), and what a step
shows to the deciding seat: `observations`, `masks` (uint8), `seats` (uint8). An `Engine` runs these functions, and
those that return nothing can also be launched on a GPU.
"""

from collections.abc import MutableSequence, Sequence

from lostcities.games.head import PLAYER, PLAYERS, match_over, round_over
from lostcities.games.head import TRUNCATED as CUT_SHORT
from lostcities.games.interface import deal, gain, legal, new_match, observe, random_action, score, settle, step
from lostcities.games.kernel import Rng, Row, clear
from lostcities.games.rewards import POINTS, round_lead
from lostcities.games.threads import first, stride

ROUND_OVER = 1
MATCH_OVER = 2
TRUNCATED = 4
"""What a step ended, as bits."""


def play_rounds(row: Row, rng: Rng, rounds: int, tally: Row) -> int:
    """Play random rounds from one row, the same seat starting each; add scores to `tally`; return the number of decisions."""
    decisions = 0
    for _ in range(rounds):
        deal(row, rng)
        while not round_over(row):
            step(row, random_action(row, rng), rng)
            decisions += 1
        for seat in range(row[PLAYERS]):
            tally[seat] += score(row, seat)
    return decisions


def play_matches(rows: Sequence[Row], rngs: Sequence[Rng], gains: Sequence[Row]) -> None:
    """Play each match at random from where it is to its end; write what the last round gained each seat."""
    for i in range(len(rows)):
        row = rows[i]
        while not match_over(row):
            if round_over(row):
                settle(row)
                if not match_over(row):
                    deal(row, rngs[i])
            else:
                step(row, random_action(row, rngs[i]), rngs[i])
        for seat in range(row[PLAYERS]):
            gains[i][seat] = gain(row, seat)


def reset_rows(rows: Sequence[Row], rngs: Sequence[Rng], observations: Sequence[Row], masks: Sequence[Row], seats: Row) -> None:
    """Start every match over with the options that are in its row."""
    for i in range(first(), len(rows), stride()):
        new_match(rows[i], rngs[i])
        seats[i] = show(rows[i], observations[i], masks[i])


def show_rows(rows: Sequence[Row], observations: Sequence[Row], masks: Sequence[Row], seats: Row) -> None:
    """Write what the deciding seat of every match can see and do."""
    for i in range(first(), len(rows), stride()):
        seats[i] = show(rows[i], observations[i], masks[i])


def show(row: Row, observation: Row, mask: Row) -> int:
    """Write what the deciding seat can see and do; return the seat."""
    seat = row[PLAYER]
    observe(row, seat, observation)
    clear(mask, 0, len(mask))
    legal(row, mask)
    return seat


def step_rows(
    rows: Sequence[Row],
    rngs: Sequence[Rng],
    actions: Row,
    observations: Sequence[Row],
    masks: Sequence[Row],
    seats: Row,
    rewards: Sequence[MutableSequence[float]],
    done: Row,
    illegal: Row,
) -> None:
    """Take one action in every match. A round that ends is settled, and the next one, or a new match, is dealt.

    `rewards` gets each seat's lead over the best other when something ended, else zeros; `done` says what ended.
    A match whose action is not in its mask is left as it was, and nothing ends in it; `illegal[0]` gets the index of one.
    """
    for i in range(first(), len(rows), stride()):
        action = actions[i]
        if action < 0 or action >= len(masks[i]) or masks[i][action] == 0:
            illegal[0] = i
            done[i] = pay_nothing(rewards[i])
            continue
        row = rows[i]
        step(row, action, rngs[i])
        done[i] = pay_nothing(rewards[i])
        if round_over(row):
            done[i] = finish(row, rngs[i], rewards[i])
        seats[i] = show(row, observations[i], masks[i])


def pay_nothing(rewards: MutableSequence[float]) -> int:
    """Pay nothing, for a step that ends nothing; return what ended."""
    for seat in range(len(rewards)):
        rewards[seat] = 0
    return 0


def finish(row: Row, rng: Rng, rewards: MutableSequence[float]) -> int:
    """Settle a round, add its rewards to those paid, and deal the next one; return what ended."""
    ended = ROUND_OVER + TRUNCATED * row[CUT_SHORT]
    settle(row)
    for seat in range(row[PLAYERS]):
        rewards[seat] += round_lead(row, seat) / POINTS
    if match_over(row):
        new_match(row, rng)
        return ended + MATCH_OVER
    deal(row, rng)
    return ended


def random_actions(rows: Sequence[Row], rngs: Sequence[Rng], actions: Row) -> None:
    """Choose a random legal action in every match."""
    for i in range(first(), len(rows), stride()):
        actions[i] = random_action(rows[i], rngs[i])
