"""The card game in Python: `CARD.deal({}, random.Random(7))` is a match."""

from collections.abc import Mapping

from lostcities.games.card import chance, observation, random_play, rules, worlds
from lostcities.games.card.components import BOXES, CARDS, COLORS, FULL, OPTIONS, PLAYERS, RANKS, TOKENS, box_of
from lostcities.games.cards import CardState
from lostcities.games.errors import BadOption, Reason
from lostcities.games.game import Below, Game, Setup, State, View
from lostcities.games.head import PLAYER
from lostcities.games.kernel import put24
from lostcities.games.limits import Limits
from lostcities.games.options import Options, number

REFUSALS = {
    rules.ROUND_OVER: "round_over",
    rules.PLAY_FIRST: "play_first",
    rules.DRAW_FIRST: "draw_first",
    rules.NOT_IN_HAND: "not_in_hand",
    rules.TOO_LOW: "too_low",
    rules.WAGER_TOO_LATE: "wager_too_late",
    rules.PILE_EMPTY: "pile_empty",
    rules.JUST_DISCARDED: "just_discarded",
}


class CardMatch(CardState):
    """A match of the card game."""

    rules = rules
    names = CARDS
    letters = COLORS
    phases = ("play", "draw")

    def apply_options(self) -> None:
        box = box_of(self.options)
        row = self.row
        row[rules.COLORS] = box.colors
        row[rules.HAND_SIZE] = box.hand
        row[rules.NUMBERS] = box.numbers
        row[rules.WAGERS] = box.wagers
        row[rules.LONG] = box.long
        row[rules.COST] = box.cost
        for seat in self.seats:
            put24(row, rules.TOTALS + 3 * seat, 0)

    @property
    def hand_limit(self) -> int:
        return self.row[rules.HAND_SIZE]

    def refusal(self, code: int, action: int) -> Reason:
        name = REFUSALS[code]
        if action >= rules.DRAW_DECK:
            return Reason(name, {"color": COLORS[max(action - rules.TAKE, 0)]} if code >= rules.PILE_EMPTY else {})
        card = action % rules.KINDS
        color = card // RANKS
        if code == rules.NOT_IN_HAND:
            return Reason(name, {"card": CARDS[card]})
        if code in (rules.TOO_LOW, rules.WAGER_TOO_LATE):
            shown = self.row[rules.NEED + self.row[PLAYER] * rules.SIDE + color]
            return Reason(name, {"color": COLORS[color], "shown": shown})
        return Reason(name, {})

    def fill_seat(self, view: View, seat: int, hidden: list[int]) -> None:
        super().fill_seat(view, seat, hidden)
        row = self.row
        for letter, cards in view["expeditions"][seat].items():
            expedition = seat * rules.SIDE + COLORS.index(letter)
            numbers = [CARDS.index(name) % RANKS + 1 for name in cards if not name.endswith("*")]
            row[rules.COUNT + expedition] = len(cards)
            row[rules.SUM + expedition] = sum(numbers)
            row[rules.NEED + expedition] = max(numbers, default=0)
        put24(row, rules.TOTALS + 3 * seat, view["totals"][seat])


class CardGame(Game):
    """The card game for two."""

    name = "card"
    min_players = PLAYERS
    max_players = PLAYERS
    options = OPTIONS
    tokens = TOKENS
    state = CardMatch
    rules = rules
    observation = observation
    random_play = random_play
    chance = chance
    worlds = worlds

    def complete(self, options: Mapping[str, object]) -> Options:
        chosen = super().complete(options)
        size = str(chosen["size"])
        box = BOXES[size]
        if box is not FULL:
            if chosen["colors"] != FULL.colors:
                raise BadOption(Reason("size_colors", {"size": size, "colors": box.colors}))
            chosen["max_turns"] = chosen["max_turns"] or box.cap
        return chosen

    def shuffle(self, state: State, below: Below) -> Setup:
        assert isinstance(state, CardMatch)
        return {"deck": state.shuffled_deck(below)}

    def limits(self, players: int, options: Options) -> Limits:
        """A turn is two decisions. All cards of a colour on one expedition are its best, its wagers alone are its worst."""
        box, rounds, turns = box_of(options), number(options["rounds"]), number(options["max_turns"])
        cards = box.numbers + box.wagers
        swing = sum(range(2, box.numbers + 2)) * (1 + box.wagers) + box.bonus * (cards >= box.long)
        draws = min(turns, box.colors * cards - players * box.hand)
        return Limits(2 * turns * rounds, (players * box.hand + draws) * rounds, box.colors * swing * rounds)


CARD = CardGame()
