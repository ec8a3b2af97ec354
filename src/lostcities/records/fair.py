"""Fair shuffles: a round's chance from a secret that was committed to, and from bytes that the players add after that.

Neither side can choose the deal alone, and afterwards everybody can deal it again. docs/records.md has the algorithm;
each game's `shuffle` says what is done with the numbers.

>>> shuffle = Shuffle(bytes(64), [bytes(32), bytes(32)], "card", 1)
>>> [shuffle.below(6) for _ in range(8)]
[3, 4, 3, 4, 5, 0, 5, 4]
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256, sha512, shake_256
from struct import iter_unpack
from typing import Any

from lostcities.games.game import State

SEED_BYTES = 64
CONTRIBUTION_BYTES = 32
COMMITMENT_BYTES = 32
WORDS = 1 << 32


def commitment(seed: bytes) -> bytes:
    """What is shown before the round: it fixes the seed and does not tell it."""
    return sha256(seed).digest()


class Shuffle:
    """The chance of one round, `round` counting from 1: a stream of numbers, the same for everybody who knows the seed."""

    def __init__(self, seed: bytes, contributions: Sequence[bytes], game: str, round: int) -> None:
        """`contributions` are in the order of the seats, empty where a seat added nothing."""
        key = sha512(seed + b"".join(contributions)).digest()
        self.stream = shake_256(key + f"{game}/{round}".encode("ascii"))
        self.words = self.read_words()

    def below(self, n: int) -> int:
        """The next number from 0 to `n` - 1, all equally likely: words from the last whole multiple of `n` on are passed over."""
        if not 0 < n <= WORDS:
            raise ValueError(f"there is no number below {n} in a word of 32 bits")
        whole = WORDS // n * n
        return next(word for word in self.words if word < whole) % n

    def read_words(self) -> Iterator[int]:
        """The stream as 32-bit words, the high byte first. A longer digest begins with the shorter one."""
        read, size = 0, 1024
        while True:
            for (word,) in iter_unpack(">I", self.stream.digest(size)[read:]):
                yield word
            read, size = size, 2 * size


def deal(state: State, shuffle: Shuffle, starter: int | None = None) -> None:
    """Begins the next round of a match without a generator of its own. That the stream is this round's is not checked."""
    state.begin(state.game.shuffle(state, shuffle.below), starter)


def go_on(state: State, shuffle: Shuffle) -> None:
    """Lets chance act as long as the round awaits it: to be called after every move, with the stream that dealt the round."""
    while state.dealt and state.awaits_chance:
        state.push_chance(state.chance(shuffle.below))


def proof_of(seed: bytes, contributions: Sequence[bytes]) -> dict[str, Any]:
    """The field `fair` of a round. It tells the seed: not before the round is over."""
    return {"commitment": commitment(seed).hex(), "seed": seed.hex(), "contributions": [added.hex() for added in contributions]}
