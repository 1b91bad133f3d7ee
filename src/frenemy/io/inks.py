"""Which pixels of a drawing were drawn, and with which ink."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

_LEAST_DIFFERENCE = 8.0  # of 255, and this share of the largest one: what JPEG or a scanner leaves around a line
_LEAST_SHARE_OF_LARGEST = 0.12
_LEAST_BACKGROUND = 0.5
_SAME_INK = 0.966  # cosine of 15 degrees
_MOST_INKS = 16
_SPECK = 6  # pixels
_OPAQUE = 128.0  # as large as a color: tells inks of a transparent drawing apart by color, black ones too


def ink_masks(pixels: npt.NDArray[Any]) -> list[Mask]:
    """One mask per ink, the most used ink first.

    The background is what is transparent or, where nothing is, the most common color. Soft edges are a mixture of
    background and ink, and so lie on the ray from one color to the other: each ray is an ink, and how far along it a
    pixel lies says how much of it is covered. A pixel counts where it is at least half as covered as the fullest
    within two pixels of it, so a line keeps its width and a pale ink next to a strong one is not lost.

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
        is_drawn = alpha > max(_LEAST_DIFFERENCE, _LEAST_SHARE_OF_LARGEST * int(alpha.max()))
        weight = alpha[is_drawn].astype(np.float32)[:, None] / 255
        vectors = np.concatenate((colors[is_drawn] * weight, _OPAQUE * weight), axis=1, dtype=np.float32)
        strength = weight[:, 0]
        found = "transparent"
    else:
        red, green, blue = (colors[..., channel].astype(np.uint32) for channel in range(3))
        packed = (red << np.uint32(16)) | (green << np.uint32(8)) | blue
        commonest = _most_common(packed.ravel())
        is_drawn = packed != commonest
        background = np.array([commonest >> 16, commonest >> 8 & 255, commonest & 255], np.float32)
        vectors = colors[is_drawn] - background
        difference = np.abs(vectors).max(axis=1, initial=0)
        is_much = difference > max(_LEAST_DIFFERENCE, _LEAST_SHARE_OF_LARGEST * difference.max(initial=0))
        is_drawn[is_drawn] = is_much
        vectors = vectors[is_much]
        strength = np.sqrt((vectors**2).sum(axis=1))
        found = f"of its most common color, #{commonest:06x}"
    share = 1.0 - is_drawn.mean()
    if share < _LEAST_BACKGROUND:
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
    # In two steps: coarse bins are quick to count, and then few different colors are left.
    bins = packed >> 19 << 10 | (packed >> 11 & 31) << 5 | (packed >> 3 & 31)
    values, counts = np.unique(packed[bins == np.bincount(bins).argmax()], return_counts=True)
    return int(values[counts.argmax()])


def _inks(rays: Floats) -> tuple[npt.NDArray[np.int64], int]:
    """Which ink each pixel's ray belongs to, and how many inks there are."""
    bins = np.rint(rays * 8).astype(np.int64) + 8
    code = bins @ (17 ** np.arange(bins.shape[1]))
    values, first, counts = np.unique(code, return_index=True, return_counts=True)
    chosen: list[Floats] = []
    least = max(8.0, 0.005 * len(rays))
    for at in np.argsort(-counts, kind="stable"):
        if chosen and (counts[at] < least or len(chosen) == _MOST_INKS):
            break
        ray = rays[code == values[at]].mean(axis=0) if len(chosen) < _MOST_INKS else rays[first[at]]
        ray /= max(float(np.linalg.norm(ray)), 1e-6)
        if all(float(ray @ other) < _SAME_INK for other in chosen):
            chosen.append(ray)
    return (rays @ np.stack(chosen, axis=1)).argmax(axis=1), len(chosen)


def _without_specks(ink_of_pixel: npt.NDArray[np.int8], ink: int, covered: Floats) -> Mask:
    """Where this ink is, but for what nobody drew.

    A few pixels close to other ones may be the rough edge of a line, or a mixture of two inks that looks like a third;
    a few pale ones are what JPEG leaves around a line; and a few that are missing within a line are filled.
    """
    from scipy import ndimage

    mask: Mask = ink_of_pixel == ink
    parts, n_parts = ndimage.label(mask, np.ones((3, 3), bool))
    sizes = np.bincount(parts.ravel(), minlength=n_parts + 1)
    is_small = sizes < _SPECK
    y, x = np.nonzero(is_small[parts] & mask)
    if len(y):
        # Of all pixels near by: those of another ink, and those of a larger part.
        others = np.pad((ink_of_pixel >= 0) & (ink_of_pixel != ink) | (~is_small[parts] & mask), 2)
        is_near = np.any([others[y + dy, x + dx] for dy in range(5) for dx in range(5)], axis=0)
        n_near, n_full = (
            np.bincount(parts[y, x], counted, minlength=n_parts + 1) for counted in (is_near, covered[y, x] >= 0.5)
        )
        mask[y, x] = ~((n_near > 0) | (n_full == 0))[parts[y, x]]
    gaps, n_gaps = ndimage.label(~mask)
    mask |= (np.bincount(gaps.ravel(), minlength=n_gaps + 1) < _SPECK)[gaps]
    return mask
