"""An invitation to a table, `http://HOST/t/ID#join=KEY`: look at the table, and take a seat.

>>> Invitation.read("http://127.0.0.1:8765/t/abc#join=xyz")
Invitation(base='http://127.0.0.1:8765', table='abc', key='xyz')
>>> Invitation.read("http://127.0.0.1:8765/t/abc#watch=xyz")
Traceback (most recent call last):
lostcities.games.errors.BadOption: this link is for watching; ask for the invitation, which has #join= in it
"""

from __future__ import annotations

import http.client
import json
import re
import time
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from lostcities.games.errors import BadOption, Reason
from lostcities.games.options import printable, shown
from lostcities.records import RecordError, decode

Message = dict[str, Any]
"""What a server says, as JSON. It comes from outside: only what is used is checked, when it is used."""
LINK = re.compile(r"(https?://[^\s/#?]+(?:/[^\s#?]+)?)/t/([\w-]{1,128})/?#(join|watch)=([\w-]{1,128})")
SECONDS = 20.0
"""How long an answer may take."""
MOST = 1024 * 1024
"""The longest answer that is read."""
BUSY = (429, 503)
WAITS = (1.0, 3.0, 0.0)
"""Seconds to wait after each try that found the server busy."""


class Invitation(NamedTuple):
    """A link that lets its owner take a seat."""

    base: str
    """The server's address."""
    table: str
    key: str

    @staticmethod
    def read(link: str) -> Invitation:
        """Return the invitation that a link is. Raises `BadOption` if it is none."""
        found = LINK.fullmatch(link.strip())
        if not found:
            raise BadOption(Reason("bad_link", {"link": shown(link)}))
        base, table, kind, key = found.groups()
        if kind == "watch":
            raise BadOption(Reason("watch_link", {}))
        return Invitation(base, table, key)

    @property
    def address(self) -> str:
        return f"{self.base}/api/tables/{self.table}"

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"{self.address.replace('http', 'ws', 1)}/live"

    def look(self) -> Message:
        """Return the table without its position, if a seat can be taken there."""
        table = self.ask(Request(f"{self.address}?key={self.key}")).get("table")
        if not isinstance(table, dict) or not isinstance(table.get("seats"), list):
            raise self.strange("table")
        if table.get("finished"):
            raise BadOption(Reason("match_over", {}))
        if not any(seat.get("kind") == "open" for seat in table["seats"]):
            raise BadOption(Reason("no_free_seat", {}))
        return table

    def sit(self, name: str) -> tuple[int, str]:
        """Take a seat; return it and its token."""
        body = json.dumps({"key": self.key, "name": name}).encode()
        found = self.ask(Request(f"{self.address}/seats", body, {"Content-Type": "application/json"}))
        seat, token = found.get("seat"), found.get("token")
        if not isinstance(seat, int) or not isinstance(token, str):
            raise self.strange("seat")
        return seat, token

    def ask(self, request: Request) -> Message:
        """Return the answer to a request. A busy server is asked again, after a while. Raises `BadOption` with what it says."""
        request.add_header("Accept-Language", "en")
        request.add_header("User-Agent", "lostcities")
        for wait in WAITS:
            status, data = self.fetch(request)
            if status not in BUSY or not wait:
                break
            time.sleep(wait)
        found = self.read_object(data)
        if status >= http.HTTPStatus.BAD_REQUEST:
            raise BadOption(Reason("table_refused", {"address": self.base, "why": printable(str(found.get("message")))[:200]}))
        return found

    def fetch(self, request: Request) -> tuple[int, bytes]:
        """Return the status and the body of an answer."""
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return answer.status, answer.read(MOST)
        except HTTPError as error:
            return error.code, error.read(MOST)
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            why = printable(str(getattr(error, "reason", None) or error))
            raise BadOption(Reason("no_server", {"address": self.base, "why": why})) from None

    def read_object(self, data: bytes) -> Message:
        try:
            found = decode(data)
        except RecordError:
            found = None
        if not isinstance(found, dict):
            raise self.strange("JSON")
        return found

    def strange(self, missing: str) -> BadOption:
        """Return the error for an answer that no server of ours would give."""
        return BadOption(Reason("not_a_server", {"address": self.base, "missing": missing}))
