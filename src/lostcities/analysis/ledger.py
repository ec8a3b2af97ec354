"""The ledger of a round: how a lead came about, in parts that add up to it exactly."""

from __future__ import annotations

from dataclasses import dataclass

from lostcities.analysis.decisions import Decision
from lostcities.analysis.luck import RoundLuck


@dataclass(frozen=True, slots=True)
class Ledger:
    """One seat's lead in a round. Costs count against the seat that had them; whatever they changed for another one is its gain or loss."""

    seat: int
    start: float
    deal: float
    own_draws: float
    other_draws: float
    own_choices: float
    other_choices: float
    lead: float

    @property
    def luck(self) -> float:
        return self.deal + self.own_draws + self.other_draws

    @property
    def rest(self) -> float:
        """What the parts do not explain: the critic's error, and what nobody could know when they decided."""
        return self.lead - (self.start + self.luck + self.own_choices + self.other_choices)


def ledger_of(seat: int, luck: RoundLuck, decisions: list[Decision]) -> Ledger:
    """Return a seat's ledger. Decisions that do not count are left out, as they are from the seats' costs."""
    deal, *events = luck.events
    counted = [decision for decision in decisions if decision.counted]
    return Ledger(
        seat,
        luck.start[seat],
        deal.luck[seat],
        sum(event.luck[seat] for event in events if event.seat == seat),
        sum(event.luck[seat] for event in events if event.seat != seat),
        -sum(decision.cost for decision in counted if decision.seat == seat),
        sum(decision.effect[seat] for decision in counted if decision.seat != seat),
        luck.leads[-1][seat],
    )
