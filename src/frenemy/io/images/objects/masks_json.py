"""Masks in files of strokes and in what the page sends."""

from __future__ import annotations

from typing import Any

from frenemy.io.images.objects.mask import Mask
from frenemy.problem.checked_arrays import shown


def mask_as_json(mask: Mask) -> dict[str, Any]:
    """``{"kind": ..., "at": [x, y] or null, "size": [height, width], "counts": [...]}``, ready for ``json``."""
    return {
        "kind": mask.kind,
        "at": None if mask.at is None else list(mask.at),
        "size": list(mask.pixels.shape),
        "counts": mask.pixels.counts.tolist(),
    }


def mask_of_json(value: Any) -> Mask:
    """Read what :func:`mask_as_json` has written; an error says what is wrong.

    Memory is that of the list of counts, whatever they claim.
    """
    if not isinstance(value, dict):
        raise ValueError(f'must have "kind", "at", "size" and "counts", got {shown(value)}')
    size, counts, at = value.get("size"), value.get("counts"), value.get("at")
    if not isinstance(size, list) or len(size) != 2 or not all(_is_whole(length) and length > 0 for length in size):
        raise ValueError(f'"size" must be [height, width] of the picture, got {shown(size)}')
    if not isinstance(counts, list) or not all(map(_is_whole, counts)):
        raise ValueError(f'"counts" must be a list of whole numbers, got {shown(counts)}')
    return Mask.of_counts(counts, size=(size[0], size[1]), at=at, kind=value.get("kind", "brush"))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
