"""A match as text: the table that `lostcities play` shows, without its colours."""

from io import StringIO

from lostcities.games.game import State

RENDER_MODES = ["ansi", "human"]
"""Render modes: text that is returned, or printed after every step; None: no picture."""


def checked_mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"expected render_mode to be one of None, {', '.join(RENDER_MODES)}, got {render_mode!r}")
    return render_mode


def rendered(render_mode: str | None, state: State, seat: int) -> str | None:
    """Return what `render()` returns: the picture, or None if it is printed or not wanted."""
    if render_mode is None:
        return None
    shown = picture(state, seat)
    if render_mode == "ansi":
        return shown
    print(shown, flush=True)
    return None


def picture(state: State, seat: int) -> str:
    """Return what a seat sees, as text."""
    from rich.console import Console

    from lostcities.terminal.views import MAX_WIDTH, view_of

    paper = StringIO()
    console = Console(file=paper, width=MAX_WIDTH, color_system=None)
    names = [f"player_{other}" for other in range(state.players)]
    console.print(view_of(state.game.name).render(state.view(seat), names))
    return paper.getvalue()
