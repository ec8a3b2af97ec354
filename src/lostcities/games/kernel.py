"""The vocabulary of all rules: chance, numbers wider than a byte, and cards in a hand.

A kernel is a plain function over a flat row of bytes. It runs unchanged on a `bytearray`, and `compiler` turns the
same function into machine code. This works as long as kernels use only integers, fixed offsets instead of slices,
and unsigned values: Python refuses to store 256 or -1 in a `bytearray`, while a compiled kernel would wrap around.
"""

from collections.abc import MutableSequence, Sequence

Row = MutableSequence[int]
"""One match as bytes: a `bytearray` here, a `uint8` array in compiled code."""

Rng = MutableSequence[int]
"""One 64-bit number: a list here, a `uint64` array of length 1 in compiled code."""

# SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). The state only counts, so a
# processor can work on several draws at once. All four constants need 64 bits: Numba then keeps them unsigned.
MASK = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB
END_OF_BITS = 1 << 60
FINE = 1 << 24


def scramble(count: int) -> int:
    """Return 60 random bits for a generator whose state is `count`."""
    mixed = ((count ^ (count >> 30)) * MIX_A) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * MIX_B) & MASK
    return mixed >> 4


def random_bits(rng: Rng) -> int:
    """Return 60 random bits below a leading 1, to be used a few at a time from the low end until only the 1 is left."""
    rng[0] = (rng[0] + STEP) & MASK
    return scramble(rng[0]) | END_OF_BITS


def below(rng: Rng, limit: int) -> int:
    """Return a random number from 0 to `limit` - 1; for `limit` under 200, uniform to one part in ten million."""
    rng[0] = (rng[0] + STEP) & MASK
    return ((scramble(rng[0]) >> 29) * limit) >> 31


def shuffle(row: Row, start: int, size: int, rng: Rng) -> None:
    """Shuffle `size` bytes of the row from `start` on."""
    for last in range(size - 1, 0, -1):
        swap(row, start + last, start + below(rng, last + 1))


def get16(row: Row, at: int) -> int:
    return row[at] + 256 * row[at + 1]


def put16(row: Row, at: int, value: int) -> None:
    row[at] = value & 255
    row[at + 1] = value >> 8


def count16(row: Row, at: int) -> int:
    """Add 1 and return the new count. The stored count stops at 65535, because a round can last for ever."""
    count = get16(row, at) + 1
    put16(row, at, min(count, 65535))
    return count


SIGN = 1 << 23


def get24(row: Row, at: int) -> int:
    """Return a number that may be negative, from three bytes."""
    return row[at] + 256 * row[at + 1] + 65536 * row[at + 2] - SIGN


def put24(row: Row, at: int, value: int) -> None:
    raised = value + SIGN
    row[at] = raised & 255
    row[at + 1] = (raised >> 8) & 255
    row[at + 2] = raised >> 16


def holds(row: Row, hand: int, size: int, card: int) -> bool:
    """Whether `card` is among the `size` cards of the hand at offset `hand`."""
    for i in range(size):
        if row[hand + i] == card:
            return True
    return False


def take_out(row: Row, hand: int, size: int, card: int) -> None:
    """Remove the first `card`, which must be there; the hand's last card replaces it."""
    i = hand
    while row[i] != card:
        i += 1
    row[i] = row[hand + size - 1]


def swap(row: Row, one: int, other: int) -> None:
    kept = row[one]
    row[one] = row[other]
    row[other] = kept


def known_first(row: Row, hand: int, size: int, known: int) -> int:
    """Bring the cards that everyone knows to be in a hand to its front; return how many. `known` is the offset of their counts."""
    count = 0
    for i in range(hand, hand + size):
        equal = 0
        for j in range(hand, hand + count):
            equal += row[j] == row[i]
        if equal < row[known + row[i]]:
            swap(row, i, hand + count)
            count += 1
    return count


def share_of(row: Row, start: int, end: int, card: int) -> float:
    """Return the share of a kind of card among those between `start` and `end`."""
    found = 0
    for i in range(start, end):
        found += row[i] == card
    return found / max(end - start, 1)


def bring_up(row: Row, start: int, card: int) -> None:
    """Bring the next card of this kind, which must be there, to `start`."""
    i = start
    while row[i] != card:
        i += 1
    swap(row, start, i)


def draw_by_odds(row: Row, start: int, end: int, odds: Sequence[float], at: int, rng: Rng) -> None:
    """Bring one of the cards from `start` up to `end` to the front, with probabilities proportional to `odds[at + card]`."""
    whole = 0.0
    for i in range(start, end):
        whole += odds[at + row[i]]
    aim = whole * below(rng, FINE) / FINE
    i = start
    while i + 1 < end and aim >= odds[at + row[i]]:
        aim -= odds[at + row[i]]
        i += 1
    swap(row, start, i)


def clear(row: Row, start: int, end: int) -> None:
    for i in range(start, end):
        row[i] = 0
