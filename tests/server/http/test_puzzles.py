"""Puzzles over HTTP: one at one's own level, whose first try counts and no other, told to nobody before it."""

import threading
from typing import Any

import pytest
from support.databases import ask, on_each_engine
from support.serving import Client, Running

from lostcities.games.registry import NAMES, game
from lostcities.glicko import Rating
from lostcities.puzzles.level import Level, hardness_of
from lostcities.puzzles.puzzle import Puzzle, load

SETS = [name for name in NAMES if load(game(name))]
PUZZLES = load(game("card"))
pytestmark = on_each_engine


@pytest.fixture(autouse=True)
def untried(server: Running) -> None:
    """Nobody has tried anything yet."""
    for table in ("hardness", "ratings"):
        rows(server, f"DELETE FROM {table}")


def rows(server: Running, query: str) -> list[Any]:
    assert server.settings.data
    return ask(server.settings.data, query)


def path(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.game}/{puzzle.id}"


def tried(client: Client, puzzle: Puzzle, move: str) -> dict[str, Any]:
    answer = client.http.post(path(puzzle), json={"move": move})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.worth if move not in puzzle.answers)


def level(client: Client, name: str = "card") -> dict[str, Any]:
    games = client.http.get("/api/puzzles").json()["games"]
    return next(each["level"] for each in games if each["game"] == name)


@pytest.mark.parametrize("name", SETS)
def test_a_question_tells_the_view_and_nothing_of_the_answer(clients: Any, name: str) -> None:
    for puzzle in load(game(name))[:5]:
        found = clients().http.get(path(puzzle)).json()
        assert found["view"] == puzzle.view
        assert set(found) == {"id", "game", "view", "gains", "reasons", "tried", "left", "level"}
        assert (found["tried"], found["left"]) == (None, len(load(game(name))))
        assert set(found["gains"]) == set(puzzle.worth)
        assert not set(found["reasons"]) & set(puzzle.worth)


def test_an_answer_tells_what_every_move_is_worth(clients: Any) -> None:
    puzzle = PUZZLES[0]
    found = tried(clients(), puzzle, wrong(puzzle))
    assert (found["right"], found["first"], found["best"], found["answers"]) == (False, True, puzzle.best, puzzle.answers)
    assert {each["move"]: each["worth"] for each in found["moves"]} == puzzle.worth
    assert found["moves"][0] == {"move": puzzle.best, "worth": puzzle.worth[puzzle.best], "error": 0}
    assert {each["move"]: each["error"] for each in found["moves"] if each["error"]} == {wrong(puzzle): puzzle.se}
    assert found["cost"] > 0
    assert found["lesson"]["move"] == wrong(puzzle)
    assert (found["themes"], found["rating"]) == (puzzle.themes, puzzle.rating)


def test_the_first_try_moves_both_ratings_by_glicko(clients: Any, server: Running) -> None:
    client, puzzle = clients(), PUZZLES[0]
    found = tried(client, puzzle, puzzle.best)
    expected = Level()
    harder = expected.answer(puzzle.id, hardness_of(puzzle), True)
    assert found["before"] == {"rating": 1500, "low": 814, "high": 2186, "sure": False, "tried": 0, "solved": 0}
    assert found["level"]["rating"] == round(expected.rating.rating) > 1500
    assert found["level"] == level(client)
    assert hardness(server)[puzzle.id] == (1, pytest.approx(harder.rating))
    assert harder.rating < puzzle.rating


def hardness(server: Running) -> dict[str, tuple[int, float]]:
    return {puzzle: (tries, rating) for puzzle, tries, rating in rows(server, "SELECT puzzle, tries, rating FROM hardness")}


def test_a_second_try_is_answered_and_changes_nothing(clients: Any, server: Running) -> None:
    client, puzzle = clients(), PUZZLES[0]
    first = tried(client, puzzle, wrong(puzzle))
    before = hardness(server)
    for move in (puzzle.best, wrong(puzzle)):
        again = tried(client, puzzle, move)
        assert (again["first"], again["right"]) == (False, move == puzzle.best)
        assert again["before"] == again["level"] == first["level"]
    assert hardness(server) == before
    assert level(client) == first["level"]
    assert (first["level"]["tried"], first["level"]["solved"]) == (1, 0)
    assert client.http.get(path(puzzle)).json()["tried"] is False


def test_of_many_tries_at_once_only_one_counts(clients: Any, server: Running) -> None:
    client, puzzle = clients(), PUZZLES[0]
    client.http.put("/api/me", json={"name": "Anna"})
    answers: list[bool] = []
    threads = [threading.Thread(target=lambda: answers.append(tried(client, puzzle, puzzle.best)["first"])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False] * 7 + [True]
    assert hardness(server)[puzzle.id][0] == 1
    assert level(client)["tried"] == 1


def test_no_try_of_many_people_is_lost(clients: Any, server: Running) -> None:
    """They all try the same puzzle at the same moment: its rating has heard of everyone."""
    puzzle, people = PUZZLES[0], [clients() for _ in range(6)]
    threads = [threading.Thread(target=tried, args=(client, puzzle, puzzle.best)) for client in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hardness(server)[puzzle.id][0] == 6
    assert hardness(server)[puzzle.id][1] < puzzle.rating


def test_a_level_is_ones_own(clients: Any) -> None:
    anna, ben, puzzle = clients(), clients(), PUZZLES[0]
    tried(anna, puzzle, puzzle.best)
    assert level(ben)["tried"] == 0
    assert ben.http.get(path(puzzle)).json()["tried"] is None
    forged = Client(ben.url, Cookie="lostcities=" + "A" * 43)
    assert level(forged)["tried"] == 0
    forged.close()


@pytest.mark.parametrize(
    ("place", "body", "status", "code"),
    [
        ("card/card-99999", {"move": "+"}, 404, "no_such_puzzle"),
        ("chess/card-00001", {"move": "+"}, 400, "unknown_game"),
        ("card/card-00001", {"move": "Z9"}, 400, "not_legal_then"),
        ("card/card-00001", {"move": ""}, 400, "not_legal_then"),
        ("card/card-00001", {"move": "x" * 65}, 400, "bad_request"),
        ("card/card-00001", {"move": "+", "right": True}, 400, "bad_request"),
        ("card/card-00001", {}, 400, "bad_request"),
    ],
)
def test_what_is_no_try_is_refused_and_leaves_no_trace(
    clients: Any, server: Running, place: str, body: dict[str, Any], status: int, code: str
) -> None:
    client = clients()
    answer = client.http.post(f"/api/puzzles/{place}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "lostcities" not in client.http.cookies
    assert hardness(server) == {}


def test_a_page_of_another_site_cannot_try(clients: Any) -> None:
    answer = clients().http.post(path(PUZZLES[0]), json={"move": PUZZLES[0].best}, headers={"Origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")


def test_one_gets_every_puzzle_once_and_then_again(clients: Any) -> None:
    client, seen = clients(), list[str]()
    for left in range(len(PUZZLES), 0, -1):
        found = client.http.get("/api/puzzles/card/next").json()
        assert found["left"] == left
        assert found["tried"] is None
        seen.append(found["id"])
        tried(client, next(each for each in PUZZLES if each.id == found["id"]), next(iter(found["gains"])))
    assert len(set(seen)) == len(PUZZLES)
    again = client.http.get("/api/puzzles/card/next", params={"skip": seen[-1]}).json()
    assert again["tried"] is not None
    assert again["id"] != seen[-1] or len(PUZZLES) == 1


def test_a_theme_has_its_own_puzzles(clients: Any) -> None:
    client = clients()
    [games] = [each for each in client.http.get("/api/puzzles").json()["games"] if each["game"] == "card"]
    assert games["count"] == len(PUZZLES)
    for theme in games["themes"]:
        assert theme["count"] == sum(theme["name"] in puzzle.themes for puzzle in PUZZLES)
        found = client.http.get("/api/puzzles/card/next", params={"theme": theme["name"]}).json()
        assert found["left"] == theme["count"]
        assert theme["name"] in next(puzzle for puzzle in PUZZLES if puzzle.id == found["id"]).themes
    refusal = client.http.get("/api/puzzles/card/next", params={"theme": "dragons"})
    assert (refusal.status_code, refusal.json()["code"]) == (404, "no_puzzles")


def test_a_typical_world_is_told_after_the_try_only(clients: Any) -> None:
    client, puzzle = clients(), PUZZLES[0]
    refusal = client.http.get(f"{path(puzzle)}/story")
    assert (refusal.status_code, refusal.json()["code"]) == (403, "not_tried")
    tried(client, puzzle, wrong(puzzle))
    story = client.http.get(f"{path(puzzle)}/story").json()
    begin, first, *_ = story["positions"]
    seat = puzzle.view["seat"]
    assert sorted(begin["hands"][seat]) == sorted(puzzle.view["hand"])
    assert (first["seat"], first["move"]) == (seat, puzzle.best)
    assert len(story["scores"]) == 2
    assert client.http.get(f"{path(puzzle)}/story").json() == story


def test_what_one_has_tried_is_exported_and_deleted(clients: Any, server: Running) -> None:
    client, puzzle = clients(), PUZZLES[0]
    tried(client, puzzle, puzzle.best)
    [line] = client.http.get("/api/me/export").json()["ratings"]
    assert (line["subject"], line["source"], line["score"]) == ("puzzle-card", puzzle.id, 1)
    assert client.http.get("/api/me/rating").json() == {"ratings": []}, "a level in puzzles is no rating in matches"
    client.http.delete("/api/me")
    assert rows(server, "SELECT * FROM ratings") == []
    assert level(client)["tried"] == 0


def test_a_new_person_begins_in_the_middle() -> None:
    assert Level().rating == Rating(1500, 350, 0.06)
