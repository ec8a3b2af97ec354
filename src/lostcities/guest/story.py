"""A match as a bot at a table is told it: what the server sends becomes the messages of the bot protocol, in their order.

People can undo their decisions for a while. So the bot is told what happened only when it has to decide. If something it was told is
undone all the same, it is told the whole match again from its start.
"""

from typing import NamedTuple

from lostcities.bots.bot import Bot, Policy
from lostcities.bots.protocol import Kind, arguments, tell
from lostcities.games.game import View
from lostcities.games.notation import DRAW
from lostcities.games.options import Options
from lostcities.guest.invitation import Message

Turn = tuple[int, int]
"""A round and a turn in it."""


class Telling(NamedTuple):
    """One message to the bot. A decision belongs to a turn."""

    kind: Kind
    fields: Message
    turn: Turn | None = None


class Story:
    """One seat's match."""

    def __init__(self, game: str, options: Options, seat: int) -> None:
        self.seat = seat
        self.players: list[str] = []
        """The names of all seats; filled in before the match begins."""
        start = {"game": game, "options": options, "seat": seat, "players": self.players}
        self.tellings = [Telling(Kind.START, start)]
        self.told = 0
        """How many of them the bot has been told."""
        self.turn: Turn | None = None
        self.rolled: Turn | None = None
        """The turn whose roll is in the story."""
        self.rounds = 0
        """The rounds whose end is in the story."""

    def resume(self, view: View | None) -> None:
        """Begin the story at a position, because it is not known what happened before."""
        self.tellings, self.told = self.tellings[:1], 0
        self.turn = self.rolled = None
        self.rounds = len(view["scores"]) if view else 0
        if view and view["to_move"] is not None:
            self.deal(view)
            self.follow(view)

    def add(self, kind: Kind, turn: Turn | None = None, **fields: object) -> None:
        self.tellings.append(Telling(kind, fields, turn))

    def deal(self, view: View) -> None:
        self.add(Kind.DEAL, round=view["round"], starter=view["starter"], view=view)

    def hear(self, event: Message) -> None:
        """Add an event of the table. Before the first deal there is nothing to add."""
        view = event["view"]
        if view is None:
            return
        what, seat = event.get("what"), event.get("seat")
        if "move" in event:
            secret = seat == self.seat and event["move"] == DRAW
            self.add(Kind.EVENT, self.turn, **arguments(Kind.EVENT, event) | ({} if secret else {"card": None}))
        elif what == "deal":
            self.deal(view)
        elif what == "takeback":
            self.undo(seat, (view["round"], view["turn"]))
        self.follow(view)

    def undo(self, seat: int | None, turn: Turn) -> None:
        """Remove what a seat decided in a turn."""
        while self.tellings[-1].turn == turn and self.tellings[-1].fields.get("seat") == seat:
            self.tellings.pop()
        if len(self.tellings) < self.told:
            self.told = 0

    def follow(self, view: View) -> None:
        """Add what follows from a position: a turn begins with a roll, a round is over."""
        if len(view["scores"]) > self.rounds:
            self.rounds = len(view["scores"])
            self.add(Kind.ROUND, scores=list(view["scores"][-1]))
        if view["to_move"] is None:
            return
        self.turn = view["round"], view["turn"]
        if view.get("dice") and self.rolled != self.turn:
            self.rolled = self.turn
            self.add(Kind.ROLL, dice=list(view["dice"]))

    def end(self, totals: list[int], winners: list[int]) -> None:
        self.add(Kind.END, totals=totals, winners=winners)

    def tell(self, bot: Policy) -> None:
        """Tell a bot that follows its match what it does not know yet; others need only the view."""
        untold, self.told = self.tellings[self.told :], len(self.tellings)
        if isinstance(bot, Bot):
            for one in untold:
                tell(bot, one.kind, one.fields)
