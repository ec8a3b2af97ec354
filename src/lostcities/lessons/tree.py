"""Plays a lesson out with the rules: every legal answer to every ask, and what follows from it.

What follows is written as the fields of the view that differ from the view of the ask, so that a lesson is small enough to be sent.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

from lostcities.games import registry
from lostcities.games.game import State, View
from lostcities.lessons.lesson import LEARNER, Ask, Lesson, Position, Step
from lostcities.play import Event, Match, Recorded, after

Data = dict[str, Any]
"""As JSON."""

UNTRIED = {"unknown_move", "not_in_hand", "pile_empty", "no_color_die", "no_number_die"}
UNTRIED |= {"play_first", "draw_first", "take_first", "advance_first", "roll_first", "round_over"}
UNTRIED |= {"no_path", "path_open", "nothing_to_advance"}
"""Reasons against moves that nobody can try at the table: they are about cards or dice that are not there, or another phase."""


def lesson_data(lesson: Lesson) -> Data:
    """Return all of a lesson as the page reads it (`web/src/learn/data.ts`)."""
    return {"game": lesson.game, "steps": [step_data(lesson, step) for step in lesson.steps]}


def step_data(lesson: Lesson, step: Step) -> Data:
    match = match_at(lesson.game, step.position)
    return {"name": step.name, "view": match.state.view(LEARNER), "ask": ask_data(lesson, match, step.asks)}


def match_at(game: str, position: Position) -> Match:
    """Return the match at a position. Raises if a move on the way there is not legal."""
    chance = Recorded()
    chance.rounds[0] = (position.setup, 0)
    match = Match.new(registry.game(game), 2, position.options, chance)
    for move in position.moves:
        match.push(move)
    return match


def ask_data(lesson: Lesson, match: Match, asks: tuple[Ask, ...]) -> Data:
    """Return the first of the asks, and in its right answers the rest."""
    ask, view = asks[0], match.state.view(LEARNER)
    answers = {move: answer_data(lesson, match, asks, move, view) for move in match.state.legal()}
    return {"name": ask.name, "lit": list(ask.lit), **explained(match.state, view), "answers": answers}


def answer_data(lesson: Lesson, asked: Match, asks: tuple[Ask, ...], move: str, view: View) -> Data:
    """Return what follows from an answer: what the learner is told, the events, and after a right one the next ask."""
    ask, match, right = asks[0], asked.copy(), is_right(asks[0], move)
    told = event_data(match.push(move), match.state, view)
    replies = [event_data(match.push(reply), match.state, view) for reply in ask.replies] if right else []
    data = {"said": said(lesson, ask, move), "right": right, "events": [told, *replies]}
    return {**data, "next": ask_data(lesson, match, asks[1:])} if right and asks[1:] else data


def event_data(event: Event, state: State, before: View) -> Data:
    """Return an event as the learner may see it, and how the view differs afterwards."""
    seen = event.seen_by(LEARNER)
    card = {} if seen.card is None else {"card": seen.card}
    return {"seat": seen.seat, "move": seen.move, **card, "view": changed(before, state.view(LEARNER))}


def changed(before: View, now: View) -> View:
    """Return the fields that differ. Where nobody decides there are no legal moves."""
    none: View = {} if "legal" in now else {"legal": []}
    return {key: value for key, value in {**now, **none}.items() if before.get(key) != value}


def is_right(ask: Ask, move: str) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in ask.right)


def said(lesson: Lesson, ask: Ask, move: str) -> str:
    """Return the name of the sentence that answers a legal move. Raises `StopIteration` if there is none."""
    if is_right(ask, move):
        return f"{ask.name}.right"
    return next(name for others in (ask.others, lesson.others) for pattern, name in others.items() if fnmatchcase(move, pattern))


def explained(state: State, view: View) -> Mapping[str, Any]:
    """Return what every legal move adds to the score, and why the others are not possible."""
    live = view["live"][LEARNER]
    refused = {move: state.why_not(move) for move in state.game.tokens if move not in view["legal"]}
    reasons = {move: {"code": why.code, "args": dict(why.args)} for move, why in refused.items() if why and why.code not in UNTRIED}
    return {"gains": {move: after(state, move).live[LEARNER] - live for move in view["legal"]}, "reasons": reasons}
