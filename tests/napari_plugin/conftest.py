"""napari without a screen: Qt draws into memory, and napari's settings lie in a temporary folder."""

import os
import time

import pytest

SECONDS = 60.0  # for work that takes one


@pytest.fixture(scope="session")
def qt(tmp_path_factory):
    """Qt's application; skips where napari or Qt is absent, or cannot be loaded."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["NAPARI_CONFIG"] = str(tmp_path_factory.mktemp("napari") / "settings.yaml")
    pytest.importorskip("napari", reason="napari is not installed")
    pytest.importorskip(
        "qtpy.QtWidgets", reason="no Qt binding is installed, or a library it needs is missing", exc_type=ImportError
    )
    from napari.qt import get_qapp

    return get_qapp()


@pytest.fixture
def wait(qt):
    """``wait(until)``: let Qt work until a condition holds."""

    def wait_until(is_done):
        end = time.monotonic() + SECONDS
        while not is_done():
            assert time.monotonic() < end, "it did not happen in time"
            qt.processEvents()
            time.sleep(0.005)

    return wait_until


@pytest.fixture
def viewer(qt):  # noqa: ARG001 napari needs it
    """The layers and dimensions of a viewer, without a window, for which OpenGL would be needed."""
    from napari.components import ViewerModel

    return ViewerModel()


def pytest_collection_modifyitems(items):
    here = os.path.dirname(__file__)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.filterwarnings("ignore"))  # napari's own and those of its packages
