"""napari without a screen: Qt draws into memory, and napari's settings lie in a temporary folder."""

import ctypes
import importlib
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

SECONDS = 60.0  # for work that takes one


@pytest.fixture(scope="session")
def qt(tmp_path_factory):
    """Qt's application; skips where napari or Qt is absent, or cannot be loaded."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["NAPARI_CONFIG"] = str(tmp_path_factory.mktemp("napari") / "settings.yaml")
    pytest.importorskip("napari", reason="napari is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)  # with it, napari would compile for 15 seconds in each process
        importlib.import_module("napari.layers")
    if reason := why_qt_does_not_start():
        pytest.skip(f"Qt does not start: {reason}")
    from napari.qt import get_qapp

    return get_qapp()


def why_qt_does_not_start():
    """What is missing, with the name of the library; None where all is there."""
    try:
        from qtpy.QtCore import QLibraryInfo
        from qtpy.QtWidgets import QApplication  # noqa: F401
    except ImportError as error:
        return "; ".join(reasons_of_bindings()) or str(error)
    if os.environ["QT_QPA_PLATFORM"] != "offscreen" or not sys.platform.startswith("linux"):
        return None
    # Where Qt cannot load it, it ends the process, and all tests with it.
    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms" / "libqoffscreen.so"
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error)
    return None


def reasons_of_bindings():
    """Why the bindings that are installed cannot be imported: qtpy does not always tell."""
    for binding in filter(find_spec, ("PyQt6", "PySide6", "PyQt5", "PySide2")):
        try:
            importlib.import_module(f"{binding}.QtWidgets")
        except ImportError as error:
            yield f"{binding}: {error}"


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
