"""`lostcities bots join` with real servers, sockets and programs: a bot plays a match to its end, whatever happens to the network."""

import contextlib
import http.server
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.commands import PROGRAM, run
from support.messages import expected_messages
from support.programs import doing, first_legal, recorder
from support.serving import Client, Message, Running, Serving, Socket, running
from support.waiting import PATIENCE, wait_for
from websockets.sync.server import ServerConnection, serve

from lostcities import BadOption
from lostcities.bots import Bot
from lostcities.bots.random_bot import RandomBot
from lostcities.guest import connection as connections
from lostcities.guest.connection import Connection, TurnedAway
from lostcities.guest.guest import Guest, visit
from lostcities.guest.invitation import Invitation
from lostcities.guest.part import Part
from lostcities.guest.story import Story
from lostcities.records import check
from lostcities.records.fair import commitment
from lostcities.records.proof import verify
from lostcities.server import metrics
from lostcities.server.settings import Limits

GAMES: dict[str, Message] = {"card": {"size": "mini", "rounds": 2}, "board": {"rounds": 1}, "roll": {}}
"""With short matches."""


SPACING = connections.SPACING


@pytest.fixture(autouse=True)
def hurry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests in this process need not wait between messages: most servers here have no limits."""
    monkeypatch.setenv("LOSTCITIES_DATA", str(tmp_path / "own"))
    monkeypatch.setattr(connections, "SPACING", 0.0)


CLASSES = """
import time
from lostcities.bots import Policy

class Last(Policy):
    def decide(self, view):
        return view["legal"][-1]

class Slow(Last):
    def decide(self, view):
        time.sleep(5.5)
        return super().decide(view)
"""


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Classes in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "classes.py").write_text(CLASSES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def anna(server: Running) -> Iterator[Client]:
    """A person with a browser."""
    client = Client(server.url)
    yield client
    client.close()


class Visit:
    """A guest in a thread of this process."""

    def __init__(self, link: str, spec: str, name: str | None = None, ms: int = 1000, pace: float = 0.0) -> None:
        self.said: list[str] = []
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self.run, args=(Invitation.read(link), spec, name, ms, pace), daemon=True)
        self.thread.start()

    def run(self, *arguments: Any) -> None:
        try:
            visit(*arguments, 7, self.said.append)
        except Exception as error:
            self.error = error

    def end(self) -> Exception | None:
        self.thread.join(2 * PATIENCE)
        assert not self.thread.is_alive()
        return self.error


def opened(anna: Client, name: str = "card", **fields: Any) -> Message:
    options = fields.pop("options", GAMES[name])
    return anna.open(name, **{"seats": ["me", "open"], "options": options, "name": "Anna", **fields})


def played_out(anna: Client, table: Message) -> Socket:
    return anna.join(table, generous=True).play_out(random.Random(3))


def record_of(anna: Client, table: Message) -> Message:
    found: Message = anna.http.get(f"/api/tables/{table['id']}/record").json()
    return found


# -- a match --


@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_a_match_and_hears_what_the_arena_would_tell_it(name: str, anna: Client, tmp_path: Path) -> None:
    table = opened(anna, name)
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log))
    played_out(anna, table)
    assert guest.end() is None, guest.error
    record = record_of(anna, table)
    state = check(record)
    told = messages(log)
    assert (told[0]["type"], told[-1]["type"]) == ("hello", "quit")
    assert told[1:-1] == expected_messages(state, 1, ["Anna", "recorder"], 1000)
    assert guest.said[-1] == f"The match is over: Anna {state.totals[0]} · recorder {state.totals[1]}"
    for played in record["rounds"]:  # it took part in every shuffle, like a person
        assert set(played["fair"]["seats"]) == {"0", "1"}
    assert verify(record)


def messages(log: Path) -> list[Message]:
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.usefixtures("classes")
def test_a_class_and_a_bot_of_ours_play_too(anna: Client) -> None:
    table = opened(anna, "roll", seats=["me", "open", "open"])
    guests = [Visit(table["join"], "py:classes:Last"), Visit(table["join"], "thumb", "Uncle Tom")]
    played_out(anna, table)
    assert [guest.end() for guest in guests] == [None, None]
    assert sorted(record_of(anna, table)["players"]) == ["Anna", "Last", "Uncle Tom"]


@pytest.mark.parametrize("limits", [Limits(), Limits(messages=2, all_messages=2)], ids=["usual", "low"])
def test_a_guest_keeps_to_the_limits_of_a_server(limits: Limits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It never exceeds the usual ones. With lower ones, what came too fast is sent again."""
    monkeypatch.setattr(connections, "SPACING", SPACING)
    with running(tmp_path / "server", limits=limits) as server:
        host = Client(server.url)
        table = opened(host, "card", options={"size": "mini", "rounds": 1})
        before = too_fast()
        guest = Visit(table["join"], "random")
        played_out(host, table)
        assert guest.end() is None, guest.error
        host.close()
        assert (too_fast() > before) == (limits.messages < 15)


def too_fast() -> float:
    """How often anything was refused because it came too fast."""
    return float(metrics.REFUSALS.labels("too_fast")._value.get())


# -- the network --


class Relay:
    """A network between a guest and a server that can be cut."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pairs: list[socket.socket] = []
        self.made = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.made += 1
            self.pairs += [near, far]
            for source, drain in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(source, drain), daemon=True).start()

    def pump(self, source: socket.socket, drain: socket.socket) -> None:
        with source, drain, contextlib.suppress(OSError):
            while data := source.recv(65536):
                drain.sendall(data)

    def cut(self) -> None:
        """Break every connection, without a word."""
        pairs, self.pairs = self.pairs, []
        for end in pairs:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def test_a_dropped_connection_is_taken_up_again_and_nothing_is_played_twice(server: Running, anna: Client, tmp_path: Path) -> None:
    relay = Relay(server.settings.port)
    table = opened(anna, "card", options={"size": "mini", "rounds": 2})
    log = tmp_path / "messages"
    guest = Visit(table["join"].replace(str(server.settings.port), str(relay.port)), recorder(log))
    seat = anna.join(table, generous=True)
    rng, cuts = random.Random(3), 0
    while not seat.table.get("finished"):
        if cuts < 3 and relay.made >= cuts + 3:  # two requests come before the socket
            relay.cut()
            cuts += 1
        seat.my_turn()
        if seat.legal:
            seat.move(rng.choice(seat.legal))
    assert guest.end() is None, guest.error
    relay.listener.close()
    assert cuts == 3
    assert guest.said.count("Connected again.") >= 1
    assert messages(log)[1:-1] == expected_messages(check(record_of(anna, table)), 1, ["Anna", "recorder"], 1000)


def test_a_server_that_restarts_finds_the_guest_again(tmp_path: Path) -> None:
    """Killed in the middle of a match, and started again on the same port."""
    first = Serving(tmp_path / "tables")
    port = httpx.URL(first.url).port
    host = Client(first.url)
    table = opened(host, "card", options={"size": "mini", "rounds": 1})
    guest = Visit(table["join"], first_legal(tmp_path))
    seat = host.join(table, generous=True).my_turn()
    seat.move(seat.legal[0])
    first.kill()
    again = Serving(tmp_path / "tables", "--port", str(port))
    try:
        back = host.join(table, generous=True)
        back.play_out(random.Random(2))
        assert guest.end() is None, guest.error
    finally:
        host.close()
        again.stop()


def test_a_table_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    line = Connection(f"ws://127.0.0.1:{port}/api/tables/x/live", "token", lambda _: None)
    with pytest.raises(TurnedAway, match="no connection to the table"):
        guest_on(line).play()


def test_a_token_that_is_not_valid_is_turned_away_for_good(anna: Client) -> None:
    table = opened(anna)
    line = Connection(Invitation.read(table["join"]).socket, "wrong", lambda _: None)
    with pytest.raises(TurnedAway, match="only its players"):
        guest_on(line).play()


def guest_on(line: Connection) -> Guest:
    return Guest(RandomBot(), Story("card", {}, 0), line, 0.0, lambda _: None)


# -- undone decisions, proposals, clocks --


def test_what_was_undone_is_not_told(anna: Client, tmp_path: Path) -> None:
    """The guest waits a moment, in which a person can still undo; if it was asked too soon, it is told everything again."""
    table = opened(anna, "roll")
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log), pace=0.1)
    seat = anna.join(table, generous=True)
    undone = 0
    while not seat.table.get("finished"):
        seat.my_turn()
        if seat.legal:
            seat.move(seat.legal[0])
            undone += undone < 3 and seat.ask("takeback", version=seat.version)["type"] == "ack"
    assert guest.end() is None, guest.error
    assert undone
    told = [message for message in messages(log)[1:-1] if message["type"] != "decide"]
    began = max(place for place, message in enumerate(told) if message["type"] == "start")
    expected = expected_messages(check(record_of(anna, table)), 1, ["Anna", "recorder"], 1000)
    assert told[began:] == [message for message in expected if message["type"] != "decide"]


def test_a_story_with_an_undone_decision_is_told_again_from_its_start() -> None:
    told: list[tuple[str, Any]] = []

    class Listening(Bot):
        def start(self, game: str, options: Any, seat: int, players: list[str]) -> None:
            told.append(("start", list(players)))

        def deal(self, round: int, starter: int, view: Any) -> None:
            told.append(("deal", round))

        def event(self, seat: int, move: str, card: str | None) -> None:
            told.append((move, card))

        def decide(self, view: Any) -> str:
            return ""

    bot = Listening()
    story = Story("card", {}, 1)
    story.players[:] = ["Anna", "mine"]
    view = {"round": 1, "turn": 0, "to_move": 0, "starter": 0, "scores": []}
    story.hear({"view": None, "what": "sit"})
    story.hear({"view": view, "what": "deal"})
    story.hear({"view": view, "seat": 0, "move": "Y7"})
    story.tell(bot)
    story.hear({"view": view, "seat": 0, "what": "takeback"})
    story.hear({"view": view, "seat": 0, "move": "-Y7"})
    story.hear({"view": view | {"turn": 1, "to_move": 1}, "seat": 0, "move": "+", "card": "B2"})
    story.hear({"view": view | {"turn": 1, "to_move": 1}, "seat": 1, "move": "+", "card": "B3"})
    story.tell(bot)
    start = [("start", ["Anna", "mine"]), ("deal", 1)]
    assert told == [*start, ("Y7", None), *start, ("-Y7", None), ("+", None), ("+", "B3")]


def test_it_agrees_to_end_a_round_that_has_stalled(anna: Client, tmp_path: Path) -> None:
    """Neither takes from the deck; after 30 turns the person proposes to end the round, which needs everyone."""
    table = opened(anna, "card", options={"rounds": 1})
    stalls = doing(
        tmp_path,
        'say(type="move", move=next((m for m in told["legal"] if m[0] == "-" or m[0] == "+" and m != "+"), told["legal"][-1]))',
        "stalls",
    )
    guest = Visit(table["join"], stalls)
    seat = anna.join(table, generous=True)
    while not seat.table.get("finished"):
        if (seat.table.get("stalled") or 0) >= 30:
            seat.ask("propose", what="end_round")
            seat.until(lambda _: seat.table.get("finished"))
            break
        seat.my_turn()
        pile = [move for move in seat.legal if move[0] == "-" or (move[0] == "+" and move != "+")]
        seat.move((pile or seat.legal)[0])
    assert guest.end() is None, guest.error


def test_a_clock_leaves_a_program_less_time_and_a_shorter_pace(anna: Client, tmp_path: Path) -> None:
    table = opened(anna, "card", options={"size": "mini", "rounds": 1}, clock={"kind": "budget", "seconds": 10})
    log = tmp_path / "messages"
    guest = Visit(table["join"], recorder(log), pace=60)
    played_out(anna, table)
    assert guest.end() is None, guest.error
    times = [told["ms"] for told in messages(log) if told["type"] == "decide"]
    assert all(20 <= ms <= 500 for ms in times)
    assert times[-1] < times[0]


@pytest.mark.usefixtures("classes")
def test_a_clock_that_runs_out_ends_the_visit(anna: Client) -> None:
    table = opened(anna, "card", options={"size": "mini", "rounds": 1}, clock={"kind": "move", "seconds": 5})
    guest = Visit(table["join"], "py:classes:Slow")
    played_out(anna, table)
    assert str(guest.end()) == "its clock ran out, and a bot of the server plays on"


# -- what goes wrong --


def test_a_program_that_fails_gives_its_seat_to_a_bot_of_the_server(anna: Client, tmp_path: Path) -> None:
    for number, body in enumerate(['say(type="move", move="Y99")', "sys.exit(3)"]):
        table = opened(anna, "card", options={"size": "mini", "rounds": 1})
        guest = Visit(table["join"], doing(tmp_path, body, f"fails{number}"))
        seat = played_out(anna, table)
        error = guest.end()
        assert type(error).__name__ == "BotFailure"
        assert seat.table["seats"][1]["helped"]


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


STRANGE = ["no JSON", "[1]", '{"type": "event", "version": 3}', '{"type": "state", "version": 1, "view": {}, "table": {}}']


@pytest.mark.parametrize("said", STRANGE)
def test_a_server_that_sends_something_else_ends_the_visit(said: str) -> None:
    def speak(socket: ServerConnection) -> None:
        socket.recv()
        socket.send(said)
        socket.recv()

    with serve(speak, "127.0.0.1", 0) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        line = Connection(f"ws://127.0.0.1:{other.socket.getsockname()[1]}", "token", lambda _: None)
        with pytest.raises(TurnedAway, match="the server sent something unexpected: "):
            guest_on(line).play()
        line.hang_up()


# -- leaving --


@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_leaves_the_table_at_once(begun: bool, anna: Client, tmp_path: Path) -> None:
    """Before the first deal the seat becomes free again; later a bot of the server takes it. The program is told to quit."""
    table = opened(anna, "card", options={"rounds": 1})
    log = tmp_path / "messages"
    command = [*PROGRAM, "bots", "join", table["join"], recorder(log)]
    with (tmp_path / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said, env=os.environ) as process:
        if begun:
            anna.join(table, generous=True).my_turn()
        else:
            wait_for(lambda: b"has seat 1" in (tmp_path / "said").read_bytes(), 60)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    wait_for(lambda: anna.table(table)["table"]["seats"][1]["away"] == "left" or anna.table(table)["table"]["seats"][1]["kind"] == "open")
    assert "left the table" in (tmp_path / "said").read_text()
    assert json.loads(log.read_text().splitlines()[-1]) == {"type": "quit"}


# -- the shuffle --


def shuffle(**changes: Any) -> Message:
    table = {"round": 1, "restarts": 0, "commitment": "ab", "committed": [], "commitments": None, "revealed": [], "without": []}
    return table | changes


def test_its_bytes_are_revealed_only_if_the_list_has_its_commitment() -> None:
    part = Part(1)
    request = part.step(shuffle())
    assert request
    assert (request["kind"], request["round"]) == ("commit", 1)
    part.sent["a"] = "commit", (1, 0)
    assert part.step(shuffle()) is None
    part.answered("a", True)
    assert part.step(shuffle(committed=[1])) is None
    good, bad = {"0": "00", "1": request["commitment"]}, {"0": "00", "1": "11"}
    for wrong in (bad, {"0": "00"}):
        other = Part(1)
        other.bytes, other.accepted = part.bytes, {(1, 0)}
        assert other.step(shuffle(committed=[1], commitments=wrong)) is None
        assert other.wronged(shuffle(committed=[1], commitments=wrong))
        assert not other.wronged(shuffle(committed=[1], commitments=wrong))
    revealed = part.step(shuffle(committed=[1], commitments=good))
    assert revealed
    assert commitment(bytes.fromhex(revealed["bytes"])).hex() == request["commitment"]
    assert part.step(shuffle(committed=[1], commitments={"0": "22", "1": request["commitment"]})) is None


def test_a_shuffle_that_starts_again_gets_other_bytes_and_none_from_a_seat_left_out() -> None:
    part = Part(1)
    first, second = part.step(shuffle()), part.step(shuffle(restarts=1))
    assert first
    assert second
    assert first["commitment"] != second["commitment"]
    assert part.step(shuffle(restarts=2, without=[1])) is None
    assert part.step(shuffle(commitment=None)) is None


def test_a_commitment_that_was_dropped_is_made_again_with_the_same_bytes() -> None:
    part = Part(1)
    first = part.step(shuffle())
    part.sent["a"] = "commit", (1, 0)
    part.answered("a", True)
    assert part.step(shuffle(committed=[0])) == first
    part.sent["b"] = "commit", (1, 0)
    assert part.step(shuffle(committed=[0])) is None


def test_a_reveal_that_was_refused_is_tried_again_and_a_commitment_is_not() -> None:
    part = Part(1)
    part.sent["a"] = "commit", (1, 0)
    part.answered("a", False)
    assert part.step(shuffle()) is None
    list = {"1": commitment(part.bytes[1, 0]).hex()}
    part.sent["b"] = "reveal", (1, 0)
    assert part.step(shuffle(commitments=list)) is None
    part.answered("b", False)
    assert part.step(shuffle(commitments=list))
