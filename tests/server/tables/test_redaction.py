"""Nothing hidden is sent: permute every card that a seat cannot see, and every byte sent to that seat stays the same."""

import random
from collections import Counter
from typing import Any

import pytest
from support.matches import SOAK, TABLES, board_box, table_name
from support.tables import Playing, header, shown, still

from lostcities.games.errors import IllegalMove
from lostcities.games.game import State
from lostcities.play import Numbers
from lostcities.records.daily import options_of
from lostcities.server.store.events import Event, Header
from lostcities.server.tables.table import Audience

__all__ = ["still"]
GAMES = 40 if SOAK else 3
DECISIONS = 400 if SOAK else 120


DAY = "2031-02-03"


def daily_header(name: str) -> Header:
    """That of a try at a deal of the day."""
    return header(name, ["person", "bot:bruno"], options=options_of(name), daily=DAY, ranked=True)


def header_for(name: str, players: int, options: dict[str, Any]) -> Header:
    return header(name, ["person"] * players, options=options, starter=players - 1)


class Tracker:
    """Where every card of a round's deck has gone, by its place in the deck, and which of them a seat has seen."""

    def __init__(self, state: State, deck: list[str], starter: int, hand: int) -> None:
        players = state.players
        self.deck = deck
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.public: set[int] = set()
        self.piles: dict[str, list[int]] = {}
        for place in range(players * hand):
            self.hands[(starter + place) % players].append(place)
        self.next = players * hand

    def move(self, seat: int, move: str) -> None:
        if move == "+":
            self.hands[seat].append(self.next)
            self.next += 1
        elif move.startswith("+"):
            self.hands[seat].append(self.piles[move[1]].pop())
        elif not move.startswith(">"):
            self.play(seat, move.removeprefix("-").partition(":")[0], move.startswith("-"))

    def play(self, seat: int, card: str, discarded: bool) -> None:
        """Prefer a card that everyone knows to be in the hand over an unknown one."""
        places = [place for place in self.hands[seat] if self.deck[place] == card]
        place = next((place for place in places if place in self.public), places[0])
        self.hands[seat].remove(place)
        self.public.add(place)
        if discarded:
            self.piles.setdefault(card[0], []).append(place)

    def hidden_from(self, seat: int | None) -> list[int]:
        held = [place for other, hand in enumerate(self.hands) if other != seat for place in hand if place not in self.public]
        return held + list(range(self.next, len(self.deck)))


def trackers(playing: Playing) -> list[Tracker]:
    """Follow every round's cards, including moves that were undone: their cards had been seen."""
    table = playing.table
    found: list[Tracker] = []
    start: list[Any] = []
    for event in playing.events:
        if event.what == "deal":
            past = table.state.rounds[len(found)]
            hand = 8 if table.header.options.get("size", "full") == "full" else 2
            found.append(Tracker(table.state, table.state.setup_of(past)["deck"], past.starter, hand))
            start = []
        elif event.what == "move":
            assert event.seat is not None
            if not start or start[0] != event.seat:
                start = [event.seat, *copied(found[-1])]
            found[-1].move(event.seat, event.body["move"])
            if event.body["move"].startswith("+"):
                start = []
        elif event.what == "takeback":
            tracker = found[-1]
            _, tracker.hands, tracker.piles = start
            start = []
    return found


def copied(tracker: Tracker) -> tuple[list[list[int]], dict[str, list[int]]]:
    return [list(hand) for hand in tracker.hands], {color: list(pile) for color, pile in tracker.piles.items()}


def permuted(tracker: Tracker, seat: int | None, box: list[str], rng: random.Random) -> list[str]:
    """The same deck as far as this seat can tell: unseen cards are shuffled, together with those left in the box."""
    deck, places = list(tracker.deck), tracker.hidden_from(seat)
    left_out = list((Counter(box) - Counter(deck)).elements())
    cards = [deck[place] for place in places] + left_out
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=False):
        deck[place] = card
    return deck


def deals(setups: list[dict[str, Any]]) -> Any:
    """Replace the fair deal by these setups, one after another."""
    left = list(setups)

    def deal(chance: Numbers, state: State) -> None:
        state.begin(left.pop(0), None if state.scores else chance.starter)

    return deal


def dealt(patch: pytest.MonkeyPatch, setups: list[dict[str, Any]], events: list[Event], made: Header, audience: Audience) -> list[str]:
    """Return what a client is sent if these events happen with those deals."""
    with patch.context() as within:
        within.setattr(Numbers, "deal", deals(setups))
        return shown(events, made, audience)


def setups_of(playing: Playing) -> list[dict[str, Any]]:
    state = playing.table.state
    return [state.setup_of(past) for past in state.rounds]


WITH_CARDS = [table for table in TABLES if table[0] != "roll"]


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("entry", WITH_CARDS, ids=table_name)
def test_every_byte_stays_the_same(entry: tuple[str, int, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    name, players, options = entry
    compared = 0
    for seed in range(GAMES):
        rng = random.Random(f"{table_name(entry)} {seed}")
        made = header_for(name, players, options)
        playing = Playing(made, seed).play(rng, rng.randrange(10, DECISIONS))
        setups, tracked = setups_of(playing), trackers(playing)
        box = board_box() if name == "board" else sorted(setups[0]["deck"])
        for seat in [*range(players), None]:
            audience = () if seat is None else (seat,)
            expected = dealt(monkeypatch, setups, playing.events, made, audience)
            changed = [{**setup, "deck": permuted(tracker, seat, box, rng)} for setup, tracker in zip(setups, tracked, strict=True)]
            try:
                found = dealt(monkeypatch, changed, playing.events, made, audience)
            except IllegalMove:
                assert options.get("open_lowest")  # then a hand must allow what its owner did, which not every permutation does
                continue
            assert found == expected
            compared += changed != setups
    assert compared or options.get("open_lowest")


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("name", ["card", "board"])
def test_the_rest_of_a_days_deck_is_not_in_any_byte(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor in the public commitment: it is the same for every deck here, as its secret says nothing until it is told."""
    made, compared = daily_header(name), 0
    for seed in range(GAMES):
        rng = random.Random(f"{name} {seed}")
        playing = Playing(made, seed).play(rng, rng.randrange(10, 80))
        [setup], [tracker] = setups_of(playing), trackers(playing)
        expected = dealt(monkeypatch, [setup], playing.events, made, (0,))
        box = board_box() if name == "board" else sorted(setup["deck"])
        changed = {**setup, "deck": permuted(tracker, 0, box, rng)}
        assert dealt(monkeypatch, [changed], playing.events, made, (0,)) == expected
        compared += changed != setup
        assert playing.table.shuffling
        assert playing.table.shuffling.seed.hex() not in "".join(expected)
    assert compared


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("made", [header_for("roll", 2, {}), header_for("roll", 5, {}), daily_header("roll")], ids=["2", "5", "daily"])
def test_rolls_to_come_are_not_sent(made: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rolls could follow, from another secret: nobody can tell."""
    players = len(made.seats)
    rng = random.Random(players)
    playing = Playing(made).play(rng, 60)
    rolls = playing.table.state.rolls
    for audience in [(), *((seat,) for seat in range(players))]:
        texts = []
        for secret in (b"a" * 64, b"b" * 64):
            monkeypatch.setattr(Numbers, "deal", deals([{"rolls": rolls}]))
            monkeypatch.setattr("lostcities.server.tables.redaction.commitment", lambda _: b"c" * 32)
            texts.append(shown([with_secret(event, secret) for event in playing.events], made, audience))
        assert texts[0] == texts[1]


def with_secret(event: Event, secret: bytes) -> Event:
    if event.what != "commit":
        return event
    return Event(event.version, event.what, event.at, event.seat, event.key, event.body | {"seed": secret.hex()})


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("entry", TABLES, ids=table_name)
def test_a_world_that_a_seat_cannot_tell_from_the_real_one(entry: tuple[str, int, dict[str, Any]]) -> None:
    """The current table: the state redealt for a seat, everything else unchanged."""
    from support.tables import room_of

    from lostcities.server.tables.redaction import encode, state_message

    name, players, options = entry
    rng = random.Random(table_name(entry))
    table = Playing(header_for(name, players, options)).play(rng, rng.randrange(10, DECISIONS)).table
    room, real = room_of(table), table.state
    for seat in [*range(players), None]:
        audience = () if seat is None else (seat,)

        def sent(state: State, audience: tuple[int, ...] = audience) -> str:
            table.match.state = state
            return encode(state_message(room, audience, "http://here"))

        expected = sent(real)
        for _ in range(5):
            assert sent(real.resample(seat, rng)) == expected
