"""The matrix of weights as square tiles of many sizes, from the whole in one tile to single pairs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from frenemy.plot.binned_matrix import full_scale
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Floats32, Ints, Ints32
from frenemy.report.signed_image import signed_png

TILE = 256  # pixels
_PAIR_PIXELS = 8  # of one pair, at the deepest zoom
_WHOLE_LEVELS = 4  # of the pyramid that one grid of the whole matrix serves
_PART_LEVELS = 3  # that one grid of a part serves
_MAX_GRIDS = 12
_MAX_ENDS = 20_000
_SAMPLE = 1_000_000  # weights that decide the scale


@dataclass(frozen=True)
class Cell:
    """One pair of the matrix; ``weight`` is None if it is not listed."""

    u: int
    v: int
    weight: float | None


@dataclass(frozen=True, eq=False)
class _Grid:
    """Sums of weights and numbers of pairs in the cells of a square of the matrix: (n_cells, n_cells) each."""

    total: Floats32
    count: Floats32

    def cropped(self, row: int, column: int, n_cells: int) -> _Grid:
        rows, columns = slice(row, row + n_cells), slice(column, column + n_cells)
        return _Grid(self.total[rows, columns], self.count[rows, columns])

    def coarser(self, factor: int) -> _Grid:
        n = len(self.total) // factor
        shape = (n, factor, n, factor)
        return _Grid(self.total.reshape(shape).sum((1, 3)), self.count.reshape(shape).sum((1, 3)))

    def mean(self) -> Floats:
        return np.divide(self.total, self.count, out=np.zeros(self.total.shape), where=self.count > 0)


class MatrixTiles:
    """The matrix of weights with the nodes in a given order, those of a group together.

    At level ``z`` the matrix is ``2**z`` tiles wide. A pixel shows the mean weight of the listed pairs in it, and is
    transparent where there is none. The first tile reads all pairs once; a deeper one reads the rows of a sixteenth of
    the nodes or less. What was read is kept in grids that serve some levels each, so that tiles nearby need no pairs at
    all: 32 MB for the whole, 8 MB for a part of it, at most 12 grids. Besides that, it takes 8 bytes per node.

    Parameters
    ----------
    problem : Problem
    labels : (n_nodes,) int
        The group of each node, 0 or more.
    order : (n_nodes,) int
        The nodes as they are drawn; see :func:`frenemy.plot.binned_matrix.by_cluster`.
    """

    def __init__(self, problem: Problem, labels: Labels | Ints, order: Ints) -> None:
        self.n = problem.n_nodes
        self._problem = problem
        self._graph = problem.graph
        self._sizes = problem.sizes if problem.missing else None
        self._order = np.asarray(order, np.int32)
        self._position = np.empty(self.n, np.int32)
        self._position[self._order] = np.arange(self.n, dtype=np.int32)
        self.ends, self.groups = _ends(np.asarray(labels, np.int64)[self._order])
        self._lock = threading.Lock()
        self._grids: OrderedDict[tuple[int, int, int], _Grid] = OrderedDict()
        self.scale = full_scale(self._sampled_weights())

    @property
    def max_zoom(self) -> int:
        """The deepest level: a pair is then some pixels wide."""
        return max(0, int(np.ceil(np.log2(max(self.n, 1) * _PAIR_PIXELS / TILE))))

    def tile(self, z: int, x: int, y: int) -> bytes:
        """A PNG of 256 x 256 pixels: ``x`` counts columns and ``y`` rows of tiles."""
        if not (0 <= z <= self.max_zoom and 0 <= x < 2**z and 0 <= y < 2**z):
            raise ValueError(f"there is no tile {z}/{x}/{y}: there are {self.max_zoom + 1} levels, 2**z tiles wide")
        return signed_png(self.values(z, x, y), self.scale)

    def values(self, z: int, x: int, y: int) -> Floats:
        """The mean weight of the listed pairs in each pixel of a tile; 0 where there is none."""
        return self._binned(z, x, y) if TILE * 2**z <= self.n else self._enlarged(z, x, y)

    def at(self, x: int, y: int) -> Cell:
        """The pair in column ``x`` and row ``y``."""
        if not (0 <= x < self.n and 0 <= y < self.n):
            raise ValueError(f"column and row must be from 0 to {self.n - 1}, got {x} and {y}")
        u, v = int(self._order[y]), int(self._order[x])
        begin, end = self._graph.offsets[u : u + 2]
        found = begin + np.flatnonzero(self._graph.neighbors[begin:end] == v)
        weight = self._weights(found, np.full(len(found), u, np.int32))
        return Cell(u, v, float(weight[0]) if len(weight) else None)

    # ---------------------------------------------------------------------------------- pixels of one pair or more

    def _binned(self, z: int, x: int, y: int) -> Floats:
        deepest = int(np.floor(np.log2(self.n / TILE)))  # with at least one pair per pixel
        base = 0 if z < _WHOLE_LEVELS else z - (z - _WHOLE_LEVELS) % _PART_LEVELS
        fine = min(base + (_PART_LEVELS if base else _WHOLE_LEVELS) - 1, deepest)
        grid = self._grid(base, fine, x >> (z - base), y >> (z - base))
        n_cells = TILE << (fine - z)
        within = (1 << (z - base)) - 1
        part = grid.cropped((y & within) * n_cells, (x & within) * n_cells, n_cells)
        return part.coarser(1 << (fine - z)).mean()

    def _grid(self, base: int, fine: int, x: int, y: int) -> _Grid:
        """The tile ``x, y`` of level ``base``, in pixels of level ``fine``."""
        with self._lock:
            key = (base, x, y)
            if key in self._grids:
                self._grids.move_to_end(key)
            else:
                self._grids[key] = self._part(base, fine, x, y) if base else self._whole(TILE << fine)
                while len(self._grids) > _MAX_GRIDS:
                    self._grids.popitem(last=False)
            return self._grids[key]

    def _whole(self, n_cells: int) -> _Grid:
        u, v, w = self._problem.edges()
        cells = self._position.astype(np.int64) * n_cells // self.n
        cell = cells[u]
        cell *= n_cells
        cell += cells[v]
        total, count = _summed(cell, w, n_cells), _summed(cell, None, n_cells)
        return _Grid(total + total.T, count + count.T)

    def _part(self, base: int, fine: int, x: int, y: int) -> _Grid:
        n_cells, n_all = TILE << (fine - base), TILE << fine
        rows, columns = self._positions(y * n_cells, n_cells, n_all), self._positions(x * n_cells, n_cells, n_all)
        row, column, weight = self._pairs(rows, columns)
        cell = (row.astype(np.int64) * n_all // self.n - y * n_cells) * n_cells
        cell += column.astype(np.int64) * n_all // self.n - x * n_cells
        return _Grid(_summed(cell, weight, n_cells), _summed(cell, None, n_cells))

    def _positions(self, first: int, n_cells: int, n_all: int) -> range:
        """The positions in some of ``n_all`` equal cells: position i lies in cell ``i * n_all // n``."""
        return range(-(-first * self.n // n_all), -(-(first + n_cells) * self.n // n_all))

    # --------------------------------------------------------------------------------- pairs of one pixel or more

    def _enlarged(self, z: int, x: int, y: int) -> Floats:
        if not self.n:
            return np.zeros((TILE, TILE))
        across, down = self._under_pixels(z, x), self._under_pixels(z, y)
        rows, columns = range(int(down[0]), int(down[-1]) + 1), range(int(across[0]), int(across[-1]) + 1)
        row, column, weight = self._pairs(rows, columns)
        values = np.zeros((len(rows), len(columns)))
        values[row - rows.start, column - columns.start] = weight
        return values[np.ix_(down - rows.start, across - columns.start)]

    def _under_pixels(self, z: int, at: int) -> Ints:
        """The position under the center of each pixel of a tile."""
        return (2 * (TILE * at + np.arange(TILE)) + 1) * self.n // (2 * TILE << z)

    # --------------------------------------------------------------------------------------------------- the pairs

    def _pairs(self, rows: range, columns: range) -> tuple[Ints32, Ints32, Floats]:
        """Row, column and weight of the listed pairs in a rectangle of positions."""
        nodes, offsets = self._order[rows.start : rows.stop], self._graph.offsets
        begins, degrees = offsets[nodes], offsets[nodes + 1] - offsets[nodes]
        at = np.arange(int(degrees.sum())) + np.repeat(begins - (np.cumsum(degrees) - degrees), degrees)
        column = self._position[self._graph.neighbors[at]]
        inside = np.flatnonzero((column >= columns.start) & (column < columns.stop))
        row, column = np.repeat(np.arange(rows.start, rows.stop, dtype=np.int32), degrees)[inside], column[inside]
        return row, column, self._weights(at[inside], self._order[row])

    def _weights(self, at: Ints, nodes: Ints32) -> Floats:
        """The weights of stored pairs of some nodes."""
        excess: Floats = self._graph.weights[at]
        if self._sizes is None:
            return excess
        weights: Floats = excess + self._problem.missing * self._sizes[nodes] * self._sizes[self._graph.neighbors[at]]
        return weights

    def _sampled_weights(self) -> Floats:
        n_stored = len(self._graph.neighbors)
        at = np.arange(0, n_stored, 1 + n_stored // _SAMPLE)
        return self._weights(at, (np.searchsorted(self._graph.offsets, at, "right") - 1).astype(np.int32))


def _summed(cell: Ints, values: Floats | None, n_cells: int) -> Floats32:
    """The sums of the values in each cell, or counts without values."""
    flat = np.bincount(cell, values, n_cells**2).astype(np.float32)
    return flat.reshape(n_cells, n_cells)


def _ends(groups: Ints) -> tuple[Ints, Ints]:
    """Where the groups of two and more nodes end, of nodes in the order of groups, and these groups; the first ones."""
    ends = np.append(np.flatnonzero(np.diff(groups)), len(groups) - 1) + 1 if len(groups) else np.empty(0, np.int64)
    is_large = np.diff(ends, prepend=0) > 1
    ends = ends[is_large][:_MAX_ENDS]
    return ends, groups[ends - 1]
