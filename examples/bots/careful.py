"""A bot in one file, in plain Python: `python3 examples/bots/careful.py`. It speaks lostcities.bot/1 and plays all three games.

It prefers small steps on what is started, then starts what its hand can support, then discards the least useful card.
Protocol: docs/bots/protocol.md.
"""

import json
import sys


def number(card):
    """Return the number of a card or of a pair of dice: 7 for Y7, 0 for a wager Y*."""
    return int(card[1:].partition(":")[0].replace("*", "0"))


def last(view, color):
    """Return our own last number in a colour; None if we have not started it."""
    if view["game"] == "roll":
        return (view["sheets"][view["seat"]]["boxes"].get(color) or [None])[-1]
    cards = view["expeditions"][view["seat"]].get(color)
    return number(cards[-1]) if cards else None


def liking(view, move):
    """Return how much we like a move; the highest is made."""
    color = move.strip("-+>.")[:1]
    begun = bool(color) and last(view, color) is not None
    held = [number(card) for card in view.get("hand", []) if card[0] == color]
    if move[0] == ">":  # an arrow: any step is better than none
        return begun
    if move[0] == "+":  # the deck, unless the top card of a pile fits closely
        top = number(view["discards"][color][-1]) if color else 0
        return 2 if begun and 0 < top - last(view, color) <= 2 else not color
    if move[0] == "-":  # first what can no longer be played, then what is alone in its colour
        dead = begun and number(move[1:]) < last(view, color)
        return -8 - 3 * len(held) + 12 * dead - 2 * begun
    if move == ".":
        return -9
    if begun:
        return 10 - abs(number(move) - last(view, color))
    if view["game"] == "card":  # an expedition costs 20
        return 5 - number(move) if sum(held) >= 18 and view["deck"] > 15 else -30
    return 5 - number(move) if number(move) <= 3 and len(held) != 1 else -30


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "careful", "games": ["card", "board", "roll"]}), flush=True)
    elif message["type"] == "decide":
        move = max(message["legal"], key=lambda move: liking(message["view"], move))
        print(json.dumps({"type": "move", "move": move}), flush=True)
