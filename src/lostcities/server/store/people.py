"""People: a cookie with 32 random bytes, of which the server keeps a hash, and a name and a face if they chose any. No password."""

import hashlib
import secrets
from collections import OrderedDict

import msgspec
from sqlalchemy import Executable, delete, insert, select, update

from lostcities.server.store.models import people, seats
from lostcities.server.store.storage import Storage, revised_for

COOKIE = "lostcities"
TOKEN_BYTES = 32
KEY_BYTES = 16
REMEMBERED = 10_000
"""People whose row is kept in memory."""
YEAR = 365 * 86400
DAY_MS = 86_400_000


class Person(msgspec.Struct):
    """A person with a cookie."""

    id: str
    name: str | None = None
    language: str | None = None
    seen: int = 0
    """Last visit, in milliseconds since 1970; updated once a day."""
    face: str | None = None


def new_token() -> str:
    """Return a new token, for a person's cookie or a program's seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_key() -> str:
    """Return an id or key that cannot be guessed: 128 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def hashed(token: str) -> bytes:
    """Return the hash of a token. It cannot be reversed, and tokens are too long to be guessed."""
    return hashlib.sha256(token.encode()).digest()


def newcomer(name: str | None, language: str, now: int, face: str | None = None) -> tuple[Person, str, Executable]:
    """Return a new person, the token for the cookie, and the statement to run before anything of theirs is stored."""
    token, person = new_token(), Person(new_key(), name, language, now, face)
    line = {"id": person.id, "token": hashed(token), "name": name, "language": language, "face": face}
    return person, token, insert(people).values(**line, created=now, seen=now)


class People:
    """Everyone who has been here. Some thousands are cached, so that most requests do not need the database.

    Several nodes on one database cache nobody: who is deleted through one must not be known to another.
    """

    def __init__(self, storage: Storage, alone: bool = True) -> None:
        self.storage, self.alone = storage, alone
        self.known: OrderedDict[bytes, Person] = OrderedDict()

    async def find(self, token: str | None, now: int) -> Person | None:
        """Return the person with this cookie."""
        key = hashed(token) if token else b""
        person = await self.look_up(key) if key else None
        if person and now - person.seen > DAY_MS:
            self.known.pop(key, None)  # after so long they may have been removed from the database
            person = await self.look_up(key)
            if person:
                await self.change(person, None, None, now)
        return person

    async def look_up(self, key: bytes) -> Person | None:
        if key in self.known:
            self.known.move_to_end(key)
            return self.known[key]
        columns = (people.c.id, people.c.name, people.c.language, people.c.seen, people.c.face)
        rows = await self.storage.read(select(*columns).where(people.c.token == key))
        return self.remember(key, Person(*rows[0])) if rows else None

    def remember(self, key: bytes, person: Person) -> Person:
        if self.alone:
            self.known[key] = person
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return person

    async def add(self, name: str | None, language: str, now: int, face: str | None = None) -> tuple[Person, str]:
        """Store a new person; return them and the token for the cookie."""
        person, token, line = newcomer(name, language, now, face)
        await self.storage.write(line)
        return self.remember(hashed(token), person), token

    async def change(self, person: Person, name: str | None, language: str | None, now: int, face: str | None = None) -> None:
        """Change a name, language or face; None leaves it as it is. Memory is updated only once it is stored."""
        given = {"name": name, "language": language, "face": face, "seen": now}
        changes = {column: value for column, value in given.items() if value}
        await self.storage.write(update(people).where(people.c.id == person.id).values(**changes))
        for column, value in changes.items():
            setattr(person, column, value)

    async def forget(self, person: Person) -> None:
        """Delete name, face and cookie, and remove name and face from every seat. The games stay, without the person."""
        unlinked = update(seats).where(seats.c.person == person.id).values(person=None, token=None, name=None, face=None)
        await self.storage.write(revised_for(person.id), unlinked, delete(people).where(people.c.id == person.id))
        self.known = OrderedDict((key, other) for key, other in self.known.items() if other.id != person.id)
