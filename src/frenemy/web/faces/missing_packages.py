"""Packages that face detection needs and that are not installed."""

from __future__ import annotations

from importlib.util import find_spec

from frenemy.apps.faces.photos.face import Describer


def missing_packages(describer: Describer | None = None) -> str:
    """The missing packages and how to install them; empty if none is missing or the caller has a describer."""
    missing = [name for name in ("dlib", "face_recognition_models") if describer is None and find_spec(name) is None]
    return f'{" and ".join(missing)}: pip install "frenemy[faces]"' if missing else ""
