"""Features of pairs of adjacent regions: evidence for and against an object boundary between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.image.regions.appearance import Appearance
from frenemy.affinity.image.regions.region_colors import RegionColors
from frenemy.affinity.image.soft.memberships import Memberships
from frenemy.affinity.image.strokes.drawn_sides import DrawnSides
from frenemy.affinity.image.strokes.stroke_lines import StrokeLines
from frenemy.affinity.image.wires.completions import Completions
from frenemy.problem.array_types import Floats32, Ints, Ints32

N_FEATURES = 47
_FAR = 200.0  # pixels: the distance to the nearest stroke if there are none


@dataclass(frozen=True, eq=False)
class RegionPairs:
    """Edges of the region adjacency graph.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    length : (n_pairs,) float32
        Length of the common border, in pixels.
    features : (n_pairs, N_FEATURES) float32
    """

    u: Ints32
    v: Ints32
    length: Floats32
    features: Floats32

    @property
    def edge(self) -> Floats32:
        """(n_pairs,) float32: mean log-odds of an object boundary along the common border, from local cues."""
        return self.features[:, 0]


class RegionEvidence:
    """Features along the borders of superpixels, from which those of larger regions are computed.

    A crack is a pair of neighboring pixels in different superpixels.

    Attributes
    ----------
    n_pieces : int
        Number of superpixels.
    """

    def __init__(
        self,
        appearance: Appearance,
        lines: StrokeLines,
        completions: Completions,
        wires: Floats32,
        pieces: Ints32,
        soft: Floats32,
    ) -> None:
        self.n_pieces = int(pieces.max()) + 1
        self._n_pixels = pieces.size
        u, v, border, first, second = _core.region_borders(pieces)
        self._crack_u, self._crack_v = u[border], v[border]
        distance = np.full(pieces.shape, _FAR, np.float32)
        nearest = np.zeros(pieces.shape, np.int32)
        if lines.n_strokes:
            distance, nearest = _core.distance_to(lines.is_drawn)
        # Indexing .flat takes ten times as long as indexing .ravel().
        far: Floats32 = distance.ravel()
        edge: Floats32 = appearance.edge.ravel()
        wired: Floats32 = _dilated(wires).ravel()
        near = np.minimum(far[first], far[second])
        self._edge = np.maximum(edge[first], edge[second])
        self._wire = np.maximum(wired[first], wired[second])
        self._wired: Floats32 = np.float32(1.0) / (np.float32(1.0) + np.exp(-self._wire))
        self._drawn = (near <= 1.0).astype(np.float32)
        self._covered = np.maximum(self._drawn, self._wired)
        self._distance = near
        broad = appearance.broad.reshape(-1, 3)
        self._contrast = np.sqrt(((broad[first] - broad[second]) ** 2).sum(axis=1))
        self._colors = RegionColors.of(appearance.lab, pieces, self.n_pieces)
        # Take the stroke nearest to either pixel; break ties by position, so that numbering of pieces has no effect.
        nearer = np.where(far[first] < far[second], first, second)
        nearer = np.where(far[first] == far[second], np.minimum(first, second), nearer)
        self._sides = DrawnSides.near(appearance.smooth, lines, nearest.ravel()[nearer])
        colors = self._colors.mean
        self._as_drawn, self._as_one_side = self._sides.compared(colors[self._crack_u], colors[self._crack_v])
        self._drawn_contrast = self._sides.contrast
        self._memberships = Memberships.of(soft, pieces, self.n_pieces)
        alike, between, *_ = self._memberships.columns(u, v)
        self._alike, self._between = alike[border], between[border]
        self._gap, self._share = completions.typical_gap, completions.drawn_share
        self._drawn_length = np.log(max(1, len(lines.pixels)) / np.hypot(*pieces.shape))

    def pairs(self, region_of_piece: Ints32) -> RegionPairs:
        """The adjacent pairs of regions, and their features.

        Parameters
        ----------
        region_of_piece : (n_pieces,) int32
            The region of each superpixel, ``0..k-1``.
        """
        k = int(region_of_piece.max()) + 1
        a, b = region_of_piece[self._crack_u], region_of_piece[self._crack_v]
        kept = np.flatnonzero(a != b)
        keys = np.minimum(a, b)[kept].astype(np.int64) * k + np.maximum(a, b)[kept]
        order = np.argsort(keys, kind="stable")
        kept, keys = kept[order], keys[order]
        starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))[: len(keys)])
        u, v = (part.astype(np.int32) for part in np.divmod(keys[starts], k))
        if not len(u):
            return RegionPairs(u, v, np.zeros(0, np.float32), np.zeros((0, N_FEATURES), np.float32))
        length = np.diff(np.append(starts, len(keys))).astype(np.float32)
        columns = self._border_columns(kept, starts, length)
        colors = self._colors.joined(region_of_piece, k)
        for likeness in self._sides.at(kept).compared(colors.mean[a[kept]], colors.mean[b[kept]]):
            total: Floats32 = np.add.reduceat(likeness, starts)
            columns.append(total / length)
        columns += colors.columns(u, v)
        columns += self._memberships.joined(region_of_piece, k).columns(u, v)
        columns += self._region_columns(region_of_piece, k, u, v, length, kept, starts)
        return RegionPairs(u, v, length, np.stack(columns, axis=1).astype(np.float32))

    def _border_columns(self, kept: Ints, starts: Ints, length: Floats32) -> list[Floats32]:
        """Features of edges, strokes and wires along each border."""

        def total(values: Floats32) -> Floats32:
            return np.add.reduceat(values[kept], starts)

        n_cracks = length.astype(np.int64)
        of_border = np.repeat(np.arange(len(starts), dtype=np.int64), n_cracks)

        def quantiles(values: Floats32, *shares: float) -> list[Floats32]:
            ordered = _sorted_within(of_border, values[kept])
            return [ordered[starts + np.minimum((share * length).astype(np.int64), n_cracks - 1)] for share in shares]

        drawn, covered = total(self._drawn), total(self._covered)
        log_gap = np.float32(np.log(self._gap))
        return [
            total(self._edge) / length,
            *quantiles(self._edge, 0.1, 0.5, 0.9),
            drawn / length,
            total(self._wire) / length,
            *quantiles(self._wire, 0.1, 0.5),
            total(self._wired) / length,
            covered / length,
            np.log(length),
            np.log1p(drawn),
            np.log1p(covered),
            np.log1p(length - covered),
            np.log1p(length - drawn) - log_gap,
            total(np.log1p(self._distance)) / length,
            np.log1p(np.maximum.reduceat(self._distance[kept], starts)) - log_gap,
            total(self._contrast) / length,
            total(self._as_drawn) / length,
            total(self._as_one_side) / length,
            total(self._drawn_contrast) / length,
            total(self._alike) / length,
            total(self._between) / length,
        ]

    def _region_columns(
        self,
        region_of_piece: Ints32,
        k: int,
        u: Ints32,
        v: Ints32,
        length: Floats32,
        kept: Ints,
        starts: Ints,
    ) -> list[Floats32]:
        """Sizes of the two regions, and the share of their outlines that strokes or likely wires cover."""
        size = np.bincount(region_of_piece, self._colors.size, k)

        def around(values: Floats32) -> Floats32:
            return (np.bincount(u, values, k) + np.bincount(v, values, k)).astype(np.float32)

        drawn = np.add.reduceat(self._drawn[kept], starts)
        covered = np.add.reduceat(self._covered[kept], starts)
        outline, all_drawn, all_covered = around(length), around(drawn), around(covered)
        smaller = np.where(size[u] <= size[v], u, v)
        larger = np.where(size[u] <= size[v], v, u)
        columns = [
            np.log(size[smaller] / self._n_pixels),
            np.log(size[larger] / self._n_pixels),
            length / np.minimum(outline[u], outline[v]),
        ]
        for covering in (all_covered, all_drawn):
            columns += [covering[region] / outline[region] for region in (smaller, larger)]
        for region in (smaller, larger):
            # The covered share of the outline without this border.
            columns.append((all_covered[region] - covered) / np.maximum(outline[region] - length, 1.0))
        columns += [np.full(len(u), self._drawn_length), np.full(len(u), self._share)]
        return columns


def _dilated(values: Floats32) -> Floats32:
    """Dilation: the maximum over each pixel and its eight neighbors."""
    rows = values.copy()
    np.maximum(rows[1:], values[:-1], out=rows[1:])
    np.maximum(rows[:-1], values[1:], out=rows[:-1])
    found = rows.copy()
    np.maximum(found[:, 1:], rows[:, :-1], out=found[:, 1:])
    np.maximum(found[:, :-1], rows[:, 1:], out=found[:, :-1])
    return found


def _sorted_within(group: Ints, values: Floats32) -> Floats32:
    """Values in ascending order within each group; ``group`` is ascending.

    Group and value are packed into one integer, which sorts much faster than two keys: the bit patterns of floats are
    ordered like the floats once those of negative floats are inverted.
    """
    bits = (values + np.float32(0.0)).view(np.int32)  # turns -0 into 0
    bits = np.where(bits < 0, bits ^ np.int32(0x7FFFFFFF), bits).astype(np.int64)
    keys = np.sort((group << 32) + bits)
    bits = (keys - (group << 32)).astype(np.int32)
    bits = np.where(bits < 0, bits ^ np.int32(0x7FFFFFFF), bits)
    return np.asarray(bits.astype(np.int32).view(np.float32), np.float32)
