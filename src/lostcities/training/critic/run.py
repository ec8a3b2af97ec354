"""A whole run that trains a critic: watch and learn until the budget is spent, measure, and write the file."""

import time
from pathlib import Path

from lostcities.bots.character import NAMES
from lostcities.bots.critics import critic
from lostcities.bots.critics.manners import STRONG, manner_of_bot
from lostcities.bots.critics.torch_critic import TorchCritic
from lostcities.games.errors import BadOption, Reason
from lostcities.training.config import MINUTES, Config
from lostcities.training.critic.learner import CriticLearner
from lostcities.training.critic.measure import Spread, spread
from lostcities.training.devices import device_name
from lostcities.training.finish import ASIDE, numbers
from lostcities.training.run import Say
from lostcities.training.tables import usual


def train_critic(config: Config, say: Say, resume: bool = False) -> Path:
    """Train a critic and return its file. A run of minutes writes no checkpoint, so there is none to resume."""
    if resume:
        raise BadOption(Reason("no_checkpoint", {"file": str(config.out / f"{config.game}-critic.checkpoint.pt")}))
    config.out.mkdir(parents=True, exist_ok=True)
    learner = CriticLearner(config)
    began, share = time.monotonic(), 0.0
    while share < 1:
        learner.collect()
        how = learner.learn(config.rate * max(1 - share, config.last_rate))
        seconds = time.monotonic() - began
        share = learner.decisions / config.decisions if config.decisions else seconds / (60 * (config.minutes or MINUTES))
        if (learner.lessons - 1) % config.report_every == 0:
            shown = " ".join(f"{name} {value:.3g}" for name, value in how.items())
            say(f"{seconds / 60:.2f} min, {learner.decisions / 1e6:.0f} M decisions: {shown}")
    measured = {name: str(found) for name, found in measurements(config, learner, say).items()}
    made: dict[str, object] = {"command": config.command(hidden=ASIDE), "seed": config.seed, "decisions": learner.decisions}
    if not config.decisions:
        made["minutes"] = round((time.monotonic() - began) / 60, 2)
    made["device"] = device_name(learner.device)
    path = config.out / f"{config.game}-critic-{next_version(config)}.npz"
    about = {"mix": [list(table) for table in config.tables], "made": made, "luck": measured}
    critic.save(path, learner.game, about, {name: array for name, array in numbers(learner.mean).items() if not name.startswith("part")})
    say(f"written: {path.name}")
    return path


def measurements(config: Config, learner: CriticLearner, say: Say) -> dict[str, Spread]:
    """Return how much luck the critic explains in single rounds of two players."""
    game = learner.game
    weights = {name: tensor.detach().half().to(learner.kind) for name, tensor in learner.mean.items()}
    judged = TorchCritic(game, learner.simulator.run, weights, learner.shape)
    _, players, options = usual(config.tables)[game.min_players]
    found = {}
    for name in ("net", *reversed(NAMES[:-1]), "thumb"):
        manner, paired = manner_of_bot(game, name), name != "net"
        single = options | ({"rounds": 1} if "rounds" in options else {})
        result = spread(judged, (1.0, players, single), STRONG, manner, config.deals, config.seed + 1000, paired)
        found[f"net against {name}" + (", paired deals" if paired else "")] = result
        say(f"  net against {name}: {result}")
    return found


def next_version(config: Config) -> int:
    """Return the next free version number in the output folder."""
    names = [file.stem.removeprefix(f"{config.game}-critic-") for file in config.out.glob(f"{config.game}-critic-*.npz")]
    return 1 + max((int(name) for name in names if name.isdecimal()), default=0)
