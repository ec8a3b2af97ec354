"""The same lab on torch tensors: hundreds of thousands of playouts at once on a GPU. `analysis/playouts.py` has the same for a CPU."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from lostcities.analysis.playouts import LONGEST
from lostcities.bots.batches.registry import CPU, listed_in_torch
from lostcities.bots.batches.torch_policy import TorchNet, runner_of
from lostcities.bots.critics.critic import Rows
from lostcities.bots.critics.torch_critic import stored_critic
from lostcities.bots.network import Floats
from lostcities.games import forks
from lostcities.games.cuda import side_by_side
from lostcities.games.game import Game
from lostcities.games.head import OVER, PHASE, PLAYERS, TURN
from lostcities.games.rows import show_rows

AT_ONCE = 1 << 18
"""Positions that are played out together."""


class TorchLab:
    """Works on a device."""

    def __init__(self, game: Game, turns: int, others: int, other: str, device: str) -> None:
        """`others` outcomes are looked at per chance event."""
        self.game, self.turns, self.others = game, turns, others
        self.device, self.run = torch.device(device), runner_of(game, device)
        self.critic = stored_critic(game, self.run)
        self.network, self.other = (self.player(spec) for spec in ("net", other))

    def player(self, spec: str) -> TorchNet:
        """Return a network that decides for many positions at once, ties included: here nobody has to repeat its moves exactly."""
        policy = listed_in_torch(self.game, spec, self.device.type)
        assert isinstance(policy, TorchNet)
        policy.doubt = 0.0
        if self.device.type != CPU:
            policy.weights = {name: weight.bfloat16() for name, weight in policy.weights.items()}
        return policy

    def judge(self, rows: Rows) -> Floats:
        return self.leads(self.tensor(rows), int(rows[0, PLAYERS]))

    def play(self, rows: Rows, seed: int) -> Floats:
        return self.played(self.network, rows, seed)

    def play_otherwise(self, rows: Rows, seed: int) -> Floats:
        return self.played(self.other, rows, seed)

    def tensor(self, rows: Rows) -> Tensor:
        return side_by_side(torch.tensor(rows, device=self.device))  # a copy: positions that are played out change

    def leads(self, table: Tensor, players: int) -> Floats:
        return np.asarray(self.judged(table)[:, :players].cpu().numpy())

    def judged(self, table: Tensor) -> Tensor:
        """Return what the critic says: positions x seats, for as many seats as the game can have."""
        return self.critic(table, torch.zeros((len(table), self.game.max_players), device=self.device))[0]

    def played(self, player: TorchNet, rows: Rows, seed: int) -> Floats:
        generator = torch.Generator(self.device).manual_seed(seed)
        some = (self.tensor(rows[start : start + AT_ONCE]) for start in range(0, len(rows), AT_ONCE))
        with torch.no_grad():
            parts = [self.played_out(player, table, generator) for table in some]
        return np.asarray(torch.cat(parts)[:, : int(rows[0, PLAYERS])].cpu().numpy())

    def played_out(self, player: TorchNet, table: Tensor, generator: torch.Generator) -> Tensor:
        """Return the lead that every seat can expect at last, without the luck on the way."""
        luck = torch.zeros((len(table), self.game.max_players), device=self.device)
        last = turns_of(table) + self.turns
        live = (table[:, PHASE] != OVER).nonzero()[:, 0]
        for _ in range(LONGEST):
            if not len(live):
                break
            now = side_by_side(table[live])
            actions = self.decided(player, now)
            after, uncertain = self.carried_out(now, actions, generator)
            asked = uncertain.nonzero()[:, 0]
            if len(asked):
                luck[live[asked]] += self.luck(now[asked], actions[asked], after[asked], generator)
            table[live] = after
            live = live[(after[:, PHASE] != OVER) & (turns_of(after) < last[live])]
        return self.judged(table) - luck

    def bytes(self, count: int, *shape: int) -> Tensor:
        return side_by_side(torch.zeros((count, *shape), dtype=torch.uint8, device=self.device))

    def decided(self, player: TorchNet, table: Tensor) -> Tensor:
        count = len(table)
        observations, masks = self.bytes(count, self.game.observation.SIZE), self.bytes(count, len(self.game.tokens))
        self.run(show_rows, count, table, observations, masks, self.bytes(count))
        actions = player.decide(observations, masks)
        assert isinstance(actions, Tensor)
        return actions

    def carried_out(self, table: Tensor, actions: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Return the rows after some actions, with outcomes drawn by their chances, and whether chance had a say."""
        count = len(table)
        after, uncertain = self.bytes(count, table.shape[1]), self.bytes(count)
        shares = torch.rand(count, dtype=torch.float64, device=self.device, generator=generator)
        states = torch.randint(-(2**63), 2**63 - 1, (count, 1), device=self.device, generator=generator)
        rngs = self.run.shared(states).view(np.uint64)
        self.run(forks.pick, count, table, actions, self.game.chance.OUTCOMES, shares, rngs, after, uncertain)
        return after, uncertain

    def luck(self, table: Tensor, actions: Tensor, after: Tensor, generator: torch.Generator) -> Tensor:
        """Return the luck of what happened: its value, less the mean of what else could have happened."""
        repeated = side_by_side(table.repeat_interleave(self.others, 0))
        others, _ = self.carried_out(repeated, actions.repeat_interleave(self.others), generator)
        leads = self.judged(side_by_side(torch.cat([after, others])))
        return leads[: len(table)] - leads[len(table) :].view(len(table), self.others, -1).mean(dim=1)


def turns_of(table: Tensor) -> Tensor:
    """Return how many turns every match has had in its round."""
    return table[:, TURN].long() + 256 * table[:, TURN + 1].long()
