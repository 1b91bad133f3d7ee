"""The pixels of each ink of a drawing."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats32, Ints

_MIN_DIFFERENCE = 8.0  # of 255; JPEG and scanners leave smaller ones around a line
_MIN_SHARE_OF_LARGEST = 0.12  # likewise, of the largest difference
_MIN_BACKGROUND = 0.5
_SAME_INK = 0.966  # cosine of the angle between rays: 15 degrees
_MAX_INKS = 16
_SPECK = 6  # pixels
_OPAQUE = 128.0  # the fourth coordinate of inks on a transparent background, so that black has a ray too


def ink_masks(pixels: npt.NDArray[Any]) -> list[Bools]:
    """One mask per ink, the most used ink first.

    The background is transparent or, if nothing is, of the most common color. Soft edges mix background and ink, so
    their colors lie on the ray from one to the other: each ray is an ink, and the position along it is the coverage of
    the pixel. A pixel counts if its coverage is at least half of the largest within two pixels. So a line keeps its
    width, and a pale ink next to a strong one is kept.

    Parameters
    ----------
    pixels : (height, width) or (height, width, 2 to 4) uint8 or uint16
        As :func:`frenemy.io.read_picture` gives it.

    Raises
    ------
    ValueError
        If there is no background to draw on: less than half of the picture is transparent or of one color.
    """
    from scipy import ndimage

    colors, alpha = _eight_bits(pixels)
    if alpha is not None and (alpha < 128).any():
        is_drawn = alpha > max(_MIN_DIFFERENCE, _MIN_SHARE_OF_LARGEST * int(alpha.max()))
        weight = alpha[is_drawn].astype(np.float32)[:, None] / 255
        vectors = np.concatenate((colors[is_drawn] * weight, _OPAQUE * weight), axis=1, dtype=np.float32)
        strength = weight[:, 0]
        found = "transparent"
    else:
        red, green, blue = (colors[..., channel].astype(np.uint32) for channel in range(3))
        packed = (red << np.uint32(16)) | (green << np.uint32(8)) | blue
        most_common = _most_common(packed.ravel())
        is_drawn = packed != most_common
        background = np.array([most_common >> 16, most_common >> 8 & 255, most_common & 255], np.float32)
        vectors = colors[is_drawn] - background
        difference = np.abs(vectors).max(axis=1, initial=0)
        is_different = difference > max(_MIN_DIFFERENCE, _MIN_SHARE_OF_LARGEST * difference.max(initial=0))
        is_drawn[is_drawn] = is_different
        vectors = vectors[is_different]
        strength = np.sqrt((vectors**2).sum(axis=1))
        found = f"of its most common color, #{most_common:06x}"
    share = 1.0 - is_drawn.mean()
    if share < _MIN_BACKGROUND:
        raise ValueError(
            f"must be lines on a background that is transparent or of one color, but only {share:.0%} of it is "
            f"{found}; draw on an empty layer and save that layer alone"
        )
    if not len(vectors):
        return []
    ink, n_inks = _inks(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6))
    covered = np.zeros(is_drawn.shape, np.float32)
    full = np.array([np.percentile(strength[ink == i], 90) if (ink == i).any() else 1.0 for i in range(n_inks)])
    covered[is_drawn] = np.minimum(strength / full[ink], 1.0)
    is_line = is_drawn & (covered >= 0.5 * ndimage.maximum_filter(covered, 5))
    ink_of_pixel = np.full(is_drawn.shape, -1, np.int8)
    ink_of_pixel[is_drawn] = ink
    ink_of_pixel[~is_line] = -1
    masks = (_without_specks(ink_of_pixel, i, covered) for i in range(n_inks))
    return [mask for mask in masks if mask.any()]


def _eight_bits(pixels: npt.NDArray[Any]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8] | None]:
    """RGB and, where there is one, alpha."""
    if pixels.dtype.kind == "f":
        pixels = np.clip(np.nan_to_num(pixels) * 255, 0, 255)
    array = (pixels >> 8 if pixels.dtype == np.uint16 else pixels).astype(np.uint8)
    if array.ndim == 2:
        array = array[..., None]
    alpha = array[..., -1] if array.shape[2] in (2, 4) else None
    colors = array[..., :1] if array.shape[2] < 3 else array[..., :3]
    return np.broadcast_to(colors, (*array.shape[:2], 3)), alpha


def _most_common(packed: npt.NDArray[np.uint32]) -> int:
    # In two steps: coarse bins are quick to count, and the fullest one holds few colors.
    bins = packed >> 19 << 10 | (packed >> 11 & 31) << 5 | (packed >> 3 & 31)
    values, counts = np.unique(packed[bins == np.bincount(bins).argmax()], return_counts=True)
    return int(values[counts.argmax()])


def _inks(rays: Floats32) -> tuple[Ints, int]:
    """Which ink each pixel's ray belongs to, and how many inks there are."""
    bins = np.rint(rays * 8).astype(np.int64) + 8
    code = bins @ (17 ** np.arange(bins.shape[1]))
    values, first, counts = np.unique(code, return_index=True, return_counts=True)
    chosen: list[Floats32] = []
    min_pixels = max(8.0, 0.005 * len(rays))
    for at in np.argsort(-counts, kind="stable"):
        if chosen and (counts[at] < min_pixels or len(chosen) == _MAX_INKS):
            break
        ray = rays[code == values[at]].mean(axis=0) if len(chosen) < _MAX_INKS else rays[first[at]]
        ray /= max(float(np.linalg.norm(ray)), 1e-6)
        if all(float(ray @ other) < _SAME_INK for other in chosen):
            chosen.append(ray)
    return (rays @ np.stack(chosen, axis=1)).argmax(axis=1), len(chosen)


def _without_specks(ink_of_pixel: npt.NDArray[np.int8], ink: int, covered: Floats32) -> Bools:
    """The pixels of this ink, without noise.

    Removed are a few pixels near others, as of a rough edge or of two inks that mix to a third, and a few pale ones,
    as JPEG leaves around a line. Small gaps within a line are filled.
    """
    from scipy import ndimage

    mask: Bools = ink_of_pixel == ink
    components, n_components = ndimage.label(mask, np.ones((3, 3), bool))
    sizes = np.bincount(components.ravel(), minlength=n_components + 1)
    is_small = sizes < _SPECK
    y, x = np.nonzero(is_small[components] & mask)
    if len(y):
        # Pixels of another ink, and those of a larger component.
        others = np.pad((ink_of_pixel >= 0) & (ink_of_pixel != ink) | (~is_small[components] & mask), 2)
        is_near = np.any([others[y + dy, x + dx] for dy in range(5) for dx in range(5)], axis=0)
        n_near, n_full = (
            np.bincount(components[y, x], counted, minlength=n_components + 1)
            for counted in (is_near, covered[y, x] >= 0.5)
        )
        mask[y, x] = ~((n_near > 0) | (n_full == 0))[components[y, x]]
    gaps, n_gaps = ndimage.label(~mask)
    mask |= (np.bincount(gaps.ravel(), minlength=n_gaps + 1) < _SPECK)[gaps]
    return mask
