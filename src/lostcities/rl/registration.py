"""Register the environments with Gymnasium. The entry point `gymnasium.envs` of this package is here.

Gymnasium 1 no longer loads entry points by itself: there, importing `lostcities.rl` registers them.
"""

from lostcities.games.registry import NAMES
from lostcities.rl.extra import missing
from lostcities.rl.layout import VERSION

NAMESPACE = "lostcities"


def register() -> None:
    """Register an environment for every game. Calling it again changes nothing."""
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
                nondeterministic=True,  # bots that think by the clock, and programs, may answer differently next time
                kwargs={"game": name},
            )
