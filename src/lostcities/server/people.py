"""Who somebody is: a cookie with 32 random bytes, of which the house keeps a hash; and a name, if they gave one. No password."""

import hashlib
import re
import secrets
import unicodedata
from collections import OrderedDict

import msgspec
from sqlalchemy import delete, insert, select, update

from lostcities.server.models import people, seats
from lostcities.server.storage import Storage

COOKIE = "lostcities"
TOKEN_BYTES = 32
KEY_BYTES = 16
LONGEST_NAME = 24
REMEMBERED = 10_000
"""People whose line is kept in memory."""
YEAR = 365 * 86400
DAY_MS = 86_400_000


class Person(msgspec.Struct):
    """Somebody with a cookie."""

    id: str
    name: str | None = None
    language: str | None = None
    seen: int = 0
    """When, in milliseconds since 1970; noted once a day."""


def new_token() -> str:
    """What proves who one is, or whose seat it is."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_key() -> str:
    """An id or a key that cannot be guessed: 128 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def hashed(token: str) -> bytes:
    """What is kept of a token: it cannot be turned back, and the token is too long to be tried out."""
    return hashlib.sha256(token.encode()).digest()


def clean_name(name: str | None) -> str | None:
    """A name fit to be shown to others: no control or direction characters, no more than 24 characters; None if nothing is left.

    >>> clean_name("  Anna\\u202e \\n Lena "), clean_name("\\u200b")
    ('Anna Lena', None)
    """
    kept = "".join(char for char in unicodedata.normalize("NFC", name or "") if visible(char))
    return re.sub(r"\s+", " ", kept).strip()[:LONGEST_NAME].strip() or None


def visible(char: str) -> bool:
    """Letters, marks, digits, signs and blanks. Joiners within words are needed in Persian: they are no direction characters."""
    return char in "\u200c\t\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class People:
    """Those who have been here. A few thousand are kept at hand, so that most requests need not ask the database."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.known: OrderedDict[bytes, Person] = OrderedDict()

    async def find(self, token: str | None, now: int) -> Person | None:
        """Whose cookie it is."""
        person = await self.look_up(hashed(token)) if token else None
        if person and now - person.seen > DAY_MS:
            await self.change(person, None, None, now)
        return person

    async def look_up(self, key: bytes) -> Person | None:
        if key in self.known:
            self.known.move_to_end(key)
            return self.known[key]
        columns = (people.c.id, people.c.name, people.c.language, people.c.seen)
        rows = await self.storage.read(select(*columns).where(people.c.token == key))
        return self.remember(key, Person(*rows[0])) if rows else None

    def remember(self, key: bytes, person: Person) -> Person:
        self.known[key] = person
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return person

    async def add(self, name: str | None, language: str, now: int) -> tuple[Person, str]:
        """Somebody new, and the token for the cookie."""
        token, person = new_token(), Person(new_key(), name, language, now)
        line = {"id": person.id, "token": hashed(token), "name": name, "language": language}
        await self.storage.write(insert(people).values(**line, created=now, seen=now))
        return self.remember(hashed(token), person), token

    async def change(self, person: Person, name: str | None, language: str | None, now: int) -> None:
        """A new name or language; None leaves it as it was."""
        person.name = name or person.name
        person.language = language or person.language
        person.seen = now
        values = {"name": person.name, "language": person.language, "seen": now}
        await self.storage.write(update(people).where(people.c.id == person.id).values(**values))

    async def forget(self, person: Person) -> None:
        """Deletes name and cookie, and takes the name off every seat; the games stay, as those of nobody."""
        unlinked = update(seats).where(seats.c.person == person.id).values(person=None, token=None, name=None)
        await self.storage.write(unlinked, delete(people).where(people.c.id == person.id))
        self.known = OrderedDict((key, other) for key, other in self.known.items() if other.id != person.id)
