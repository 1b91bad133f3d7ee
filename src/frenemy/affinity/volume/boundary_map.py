"""Boundary values or affinities, read box by box and checked as they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.volume.blocks import Box, Shape
from frenemy.problem.array_types import Floats32
from frenemy.problem.checked_arrays import check_unmasked, shown, whole_number

Offset = tuple[int, int, int]
_TOLERANCE = 1e-3  # what interpolation and half precision leave outside of 0..1
_RANGES = (1.0, 255.0, 65535.0)
_STEPS: tuple[Offset, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class BoundaryMap:
    """Boundary values in 0..1 of each voxel, or affinities of voxels at offsets.

    Values beyond 1 are divided by 255, or by 65535 if some are beyond that; whole numbers of 8 and 16 bits by the
    largest number of their type. Values are read and checked when they are needed, so ``source`` may be on disk.

    Parameters
    ----------
    source : array-like with ``shape``, ``dtype`` and slicing
        (Z, Y, X) or (Y, X) boundary values; with ``offsets``, (C, Z, Y, X) or (C, Y, X) affinities.
    offsets : (C, 3) or (C, 2) int, optional
        Channel c holds, at voxel p, the affinity of p and p + ``offsets[c]``, along z, y and x.
    inverted : bool
        Whether values are 0 on a boundary and 1 inside a cell.

    Attributes
    ----------
    shape : (z, y, x)
        A picture has a z of 1.
    is_picture : bool
        Whether the source has no z.
    """

    def __init__(self, source: Any, offsets: Iterable[Iterable[int]] | None = None, *, inverted: bool = False) -> None:
        self.source = _sliceable(source)
        given = tuple(int(n) for n in self.source.shape)
        self.is_affinity = offsets is not None
        voxels = given[1:] if self.is_affinity else given
        wanted = "(channels, z, y, x) or (channels, y, x)" if self.is_affinity else "(z, y, x) or (y, x)"
        if len(voxels) not in (2, 3) or 0 in given:
            name = "affinities" if self.is_affinity else "boundaries"
            hint = "; affinities need offsets" if len(given) == 4 and not self.is_affinity else ""
            raise ValueError(f"{name} must have voxels and the shape {wanted}, got {given}{hint}")
        if self.source.dtype.kind not in "buif":
            raise ValueError(f"boundaries must be numbers, got {self.source.dtype}")
        self.is_picture = len(voxels) == 2
        self.shape: Shape = (1, *voxels) if self.is_picture else voxels  # type: ignore[assignment]
        self.offsets = () if offsets is None else _checked_offsets(offsets, given[0], self.shape)
        if inverted and self.is_affinity:
            raise ValueError("inverted is for boundaries; affinities are 1 where two voxels are in one cell")
        self.is_inverted = bool(inverted)
        self.largest = 1.0 if self.is_affinity and self.source.dtype.kind == "f" else _range(self.source)

    @property
    def near(self) -> tuple[int, ...]:
        """The channels of direct neighbours."""
        return tuple(k for k, offset in enumerate(self.offsets) if _is_step(offset))

    @property
    def far(self) -> tuple[int, ...]:
        """The channels of voxels that are further apart."""
        return tuple(k for k, offset in enumerate(self.offsets) if not _is_step(offset))

    def boundaries(self, box: Box) -> Floats32:
        """Boundary values of a box; of affinities, 1 minus the lowest one to any direct neighbour."""
        if not self.is_affinity:
            return self._read(box, None)
        around = box.grown((1, 1, 1), self.shape)
        lowest = np.ones(around.shape, np.float32)
        for channel in self.near:
            affinity = self._read(around, channel)
            here, there = _ends(self.offsets[channel])
            # An affinity belongs to both of its ends, so that boundaries are as thick on either side.
            for end in (here, there):
                lowest[end] = np.minimum(lowest[end], affinity[here])
        return np.ascontiguousarray(1.0 - lowest[box.moved_to(around.begin).slices])

    def faces(self, box: Box, channels: tuple[int, ...]) -> Floats32:
        """What the faces of a box have for values, (channels, Z, Y, X): 1 minus the affinities."""
        return 1.0 - np.stack([self._read(box, channel) for channel in channels])

    def _read(self, box: Box, channel: int | None) -> Floats32:
        place = box.slices[1:] if self.is_picture else box.slices
        given = self.source[place if channel is None else (channel, *place)]
        check_unmasked(given, "boundaries")
        raw = np.asarray(given)
        values = np.ascontiguousarray(_unit(raw, self.largest).reshape(box.shape))
        # One comparison finds what is not a number, too.
        if not (values.min() >= 0.0 and values.max() <= 1.0):
            self._refuse(values, raw.reshape(box.shape), box, channel)
            values = np.clip(values, 0.0, 1.0)
        return 1.0 - values if self.is_inverted else values

    def _refuse(self, values: Floats32, raw: npt.NDArray[Any], box: Box, channel: int | None) -> None:
        bad = np.argwhere(~((values >= -_TOLERANCE) & (values <= 1.0 + _TOLERANCE)))
        if not len(bad):
            return
        at = tuple(int(i) for i in bad[0])
        place = tuple(i + b for i, b in zip(at, box.begin, strict=True))[1 if self.is_picture else 0 :]
        where = f"{place}" if channel is None else f"{place} of channel {channel}"
        name = "affinities" if self.is_affinity else "boundaries"
        remedy = "scale them" if np.isfinite(raw[at]) else "replace it"
        raise ValueError(f"{name} must be in 0..{self.largest:g}, got {raw[at]} at {where}; {remedy}")


def _sliceable(source: Any) -> Any:
    if isinstance(source, (list, tuple)):
        try:
            source = np.asarray(source)
        except ValueError as error:
            raise ValueError(f"boundaries must be an array: {error}") from None
    if not all(hasattr(source, name) for name in ("shape", "dtype", "__getitem__")):
        raise ValueError(f"boundaries must be an array, got {shown(source)}")
    return source


def _range(source: Any) -> float:
    """The value of a certain boundary: the least of 1, 255 and 65535 that none exceeds, or that of the type."""
    if source.dtype.kind == "b":
        return 1.0
    if source.dtype.kind in "ui" and source.dtype.itemsize <= 2 and not isinstance(source, np.ndarray):
        return float(np.iinfo(source.dtype).max)  # not worth reading a file for
    largest = _largest_value(source)
    for limit in _RANGES:
        if largest <= limit * (1.0 + _TOLERANCE):
            return limit
    # Also if there is a value that is no number, which is refused later with its place.
    return float(np.iinfo(source.dtype).max) if source.dtype.kind in "ui" else 1.0


def _largest_value(source: Any) -> float:
    """Of an array; of a file, that of some of its first, middle and last sections."""
    n = int(source.shape[0])
    parts = [source] if isinstance(source, np.ndarray) else [source[k] for k in sorted({0, n // 2, n - 1})]
    return max(float(np.max(part)) for part in parts)


def _unit(raw: npt.NDArray[Any], largest: float) -> npt.NDArray[np.float32]:
    """As 32-bit floats, of which 1 is the largest value."""
    with np.errstate(over="ignore"):  # infinite values are refused later
        values = raw.astype(np.float32)
    return values if largest == 1.0 else values / np.float32(largest)


def _checked_offsets(offsets: Iterable[Iterable[int]], n_channels: int, shape: Shape) -> tuple[Offset, ...]:
    found: list[Offset] = []
    for at, offset in enumerate(offsets):
        numbers = [_whole(step, at) for step in offset]
        if len(numbers) == 2:
            numbers.insert(0, 0)
        if len(numbers) != 3 or not any(numbers):
            raise ValueError(f"an offset must be three steps (z, y, x), not all 0, got {shown(offset)} at {at}")
        if any(abs(step) >= n for step, n in zip(numbers, shape, strict=True) if step):
            raise ValueError(f"offset {tuple(numbers)} at {at} reaches beyond the volume, whose shape is {shape}")
        found.append((numbers[0], numbers[1], numbers[2]))
    if len(found) != n_channels:
        raise ValueError(f"there must be one offset per channel, got {len(found)} and {n_channels} channels")
    missing = [axis for axis, n in enumerate(shape) if n > 1 and not any(_is_step(o) and o[axis] for o in found)]
    if missing:
        axes = ", ".join("zyx"[axis] for axis in missing)
        raise ValueError(f"offsets must include steps of one voxel along each axis, got none along {axes}")
    if not any(map(_is_step, found)):
        raise ValueError("offsets must include a step of one voxel")
    return tuple(found)


def _whole(step: Any, at: int) -> int:
    size = whole_number(abs(step) if isinstance(step, (int, float, np.number)) else step, f"the steps of offset {at}")
    return -size if step < 0 else size


def _is_step(offset: Offset) -> bool:
    return sum(map(abs, offset)) == 1


def _ends(step: Offset) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The voxels that have another one at a step of one voxel, and those others."""
    here = tuple(slice(1 if s < 0 else None, -1 if s > 0 else None) for s in step)
    there = tuple(slice(1 if s > 0 else None, -1 if s < 0 else None) for s in step)
    return here, there


def steps(*, along_z: bool) -> tuple[Offset, ...]:
    """The steps to direct neighbours of a boundary map."""
    return tuple(step for step in _STEPS if along_z or not step[0])
