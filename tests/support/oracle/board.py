"""The board game, read from its rules: a position is lists of card names, and the step of each figure."""

import random
from itertools import count

from support.oracle import Match, Options, Table, spelled

COLOURS = "YBWGR"
STEPS = {1: -20, 2: -15, 3: -10, 4: 5, 5: 10, 6: 15, 7: 30, 8: 35, 9: 50}
SPACES = {"Y": [3, 5, 6, 7, 9], "B": [2, 4, 6, 7, 9], "W": [2, 3, 5, 7, 9], "G": [2, 4, 5, 7, 9], "R": [3, 4, 6, 7, 9]}
TILES = ["A"] * 9 + [">"] * 9 + ["5"] * 2 + ["10"] * 3 + ["15"] * 2
LARGE = [-50, -45, -40, -10, -5, 0, 30, 35, 40, 70, 75, 80, 110, 115, 120, 150]
SMALL = [-20, -15, 10, 15, 30, 50]
DEFAULTS = {"rounds": 3, "direction": "up", "open_lowest": False, "points_once": False, "layout": "1"}


def random_options(rng: random.Random) -> Options:
    options: Options = {
        "rounds": rng.randint(1, 4),
        "direction": rng.choice(["up", "either"]),
        "open_lowest": rng.random() < 0.5,
        "points_once": rng.random() < 0.5,
        "layout": "1",
    }
    spoken = spelled(rng, options, DEFAULTS)
    if rng.random() < 0.5:
        spoken["max_turns"] = rng.randint(1, 150)
    return spoken


def random_match(rng: random.Random, players: int, options: Options) -> Match:
    return play(Table("board", rng, players, options))


def play(table: Table) -> Match:
    rounds = table.options.get("rounds", 3)
    points = [0] * table.players
    artifacts = [0] * table.players
    starter = table.lot()
    for _ in range(rounds):
        before = list(points)
        expedition = Expedition(table, starter, points, artifacts)
        last, truncated = expedition.play()
        for seat in range(table.players):
            points[seat] = max(0, points[seat] + expedition.worth(seat))
        table.end([points[seat] - before[seat] for seat in range(table.players)], truncated)
        starter = (last + 1) % table.players
    track = SMALL if rounds == 1 else LARGE
    for seat in range(table.players):
        points[seat] = max(0, points[seat] + track[min(artifacts[seat], len(track) - 1)])
    standing = list(zip(points, artifacts, strict=True))
    return table.finish(points, [seat for seat in range(table.players) if standing[seat] == max(standing)])


class FifthCrossing(Exception):
    """The fifth figure has crossed its bridge: the expedition ends at once."""


class Expedition:
    def __init__(self, table: Table, starter: int, points: list[int], artifacts: list[int]) -> None:
        self.table, self.starter, self.points, self.artifacts = table, starter, points, artifacts
        self.once = table.options.get("points_once", False)
        self.turn = 0
        deck = table.shuffle("deck", [f"{colour}{face}" for colour in COLOURS for face in range(11)] * 2)
        self.deck = deck[30:] if table.players == 2 else deck
        tiles = table.shuffle("tiles", TILES)
        rows = {colour: tiles[5 * i : 5 * i + 5] for i, colour in enumerate(COLOURS)}
        self.tiles = {(colour, step): tile for colour in COLOURS for step, tile in zip(SPACES[colour], rows[colour], strict=True)}
        table.begin(starter, {"deck": list(self.deck), "tiles": rows})
        seats = range(table.players)
        self.hands: list[list[str]] = [[] for _ in seats]
        for deal in range(8 * table.players):
            self.hands[(starter + deal) % table.players].append(self.deck.pop(0))
        self.paths: list[dict[str, list[str]]] = [{} for _ in seats]
        self.steps: list[dict[str, int]] = [{} for _ in seats]
        self.kinds: list[dict[str, str]] = [{} for _ in seats]
        self.piles: dict[str, list[str]] = {}

    def play(self) -> tuple[int, bool]:
        """Play a round; return who played last, and whether the turns ran out."""
        for self.turn in count():
            seat = (self.starter + self.turn) % self.table.players
            try:
                barred = self.lay(seat)
            except FifthCrossing:
                return seat, False
            self.draw(seat, barred)
            if not self.deck:
                return seat, False
            if self.turn + 1 == self.table.options.get("max_turns"):
                return seat, True
        raise AssertionError

    def lay(self, seat: int) -> str | None:
        """Play or discard a card; return the colour discarded to, if any."""
        hand = self.hands[seat]
        legal = {"-" + card for card in hand}
        figures = {figure for figure in "es" if list(self.kinds[seat].values()).count(figure) < {"e": 4, "s": 1}[figure]}
        for card in hand:
            if card[0] in self.paths[seat]:
                if self.follows(self.paths[seat][card[0]], int(card[1:])):
                    legal.add(card)
            elif not self.table.options.get("open_lowest", False) or int(card[1:]) == min(int(c[1:]) for c in hand if c[0] == card[0]):
                legal |= {f"{card}:{figure}" for figure in figures}

        token = self.table.ask(seat, self.turn, legal)
        card, _, figure = token.removeprefix("-").partition(":")
        colour = card[0]
        hand.remove(card)
        if token[0] == "-":
            self.piles.setdefault(colour, []).append(card)
            return colour
        self.paths[seat].setdefault(colour, []).append(card)
        if figure:
            self.kinds[seat][colour] = figure
            self.steps[seat][colour] = 1
        elif self.steps[seat][colour] == 9:
            self.offer(seat)
        else:
            self.advance(seat, colour)
        return None

    def follows(self, path: list[str], face: int) -> bool:
        faces = [int(card[1:]) for card in path]
        if self.table.options.get("direction", "up") == "up":
            return face >= faces[-1]
        rising, falling = faces[-1] > faces[0], faces[-1] < faces[0]
        return face == faces[-1] or (face > faces[-1] and not falling) or (face < faces[-1] and not rising)

    def offer(self, seat: int) -> None:
        """Offer one step to any figure that is not at the end of its path, or to none."""
        movable = {">" + colour for colour, step in self.steps[seat].items() if step < 9}
        if movable:
            token = self.table.ask(seat, self.turn, movable | {">."})
            if token != ">.":
                self.advance(seat, token[1])

    def advance(self, seat: int, colour: str) -> None:
        self.steps[seat][colour] += 1
        step = self.steps[seat][colour]
        if step == 7 and sum(s >= 7 for steps in self.steps for s in steps.values()) == 5:
            raise FifthCrossing
        tile = self.tiles.get((colour, step))
        if tile == ">":
            self.offer(seat)
        elif tile == "A":
            self.artifacts[seat] += 1
            del self.tiles[colour, step]
        elif tile is not None:
            self.points[seat] += int(tile)
            if self.once:
                del self.tiles[colour, step]

    def draw(self, seat: int, barred: str | None) -> None:
        tops = {"+" + colour for colour, pile in self.piles.items() if pile and colour != barred}
        token = self.table.ask(seat, self.turn, {"+"} | tops)
        self.hands[seat].append(self.deck.pop(0) if token == "+" else self.piles[token[1]].pop())

    def worth(self, seat: int) -> int:
        return sum(STEPS[step] * (2 if self.kinds[seat][colour] == "s" else 1) for colour, step in self.steps[seat].items())
