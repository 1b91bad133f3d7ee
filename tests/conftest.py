"""What all tests share: lanes, Ctrl-C, an end without processes left behind, real data and a real browser."""

import os
import shutil
import signal
import threading
import uuid
from pathlib import Path

import lanes
import left_running
import odd_weights
import pytest
from hypothesis import HealthCheck, settings

# Before NumPy loads: tests run side by side already, and threads of tiny matrices that wait for each other take up to
# ten times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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

# Started in the background, a shell has all of this ignore SIGINT, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    lanes.choose_default(config)
    if not hasattr(config, "workerinput"):
        os.environ[left_running.NAME] = uuid.uuid4().hex


def pytest_ignore_collect(collection_path, config):
    return True if lanes.is_left_out(collection_path, config) else None


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their markers
def pytest_collection_modifyitems(items):
    for item in items:
        lanes.assign(item)
        odd_weights.allow(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)  # after the processes that ran the tests have ended
def pytest_sessionfinish(session):
    yield
    if hasattr(session.config, "workerinput"):
        return
    left = left_running.end_what_is_left(os.environ[left_running.NAME], seconds=5.0)
    for pid, command in left.items():
        print(f"\nERROR: still running after the tests, killed: {pid} {command}")
    if left and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def shared_data() -> Path:
    """The folder of real data; tests that need it skip where it is absent."""
    if not DATA.is_dir():
        pytest.skip("real data is not beside the repository (../shared/data)")
    return DATA


def _how_long(config, **_):
    """One browser for the whole lane; elsewhere none stays open, as asyncio does not run beside playwright."""
    return "session" if config.option.markexpr == "browser" else "module"


@pytest.fixture(scope=_how_long)
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
