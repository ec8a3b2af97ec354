"""The kernels that describe positions to a critic."""

from collections.abc import Sequence

from lostcities.bots.interface import table_features, together, token_features
from lostcities.games.head import PLAYER
from lostcities.games.interface import observe
from lostcities.games.kernel import Row
from lostcities.games.threads import first, stride


def look(rows: Sequence[Row], observations: Sequence[Row], seats: Row) -> None:
    """Write what the deciding seat of every match sees. A kernel."""
    for i in range(first(), len(rows), stride()):
        seats[i] = rows[i][PLAYER]
        observe(rows[i], seats[i], observations[i])


def describe(
    rows: Sequence[Row],
    observations: Sequence[Row],
    seats: Row,
    tokens: Sequence[Sequence[Row]],
    tables: Sequence[Row],
    known: Sequence[Sequence[Row]],
) -> None:
    """Write the critic's input, token by token for all matches; the token after the last is the table. A kernel."""
    for place in range(first(), len(rows) * (len(tokens[0]) + 1), stride()):
        i = place % len(rows)
        token = place // len(rows)
        if token < len(tokens[i]):
            token_features(observations[i], token, tokens[i][token])
            together(rows[i], observations[i], seats[i], token, known[i][token])
        else:
            table_features(observations[i], tables[i])
