"""What HTTP requests may hold, as pydantic models: FastAPI checks them and describes them in /openapi.json."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from lostcities.server.store.events import ClockRule
from lostcities.server.tables.opening import DEFAULT, ME, Wish

Name = Annotated[str, Field(max_length=200, description="Up to 24 characters are kept.")]
Key = Annotated[str, Field(max_length=128)]
OptionValue = int | str | bool | None


class Strict(BaseModel):
    """Refuses what it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveClock(Strict):
    """So many seconds for each turn."""

    kind: Literal["move"]
    seconds: int = Field(ge=5, le=86400)


class BudgetClock(Strict):
    """So many seconds for the whole match, and some more for each turn."""

    kind: Literal["budget"]
    seconds: int = Field(ge=5, le=86400)
    increment: int = Field(default=0, ge=0, le=3600)


class NewTable(Strict):
    """A table to be opened."""

    game: Annotated[str, Field(max_length=32)]
    options: dict[Annotated[str, Field(max_length=32)], OptionValue] = Field(default={}, max_length=32)
    seats: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field(
        default=[ME, DEFAULT], min_length=1, max_length=16, description='An entry a seat: "me", "open", "here", or the name of a bot.'
    )
    name: Name | None = None
    here: list[Name] = Field(default=[], max_length=16, description='The names of those who sit in the seats "here", in their order.')
    assist: Literal["table", "counters", "open"] = "table"
    clock: Annotated[MoveClock | BudgetClock, Field(discriminator="kind")] | None = None
    listed: bool = False
    takeover: int | None = Field(default=180, ge=10, le=86400)
    hints: bool | None = None

    def wish(self) -> Wish:
        clock = ClockRule(**self.clock.model_dump()) if self.clock else None
        fields = self.model_dump(include={"game", "options", "seats", "assist", "listed", "takeover", "hints"})
        return Wish(**fields, clock=clock)


class TakeSeat(Strict):
    """Somebody sits down; `key` is that of the join link, which a listed table does not need."""

    key: Key | None = None
    name: Name | None = None
    seat: int | None = Field(default=None, ge=0, le=15)


class ChangeMe(Strict):
    """A new name or language; what is left out stays."""

    name: Name | None = None
    language: Annotated[str, Field(max_length=16)] | None = None
