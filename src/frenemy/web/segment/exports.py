"""Files that the page offers: the same as the command writes."""

from __future__ import annotations

from io import BytesIO

from frenemy.apps.segmentation import Segmentation
from frenemy.io import write_png, write_strokes

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
    file = BytesIO()
    if kind == "overlay.png":
        write_png(file, segmentation.overlay(opacity))
    elif kind == "strokes.json":
        write_strokes(file, segmentation.strokes, segmentation.shape)
    else:
        from frenemy.io import write_label_map

        write_label_map(file, segmentation)
    return file.getvalue()
