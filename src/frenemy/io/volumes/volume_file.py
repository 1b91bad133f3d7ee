"""A volume in an open file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

VoxelSize = tuple[float, float, float]


@dataclass(frozen=True)
class VolumeFile:
    """A volume in an open file, to read by slices; closed at the end of a ``with`` block.

    Attributes
    ----------
    data : array-like with ``shape``, ``dtype`` and slicing
    voxel_size : (z, y, x) float or None
        If the file names it.
    """

    data: Any
    voxel_size: VoxelSize | None = None
    close: Callable[[], object] = field(default=lambda: None, repr=False)

    def __enter__(self) -> VolumeFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def voxel_size_of(sides: Iterable[Any] | None) -> VoxelSize | None:
    """The last three lengths, if they are some; files have all kinds of values there."""
    try:
        found = [float(side) for side in (() if sides is None else sides)][-3:]
    except (TypeError, ValueError):
        return None
    if len(found) != 3 or not all(math.isfinite(side) and side > 0.0 for side in found):
        return None
    return found[0], found[1], found[2]
