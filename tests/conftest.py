"""Makes `helpers` importable by every test, and sets how much hypothesis tries."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

from helpers import SOAK

settings.register_profile("small", max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("soak", max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("soak" if SOAK else "small")
