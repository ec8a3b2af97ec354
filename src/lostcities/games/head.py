"""The head of every row: what all games keep in the same places, so that one loop can play any of them.

| offset | bytes | what |
| --- | --- | --- |
| PHASE | 1 | the kind of decision that is next; each game numbers its own from 0, OVER is the end of a round in all |
| PLAYER | 1 | the seat that decides; when a round is over, the one that played last |
| STARTER | 1 | the seat that starts, or started, the round |
| PLAYERS | 1 | the number of players |
| ROUND, ROUNDS | 1 each | rounds finished, and rounds in the match |
| TRUNCATED | 1 | 1: the round ended at the cap on turns |
| TURN | 2 | turns finished in this round |
| MAX_TURNS | 2 | the cap on turns; 0: none |
"""

from lostcities.games.kernel import Rng, Row, below, count16, get16, put16

PHASE = 0
PLAYER = PHASE + 1
STARTER = PLAYER + 1
PLAYERS = STARTER + 1
ROUND = PLAYERS + 1
ROUNDS = ROUND + 1
TRUNCATED = ROUNDS + 1
TURN = TRUNCATED + 1
MAX_TURNS = TURN + 2
HEAD = MAX_TURNS + 2

FIRST_PHASE = 0
OVER = 255


def round_over(row: Row) -> bool:
    return row[PHASE] == OVER


def match_over(row: Row) -> bool:
    return row[ROUND] == row[ROUNDS]


def start_match(row: Row, rng: Rng) -> None:
    """Prepare the first round; the starter is drawn by lot."""
    row[ROUND] = 0
    row[STARTER] = below(rng, row[PLAYERS])


def start_round(row: Row) -> None:
    row[PHASE] = FIRST_PHASE
    row[PLAYER] = row[STARTER]
    row[TRUNCATED] = 0
    put16(row, TURN, 0)


def seat_after(row: Row, seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < row[PLAYERS] else 0


def end_turn(row: Row, over: bool) -> None:
    """Count a turn. The round ends if it is over by its own rule or by the cap; otherwise the next player's turn begins."""
    turn = count16(row, TURN)
    if over:
        row[PHASE] = OVER
    elif turn == get16(row, MAX_TURNS):
        row[PHASE] = OVER
        row[TRUNCATED] = 1
    else:
        row[PHASE] = FIRST_PHASE
        row[PLAYER] = seat_after(row, row[PLAYER])
