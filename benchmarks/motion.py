"""Measure how smoothly cards move on a slow phone, and how long the page is busy at a time: `python benchmarks/motion.py [GAME …]`.

The window is a phone's, with the browser's CPU slowed down four times; moves are made by keyboard, with all animations. Frames are
counted from the first one in which something moves, tasks all the time. For each game: the number of frames, the longest and the 99th
percentile of their times, how many took over 50, and the longest task, in milliseconds.
"""

import json
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.browsing import Visitor, browsing, choice
from support.serving import running

from lostcities import GAMES

MOVES = 16
SLOWER = 4
SLOW = 50
SMALL_PHONE = {"width": 390, "height": 664}
WATCH = """() => {
  window.frames_ms = []; window.tasks_ms = [];
  let [last, before] = [performance.now(), null];
  const frame = (now) => {
    const flying = document.querySelector('.flying, .walking');
    if (flying && flying === before) frames_ms.push(now - last);
    // The browser sets out once the changed page is painted: until then it stands still.
    [last, before] = [now, flying?.getAnimations().some((one) => one.currentTime > 0) ? flying : null];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => list.getEntries().forEach((task) => tasks_ms.push(task.duration))).observe({ type: 'longtask' });
}"""


def measured(visitor: Visitor, game: str) -> dict[str, float]:
    id = visitor.open(game, seats=["me", "thumb"])
    visitor.wait_for_turn(id)
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    visitor.page.wait_for_timeout(1000)  # slowing down is itself a long task
    visitor.page.evaluate(WATCH)
    rng = random.Random(1)
    for _ in range(MOVES):
        visitor.wait_for_turn(id)
        shown = visitor.table(id)
        visitor.make(shown["view"], choice(shown["view"]["legal"], rng), "keys", shown["version"])
        visitor.page.wait_for_timeout(600)
    frames, tasks = sorted(visitor.page.evaluate("frames_ms")), visitor.page.evaluate("tasks_ms")
    return {
        "frames": len(frames),
        "longest": round(frames[-1], 1),
        "p99": round(frames[len(frames) * 99 // 100], 1),
        "slow": sum(frame > SLOW for frame in frames),
        "task": max(tasks, default=0),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, browsing() as browser:
        for game in sys.argv[1:] or GAMES:
            visitor = Visitor(browser, server.url, viewport=SMALL_PHONE, reduced_motion="no-preference")
            print(json.dumps({"game": game} | measured(visitor, game)), flush=True)


if __name__ == "__main__":
    main()
