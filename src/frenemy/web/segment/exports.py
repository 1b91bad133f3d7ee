"""Files that the page offers: the same as the command writes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable

from frenemy.apps.segmentation import Segmentation
from frenemy.io import write_label_map, write_png, write_strokes

#: What can be exported, and its media type. Names are ours: nothing the page sends becomes part of a path.
EXPORTS = {
    "labels.png": "image/png",
    "labels.npz": "application/octet-stream",
    "coco.json": "application/json",
    "objects.geojson": "application/geo+json",
    "overlay.png": "image/png",
    "strokes.json": "application/json",
}


def export(segmentation: Segmentation, kind: str, *, opacity: float = 0.5) -> bytes:
    """The bytes of the file.

    Parameters
    ----------
    segmentation : Segmentation
    kind : str
        One of ``EXPORTS``.
    opacity : float
        Of the colors in the overlay.
    """
    if kind == "overlay.png":
        return _written(kind, lambda path: write_png(path, segmentation.overlay(opacity)))
    if kind == "strokes.json":
        return _written(kind, lambda path: write_strokes(path, segmentation.strokes, segmentation.shape))
    return _written(kind, lambda path: write_label_map(path, segmentation))


def _written(name: str, write: Callable[[str], None]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="frenemy-") as folder:
        path = os.path.join(folder, name)
        write(path)
        with open(path, "rb") as file:
            return file.read()
