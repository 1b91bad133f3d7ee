"""What all tests share: where real data is, if it is there."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long drawing takes says more about the machine than about the test.
settings.register_profile(
    "frenemy",
    deadline=None,
    derandomize=True,
    max_examples=int(os.environ.get("FRENEMY_EXAMPLES", "60")),  # fewer where all of it is slow
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("frenemy")

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of real data; tests that need it skip where it is absent."""
    if not DATA.is_dir():
        pytest.skip("real data is not beside the repository (../shared/data)")
    return DATA
