"""Files to download: the same as ``frenemy segment`` writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from frenemy.apps.segmentation import Segmentation
from frenemy.io import write_label_map, write_object_table, write_png, write_strokes


@dataclass(frozen=True)
class Details:
    """Details of the files.

    Attributes
    ----------
    opacity : float
        Of the colors in the overlay.
    color_by : str
        ``"object"`` or ``"class"``: which colors the overlay has.
    name : str
        Name of the picture: text in COCO files, never a path.
    """

    opacity: float = 0.5
    color_by: str = "object"
    name: str = ""


@dataclass(frozen=True)
class Export:
    """One kind of file: its media type, and the function that writes it."""

    media_type: str
    write: Callable[[BytesIO, Segmentation, Details], None]


def _label_map(format: str) -> Callable[[BytesIO, Segmentation, Details], None]:
    return lambda file, found, details: write_label_map(file, found, format=format, picture=details.name)


def _overlay(file: BytesIO, found: Segmentation, details: Details) -> None:
    write_png(file, found.overlay(details.opacity, color_by=details.color_by))


EXPORTS = {
    "labels.png": Export("image/png", _label_map("png")),
    "labels.npz": Export("application/octet-stream", _label_map("npz")),
    "coco.json": Export("application/json", _label_map("coco")),
    "objects.geojson": Export("application/geo+json", _label_map("geojson")),
    "names.json": Export("application/json", lambda file, found, _: write_object_table(file, found)),
    "overlay.png": Export("image/png", _overlay),
    "strokes.json": Export("application/json", lambda file, found, _: write_strokes(file, found.marks, found.shape)),
}


def export(segmentation: Segmentation, kind: str, details: Details) -> bytes:
    """The file of a kind of :data:`EXPORTS`."""
    file = BytesIO()
    EXPORTS[kind].write(file, segmentation, details)
    return file.getvalue()
