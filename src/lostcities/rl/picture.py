"""A match as text: the table that `lostcities play` shows, without its colours."""

from io import StringIO

from lostcities.games.game import State


def picture(state: State, seat: int) -> str:
    """What a seat sees."""
    from rich.console import Console

    from lostcities.terminal.views import MAX_WIDTH, view_of

    paper = StringIO()
    console = Console(file=paper, width=MAX_WIDTH, color_system=None)
    names = [f"player_{other}" for other in range(state.players)]
    console.print(view_of(state.game.name).render(state.view(seat), names))
    return paper.getvalue()
