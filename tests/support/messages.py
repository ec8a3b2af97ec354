"""The messages a seat must receive in a match, worked out from the match by section 5 of the contract and nothing else."""

from collections import Counter
from typing import Any

from support.matches import push

from lostcities import State

Message = dict[str, Any]


def expected_messages(state: State, seat: int, names: list[str], ms: int) -> list[Message]:
    """Return what a program in this seat hears between `hello` and `quit`, as far as the match has been played."""
    again = state.game.table(state.players, state.options)
    told: list[Message] = [{"type": "start", "game": state.game.name, "options": state.options, "seat": seat, "players": names}]
    for number, past in enumerate(state.rounds):
        setup = state.setup_of(past)
        again.begin(setup, past.starter)
        told.append({"type": "deal", "round": number + 1, "starter": past.starter, "view": again.view(seat)})
        rolled = -1
        for move in past.moves:
            if "rolls" in setup and again.turn != rolled:
                rolled = again.turn
                told.append({"type": "roll", "dice": setup["rolls"][rolled]})
            told += decision(again, seat, move, ms)
        if past.scores is not None:
            told.append({"type": "round", "scores": past.scores})
    outcome = state.outcome()
    return [*told, {"type": "end", "totals": outcome.totals, "winners": outcome.winners}] if outcome else told


def decision(state: State, seat: int, move: str, ms: int) -> list[Message]:
    """Return the question, if it is this seat's, and the events that follow."""
    told: list[Message] = []
    mover, view = state.player, state.view(seat)
    if mover == seat:
        told.append({"type": "decide", "view": view, "legal": view["legal"], "ms": ms})
    event = {"type": "event", "seat": mover, "move": move}
    push(state, move)
    if mover == seat and move == "+":
        (event["card"],) = (Counter(state.view(seat)["hand"]) - Counter(view["hand"])).elements()
    return [*told, event]
