"""The card game, read from its rules: a position is a deck, two hands, two sets of expeditions and the piles, all lists of card names."""

import random
from itertools import count

from support.oracle import Match, Options, Table, spelled


def random_options(rng: random.Random) -> Options:
    if rng.random() < 0.3:
        size, cap = rng.choice([("mini", 12), ("tiny", 5)])
        small = {"size": size, "colors": 5, "rounds": rng.randint(1, 4), "max_turns": rng.choice([cap, rng.randint(1, 40)])}
        return spelled(rng, small, {"colors": 5, "rounds": 3, "max_turns": cap})
    options: Options = {"size": "full", "colors": rng.choice([5, 6]), "rounds": rng.randint(1, 4)}
    spoken = spelled(rng, options, {"size": "full", "colors": 5, "rounds": 3})
    if rng.random() < 0.5:
        spoken["max_turns"] = rng.choice([rng.randint(1, 200), rng.randint(30, 60)])
    return spoken


def random_match(rng: random.Random, players: int, options: Options) -> Match:
    return play(Table("card", rng, players, options))


def all_cards(options: Options) -> list[str]:
    if options.get("size", "full") == "mini":
        return [colour + face for colour in "YB" for face in ("*", "2", "3", "4")]
    if options.get("size", "full") == "tiny":
        return ["Y*", "Y*", "Y*", "Y2", "Y3", "Y4", "Y5"]
    colours = "YBWGR" if options.get("colors", 5) == 5 else "YBWGRP"
    return [colour + face for colour in colours for face in ("*", "*", "*", *map(str, range(2, 11)))]


def play(table: Table) -> Match:
    starter = table.lot()
    totals = [0, 0]
    for _ in range(table.options.get("rounds", 3)):
        scores = play_round(table, starter)
        totals = [totals[0] + scores[0], totals[1] + scores[1]]
        starter = 1 - starter if scores[0] == scores[1] else scores.index(max(scores))
    return table.finish(totals, [seat for seat in (0, 1) if totals[seat] == max(totals)])


def play_round(table: Table, starter: int) -> list[int]:
    size = table.options.get("size", "full")
    max_turns = table.options.get("max_turns", {"mini": 12, "tiny": 5}.get(size))
    deck = table.shuffle("deck", all_cards(table.options))
    table.begin(starter, {"deck": list(deck)})
    hands: list[list[str]] = [[], []]
    for deal in range(16 if size == "full" else 4):
        hands[(starter + deal) % 2].append(deck.pop(0))
    expeditions: list[dict[str, list[str]]] = [{}, {}]
    piles: dict[str, list[str]] = {}
    for turn in count():
        seat = (starter + turn) % 2
        hand, mine = hands[seat], expeditions[seat]

        discards = {"-" + card for card in hand}
        token = table.ask(seat, turn, discards | {card for card in hand if fits(card, mine.get(card[0], []))})
        card = token.removeprefix("-")
        hand.remove(card)
        discarded = card if token in discards else None
        (mine if discarded is None else piles).setdefault(card[0], []).append(card)

        tops = {"+" + colour for colour, pile in piles.items() if pile and not (discarded and discarded[0] == colour)}
        token = table.ask(seat, turn, {"+"} | tops)
        hand.append(deck.pop(0) if token == "+" else piles[token[1]].pop())

        if not deck or turn + 1 == max_turns:
            break
    cost = 5 if size == "tiny" else 20
    scores = [sum(worth(cards, cost) for cards in mine.values()) for mine in expeditions]
    table.end(scores, truncated=bool(deck))
    return scores


def fits(card: str, laid: list[str]) -> bool:
    numbers = [int(other[1:]) for other in laid if other[1] != "*"]
    if card[1] == "*":
        return not numbers
    return not numbers or int(card[1:]) > numbers[-1]


def worth(cards: list[str], cost: int) -> int:
    if not cards:
        return 0
    numbers = [int(card[1:]) for card in cards if card[1] != "*"]
    wagers = len(cards) - len(numbers)
    bonus = 20 if len(cards) >= 8 else 0
    return (sum(numbers) - cost) * (1 + wagers) + bonus
