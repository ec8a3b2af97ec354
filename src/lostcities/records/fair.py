"""Fair shuffles: the chance of a round, from a secret of the server and from bytes of the players that nobody could choose late.

The server commits to its secret, then every player commits to bytes of their own, and only when all commitments are fixed are the
bytes revealed. `fair_key` mixes them; docs/records.md has the algorithm, and each game's `shuffle` says what is done with the numbers.

>>> shuffle = Shuffle(fair_key(bytes(64), {0: bytes(32), 1: bytes(32)}), "card", 1)
>>> [shuffle.below(6) for _ in range(8)]
[3, 2, 2, 5, 3, 2, 3, 3]
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256, sha512, shake_256
from struct import iter_unpack
from typing import Any

from lostcities.games.game import State

VERSION = 2
SEED_BYTES = 64
SHARE_BYTES = 32
COMMITMENT_BYTES = 32
WORDS = 1 << 32


def commitment(secret: bytes) -> bytes:
    """What is shown beforehand: it fixes a seed or a share without telling it."""
    return sha256(secret).digest()


def fair_key(seed: bytes, shares: Mapping[int, bytes]) -> bytes:
    """What a round is shuffled with: the server's seed and the bytes of the seats that took part, each with its number."""
    return sha512(seed + b"".join(bytes([seat]) + shares[seat] for seat in sorted(shares))).digest()


def first_key(seed: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key of the first form, before seats committed to their bytes: empty where a seat added nothing."""
    return sha512(seed + b"".join(contributions)).digest()


class Shuffle:
    """The chance of one round, `round` counting from 1: a stream of numbers, the same for everybody who knows the key."""

    def __init__(self, key: bytes, game: str, round: int) -> None:
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


def proof_of(seed: bytes, shares: Mapping[int, bytes], restarts: int) -> dict[str, Any]:
    """The field `fair` of a round. It tells the seed: not before the round is over."""
    seats = {str(seat): {"commitment": commitment(shares[seat]).hex(), "bytes": shares[seat].hex()} for seat in sorted(shares)}
    return {"version": VERSION, "commitment": commitment(seed).hex(), "seed": seed.hex(), "seats": seats, "restarts": restarts}


def first_proof_of(seed: bytes, contributions: Sequence[bytes]) -> dict[str, Any]:
    """The field `fair` in its first form, for rounds that were dealt so."""
    return {"commitment": commitment(seed).hex(), "seed": seed.hex(), "contributions": [added.hex() for added in contributions]}
