"""Kernels over torch tensors: on a CPU, or on a GPU in order with torch's own work."""

from typing import Any

import torch
from torch import Tensor

from lostcities.bots.interface import own_kernels
from lostcities.games.cuda import CudaEngine
from lostcities.games.engine import Engine
from lostcities.games.game import Game
from lostcities.games.interface import Kernel


class Runner:
    """Runs kernels for all matches, here or on a GPU."""

    def __init__(self, game: Game, device: torch.device) -> None:
        self.device = device
        make = CudaEngine if device.type == "cuda" else Engine
        self.engine: Engine | CudaEngine = make(game, kernels=own_kernels(game))

    def __call__(self, kernel: Kernel, size: int, *arguments: object) -> None:
        """Run a kernel; on a GPU with `size` threads, in order with torch's own work."""
        given = [self.shared(argument) if isinstance(argument, Tensor) else argument for argument in arguments]
        if isinstance(self.engine, Engine):
            self.engine.kernel(kernel)(*given)
        else:
            self.engine.launch(kernel, size, *given, stream=torch.cuda.current_stream().cuda_stream)

    def shared(self, tensor: Tensor) -> Any:
        """Return the tensor's memory, without a copy, as an array for the kernels."""
        return tensor.numpy() if isinstance(self.engine, Engine) else self.engine.cuda.as_cuda_array(tensor, sync=False)
