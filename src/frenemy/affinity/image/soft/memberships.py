"""The side of each stroke that a region lies on: soft segmentations averaged over regions."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass

import numpy as np

from frenemy.affinity.image.regions.appearance import Appearance
from frenemy.affinity.image.soft.soft_segmentation import soft_segmentations
from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.problem.array_types import Floats, Floats32, Ints32

SoftMaps = MutableMapping[Stroke, Floats32]

_DEPTH = 2.0  # pixels of the small picture: width of the constrained band on each side of a stroke
_EPSILON = 1e-5
_TINY = 1e-6


@dataclass(frozen=True, eq=False)
class Memberships:
    """A vector per region with one entry per stroke: 1 on its left side, -1 on its right, 0 if unknown.

    Attributes
    ----------
    size : (n_regions,) float64
        In pixels.
    vectors : (n_regions, n_strokes) float32
    """

    size: Floats
    vectors: Floats32

    @classmethod
    def of(cls, maps: Floats32, pieces: Ints32, n_pieces: int) -> Memberships:
        """The memberships of each superpixel.

        Parameters
        ----------
        maps : (n_strokes, h, w) float32
            Soft segmentations on a coarser grid than that of ``pieces``.
        """
        size = np.bincount(pieces.ravel(), minlength=n_pieces).astype(float)
        height, width = pieces.shape
        n_strokes, h, w = maps.shape
        flat = maps.reshape(n_strokes, h * w)
        rows = ((np.arange(h) + 0.5) * (height / h)).astype(np.int64)
        columns = ((np.arange(w) + 0.5) * (width / w)).astype(np.int64)
        piece = pieces[np.ix_(rows, columns)].ravel()
        order = np.argsort(piece, kind="stable")
        found, starts = np.unique(piece[order], return_index=True)
        vectors = np.zeros((n_pieces, n_strokes), np.float32)
        if not n_strokes:
            return cls(size, vectors)
        counts = np.diff(np.append(starts, len(piece)))
        vectors[found] = (np.add.reduceat(flat[:, order], starts, axis=1) / counts).T
        # A piece that holds no center of a coarse pixel averages the coarse pixels under its own pixels.
        is_missed = np.ones(n_pieces, bool)
        is_missed[found] = False
        at = np.flatnonzero(is_missed[pieces.ravel()])
        y, x = np.divmod(at, width)
        missed = pieces.ravel()[at]
        order = np.argsort(missed, kind="stable")
        found, starts = np.unique(missed[order], return_index=True)
        if len(found):
            coarse = ((y * h // height) * w + x * w // width)[order]
            vectors[found] = (np.add.reduceat(flat[:, coarse], starts, axis=1) / size[found]).T
        return cls(size, vectors)

    def joined(self, region: Ints32, n_regions: int) -> Memberships:
        """The memberships of regions that consist of these."""
        size = np.asarray(np.bincount(region, self.size, n_regions), np.float64)
        order = np.argsort(region, kind="stable")
        starts = np.searchsorted(region[order], np.arange(n_regions))
        sums = np.add.reduceat((self.vectors * self.size[:, None].astype(np.float32))[order], starts, axis=0)
        return Memberships(size, (sums / size[:, None]).astype(np.float32))

    def columns(self, u: Ints32, v: Ints32) -> list[Floats32]:
        """Features of pairs: cosine, strongest separating and non-separating stroke, certainty, largest difference."""
        n_pairs, n_strokes = len(u), self.vectors.shape[1]
        if not n_strokes:
            return [np.zeros(n_pairs, np.float32)] * 5
        a, b = self.vectors[u], self.vectors[v]
        products = a * b
        length = np.sqrt(np.einsum("ij,ij->i", self.vectors, self.vectors))
        cosine = products.sum(axis=1) / np.maximum(length[u] * length[v], _TINY)
        return [
            cosine,
            -products.min(axis=1),
            products.max(axis=1),
            np.log(np.minimum(length[u], length[v]) + np.float32(0.05)),
            np.abs(a - b).max(axis=1),
        ]


def soft_maps(
    appearance: Appearance,
    strokes: Sequence[Stroke],
    known: SoftMaps | None = None,
    on_poll: Callable[[], object] | None = None,
) -> Floats32:
    """The soft segmentation of the small picture by each stroke, ``(n_strokes, h, w)``.

    Parameters
    ----------
    appearance : Appearance
    strokes : sequence of Stroke
        In full-picture coordinates.
    known : mutable mapping of Stroke to (h, w) float32, optional
        Cached soft segmentations of the same picture; new ones are added.
    on_poll : callable, optional
        Called repeatedly; an exception that it raises ends the work and reaches the caller.
    """
    known = {} if known is None else known
    shape = appearance.small.shape[:2]
    new = [stroke for stroke in dict.fromkeys(strokes) if stroke not in known]
    scale = shape[1] / appearance.shape[1], shape[0] / appearance.shape[0]
    scaled = [stroke.scaled(*scale) for stroke in new]
    found = soft_segmentations(appearance.small, scaled, reach=None, depth=_DEPTH, epsilon=_EPSILON, on_poll=on_poll)
    for stroke, soft in zip(new, found, strict=True):
        known[stroke] = soft.within(shape)
    return np.stack([known[stroke] for stroke in strokes]) if strokes else np.zeros((0, *shape), np.float32)
