"""Self-play as data: rounds and positions as Parquet, records as JSONL, and statistics of them.

`selfplay` writes a folder; `rounds`, `positions` and `records` read it, and `connect` opens it for SQL. `pip install "lostcities[data]"`.
"""

from lostcities.data.loading import PlayedRound, PositionBatch, connect, positions, records, rounds
from lostcities.data.plan import SelfPlay
from lostcities.data.running import selfplay

__all__ = ["PlayedRound", "PositionBatch", "SelfPlay", "connect", "positions", "records", "rounds", "selfplay"]
