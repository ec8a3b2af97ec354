"""What `arena` and `ladder` share: running a tournament with its progress on stderr, and stopping it with Ctrl-C."""

from collections.abc import Iterator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lostcities.cli.common import complain
from lostcities.cli.progress import Progress
from lostcities.text import ENGLISH as TEXT

if TYPE_CHECKING:
    from lostcities.arena.running import Run
    from lostcities.arena.statistics import Played
    from lostcities.arena.tournament import Tournament
    from lostcities.games.errors import Reason


def run(tournament: "Tournament", jobs: int | None, folder: Path | None, address: str | None, device: str) -> tuple["Run", bool]:
    """Play a tournament; the second value says whether Ctrl-C stopped it. Raises if a folder or a cluster cannot be used."""
    from lostcities.arena.cluster import workplace
    from lostcities.arena.journal import Journal
    from lostcities.arena.running import Run
    from lostcities.arena.worker import Worker
    from lostcities.bots.batches import check_device

    check_device(device)
    hire = partial(Worker, tournament, folder is not None, device=device)
    with closing(Journal(folder, tournament)) if folder else nullcontext() as journal:
        played = Run(tournament, workplace(hire, jobs, address), journal)
        pairs = [(" – ".join(pair), tournament.matches_of(pair)) for pair in tournament.pairs]
        progress = Progress(pairs, lambda count: TEXT("arena.progress", played=count, matches=tournament.total))
        try:
            with progress.shown():
                played.play(lambda match: progress.tell(match.pair, 1, remarks(tournament, match)))
        except KeyboardInterrupt:
            key = "arena.stopped_kept" if journal else "arena.stopped"
            complain(TEXT(key, played=len(played.matches), matches=tournament.total))
            return played, True
        return played, False


def remarks(tournament: "Tournament", played: "Played") -> Iterator[str]:
    """Return what people should be told about a match at once."""
    from lostcities.arena.tournament import Pairing

    result = played.result
    if result.truncated:
        yield truncation(tournament, played)
    if result.reason is not None and result.forfeit is not None:
        yield forfeit(tournament.seats(Pairing(*played[:3]))[result.forfeit], played.deal, result.forfeit, result.reason)


def truncation(tournament: "Tournament", played: "Played") -> str:
    """Return a sentence that says which match had rounds that ended at the cap on turns."""
    from lostcities.games.game import CAP

    pair, count = tournament.pairs[played.pair], played.result.truncated
    told: dict[str, str | int] = {"bots": " – ".join(pair), "bot": pair[0], "deal": played.deal, "seat": played.seat, "count": count}
    return TEXT("arena.truncation", **told, turns=int(tournament.options[CAP] or 0))


def forfeit(bot: str, deal: int, seat: int, reason: "Reason") -> str:
    """Return a sentence that says who lost which match, and why."""
    return TEXT("arena.forfeit", bot=bot, deal=deal, seat=seat, why=TEXT.explain(reason))
