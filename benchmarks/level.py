"""What it is worth to play for the match: the card game's network against itself told that the match is level.

usage: PYTHONPATH=src python benchmarks/level.py [--deals N] [--lead FACTOR ...] [--device cpu|cuda]

Each deal is played from both seats. With `--lead 1` the first one is told its lead as it is, with 2 twice of it, and so on:
whether it makes enough of it. Needs torch, and numba-cuda for a GPU.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from search import Field
from torch import Tensor

from lostcities.games.card.observation import REST_AT
from lostcities.games.registry import game as game_of
from lostcities.intervals import percent
from lostcities.training import kernels, network
from lostcities.training.command import chosen_device
from lostcities.training.duel import Player, duel
from lostcities.training.simulator import Simulator

MARGIN = REST_AT + 10
NO_LEAD = 32768


@dataclass(frozen=True)
class Told(Player):
    """`net`, told so many times its lead in the match."""

    field: Field | None = None
    lead: float = 1.0

    def logits(self, simulator: Simulator, order: Tensor) -> Tensor:
        field = self.field
        assert field is not None
        found, _ = field.policy(*field.networks["large"], *self.shown(simulator))
        logits = network.legal_logits(found, order, simulator.masks)
        logits[:, field.deck].masked_fill_(field.out_of_patience(simulator), float("inf"))
        return logits

    def shown(self, simulator: Simulator) -> tuple[Tensor, Tensor]:
        """The features as they would be with that lead."""
        observations = simulator.observations.clone()
        low, high = observations[:, MARGIN].int(), observations[:, MARGIN + 1].int()
        margin = NO_LEAD + (self.lead * (low + 256 * high - NO_LEAD)).round().int()
        observations[:, MARGIN], observations[:, MARGIN + 1] = margin % 256, margin // 256
        tokens, tables, hidden = (part.clone() for part in (simulator.tokens, simulator.tables, simulator.hidden))
        simulator.launch(kernels.feed, "rows", observations, "seats", tokens, tables, hidden, each=tokens.shape[1] + 1)
        return tokens.contiguous(), tables.contiguous()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int)
    parser.add_argument("--lead", type=float, nargs="+", default=[1.0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--device", choices=("cpu", "cuda"))
    chosen = parser.parse_args()
    field = Field(game_of("card"), chosen_device(chosen.device))
    deals = chosen.deals or (49152 if field.device.type == "cuda" else 200)
    for lead in chosen.lead:
        found = duel(field.game, 2, {}, Told(field=field, lead=lead), Told(field=field, lead=0), deals, chosen.seed, field.runner)
        matches = f"{percent(found.share, found.bounds, digits=2)} of {2 * found.deals} matches"
        print(f"told {lead:g} times its lead: {matches}, {found.margin:+.2f} ± {found.margin_error:.2f} points a round", flush=True)


if __name__ == "__main__":
    main()
