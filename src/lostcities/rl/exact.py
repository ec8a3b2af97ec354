"""Exact answers in games small enough to be walked through, with OpenSpiel: what the best reply to a policy gains.

>>> import pyspiel, lostcities.rl.openspiel
>>> game = pyspiel.load_game("lostcities_card(size=tiny,rounds=1,max_turns=1)")
>>> round(best_reply(game, policy_of(game, "random"), seat=1), 2)
2.57
"""

from __future__ import annotations

from lostcities.bots.bot import Policy
from lostcities.bots.registry import bot
from lostcities.games.rewards import POINTS
from lostcities.rl.extra import missing
from lostcities.rl.story import compact

try:
    import pyspiel
    from open_spiel.python.algorithms.best_response import BestResponsePolicy
    from open_spiel.python.policy import Policy as SpielPolicy
    from open_spiel.python.policy import UniformRandomPolicy

    from lostcities.rl.openspiel import SpielGame
except ImportError as error:
    raise missing("open_spiel") from error

UNIFORM = "random"
STEADY = ("thumb", "net")
"""Bots that always answer the same view with the same move."""
MOST_DECISIONS = 12
"""Games with longer matches than this cannot be walked through in minutes."""


class BotPolicy(SpielPolicy):
    """A bot as a policy of OpenSpiel. It must always answer the same view with the same move."""

    def __init__(self, game: SpielGame, bot: Policy) -> None:
        super().__init__(game, list(range(game.players)))
        self.bot = bot
        self.answers: dict[str, int] = {}
        """The action chosen for each view, as JSON."""

    def action_probabilities(self, state: pyspiel.State, player_id: int | None = None) -> dict[int, float]:
        """Return the move that the bot makes: others have no probability and are left out."""
        match = state.story.state
        view = match.view(state.current_player())
        seen = compact(view)
        if seen not in self.answers:
            self.answers[seen] = match.game.actions[self.bot.decide(view)]
        return {self.answers[seen]: 1.0}


def policy_of(game: SpielGame, name: str) -> SpielPolicy:
    """Return the policy of a bot with this name: `random`, `thumb`, `net`, or `net` with settings."""
    if name == UNIFORM:
        return UniformRandomPolicy(game)
    if name.partition(":")[0] not in STEADY:
        raise ValueError(f"expected a bot whose chances are known, {UNIFORM}, {' or '.join(STEADY)}, got {name}")
    return BotPolicy(game, bot(game.game, name))


def best_reply(game: SpielGame, policy: SpielPolicy, seat: int) -> float:
    """Return the lead in points that a seat expects if it knows the policy of all other seats and plays as well as possible against it."""
    if game.limits.decisions > MOST_DECISIONS:
        found = f"{game} has {game.limits.decisions}"
        raise ValueError(f"expected a match of at most {MOST_DECISIONS} decisions, as in size=tiny,rounds=1; {found}")
    value: float = BestResponsePolicy(game, seat, policy).value(game.new_initial_state())
    return value * POINTS


def exploitability(game: SpielGame, policy: SpielPolicy) -> float:
    """Return the lead in points that best replies to a policy win from it, the mean of all seats: 0 is perfect play."""
    return sum(best_reply(game, policy, seat) for seat in range(game.players)) / game.players
