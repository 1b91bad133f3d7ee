"""A mask: painted pixels, and which object they belong to or not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from frenemy.io.images.objects.pixel_runs import PixelRuns
from frenemy.io.images.objects.points import Point, is_inside
from frenemy.problem.checked_arrays import number, shown

KINDS = ("brush", "eraser")


@dataclass(frozen=True)
class Mask:
    """Pixels that a person painted or erased.

    Attributes
    ----------
    pixels : PixelRuns
        Given as a (height, width) array of bool, or of 1 and 0; at least one pixel.
    at : (x, y), optional
        A point of the object that the pixels belong to, or not. Without it, the pixels are an object of their own.
    kind : {"brush", "eraser"}
        With ``"brush"``, the pixels belong to the object. With ``"eraser"``, they do not: each goes to the object of
        the nearest pixel that belongs to another one.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> pixels = np.zeros((80, 120), bool)
    >>> pixels[10:20, 30:50] = True
    >>> fr.Mask(pixels, at=(60, 40))
    Mask(brush, 200 of 120 x 80 pixels, at (60, 40))
    """

    pixels: PixelRuns
    at: Point | None = None
    kind: str = "brush"

    def __post_init__(self) -> None:
        runs = self.pixels if isinstance(self.pixels, PixelRuns) else PixelRuns.of(self.pixels)
        if not runs.n_inside:
            raise ValueError("a mask must have at least one pixel, got none")
        if self.kind not in KINDS:
            raise ValueError(f"kind must be {' or '.join(map(repr, KINDS))}, got {shown(self.kind)}")
        if self.at is None and self.kind == "eraser":
            raise ValueError("an eraser needs at=(x, y), a point of the object to take pixels from; got None")
        object.__setattr__(self, "pixels", runs)
        object.__setattr__(self, "at", None if self.at is None else _checked_point(self.at, runs.shape))

    @classmethod
    def of_counts(
        cls, counts: npt.ArrayLike, *, size: tuple[int, int], at: Point | None = None, kind: str = "brush"
    ) -> Mask:
        """From run lengths outside, inside, outside, ... down the columns of a picture of size ``(height, width)``."""
        return cls(PixelRuns.of_counts(counts, size), at, kind)

    def __repr__(self) -> str:
        height, width = self.pixels.shape
        at = "an object of its own" if self.at is None else f"at ({self.at[0]:g}, {self.at[1]:g})"
        return f"Mask({self.kind}, {self.pixels.n_inside} of {width} x {height} pixels, {at})"


def as_masks(values: Iterable[Any]) -> tuple[Mask, ...]:
    """Check a list of masks; an error names what is none."""
    if isinstance(values, (str, bytes, Mask)) or not isinstance(values, Iterable):
        raise ValueError(f"masks must be a list of masks, got {shown(values)}")
    masks = tuple(values)
    for i, mask in enumerate(masks):
        if not isinstance(mask, Mask):
            raise ValueError(f"mask {i}: must be as in Mask(pixels, at=(x, y)), got {shown(mask)}")
    return masks


def masks_within(masks: tuple[Mask, ...], shape: tuple[int, int]) -> tuple[Mask, ...]:
    """Check the sizes of masks for a picture of this height and width; an error names an invalid one."""
    for i, mask in enumerate(masks):
        check_mask_size(f"mask {i}", mask, shape)
    return masks


def check_mask_size(place: str, mask: Mask, shape: tuple[int, ...]) -> None:
    """An error if the mask is of another size than a picture of this shape."""
    height, width = mask.pixels.shape
    if (height, width) != tuple(shape[:2]):
        raise ValueError(
            f"{place}: is for a picture of {width:,} x {height:,} pixels, but this one has {shape[1]:,} x {shape[0]:,}"
        )


def _checked_point(value: Any, shape: tuple[int, int]) -> Point:
    try:
        x, y = value
    except (TypeError, ValueError):
        raise ValueError(f"at must be a point (x, y), got {shown(value)}") from None
    point = number(x), number(y)
    if not is_inside(point, shape):
        raise ValueError(f"at must be within the picture of {shape[1]} x {shape[0]} pixels, got {shown(value)}")
    return point
