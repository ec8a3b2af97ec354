"""A guest and its network: limits, dropped connections, servers that restart, stay away, refuse, or are something else."""

import contextlib
import random
import socket
import threading
from pathlib import Path

import httpx
import pytest
from support.guests import Visit, guest_on, messages, opened, played_out, record_of
from support.messages import expected_messages
from support.programs import first_legal, recorder
from support.serving import Client, Running, Serving, running
from websockets.sync.server import ServerConnection, serve

from lostcities.guest import connection as connections
from lostcities.guest.connection import Connection, TurnedAway
from lostcities.guest.invitation import Invitation
from lostcities.records import check
from lostcities.server import metrics
from lostcities.server.settings import Limits

SPACING = connections.SPACING


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
