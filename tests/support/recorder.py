"""A bot for tests: plays any legal move, and writes every line it receives to a file, unchanged."""

import json
import random
import sys


def play(file: str) -> None:
    rng = random.Random(7)
    with open(file, "a", encoding="utf-8") as log:
        for line in sys.stdin:
            log.write(line)
            log.flush()
            message = json.loads(line)
            if message["type"] == "hello":
                say(type="hello", name="recorder", games=["card", "board", "roll"])
            elif message["type"] == "decide":
                say(type="move", move=rng.choice(message["legal"]))
            elif message["type"] == "quit":
                break


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    play(sys.argv[1])
