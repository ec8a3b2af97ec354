"""The last decisions as a client receives them: those that were not undone, with every card that it may know."""

from support.tables import Playing, header

from lostcities.server.messages import Made
from lostcities.server.tables.redaction import event_message, recent
from lostcities.server.tables.table import MOST_RECENT


def playing() -> Playing:
    return Playing(header()).deal()


def first(made: Playing, beginning: str) -> str:
    return next(move for move in made.table.state.legal() if move.startswith(beginning))


def test_whoever_drew_is_told_the_card_again() -> None:
    made = playing()
    discard = first(made, "-")
    made.move(discard, "+")
    card = made.table.recent[-1].decision.card
    assert card in made.table.state.hand(0)
    assert recent(made.table, (0,)) == [Made(0, 0, discard), Made(0, 0, "+", card)]
    for audience in ((1,), ()):
        assert recent(made.table, audience) == [Made(0, 0, discard), Made(0, 0, "+")]


def test_everybody_is_told_which_card_was_taken_from_a_pile() -> None:
    made = playing()
    discard = first(made, "-")
    made.move(discard, "+")
    made.move(first(made, "-"), f"+{discard[1]}")
    for audience in ((0,), (1,), ()):
        assert recent(made.table, audience)[-1] == Made(1, 1, f"+{discard[1]}", discard[1:])
        assert event_message(made.table, made.events[-1], audience).card == discard[1:]


def test_what_was_taken_back_is_forgotten() -> None:
    made = playing()
    made.move(first(made, "-"), "+")
    before = recent(made.table, (1,))
    made.move(first(made, "-")).take_back()
    assert recent(made.table, (1,)) == before
    assert event_message(made.table, made.events[-1], (1,)).recent == before


def test_a_new_round_begins_with_nothing() -> None:
    made = playing()
    while made.table.state.dealt:
        made.move(first(made, "-"), "+")
        assert len(made.table.recent) <= MOST_RECENT
    assert made.table.recent, "the last decision of the round is still shown"
    made.deal()
    assert recent(made.table, (0,)) == []
