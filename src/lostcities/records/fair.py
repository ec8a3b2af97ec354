"""Fair shuffles: the chance of a round, made from the server's secret and from bytes of the players that nobody could choose late.

The server commits to its secret, then every player commits to bytes of their own. The bytes are revealed only when all commitments
are fixed. `fair_key` mixes them. docs/records.md has the algorithm; each game's `shuffle` says how the numbers are used.

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
    """Return what is published in advance: it fixes a seed or a share without revealing it."""
    return sha256(secret).digest()


def fair_key(seed: bytes, shares: Mapping[int, bytes]) -> bytes:
    """Return the key that shuffles a round: the server's seed and the bytes of the seats that took part, each with its number."""
    return sha512(seed + b"".join(bytes([seat]) + shares[seat] for seat in sorted(shares))).digest()


def daily_key(secret: bytes, day: str, game: str) -> bytes:
    """Return the key of a day's deal, such as that of `2026-11-16/card`. It takes the place of `fair_key`."""
    return sha512(secret + f"{day}/{game}".encode("ascii")).digest()


def daily_luck(secret: bytes, day: str, game: str, name: str) -> bytes:
    """Return what a bot's own random choices at a day's deal are made from; of `name` there is one for the opponent, and one for others."""
    return sha512(secret + f"{day}/{game}/{name}".encode("ascii")).digest()


def first_key(seed: bytes, contributions: Sequence[bytes]) -> bytes:
    """Return the key of the first form, from before seats committed to their bytes. A seat that added nothing has empty bytes."""
    return sha512(seed + b"".join(contributions)).digest()


class Shuffle:
    """The chance of one round as a stream of numbers, the same for everyone who knows the key. `round` counts from 1."""

    def __init__(self, key: bytes, game: str, round: int) -> None:
        self.stream = shake_256(key + f"{game}/{round}".encode("ascii"))
        self.read = b""
        self.at = 0
        """Bytes used so far."""

    def below(self, n: int) -> int:
        """Return the next number from 0 to `n` - 1, all equally likely: words from the last whole multiple of `n` upwards are skipped."""
        if not 0 < n <= WORDS:
            raise ValueError(f"there is no number below {n} in a word of 32 bits")
        whole = WORDS // n * n
        while (word := self.word()) >= whole:
            pass
        return word % n

    def word(self) -> int:
        """Return the next 32 bits, high byte first. A longer digest begins with the shorter one."""
        if self.at == len(self.read):
            self.read = self.stream.digest(2 * len(self.read) or 1024)
        self.at += 4
        return int.from_bytes(self.read[self.at - 4 : self.at], "big")


def proof_of(seed: bytes, shares: Mapping[int, bytes], restarts: int) -> dict[str, object]:
    """Return the field `fair` of a round. It reveals the seed, so call it only when the round is over."""
    seats = {str(seat): {"commitment": commitment(shares[seat]).hex(), "bytes": shares[seat].hex()} for seat in sorted(shares)}
    return {"version": VERSION, "commitment": commitment(seed).hex(), "seed": seed.hex(), "seats": seats, "restarts": restarts}


def daily_proof_of(secret: bytes, day: str) -> dict[str, object]:
    """Return the field `fair` of a day's deal. It reveals the secret, so show it only when the day is closed."""
    return {"version": VERSION, "day": day, "commitment": commitment(secret).hex(), "seed": secret.hex()}


def first_proof_of(seed: bytes, contributions: Sequence[bytes]) -> dict[str, object]:
    """Return the field `fair` in its first form, for rounds that were dealt that way."""
    return {"commitment": commitment(seed).hex(), "seed": seed.hex(), "contributions": [added.hex() for added in contributions]}
