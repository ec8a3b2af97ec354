"""Fair shuffles: the chance of a round, from a secret of the server and from bytes of the players that nobody could choose late.

The server commits to its secret, then every player commits to bytes of their own, and only when all commitments are fixed are the
bytes revealed. `fair_key` mixes them; docs/records.md has the algorithm, and each game's `shuffle` says what is done with the numbers.

>>> shuffle = Shuffle(fair_key(bytes(64), {0: bytes(32), 1: bytes(32)}), "card", 1)
>>> [shuffle.below(6) for _ in range(8)]
[3, 2, 2, 5, 3, 2, 3, 3]
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256, sha512, shake_256

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
        self.read = b""
        self.at = 0
        """Bytes that have been used."""

    def below(self, n: int) -> int:
        """The next number from 0 to `n` - 1, all equally likely: words from the last whole multiple of `n` on are passed over."""
        if not 0 < n <= WORDS:
            raise ValueError(f"there is no number below {n} in a word of 32 bits")
        whole = WORDS // n * n
        while (word := self.word()) >= whole:
            pass
        return word % n

    def word(self) -> int:
        """The next 32 bits, the high byte first. A longer digest begins with the shorter one."""
        if self.at == len(self.read):
            self.read = self.stream.digest(2 * len(self.read) or 1024)
        self.at += 4
        return int.from_bytes(self.read[self.at - 4 : self.at], "big")


def proof_of(seed: bytes, shares: Mapping[int, bytes], restarts: int) -> dict[str, object]:
    """The field `fair` of a round. It tells the seed: not before the round is over."""
    seats = {str(seat): {"commitment": commitment(shares[seat]).hex(), "bytes": shares[seat].hex()} for seat in sorted(shares)}
    return {"version": VERSION, "commitment": commitment(seed).hex(), "seed": seed.hex(), "seats": seats, "restarts": restarts}


def first_proof_of(seed: bytes, contributions: Sequence[bytes]) -> dict[str, object]:
    """The field `fair` in its first form, for rounds that were dealt so."""
    return {"commitment": commitment(seed).hex(), "seed": seed.hex(), "contributions": [added.hex() for added in contributions]}
