"""Makes the environments known to Gymnasium. The entry point `gymnasium.envs` of this package leads here.

Gymnasium 1 no longer looks for entry points by itself: there, importing `lostcities.rl` does it.
"""

from lostcities.games.registry import NAMES
from lostcities.rl.extra import missing
from lostcities.rl.layout import VERSION

NAMESPACE = "lostcities"


def register() -> None:
    """Registers an environment for every game; a second time changes nothing."""
    try:
        from gymnasium.envs import registration
    except ImportError as error:
        raise missing("gymnasium") from error
    for name in NAMES:
        if f"{NAMESPACE}/{name}-v{VERSION}" in registration.registry:
            continue
        with registration.namespace(NAMESPACE):
            registration.register(
                id=f"{name}-v{VERSION}",
                entry_point="lostcities.rl.gymnasium:Env",
                vector_entry_point="lostcities.rl.gymnasium:VectorEnv",
                nondeterministic=True,  # bots that think for a time, and programs, may answer otherwise another time
                kwargs={"game": name},
            )
