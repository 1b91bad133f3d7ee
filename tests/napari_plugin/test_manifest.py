"""What napari finds of the plugin."""

import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = files("frenemy.napari_plugin").joinpath("napari.yaml")


@pytest.mark.usefixtures("qt")
def test_the_manifest_names_what_there_is():
    from npe2 import PluginManifest

    manifest = PluginManifest.from_file(str(MANIFEST))
    for command in manifest.contributions.commands:
        module, _, name = str(command.python_name).partition(":")
        assert callable(getattr(import_module(module), name))
    assert [widget.display_name for widget in manifest.contributions.widgets] == [
        "Segment with strokes",
        "Correct cells",
    ]


def test_the_package_names_the_manifest():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["napari.manifest"] == {"frenemy": "frenemy.napari_plugin:napari.yaml"}
    assert MANIFEST.is_file()


@pytest.mark.usefixtures("qt")
def test_the_widget_opens_in_a_window():
    import napari
    from npe2 import PluginManager, PluginManifest

    manager = PluginManager.instance()
    if "frenemy" not in manager:
        manager.register(PluginManifest.from_file(str(MANIFEST)))
    viewer = napari.Viewer(show=False)
    try:
        dock, widget = viewer.window.add_plugin_dock_widget("frenemy", "Segment with strokes")
        assert widget.status.value == "Open a picture."
        viewer.window.remove_dock_widget(dock)
    finally:
        viewer.close()


def test_the_manifest_is_read_without_napari():
    """napari reads the manifests of all packages when it starts, which must stay quick."""
    script = "import sys, frenemy.napari_plugin; print([m for m in ('napari', 'qtpy', 'magicgui') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
