"""Measure what Redis costs and how soon work goes on without it: decisions here and by workers, limits, and how late the event loop is.

    python benchmarks/workers.py [--decisions 2000]

Needs redis-server or valkey-server. The bots' processes are scripted and answer at once, so only the way to them and back is measured.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lostcities.server.bots import workforce
from lostcities.server.rates import Rates

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.redis_server import RedisServer
from support.working import VIEW, Server, Working, thinker, until

BURST = 16


def seconds_per_call(rates: Rates, calls: int = 500_000) -> float:
    began = time.perf_counter()
    for _ in range(calls):
        rates.allow("192.0.2.7")
    return (time.perf_counter() - began) / calls


def cpu() -> float:
    return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])


async def decisions(server: Server, count: int, view: Any) -> dict[str, float]:
    """Time decisions one by one, and then many at once."""
    took = []
    for _ in range(count // 10):
        began = time.perf_counter()
        await server.pool.decision("card", "bruno", view, 0)
        took.append(time.perf_counter() - began)
    began, spent = time.perf_counter(), cpu()
    for _ in range(count // BURST):
        await asyncio.gather(*(server.pool.decision("card", "bruno", view, 0) for _ in range(BURST)))
    took.sort()
    many, used = time.perf_counter() - began, cpu() - spent
    return {
        "ms": took[len(took) // 2] * 1e3,
        "p99_ms": took[int(len(took) * 0.99)] * 1e3,
        "per_s": count / many,
        "cpu_ms": used / count * 1e3,
    }


async def lateness(late: list[float]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + 0.005
        await asyncio.sleep(0.005)
        late.append(loop.time() - due)


async def without_redis(redis: RedisServer, server: Server) -> dict[str, float]:
    """Stop Redis in the middle of a decision that takes half a second."""
    late: list[float] = []
    watching = asyncio.create_task(lateness(late))
    deciding = asyncio.create_task(server.decide(seconds=0.5))
    await asyncio.sleep(0.2)
    redis.pause()
    began = time.perf_counter()
    where = await deciding
    took = time.perf_counter() - began
    redis.go_on()
    watching.cancel()
    assert where == "here"
    return {"answered_after_s": took, "latest_timer_ms": max(late) * 1e3}


async def measure(redis: RedisServer, folder: Path, count: int) -> dict[str, Any]:
    workforce.THINKER = (sys.executable, *thinker(folder / "heard", "here"))
    rates = Rates(1e9, 1e9)
    found: dict[str, Any] = {"limit_ns_alone": seconds_per_call(rates) * 1e9}
    server = Server(redis.url, messages=rates)
    server.start()
    await until(lambda: server.neighbours.connection.working)
    found["limit_ns_shared"] = seconds_per_call(rates) * 1e9
    found["here"] = await decisions(server, count, VIEW)
    worker = await asyncio.to_thread(Working, redis.url, "a", folder / "heard")
    await until(lambda: server.remote.ready)
    found["worker"] = await decisions(server, count, VIEW)
    spent, began = cpu(), time.perf_counter()
    await asyncio.sleep(5)
    found["idle_cpu_percent"] = (cpu() - spent) / (time.perf_counter() - began) * 100
    found["silent"] = await without_redis(redis, server)
    worker.end()
    await server.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2000)
    wanted = parser.parse_args()
    with RedisServer() as redis, tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(redis, Path(folder), wanted.decisions)), indent=1))


if __name__ == "__main__":
    main()
