"""Rows of a problem in files: every pair in the rows of both ends, nodes in order, neighbors sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from frenemy.engines.scratch.stored_arrays import open_array, read_slice, save_array
from frenemy.problem.array_types import Floats, Ints, Ints32

_MAX_ENTRIES = 1 << 19  # read at once: a move over them takes about 10 ms, and Ctrl-C waits for it


class RowFiles(NamedTuple):
    """The rows of nodes ``0..n_nodes - 1``, in files of consecutive nodes.

    Attributes
    ----------
    folder : Path
    edges : tuple of int
        File k holds the nodes ``edges[k]..edges[k + 1] - 1``.
    n_pairs : int
        Pairs, each of which is two entries.
    unit : float
        The unit of temperature, as of annealing in memory.
    """

    folder: Path
    edges: tuple[int, ...]
    n_pairs: int
    unit: float

    @property
    def n_nodes(self) -> int:
        return self.edges[-1]

    @property
    def n_files(self) -> int:
        return len(self.edges) - 1

    def lengths(self) -> Ints32:
        """The number of neighbors of each node."""
        files = [open_array(_path(self.folder, at, "lengths")) for at in range(self.n_files)]
        return np.concatenate(files) if files else np.empty(0, np.int32)


class RowChunk(NamedTuple):
    """The rows of consecutive nodes, as the core takes them.

    Attributes
    ----------
    first : int
        The first node.
    offsets : (n_rows + 1,) int64
        Where each row begins, and the end of the last.
    neighbors : (n_entries,) int32
    weights : (n_entries,) float64
        Minus the weight of an unlisted pair.
    """

    first: int
    offsets: Ints
    neighbors: Ints32
    weights: Floats

    @property
    def end(self) -> int:
        return self.first + len(self.offsets) - 1

    def pairs(self) -> tuple[Ints32, Ints32, Floats]:
        """The pairs ``u < v`` of these rows."""
        u = np.repeat(np.arange(self.first, self.end, dtype=np.int32), np.diff(self.offsets))
        is_first = u < self.neighbors
        return u[is_first], self.neighbors[is_first], self.weights[is_first]


def save_rows(folder: Path, at: int, lengths: Ints32, neighbors: Ints32, weights: Floats) -> None:
    """Write file ``at`` of a level."""
    for name, array in (("lengths", lengths), ("neighbors", neighbors), ("weights", weights)):
        save_array(_path(folder, at, name), array)


def row_chunks(
    rows: RowFiles, files: Sequence[int] | None = None, is_needed: Callable[[int, int], bool] | None = None
) -> Iterator[RowChunk]:
    """The rows of some files, by default all, chunk after chunk.

    Chunks of nodes ``begin..end - 1`` for which ``is_needed(begin, end)`` is false are not read. Only copies of what
    is read are in memory. A chunk has at most ``2**19`` entries, or the row of one node.
    """
    for at in range(rows.n_files) if files is None else files:
        lengths = np.array(open_array(_path(rows.folder, at, "lengths")))
        offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        for begin, end in pairwise(_cuts(offsets)):
            if is_needed is not None and not is_needed(rows.edges[at] + begin, rows.edges[at] + end):
                continue
            first, last = int(offsets[begin]), int(offsets[end])
            yield RowChunk(
                rows.edges[at] + begin,
                offsets[begin : end + 1] - first,
                read_slice(_path(rows.folder, at, "neighbors"), first, last),
                read_slice(_path(rows.folder, at, "weights"), first, last),
            )


def _cuts(offsets: Ints) -> list[int]:
    """Rows at which chunks begin, and the end of the last."""
    cuts = [0]
    while cuts[-1] < len(offsets) - 1:
        end = int(np.searchsorted(offsets, offsets[cuts[-1]] + _MAX_ENTRIES, side="right")) - 1
        cuts.append(max(cuts[-1] + 1, end))
    return cuts


def _path(folder: Path, at: int, name: str) -> Path:
    return folder / f"{at}.{name}.npy"
