"""Colors of objects: easy to distinguish, and stable while the object exists."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import to_lab
from frenemy.apps.segmentation.objects.ids import Ids
from frenemy.problem.distinct import distinct

Indices = npt.NDArray[np.int32]

# Four chosen colors; each further one has medium lightness and chroma and is farthest, in CIELAB, from all before it.
# The minimum distance is 22, and 32 among the first sixteen.
_HEX = (
    "3078cc f08a36 48a854 de4e60 00eafc fc84f0 ded848 7e6c30 9c5a84 007e6c fcae96 ccde9c 00f0c6 d2bafc 7e5acc d22a84 "
    "0096c0 6c8400 f6c672 a8e466 ae5a36 fc90ae a28400 668a54 48f096 78cca8 f66648 7e66ae a8545a 84bafc a8489c ea96d8"
)
PALETTE = np.array([list(bytes.fromhex(color)) for color in _HEX.split()], np.uint8)
_MAX_DISTANCE = 40.0  # in CIELAB; larger distances do not help to distinguish neighbors


def kept_colors(
    ids: Ids, pairs: npt.NDArray[np.int32], ids_before: Ids | None = None, colors_before: Indices | None = None
) -> Indices:
    """The palette index of each object: as before, or for a new object one that differs from its neighbors.

    A new object gets the first unused color that is easy to distinguish from those of its neighbors. With more
    objects than colors, it gets the color farthest from those of its neighbors.

    Parameters
    ----------
    ids : (k,) int64
    pairs : (n_pairs, 2) int32
        Labels of objects that touch.
    ids_before, colors_before : (k_before,)
        Those of the objects before an edit.

    Returns
    -------
    (k,) int32
    """
    colors = np.full(len(ids), -1, np.int32)
    if ids_before is not None and colors_before is not None:
        known = dict(zip(ids_before.tolist(), colors_before.tolist(), strict=True))
        colors[:] = [known.get(one, -1) for one in ids.tolist()]
    neighbors: list[list[int]] = [[] for _ in ids]
    for a, b in pairs.tolist():
        neighbors[a].append(b)
        neighbors[b].append(a)
    apart = _distances()
    n_users = np.bincount(colors[colors >= 0], minlength=len(PALETTE))
    for label in np.flatnonzero(colors < 0):
        beside = colors[neighbors[label]]
        distance = apart[:, beside[beside >= 0]].min(axis=1, initial=_MAX_DISTANCE)
        # The least used color, unless it is that of a neighbor.
        order = np.lexsort((np.arange(len(PALETTE)), -distance, n_users, distance == 0.0))
        colors[label] = order[0]
        n_users[order[0]] += 1
    return colors


def touching(labels: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """(n_pairs, 2): labels that have pixels side by side, the smaller one first, each pair once."""
    keys = [np.empty(0, np.int64)]
    for one, other in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        is_border = one != other
        a, b = one[is_border].astype(np.int64), other[is_border].astype(np.int64)
        keys.append(distinct(np.minimum(a, b) << 32 | np.maximum(a, b)))
    found = distinct(np.concatenate(keys))
    return np.stack([found >> 32, found & 0xFFFFFFFF], axis=1).astype(np.int32)


def _distances() -> npt.NDArray[np.float32]:
    lab = to_lab(PALETTE.astype(np.float32) / np.float32(255.0))
    return np.asarray(np.linalg.norm(lab[:, None] - lab[None], axis=2), np.float32)
