"""Announce how a round and a match end."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from lostcities.games.game import State, View
from lostcities.terminal.parts import named
from lostcities.terminal.theme import BOLD
from lostcities.text import ENGLISH as TEXT
from lostcities.text import decimal


def round_title(view: View) -> Text:
    """Return the heading of a finished round."""
    rounds = int(view["options"].get("rounds", 1))
    number = len(view["scores"])
    title = TEXT("score.round_over", game=view["game"], number=number, rounds=rounds) if rounds > 1 else TEXT("score.game_over")
    return Text(title, BOLD)


def announce(console: Console, state: State, names: Sequence[str]) -> None:
    """Say who won, if the match is over."""
    outcome = state.outcome()
    if outcome is None:
        return
    who = "you" if [names[seat] for seat in outcome.winners] == [TEXT("play.you")] else "other"
    winners = [named(names, seat) for seat in outcome.winners]
    total = outcome.totals[outcome.winners[0]]
    listed = TEXT("score.and").join([", ".join(winners[:-1]), winners[-1]] if len(winners) > 1 else winners)
    console.print(Text(TEXT("score.won", who=who, names=listed, count=len(winners), total=total, points=decimal(total)), BOLD))
