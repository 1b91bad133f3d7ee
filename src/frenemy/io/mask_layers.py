"""How deep each pixel of a mask lies, and which line it is nearest to, in time that goes with the mask alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]


def depths(mask: Mask) -> Integers:
    """The layer of each pixel, peeled off from outside, (height, width); 1 on the rim, 0 outside of the mask.

    Layers are taken by 4 and by 8 neighbors in turn, so a layer is about one pixel deep in every direction.
    """
    padded = np.pad(mask, 1)
    left, depth = padded.ravel(), np.zeros(padded.size, np.int64)
    candidates = np.flatnonzero(left)
    for layer, offsets in enumerate(_offsets_in_turn(padded.shape[1]), 1):
        if not len(candidates):
            break
        is_rim = ~left[candidates[:, None] + offsets].all(axis=1)
        rim = candidates[is_rim]
        depth[rim] = layer
        left[rim] = False
        # Next may come whoever is beside one that went, and who was looked at and stayed.
        candidates = _at_hand(np.concatenate(((rim[:, None] + offsets).ravel(), candidates[~is_rim])), left)
    return depth.reshape(padded.shape)[1:-1, 1:-1]


def spread(owner: Integers, mask: Mask) -> Integers:
    """The owner of each pixel of the mask, (height, width): that of the nearest pixel, by steps in the mask, with one.

    ``owner`` is -1 where there is none; so is what comes back, where no owner can be reached.
    """
    padded = np.pad(mask & (owner < 0), 1)
    is_open = padded.ravel()
    owners = np.pad(owner, 1, constant_values=-1).ravel()
    front = np.flatnonzero(owners >= 0)
    for offsets in _offsets_in_turn(padded.shape[1]):
        reached = (front[:, None] + offsets).ravel()
        is_new = is_open[reached]
        pixels, first = np.unique(reached[is_new], return_index=True)
        if not len(pixels) and len(offsets) == 8:
            break
        owners[pixels] = np.repeat(owners[front], len(offsets))[is_new][first]
        is_open[pixels] = False
        # After steps to the side, corners are still open: who stepped keeps stepping for one more turn.
        front = pixels if len(offsets) == 8 else np.concatenate((front, pixels))
    return owners.reshape(padded.shape)[1:-1, 1:-1]


def _offsets_in_turn(width: int) -> Iterator[Integers]:
    beside = np.array([-width, -1, 1, width])
    around = np.array([-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1])
    while True:
        yield beside
        yield around


def _at_hand(pixels: Integers, left: Mask) -> Integers:
    return np.unique(pixels[left[pixels]])
