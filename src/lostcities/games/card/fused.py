"""Random rounds of the card game at the speed of C: deal, play and score in one loop, the position in registers.

It plays exactly the rounds that `rules` plays with the same generator, only faster, and a test holds the two equal.
Not a place for rules: whatever is decided here is decided there. Only the full deck, without a cap on turns.

A hand is eight bytes of one number, `need` four bits a colour of another. Stack 0 is the deck, its top last; stacks 1
to 6 are the discard piles. An expedition is one number, so that laying a card is one addition: CARD, WAGER and POINT.
"""

from lostcities.games.card.components import BONUS, COST, RANKS
from lostcities.games.card.rules import COLORS, LONG, MAX_HAND
from lostcities.games.kernel import END_OF_BITS, MASK, STEP, Rng, Row, scramble

STACK = 72
HEIGHTS = 7 * STACK
EXPEDITIONS = HEIGHTS + 8
SEAT = 8
SCRATCH = EXPEDITIONS + 2 * SEAT

CARD = 1
WAGER = 1 << 8
POINT = 1 << 16

EACH_BYTE = 0x0101010101010101
BIT_6 = 0x4040404040404040
LOW_56 = (1 << 56) - 1
NO_PILE = 31


def play_rounds(row: Row, rng: Rng, rounds: int, tally: Row, scratch: Row) -> int:
    """Does what `rows.play_rounds` does, for a row whose seat 0 starts; `scratch` has SCRATCH places for large numbers."""
    colors = row[COLORS]
    long = row[LONG]
    seed = rng[0]
    turns = 0
    for _ in range(rounds):
        seed = shuffle_deck(scratch, colors, seed)
        seed, played = play_round(scratch, seed)
        turns += played
        tally[0] += points(scratch, EXPEDITIONS, colors, long)
        tally[1] += points(scratch, EXPEDITIONS + SEAT, colors, long)
    rng[0] = seed
    return 2 * turns


def points(scratch: Row, start: int, colors: int, long: int) -> int:
    total = 0
    for color in range(colors):
        expedition = scratch[start + color]
        cards = expedition & 255
        if cards > 0:
            total += ((expedition >> 16) - COST) * (1 + ((expedition >> 8) & 255))
            if cards >= long:
                total += BONUS
    return total


def shuffle_deck(scratch: Row, colors: int, seed: int) -> int:
    """Puts a shuffled deck on stack 0, and nothing anywhere else."""
    for at in range(HEIGHTS, SCRATCH):
        scratch[at] = 0
    size = colors * 12
    scratch[HEIGHTS] = size
    for i in range(size):
        scratch[size - 1 - i] = i // 12 * RANKS + max(i % 12 - 2, 0)
    for last in range(size - 1, 0, -1):
        seed = (seed + STEP) & MASK
        other = ((scramble(seed) >> 29) * (last + 1)) >> 31
        kept = scratch[size - 1 - last]
        scratch[size - 1 - last] = scratch[size - 1 - other]
        scratch[size - 1 - other] = kept
    return seed


def may_play(place: int, hand: int, need: int) -> bool:
    """Whether the four bits of `place` name a play: 0-7 discard that card of the hand, 8-15 lay it."""
    card = (hand >> ((place & 7) * 8)) & 255
    color = card // RANKS
    return (place < MAX_HAND) | (card - color * RANKS >= (need >> (color * 4)) & 15)


def play_round(scratch: Row, seed: int) -> tuple[int, int]:
    hand = 0
    other_hand = 0
    size = scratch[HEIGHTS]
    for i in range(MAX_HAND - 1, -1, -1):
        hand = (hand << 8) | scratch[size - 1 - 2 * i]
        other_hand = (other_hand << 8) | scratch[size - 2 - 2 * i]
    scratch[HEIGHTS] = size - 2 * MAX_HAND
    need = 0
    other_need = 0
    seat = EXPEDITIONS
    other_seat = EXPEDITIONS + SEAT
    stacks = 1  # a bit for each stack that is not empty
    turns = 0
    while stacks & 1:
        seed = (seed + STEP) & MASK
        bits = scramble(seed) | END_OF_BITS
        while True:  # three tries at once, chosen without a branch
            first = bits & 15
            second = (bits >> 4) & 15
            third = (bits >> 8) & 15
            ok_first = may_play(first, hand, need)
            ok_second = may_play(second, hand, need)
            place = first if ok_first else (second if ok_second else third)
            if ok_first | ok_second | may_play(third, hand, need):
                break
            bits >>= 12
            if bits == 1:
                seed = (seed + STEP) & MASK
                bits = scramble(seed) | END_OF_BITS

        card = (hand >> ((place & 7) * 8)) & 255
        color = card // RANKS
        rank = card - color * RANKS
        barred = NO_PILE
        if place >= MAX_HAND:
            if rank > 0:
                scratch[seat + color] += CARD + (rank + 1) * POINT
                need += (rank + 1 - ((need >> (color * 4)) & 15)) << (color * 4)
            else:
                scratch[seat + color] += CARD + WAGER
        else:
            barred = color + 1
            scratch[barred * STACK + scratch[HEIGHTS + barred]] = card
            scratch[HEIGHTS + barred] += 1
            stacks |= 1 << barred

        # The first card equal to the one played leaves the hand, the last takes its place.
        found = (BIT_6 - (hand ^ (card * EACH_BYTE))) & BIT_6
        hand += ((hand >> 56) - card) * ((found & -found) >> 6)

        open_stacks = stacks & ~(1 << barred)
        seed = (seed + STEP) & MASK
        bits = scramble(seed) | END_OF_BITS
        while True:
            stack = bits & 7
            second = (bits >> 3) & 7
            third = (bits >> 6) & 7
            fourth = (bits >> 9) & 7
            third = third if (open_stacks >> third) & 1 else fourth
            second = second if (open_stacks >> second) & 1 else third
            stack = stack if (open_stacks >> stack) & 1 else second
            if (open_stacks >> stack) & 1:
                break
            bits >>= 12
            if bits == 1:
                seed = (seed + STEP) & MASK
                bits = scramble(seed) | END_OF_BITS
        scratch[HEIGHTS + stack] -= 1
        height = scratch[HEIGHTS + stack]
        drawn = scratch[stack * STACK + height]
        stacks &= ~((height == 0) << stack)
        hand, other_hand = other_hand, (hand & LOW_56) | (drawn << 56)
        need, other_need = other_need, need
        seat, other_seat = other_seat, seat
        turns += 1
    return seed, turns
