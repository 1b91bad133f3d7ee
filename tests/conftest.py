"""What all tests share: where real data is, and a real browser; each if it is there."""

import os
import shutil
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

#: What distributions call it.
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: A container runs as root and has little shared memory.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of real data; tests that need it skip where it is absent."""
    if not DATA.is_dir():
        pytest.skip("real data is not beside the repository (../shared/data)")
    return DATA


@pytest.fixture(scope="module")
def browser():
    """Playwright's own chromium if it was downloaded, the system's otherwise; skips where neither starts."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        places = [playwright.chromium.executable_path, *filter(None, map(shutil.which, SYSTEM_BROWSERS))]
        reasons = []
        for path in filter(os.path.exists, places):
            try:
                started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            except api.Error as error:
                reasons.append(f"{path} does not start: {str(error).splitlines()[0]}")
                continue
            yield started
            started.close()
            return
        found = "; ".join(reasons) or "neither playwright's own (playwright install chromium) nor one on the PATH"
        pytest.skip(f"no chromium: {found}")
