"""One match of the arena: what each bot hears, that chance is the same from every seat, and how a match is forfeited."""

import pickle
from collections import Counter
from typing import Any

import pytest
from support.matches import TABLES, Table, every_table, table_name

from lostcities import IllegalMove, Reason, game
from lostcities.arena.contest import Contest, Result, Stopped
from lostcities.arena.deal import Deal
from lostcities.bots.bot import Bot, BotFailure
from lostcities.bots.random_bot import RandomBot
from lostcities.records import check, record_of


class Diary(RandomBot, Bot):
    """A bot that plays at random and notes everything it hears."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.said: list[tuple[Any, ...]] = []

    def decide(self, view: dict[str, Any]) -> str:
        self.said.append(("decide", view))
        return super().decide(view)

    def start(self, *told: Any) -> None:
        self.said.append(("start", *told))

    def deal(self, *told: Any) -> None:
        self.said.append(("deal", *told))

    def roll(self, *told: Any) -> None:
        self.said.append(("roll", *told))

    def event(self, *told: Any) -> None:
        self.said.append(("event", *told))

    def round_over(self, *told: Any) -> None:
        self.said.append(("round", *told))

    def end(self, *told: Any) -> None:
        self.said.append(("end", *told))


def play(table: Table, bots: list[Any], deal: int = 0) -> tuple[Contest, Result]:
    name, players, options = table
    names = [f"player {seat}" for seat in range(players)]
    match = Contest(game(name).table(players, options), bots, names, Deal(1, deal, players))
    return match, match.play()


def diaries(table: Table, deal: int = 0) -> tuple[Contest, Result, list[Diary]]:
    bots = [Diary(seat) for seat in range(table[1])]
    return *play(table, bots, deal), bots


def kinds(diary: Diary) -> list[str]:
    return [said[0] for said in diary.said]


@every_table
def test_a_bot_is_told_of_the_match_its_rounds_and_its_end(table: Table) -> None:
    name, players, options = table
    match, result, bots = diaries(table)
    for seat, bot in enumerate(bots):
        names = [f"player {number}" for number in range(players)]
        assert bot.said[0] == ("start", name, game(name).complete(options), seat, names)
        assert bot.said[-1] == ("end", result.totals, result.winners)
        deals = [said for said in bot.said if said[0] == "deal"]
        assert [said[1:3] for said in deals] == [(number, played.starter) for number, played in enumerate(match.state.rounds, 1)]
        assert all(said[3]["seat"] == seat and said[3]["turn"] == 0 for said in deals)
        assert [said[1] for said in bot.said if said[0] == "round"] == match.state.scores
        order = [kind for kind in kinds(bot) if kind in ("start", "deal", "round", "end")]
        assert order == ["start", *["deal", "round"] * len(deals), "end"]


@every_table
def test_a_bot_is_told_of_every_decision_and_sees_only_its_own_draws(table: Table) -> None:
    match, result, bots = diaries(table)
    moves = [move for played in match.state.rounds for move in played.moves]
    for seat, bot in enumerate(bots):
        events = [said[1:] for said in bot.said if said[0] == "event"]
        assert [event[1] for event in events] == moves
        assert all((card is not None) == (move == "+" and who == seat) for who, move, card in events)
        assert sum(who == seat for who, _, _ in events) == kinds(bot).count("decide") == result.moves[seat]


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] != "roll"], ids=table_name)
def test_the_events_give_the_hand(table: Table) -> None:
    """A listener never needs to look: the hand at every decision follows from the deal and the events."""
    _, _, bots = diaries(table)
    for seat, bot in enumerate(bots):
        hand: Counter[str] = Counter()
        piles: dict[str, list[str]] = {}
        for kind, *told in bot.said:
            if kind == "deal":
                hand, piles = Counter(told[2]["hand"]), {}
            elif kind == "decide":
                assert Counter(told[0]["hand"]) == hand
            elif kind == "event":
                follow(hand if told[0] == seat else Counter(), piles, told[1], told[2])


def follow(hand: Counter[str], piles: dict[str, list[str]], move: str, card: str | None) -> None:
    """Apply one decision to its player's hand and to the piles."""
    if move == "+":
        hand[card or "?"] += 1
    elif move.startswith("+"):
        hand[piles[move[1]].pop()] += 1
    elif not move.startswith(">"):
        hand[move.lstrip("-").partition(":")[0]] -= 1
        if move.startswith("-"):
            piles.setdefault(move[1], []).append(move[1:])
    hand += Counter()  # drops zero counts


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] == "roll"], ids=table_name)
def test_a_bot_hears_every_roll_before_its_turn(table: Table) -> None:
    match, _, bots = diaries(table)
    rolls = match.state.rounds[0].setup["rolls"]
    for bot in bots:
        assert [said[1] for said in bot.said if said[0] == "roll"] == rolls
        dice: list[str] = []
        for kind, *told in bot.said:
            dice = told[0] if kind == "roll" else dice
            if kind == "decide" and told[0]["phase"] == "dice":
                assert all(not Counter(left) - Counter(all_) for left, all_ in zip(told[0]["dice"], dice, strict=True))


@every_table
def test_chance_is_the_same_whoever_plays(table: Table) -> None:
    first, _, _ = diaries(table, deal=3)
    other, _ = play(table, [RandomBot(100 + seat) for seat in range(table[1])], deal=3)
    assert first.state.rounds[0].starter == other.state.rounds[0].starter
    for one, two in zip(first.state.rounds, other.state.rounds, strict=True):
        for key, chance in one.setup.items():
            common = min(len(chance), len(two.setup[key]))  # the number of rolls depends on the length of the game
            assert list(chance)[:common] == list(two.setup[key])[:common]
            assert key == "rolls" or chance == two.setup[key]


def test_another_deal_has_other_cards() -> None:
    first, _, _ = diaries(TABLES[0], deal=0)
    other, _, _ = diaries(TABLES[0], deal=1)
    assert first.state.rounds[0].setup != other.state.rounds[0].setup
    assert {Deal(1, number, 2).starter for number in range(20)} == {0, 1}


@every_table
def test_a_match_is_a_record(table: Table) -> None:
    match, result, _ = diaries(table)
    state = check(record_of(match.state, match.names))
    assert (state.totals, result.totals) == (result.totals, match.state.totals)
    assert result.rounds == len(state.rounds)
    assert result.truncated == sum(played.truncated for played in state.rounds)
    assert result.forfeit is None


def test_a_capped_round_counts_as_truncated() -> None:
    _, result, _ = diaries(("card", 2, {"max_turns": 5, "rounds": 2}))
    assert result.truncated == 2


# -- bots that fail --


class Failing(RandomBot, Bot):
    """A bot that breaks the rules at one point, with a `BotFailure` or the given exception."""

    def __init__(self, at: str, error: Exception | None = None) -> None:
        super().__init__(1)
        self.at = at
        self.error = error or BotFailure(Reason("bot_silent", {"ms": 1250}))

    def decide(self, view: dict[str, Any]) -> str:
        self.pass_by("decide")
        return super().decide(view)

    def start(self, *_: Any) -> None:
        self.pass_by("start")

    def event(self, *_: Any) -> None:
        self.pass_by("event")

    def round_over(self, *_: Any) -> None:
        self.pass_by("round_over")

    def end(self, *_: Any) -> None:
        self.pass_by("end")

    def pass_by(self, place: str) -> None:
        if place == self.at:
            raise self.error


class Liar(Bot):
    def decide(self, view: dict[str, Any]) -> str:
        return "Q17"


@pytest.mark.parametrize("at", ["start", "decide", "event", "round_over"])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_bot_that_fails_forfeits_wherever_it_does(at: str, seat: int) -> None:
    bots: list[Any] = [Diary(0), Diary(1), Diary(2)]
    bots[seat] = Failing(at)
    match, result = play(("board", 3, {}), bots)
    assert (result.forfeit, result.winners) == (seat, [other for other in range(3) if other != seat])
    assert result.reason == Reason("bot_silent", {"ms": 1250})
    for bot in bots:
        assert isinstance(bot, Failing) or bot.said[-1] == ("end", result.totals, result.winners)
    check(record_of(match.state, match.names))


def test_an_illegal_move_forfeits() -> None:
    _, result = play(TABLES[0], [RandomBot(1), Liar()])
    assert (result.forfeit, result.winners) == (1, [0])
    assert str(BotFailure(result.reason or Reason("", {}))) == 'it played "Q17", which is not legal there'


@pytest.mark.parametrize("at", ["round_over", "event", "end"])
def test_what_a_bot_does_after_the_end_does_not_matter(at: str) -> None:
    class Late(Failing):
        def pass_by(self, place: str) -> None:
            if match.state.over:
                super().pass_by(place)

    match = Contest(game("card").table(2, {}), [Late(at), RandomBot(2)], ["a", "b"], Deal(1, 0, 2))
    result = match.play()
    assert (result.forfeit, result.rounds) == (None, 3)


@pytest.mark.parametrize("at", ["start", "decide", "event", "end"])
def test_a_bug_is_no_forfeit(at: str) -> None:
    with pytest.raises(ZeroDivisionError):
        play(TABLES[0], [RandomBot(1), Failing(at, ZeroDivisionError("a bug"))])


def test_a_match_can_be_stopped() -> None:
    asked: list[int] = []
    bots = [Asked(asked), Asked(asked)]
    match = Contest(game("card").table(2, {}), bots, ["a", "b"], Deal(1, 0, 2), lambda: len(asked) == 10)
    with pytest.raises(Stopped):
        match.play()
    assert len(asked) == 10


class Asked(RandomBot):
    def __init__(self, asked: list[int]) -> None:
        super().__init__(1)
        self.asked = asked

    def decide(self, view: dict[str, Any]) -> str:
        self.asked.append(view["seat"])
        return super().decide(view)


def test_failures_arrive_whole_from_another_process() -> None:
    failure = pickle.loads(pickle.dumps(BotFailure(Reason("bot_died", {"detail": "exit status 3"}))))
    assert str(failure) == "its program ended: exit status 3"
    illegal = pickle.loads(pickle.dumps(IllegalMove("Y3", 1, Reason("too_low", {"color": "Y", "shown": 5}))))
    assert str(illegal) == '"Y3" is not legal for seat 1: Desert needs more than 5'
