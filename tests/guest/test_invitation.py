"""Invitation links: what is not one, and what it leads to, is said in one sentence; no seat is taken in vain."""

import http.server
import random
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support.commands import run
from support.guests import Visit, opened
from support.serving import Client, Running

from lostcities import BadOption
from lostcities.guest.invitation import Invitation


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("nonsense", "is not an invitation; expected a link such as"),
        ("ftp://127.0.0.1/t/a#join=b", "is not an invitation"),
        ("BASE/t/abc", "is not an invitation"),
        ("BASE/t/abc#watch=xyz", "this link is for watching"),
        ("BASE/t/abc#join=xyz", "says: this table doesn’t exist"),
        ("BASE/t/ID#join=xyz", "says: this table is private"),
        ("http://127.0.0.1:1/t/abc#join=xyz", "no server answers at http://127.0.0.1:1: "),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_with_a_sentence(link: str, why: str, server: Running, anna: Client) -> None:
    table = opened(anna)
    with pytest.raises(BadOption) as refused:
        Invitation.read(link.replace("BASE", server.url).replace("ID", table["id"])).look()
    assert why in str(refused.value)
    assert anna.table(table)["table"]["seats"][1]["kind"] == "open"


def test_no_seat_is_taken_for_a_bot_that_cannot_play(anna: Client, tmp_path: Path) -> None:
    table = opened(anna, "board")
    only = tmp_path / "only.py"
    only.write_text('print(\'{"type": "hello", "name": "mine", "games": ["card"]}\', flush=True)\ninput()\ninput()\n')
    for spec, why in (
        (f"cmd:{sys.executable} {only}", "cannot play: it does not play board"),
        ("cmd:/no/such/program", "cannot play: its program could not be started"),
        ("py:nowhere:Bot", "there is no module nowhere"),
        ("nobody", "unknown bot"),
    ):
        assert why in str(Visit(table["join"], spec).end())
    done = run("bots", "join", table["join"], "nobody")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert anna.table(table)["table"]["seats"][1]["kind"] == "open"


def test_a_full_table_and_a_finished_one_say_so(anna: Client) -> None:
    table = opened(anna, "card", options={"size": "mini", "rounds": 1})
    link = table["join"]
    guest = Visit(link, "random")
    seat = anna.join(table, generous=True)
    seat.dealt()
    assert str(Visit(link, "thumb").end()) == "there are no free seats"
    seat.play_out(random.Random(1))
    assert guest.end() is None
    done = run("bots", "join", link, "thumb")
    assert (done.returncode, done.stderr) == (2, "lostcities: the match is over\n")


def test_a_page_that_is_no_server_says_so() -> None:
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Page) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        with pytest.raises(BadOption, match="is not a server for these games: no JSON"):
            Invitation.read(f"http://127.0.0.1:{other.server_port}/t/a#join=b").look()
        other.shutdown()
