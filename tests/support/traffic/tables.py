"""Whole games at a server's tables, with every kind of request, including refused ones. Each function is one recording."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.serving import Message, key_of
from support.traffic.clients import Scene, Socket, Visitor, scene

DECK = "+"
STALLED = 30
"""Turns without a draw from the deck after which players may agree to end a round."""
GENEROUS = 0.7
"""How often a player draws from the deck if possible, so that a round ends."""


class Game:
    """The players at a table; their moves are the same in every run."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rng = random.Random(5)
        self.id = ""

    def open(self, visitor: Visitor, game: str, **fields: Any) -> Message:
        opened: Message = visitor.ask("POST", "/api/tables", {"game": game, **fields})
        self.id = opened["id"]
        if "open" not in fields["seats"]:
            visitor.await_shuffle(self.id)
        return opened

    @property
    def over(self) -> bool:
        return bool(self.scene.sockets[0].table["finished"])

    @property
    def deciding(self) -> Socket | None:
        """The client that decides; none between rounds."""
        return next((socket for socket in self.scene.sockets if socket.legal), None)

    def shuffle(self) -> None:
        """Everyone at the table commits, then everyone reveals."""
        people = {socket.table["you"][0]: socket for socket in self.scene.sockets if socket.table["you"]}
        for socket in people.values():
            socket.commit()
        for socket in people.values():
            socket.reveal()

    def step(self) -> None:
        socket = self.deciding
        if socket is None:
            self.shuffle()
        else:
            generous = DECK in socket.legal and self.rng.random() < GENEROUS
            socket.move(DECK if generous else self.rng.choice(socket.legal))

    def play(self, decisions: int) -> None:
        for _ in range(decisions):
            self.step()

    def until(self, phase: str | None, socket: Socket | None = None) -> Socket:
        """Play until a decision of this kind, by this client if one is named."""
        while not (self.deciding and self.deciding.view["phase"] == phase and socket in (None, self.deciding)):
            self.step()
        return self.deciding

    def play_round(self) -> None:
        """Play to the end of the round, or of the match."""
        self.step()
        while not self.over and self.deciding:
            self.step()

    def play_out(self) -> None:
        while not self.over:
            self.step()

    def results(self, *visitors: Visitor) -> None:
        """Everything that can be asked about a table over HTTP, even before it is over."""
        for visitor in visitors:
            visitor.ask("GET", f"/api/tables/{self.id}")
            visitor.ask("GET", "/api/me")
        visitors[0].ask("GET", f"/api/tables/{self.id}/record")
        visitors[0].ask("GET", f"/api/tables/{self.id}/replay?round=1")
        visitors[0].ask("GET", f"/api/tables/{self.id}/replay?round=9")

    def come_back(self, visitor: Visitor, *missed: int, **fields: Any) -> None:
        """Join once for each of these numbers, having missed that many events."""
        for number, events in enumerate(missed, 2):
            since = max(self.scene.sockets[0].version - events, 0)
            visitor.join(self.id, f"{visitor.name}{number}", since=since, **fields).go()


@contextmanager
def game(folder: Path) -> Iterator[Game]:
    with scene(folder / "server") as found:
        yield Game(found)


def card(folder: Path) -> list[str]:
    """Two people and a spectator, two rounds, and everything that is refused."""
    with game(folder) as table:
        ann, ben, cai = (table.scene.visitor(name) for name in ("ann", "ben", "cai"))
        ann.ask("GET", "/api/me")
        for wrong in ({"game": "chess"}, {"game": "card", "options": {"colors": 9}}, {"game": "card", "seats": ["me"]}):
            ann.ask("POST", "/api/tables", wrong)
        opened = table.open(ann, "card", options={"rounds": 2}, seats=["me", "open"], name="Ann", assist="counters", hints=False)
        mine = ann.join(table.id)
        sit_down(table, opened, ben, cai)
        seats = (mine, ben.join(table.id), cai.join(table.id, watch=key_of(opened["watch"])))
        refused_shuffles(*seats)
        table.shuffle()
        table.play(5)
        refused_messages(table, seats[2])
        table.play(20)
        take_back(table)
        table.come_back(ann, 0, 1, 7, 40, -3)
        table.come_back(cai, 0, 5, watch=key_of(opened["watch"]))
        table.play_round()
        table.results(ann, ben, cai)
        table.play_out()
        table.results(ann, ben)
        rematch(table, ann, ben)
        return table.scene.journal.lines


def sit_down(table: Game, opened: Message, ben: Visitor, cai: Visitor) -> None:
    seats, join = f"/api/tables/{table.id}/seats", key_of(opened["join"])
    ben.ask("GET", f"/api/tables/{table.id}")
    ben.ask("GET", f"/api/tables/{table.id}?key={join}")
    ben.ask("POST", seats, {"key": "wrong"})
    ben.ask("POST", seats, {"key": join, "seat": 7})
    ben.ask("POST", seats, {"key": join, "name": "  Ben\u200b  the   second "})
    ben.ask("POST", seats, {"key": join})
    cai.ask("POST", seats, {"key": join})
    cai.ask("GET", "/api/tables/nowhere")
    cai.turned_away(table.id, '{"type": "join"}')
    cai.turned_away(table.id, '{"type": "ping"}')
    cai.turned_away(table.id, "no JSON")
    cai.turned_away("nowhere", '{"type": "join"}')


def refused_shuffles(ann: Socket, ben: Socket, cai: Socket) -> None:
    """Every error before a deal; in the end everything is as before."""
    ann.ask("commit", round=1, commitment="abc")
    ann.ask("commit", round=2, commitment="")
    ann.ask("reveal", round=1, bytes=ann.share.hex())
    cai.ask("commit", round=1, commitment="")
    ben.move("Y7")


def refused_messages(table: Game, cai: Socket) -> None:
    """Every error during a game."""
    mine = table.until("play")
    other = next(socket for socket in table.scene.sockets if socket is not mine and socket is not cai)
    other.move("+")
    cai.move("+")
    mine.move("+")
    mine.move("Z9")
    mine.move("Y7", seat=1 - mine.table["you"][0])
    mine.move(mine.legal[0], version=mine.version - 1)
    mine.ask("takeback", version=mine.version)
    mine.ask("explain", moves=[*mine.legal, "+", "Z9"])
    other.ask("explain", moves=["+"])
    mine.ask("hint")
    mine.ask("propose", what="end_round")
    mine.ask("propose", what="hints")
    other.ask("agree", what="hints", yes=False)
    cai.ask("say", phrase="hello")
    other.ask("say", phrase="good_luck")
    other.ask("say", phrase="hello", seat=5)
    for text in ("", "[]", '{"type": "move", "id": "x"}', '{"type": "fly", "id": "y"}', '{"type": "join"}'):
        mine.post(text)
        mine.until(lambda message: message["type"] == "error")


def take_back(table: Game) -> None:
    """Play a card, undo it, play another; and send the same request twice."""
    mine = table.until("play")
    mine.move(mine.legal[0])
    mine.ask("takeback", version=mine.version)
    mine.move(mine.legal[-1], id="once")
    mine.move(mine.legal[-1], id="once")
    mine.ask("takeback", version=mine.version - 1)
    mine.move(DECK)
    mine.ask("takeback", version=mine.version)


def rematch(table: Game, ann: Visitor, ben: Visitor) -> None:
    """A rematch, until one of them leaves."""
    table.scene.sockets[0].ask("say", phrase="good_game")
    again = ann.ask("POST", f"/api/tables/{table.id}/rematch")
    ann.await_shuffle(again["id"])
    ben.ask("POST", f"/api/tables/{table.id}/rematch")
    table.scene.sockets.clear()
    table.id = again["id"]
    seats = [ann.join(table.id, "ann-again"), ben.join(table.id, "ben-again")]
    table.shuffle()
    table.play(8)
    next(seat for seat in seats if not seat.legal).ask("leave")
    ben.ask("GET", "/api/me")
    ben.ask("GET", "/api/tables")


def agreed(folder: Path) -> list[str]:
    """A round in which nobody draws from the deck, until both agree to end it."""
    with game(folder) as table:
        ann, ben = (table.scene.visitor(name) for name in ("ann", "ben"))
        table.open(ann, "card", options={"rounds": 1, "colors": 6}, seats=["open", "me"], listed=True, name="Ann")
        mine = ann.join(table.id)
        ben.ask("GET", "/api/tables")
        ben.ask("POST", f"/api/tables/{table.id}/seats", {"name": "Ben"})
        his = ben.join(table.id)
        table.shuffle()
        while mine.table["stalled"] < STALLED:
            stall(table)
        mine.ask("propose", what="end_round")
        his.ask("agree", what="end_round", yes=False)
        mine.ask("propose", what="end_round")
        his.ask("agree", what="end_round")
        table.results(ann, ben)
        table.scene.sockets.remove(mine)
        ann.ask("DELETE", "/api/me")
        mine.read_to_end()
        ben.ask("GET", f"/api/tables/{table.id}")
        return table.scene.journal.lines


def stall(table: Game) -> None:
    """Play a turn that avoids the deck if possible: a card goes to one pile, and another comes from a different one."""
    mine = table.until("play")
    piles = {color for color, cards in mine.view["discards"].items() if cards}
    discards = [move for move in mine.legal if move.startswith("-")]
    mine.move(next((move for move in discards if piles - {move[1]}), discards[0]))
    mine.move(next((move for move in mine.legal if move != DECK), DECK))


def clock(folder: Path) -> list[str]:
    """A match against a bot with a clock, which finally runs out."""
    with game(folder) as table:
        ann, cai = (table.scene.visitor(name) for name in ("ann", "cai"))
        timed = {"kind": "budget", "seconds": 900, "increment": 2}
        opened = table.open(ann, "card", options={"rounds": 1}, seats=["thumb", "me"], clock=timed, name="Ann", assist="open")
        mine = ann.join(table.id)
        table.shuffle()
        while mine.view["turn"] < 12:
            table.scene.pass_time(3.5)
            table.step()
        table.results(ann)
        table.scene.pass_time(2000)
        watching = cai.open(table.id)
        watching.send(type="join", watch=key_of(opened["watch"]))
        mine.until_event("flag")
        return table.scene.journal.lines


def bot(folder: Path) -> list[str]:
    """A whole match of the card game against a bot."""
    with game(folder) as table:
        ann = table.scene.visitor("ann")
        table.open(ann, "card", options={"colors": 6, "rounds": 1}, seats=["me", "thumb"], assist="open")
        ann.join(table.id)
        table.shuffle()
        table.play_out()
        table.results(ann)
        return table.scene.journal.lines


def board(folder: Path) -> list[str]:
    """Three seats of the board game: two at one device, and a player who leaves, comes back, and stays away."""
    with game(folder) as table:
        ann, ben, cai = (table.scene.visitor(name) for name in ("ann", "ben", "cai"))
        options = {"rounds": 1, "direction": "either"}
        opened = table.open(ann, "board", options=options, seats=["me", "here", "open"], name="Ann", here=["Bea"], takeover=60)
        mine = ann.join(table.id)
        ben.ask("POST", f"/api/tables/{table.id}/seats", {"key": key_of(opened["join"]), "name": "Ben"})
        his = ben.join(table.id)
        mine.commit()
        his.commit()
        mine.reveal()
        table.scene.pass_time(5000)  # he does not reveal in time: the shuffle is restarted without him
        watching = cai.join(table.id, sees="commit", watch=key_of(opened["watch"]))
        mine.commit()
        mine.reveal()
        table.play(12)
        take_back(table)
        table.until("play", mine)
        his.ask("leave")
        his.go()
        his = ben.join(table.id, since=his.version)
        table.play(12)
        table.until("play", mine)
        stay_away(table, ben, his, watching)
        table.play_out()
        table.results(ann, ben)
        return table.scene.journal.lines


def stay_away(table: Game, ben: Visitor, his: Socket, watching: Socket) -> None:
    """A bot takes over for an absent player, until they come back."""
    his.go()
    table.scene.pass_time(90)
    watching.go(sees="leave")
    ben.join(table.id, since=his.version - 3)


def roll(folder: Path) -> list[str]:
    """Four seats of the roll game, one of them a bot's."""
    with game(folder) as table:
        ann, ben, cem = (table.scene.visitor(name) for name in ("ann", "ben", "cem"))
        opened = table.open(ann, "roll", seats=["open", "me", "thumb", "open"], name="Ann")
        ann.join(table.id)
        for visitor in (ben, cem):
            visitor.ask("POST", f"/api/tables/{table.id}/seats", {"key": key_of(opened["join"]), "name": visitor.name.title()})
            visitor.join(table.id)
        table.shuffle()
        table.play(30)
        table.come_back(ben, 3, 20)
        mine = table.until("dice")
        mine.move(mine.legal[0])
        mine.ask("takeback", version=mine.version)
        table.play_out()
        table.results(ann, cem)
        return table.scene.journal.lines


def site(folder: Path) -> list[str]:
    """Everything that belongs to no table."""
    with scene(folder / "server") as found:
        ann, fatima = found.visitor("ann"), found.visitor("fatima", **{"accept-language": "fa;q=0.9, en;q=0.5"})
        for path in ("/api/games", "/api/bots", "/api/site", "/healthz", "/api/me", "/api/tables", "/api/nothing", "/api/qr?path=/t/abc"):
            ann.ask("GET", path)
        fatima.ask("GET", "/api/bots")
        fatima.ask("GET", "/api/qr?path=nowhere")
        fatima.ask("GET", "/api/tables/none")
        fatima.ask("POST", "/api/tables", {"game": "go"})
        fatima.ask("PUT", "/api/me", {"name": "Fatima", "language": "en"})
        fatima.ask("GET", "/api/tables/none")
        fatima.ask("PUT", "/api/me", {"nickname": "F"})
        ann.ask("DELETE", "/api/tables")
        ann.ask("POST", "/api/tables", {"game": "card"}, origin="https://elsewhere.example")
        ann.ask("GET", "/api/games", host="elsewhere.example")
        ann.ask("POST", "/api/tables", {"game": "card", "name": "x" * 70_000})
        fatima.ask("DELETE", "/api/me")
        return found.journal.lines
