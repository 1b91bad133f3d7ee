"""A level of the multilevel scheme: a problem whose rows are in files, with all it has per node."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.stored_arrays import link_ends, open_array
from frenemy.engines.streamed.row_files import RowFiles
from frenemy.problem.array_types import Floats, Ints32

_SPREAD_WITH_HUBS = 1.5  # as in cpp/src/multilevel/beginning.cpp


class Level(NamedTuple):
    """A problem: rows, the size of each node, the weight of unlisted pairs, and (n, 2) cannot-linked nodes."""

    rows: RowFiles
    sizes: Path
    missing: float
    cannot_link: Path

    def node_sizes(self) -> Floats:
        return np.array(open_array(self.sizes))

    def moves(self, labels: Ints32) -> _core.StreamedMoves:
        """Moves of single nodes from these labels, which satisfy the cannot-links."""
        sizes = self.node_sizes() if self.missing else np.empty(0)
        return _core.StreamedMoves(labels, sizes, self.missing, *link_ends(open_array(self.cannot_link)))

    def labels(self, path: Path | None) -> Ints32:
        """The labels of a file, or every node alone."""
        return np.arange(self.rows.n_nodes, dtype=np.int32) if path is None else np.array(open_array(path))

    @property
    def has_hubs(self) -> bool:
        """Whether a few nodes have many of the pairs, by the rule of the solvers in memory."""
        lengths = self.rows.lengths().astype(np.float64)
        return bool(lengths @ lengths * len(lengths) > _SPREAD_WITH_HUBS * lengths.sum() ** 2)
