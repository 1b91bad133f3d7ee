"""A real browser, where there is one."""

import os
import shutil

import pytest

#: What distributions call it.
SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: A container runs as root and has little shared memory.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


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
