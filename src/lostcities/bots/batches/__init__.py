"""Players that decide for many matches at once, on a CPU or on a GPU."""

from lostcities.bots.batches.policy import BatchPolicy, FunctionPolicy
from lostcities.bots.batches.registry import CPU, DEVICES, batch_policy, check_device, plays_in_batches

__all__ = ["CPU", "DEVICES", "BatchPolicy", "FunctionPolicy", "batch_policy", "check_device", "plays_in_batches"]
