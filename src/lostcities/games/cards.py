"""What the games with cards share: hands, a deck, discard piles, and cards known to be in a hand.

Their rules modules use the same names for the parts of a row (HAND, DECK, PILE, ...), so one class reads both.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import compress, groupby
from operator import itemgetter
from typing import ClassVar, Protocol

from lostcities.games.dealing import next_card
from lostcities.games.errors import BadSetup, Reason
from lostcities.games.game import Below, Game, Round, Setup, State, View, check_fields, shuffled
from lostcities.games.head import OVER, PHASE, PLAYER
from lostcities.games.interface import Rules
from lostcities.games.kernel import Row
from lostcities.games.notation import DRAW
from lostcities.games.options import Options, shown

NO_CARD = 255
"""A kind that no card has."""


class CardRules(Rules, Protocol):
    """What the rules of a game with cards have in addition to those of every game."""

    HAND: int
    MAX_HAND: int
    DECK: int
    LEFT: int
    PILE: int
    PILE_SIZE: int
    HEIGHT: int
    BARRED: int
    NO_PILE: int
    KNOWN: int
    LAID: int
    SIDE: int
    KINDS: int
    DRAW_DECK: int

    def deck_size(self, row: Row) -> int:
        """Return how many cards a round is played with."""

    def sort_deck(self, row: Row) -> None:
        """Put every card of the box into the deck, in order."""

    def hand_size(self, row: Row, seat: int) -> int:
        """Return how many cards a seat holds."""


class CardState(State):
    """A match of a game that is played with cards."""

    rules: CardRules
    names: ClassVar[tuple[str, ...]]
    """The name of each kind of card."""
    letters: ClassVar[str]
    phases: ClassVar[tuple[str, ...]]
    setup_fields: ClassVar[tuple[str, ...]] = ("deck",)
    awaits_chance = False  # a property would slow every move down

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        self.open_deck = False
        """Whether the deck's order is left to chance: every card drawn from it is a `push_chance`."""
        self.dealing: list[int] = []
        """Cards that chance has dealt for a round that has not begun: hand by hand, the starter's first."""

    @property
    def seats(self) -> range:
        return range(self.players)

    # -- the components --

    def full_deck(self) -> bytearray:
        """Return every card of the box, sorted."""
        row = bytearray(self.row)
        self.rules.sort_deck(row)
        return row[self.rules.DECK : self.rules.DECK + self.cards]

    @property
    def cards(self) -> int:
        """The number of cards in the box."""
        return self.rules.deck_size(self.row)

    def dealt_deck(self) -> bytearray:
        """Return the deck as it was before the deal, top first."""
        start = self.rules.DECK
        return self.row[start : start + self.rules.deck_size(self.row)]

    def hidden(self) -> bytearray:
        """Return the cards that nobody has seen yet: the rest of the deck, and those left in the box."""
        rules = self.rules
        start = rules.DECK + rules.deck_size(self.row) - self.row[rules.LEFT]
        return self.row[start : rules.DECK + self.cards]

    def lay_out(self, setup: Setup) -> None:
        check_fields(setup, self.setup_fields)
        deck = self.read_deck(setup["deck"])
        self.open_deck = False
        self.dealing = []
        self.place_deck(deck)

    def read_deck(self, deck: object) -> list[int]:
        size = self.rules.deck_size(self.row)
        if not isinstance(deck, list):
            raise BadSetup(Reason("not_a_list", {"field": "deck"}))
        if len(deck) != size:
            raise BadSetup(Reason("deck_size", {"count": len(deck), "expected": size}))
        allowed = Counter(self.names[kind] for kind in self.full_deck())
        seen: Counter[str] = Counter()
        for place, name in enumerate(deck, 1):
            if not isinstance(name, str) or name not in allowed:
                raise BadSetup(Reason("unknown_card", {"place": place, "card": shown(name)}))
            seen[name] += 1
            if seen[name] > allowed[name]:
                raise BadSetup(Reason("card_too_often", {"place": place, "card": name, "copies": allowed[name]}))
        return [self.names.index(name) for name in deck]

    def place_deck(self, top: Iterable[int]) -> None:
        """Put these cards on top of the deck, and all others of the box below them."""
        order = list(top)
        rest = Counter(self.full_deck()) - Counter(order)
        start = self.rules.DECK
        self.row[start : start + self.cards] = bytes([*order, *sorted(rest.elements())])

    def setup(self) -> Setup:
        return {"deck": [self.names[kind] for kind in self.dealt_deck()]}

    def shuffled_deck(self, below: Below) -> list[str]:
        """Return a deck to deal from, top first. The cards that the number of players leaves out were shuffled with it."""
        deck = shuffled((self.names[kind] for kind in self.full_deck()), below)
        return deck[: self.rules.deck_size(self.row)]

    # -- chance --

    def waiting(self) -> Reason:
        return Reason("draw_unknown", {}) if self.awaits_chance else super().waiting()

    def carry_out(self, action: int) -> None:
        if self.open_deck and action == self.rules.DRAW_DECK:
            self.awaits_chance = True
        else:
            super().carry_out(action)

    def leave_to_chance(self) -> None:
        super().leave_to_chance()
        self.open_deck = True

    def next_cards(self) -> dict[int, float]:
        """Return the cards that chance can deal or draw next, with their probabilities."""
        if self.awaits_chance:
            pool = self.hidden()
            return {kind: pool.count(kind) / len(pool) for kind in sorted(set(pool))}
        if self.dealt or self.over or self.rng is not None:
            return {}
        dealt = len(self.dealing) // self.hand_limit * self.hand_limit
        left = Counter(self.full_deck()) - Counter(self.dealing[:dealt])
        return next_card(left, self.dealing[dealt:], self.hand_limit)

    def chances(self) -> list[tuple[str, float]]:
        return [(self.names[kind], probability) for kind, probability in self.next_cards().items()]

    def chance(self, below: Below) -> str:
        cards = sorted(self.hidden())
        return self.names[cards[below(len(cards))]]

    def push_chance(self, outcome: str) -> None:
        kind = self.names.index(outcome) if outcome in self.names else NO_CARD
        if kind not in (self.hidden() if self.awaits_chance else self.next_cards()):
            raise BadSetup(Reason("impossible_chance", {"outcome": shown(outcome)}))
        if self.dealt:
            self.draw(kind)
        else:
            self.deal_card(kind)

    def draw(self, kind: int) -> None:
        """Bring a hidden card to the top of the deck and draw it."""
        rules = self.rules
        top = rules.DECK + rules.deck_size(self.row) - self.row[rules.LEFT]
        found = self.row.index(kind, top)
        self.row[top], self.row[found] = self.row[found], self.row[top]
        self.awaits_chance = False
        super().carry_out(rules.DRAW_DECK)

    def deal_card(self, kind: int) -> None:
        self.dealing.append(kind)
        if len(self.dealing) == self.players * self.hand_limit:
            self.place_deck(kind for turn in range(self.hand_limit) for kind in self.dealing[turn :: self.hand_limit])
            self.dealing = []
            self.open_deck = True
            self.start_round()

    def copy(self) -> State:
        other = super().copy()
        assert isinstance(other, CardState)
        other.dealing = list(self.dealing)
        return other

    @property
    def hand_limit(self) -> int:
        return self.rules.MAX_HAND

    # -- what is known --

    def hand(self, seat: int) -> list[str]:
        """Return a seat's cards, in the rules' order."""
        rules = self.rules
        start = rules.HAND + seat * rules.MAX_HAND
        size = rules.hand_size(self.row, seat) if self.rounds else 0
        return [self.names[kind] for kind in sorted(self.row[start : start + size])]

    def card_drawn(self, move: str) -> str | None:
        rules, row = self.rules, self.row
        if move == DRAW:
            left = 0 if self.open_deck else row[rules.LEFT]
            return self.names[row[rules.DECK + rules.deck_size(row) - left]] if left else None
        color = self.letters.find(move[1:]) if len(move) == 2 and move[0] == DRAW else -1
        height = row[rules.HEIGHT + color] if color >= 0 else 0
        return self.names[row[rules.PILE + color * rules.PILE_SIZE + height - 1]] if height else None

    @property
    def drawer(self) -> int | None:
        return self.row[PLAYER] if self.awaits_chance else None

    def counted(self, start: int) -> list[str]:
        """Return the cards of a table of counts, in the rules' order."""
        counts = self.row[start : start + self.rules.KINDS]
        kinds = list(compress(self.names, counts))
        if len(kinds) == sum(counts):
            return kinds
        return [name for name, count in zip(kinds, filter(None, counts), strict=True) for _ in range(count)]

    def expedition_cards(self, seat: int) -> dict[str, list[str]]:
        """Return the cards that a seat has played, by colour, in the order in which they were played."""
        laid = self.counted(self.rules.LAID + seat * self.rules.SIDE)
        return {letter: list(cards) for letter, cards in groupby(laid, key=itemgetter(0))}

    def pile(self, color: int) -> list[str]:
        rules = self.rules
        start = rules.PILE + color * rules.PILE_SIZE
        return [self.names[kind] for kind in self.row[start : start + self.row[rules.HEIGHT + color]]]

    def see(self, seat: int | None) -> View:
        rules, row = self.rules, self.row
        begun = bool(self.rounds)
        barred = row[rules.BARRED] if begun else rules.NO_PILE
        seen: View = {"barred": None if barred == rules.NO_PILE else self.letters[barred]}
        if seat is not None:
            seen["hand"] = self.hand(seat)
        piles = {letter: self.pile(color) for color, letter in enumerate(self.letters)}
        return seen | {
            "hand_sizes": [rules.hand_size(row, other) if begun else 0 for other in self.seats],
            "known": [self.counted(rules.KNOWN + other * rules.SIDE) for other in self.seats],
            "expeditions": [self.expedition_cards(other) for other in self.seats],
            "discards": {letter: pile for letter, pile in piles.items() if pile},
            "deck": row[rules.LEFT],
        }

    # -- worlds --

    def fill(self, view: View, rng: random.Random) -> None:
        rules, row = self.rules, self.row
        if not any(view["hand_sizes"]):  # before the first deal
            return
        hidden = self.unseen(view)
        rng.shuffle(hidden)
        row[rules.LEFT] = view["deck"]
        deck = [hidden.pop() for _ in range(view["deck"])]
        for seat in self.seats:
            self.fill_seat(view, seat, hidden)
        for letter, pile in view["discards"].items():
            color = self.letters.index(letter)
            start = rules.PILE + color * rules.PILE_SIZE
            row[start : start + len(pile)] = bytes(map(self.names.index, pile))
            row[rules.HEIGHT + color] = len(pile)
        self.fill_deck(deck, hidden)
        row[rules.BARRED] = rules.NO_PILE if view["barred"] is None else self.letters.index(view["barred"])
        self.fill_phase(view)
        self.rounds.append(Round(self.starter))

    def fill_phase(self, view: View) -> None:
        """Set whose decision it is, or for whom chance is about to draw a card."""
        row = self.row
        short = [seat for seat in self.seats if view["hand_sizes"][seat] == self.hand_limit - 1]
        self.awaits_chance = view["to_move"] is None and bool(short)
        self.dealt = self.awaits_chance or view["to_move"] is not None
        phase = "draw" if self.awaits_chance else view["phase"]
        row[PHASE] = self.phases.index(phase) if self.dealt else OVER
        row[PLAYER] = [*short, 0][0] if view["to_move"] is None else view["to_move"]

    @property
    def phase(self) -> str:
        return self.phases[self.row[PHASE]]

    def unseen(self, view: View) -> list[int]:
        """Return the cards that the view's seat cannot see, sorted."""
        seen = list(view.get("hand", []))
        for seat in self.seats:
            if seat != view["seat"]:
                seen += view["known"][seat]
            for cards in view["expeditions"][seat].values():
                seen += cards
        for pile in view["discards"].values():
            seen += pile
        hidden = Counter(self.full_deck())
        hidden.subtract(map(self.names.index, seen))
        return sorted(hidden.elements())

    def fill_deck(self, deck: list[int], removed: list[int]) -> None:
        """Put the deck between the cards that were drawn from it, in any order, and those that were never in it."""
        drawn = sorted((Counter(self.full_deck()) - Counter(deck + removed)).elements())
        if len(drawn) + len(deck) != self.rules.deck_size(self.row):
            raise ValueError("the cards do not add up")
        start = self.rules.DECK
        self.row[start : start + self.cards] = bytes([*drawn, *deck, *removed])

    def fill_seat(self, view: View, seat: int, hidden: list[int]) -> None:
        rules, row = self.rules, self.row
        known = [self.names.index(name) for name in view["known"][seat]]
        for kind in known:
            row[rules.KNOWN + seat * rules.SIDE + kind] += 1
        hand = known
        if seat == view["seat"]:
            hand = [self.names.index(name) for name in view["hand"]]
        hand = hand + [hidden.pop() for _ in range(view["hand_sizes"][seat] - len(hand))]
        start = rules.HAND + seat * rules.MAX_HAND
        row[start : start + len(hand)] = bytes(hand)
        for cards in view["expeditions"][seat].values():
            for name in cards:
                row[rules.LAID + seat * rules.SIDE + self.names.index(name)] += 1
