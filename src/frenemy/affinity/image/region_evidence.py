"""What speaks for and against a border of objects between regions that touch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.appearance import Appearance
from frenemy.affinity.image.completions import Completions
from frenemy.affinity.image.drawn_sides import DrawnSides
from frenemy.affinity.image.memberships import Memberships
from frenemy.affinity.image.region_colors import RegionColors
from frenemy.affinity.image.stroke_lines import StrokeLines

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

N_FEATURES = 47
_FAR = 200.0  # pixels: as far as no stroke, where there are none


@dataclass(frozen=True, eq=False)
class RegionPairs:
    """Regions that touch.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    length : (n_pairs,) float32
        Of the border between them, in pixels.
    features : (n_pairs, N_FEATURES) float32
    """

    u: Ints
    v: Ints
    length: Floats
    features: Floats

    @property
    def edge(self) -> Floats:
        """(n_pairs,) float32: mean log-odds of a border of an object, as far as the pixels along this one tell"""
        return self.features[:, 0]


class RegionEvidence:
    """Everything measured at the borders of superpixels; regions are made of these.

    A crack is a place where two neighboring pixels are of different superpixels.

    Attributes
    ----------
    n_pieces : int
        How many superpixels there are.
    """

    def __init__(
        self,
        appearance: Appearance,
        lines: StrokeLines,
        completions: Completions,
        wires: Floats,
        pieces: Ints,
        soft: Floats,
    ) -> None:
        self.n_pieces = int(pieces.max()) + 1
        self._n_pixels = pieces.size
        u, v, border, first, second = _core.region_borders(pieces)
        self._crack_u, self._crack_v = u[border], v[border]
        distance = np.full(pieces.shape, _FAR, np.float32)
        nearest = np.zeros(pieces.shape, np.int32)
        if lines.n_strokes:
            distance, nearest = _core.distance_to(lines.is_drawn)
        # By ravel, as indexing of .flat takes ten times as long.
        far: Floats = distance.ravel()
        edge: Floats = appearance.edge.ravel()
        wired: Floats = _thickened(wires).ravel()
        near = np.minimum(far[first], far[second])
        self._edge = np.maximum(edge[first], edge[second])
        self._wire = np.maximum(wired[first], wired[second])
        self._wired: Floats = np.float32(1.0) / (np.float32(1.0) + np.exp(-self._wire))
        self._drawn = (near <= 1.0).astype(np.float32)
        self._covered = np.maximum(self._drawn, self._wired)
        self._distance = near
        broad = appearance.broad.reshape(-1, 3)
        self._contrast = np.sqrt(((broad[first] - broad[second]) ** 2).sum(axis=1))
        self._colors = RegionColors.of(appearance.lab, pieces, self.n_pieces)
        # The nearer of both pixels tells which stroke it is, else the upper left one: not how pieces are numbered.
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

    def pairs(self, region_of_piece: Ints) -> RegionPairs:
        """The regions that touch, and the evidence between them.

        Parameters
        ----------
        region_of_piece : (n_pieces,) int32
            ``0..k-1``.
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
            total: Floats = np.add.reduceat(likeness, starts)
            columns.append(total / length)
        columns += colors.columns(u, v)
        columns += self._memberships.joined(region_of_piece, k).columns(u, v)
        columns += self._region_columns(region_of_piece, k, u, v, length, kept, starts)
        return RegionPairs(u, v, length, np.stack(columns, axis=1).astype(np.float32))

    def _border_columns(
        self, kept: npt.NDArray[np.int64], starts: npt.NDArray[np.int64], length: Floats
    ) -> list[Floats]:
        """What is seen and drawn along each border."""

        def total(values: Floats) -> Floats:
            return np.add.reduceat(values[kept], starts)

        n_cracks = length.astype(np.int64)
        of_border = np.repeat(np.arange(len(starts), dtype=np.int64), n_cracks)

        def quantiles(values: Floats, *shares: float) -> list[Floats]:
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
        region_of_piece: Ints,
        k: int,
        u: Ints,
        v: Ints,
        length: Floats,
        kept: npt.NDArray[np.int64],
        starts: npt.NDArray[np.int64],
    ) -> list[Floats]:
        """How large the two regions are, and how closed: what share of their outlines was drawn or is likely."""
        size = np.bincount(region_of_piece, self._colors.size, k)

        def around(values: Floats) -> Floats:
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
        for all_of_it in (all_covered, all_drawn):
            columns += [all_of_it[region] / outline[region] for region in (smaller, larger)]
        for region in (smaller, larger):
            # How well closed it is without this border.
            columns.append((all_covered[region] - covered) / np.maximum(outline[region] - length, 1.0))
        columns += [np.full(len(u), self._drawn_length), np.full(len(u), self._share)]
        return columns


def _thickened(values: Floats) -> Floats:
    """The largest of each pixel and its eight neighbors."""
    rows = values.copy()
    np.maximum(rows[1:], values[:-1], out=rows[1:])
    np.maximum(rows[:-1], values[1:], out=rows[:-1])
    found = rows.copy()
    np.maximum(found[:, 1:], rows[:, :-1], out=found[:, 1:])
    np.maximum(found[:, :-1], rows[:, 1:], out=found[:, :-1])
    return found


def _sorted_within(group: npt.NDArray[np.int64], values: Floats) -> Floats:
    """Values in rising order within each group; groups rise already.

    Group and value share one whole number, which sorts much faster than by two keys: the bits of floats rise with them
    once those of negative ones are turned around.
    """
    bits = (values + np.float32(0.0)).view(np.int32)  # -0 is 0
    bits = np.where(bits < 0, bits ^ np.int32(0x7FFFFFFF), bits).astype(np.int64)
    keys = np.sort((group << 32) + bits)
    bits = (keys - (group << 32)).astype(np.int32)
    bits = np.where(bits < 0, bits ^ np.int32(0x7FFFFFFF), bits)
    return np.asarray(bits.astype(np.int32).view(np.float32), np.float32)
