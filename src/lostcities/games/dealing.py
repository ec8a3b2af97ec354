"""A hand dealt by chance: one card after another in rising order, so that every hand comes about in one way only.

The order in which a hand is dealt means nothing. A game tree in which it mattered would have every hand of eight cards 40,320 times.
"""

from collections import Counter
from math import comb


def next_card(left: Counter[int], hand: list[int], size: int) -> dict[int, float]:
    """Return the probability of each kind to be the next of a hand of `size`, of which the lowest cards are dealt.

    `left` has the cards that no other hand has. All sets of `size` of them are equally likely.

    >>> next_card(Counter({0: 2, 1: 1}), [], 2) == {0: 1.0}
    True
    >>> next_card(Counter({0: 2, 1: 1}), [0], 2)
    {0: 0.3333333333333333, 1: 0.6666666666666666}
    """
    missing = size - len(hand)
    last, held = (hand[-1], hand.count(hand[-1])) if hand else (-1, 0)
    higher = sum(count for kind, count in left.items() if kind > last)
    copies = left[last]
    taken = range(held + 1, min(copies, held + missing) + 1)
    ways = {last: sum(comb(copies, count) * comb(higher, held + missing - count) for count in taken)}
    for kind in sorted(kind for kind in left if kind > last):
        above = higher - left[kind]
        ways[kind] = comb(copies, held) * (comb(higher, missing) - comb(above, missing))
        higher = above
    total = sum(ways.values())
    return {kind: count / total for kind, count in ways.items() if count}
