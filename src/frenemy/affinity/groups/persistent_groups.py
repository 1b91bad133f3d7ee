"""Groups of rows that stay the same over a wide range of resolutions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.groups.similarities import Similarities
from frenemy.problem.array_types import Floats, Ints, Ints32
from frenemy.run import Run, cancel_on_interrupt, raise_if_cancelled

#: Nats above `least`: groups that persist for so long are clear, and parts are preferred to their union.
CLEAR = 0.7


@dataclass(frozen=True, eq=False)
class PersistentGroups:
    """Groups in the tree of an average linkage. A level is the logarithm of a mean similarity.

    Attributes
    ----------
    labels : (n,) int32
        ``0..k-1``; -1 for rows outside of all groups.
    split, join : (k,) float64
        The level at which each group falls into parts, and at which it joins another one.
    sizes : (k,) int
    persistence : float
        Mean over all rows of the range of levels, in nats, at which its group holds it. 0 if there are no groups.
    """

    labels: Ints32
    split: Floats
    join: Floats
    sizes: Ints
    persistence: float

    @property
    def n_groups(self) -> int:
        return len(self.split)


@dataclass(frozen=True, eq=False)
class JoinTree:
    """The average linkage of similarities."""

    similarities: Similarities
    n_rows: int
    joins: tuple[Ints32, Ints32, Floats]

    def groups(self, least: float) -> PersistentGroups:
        """The groups that persist longest; one group of all rows if none persist for at least ``least`` nats."""
        s = self.similarities
        labels, split, join, held = _core.persistent_groups(
            self.n_rows,
            *self.joins,
            floor=s.floor,
            pseudo=s.pseudo,
            highest=max(float(s.values.max(initial=0.0)), s.floor) or 1.0,
            min_size=s.min_size,
            least=least,
            clear=least + CLEAR,
        )
        sizes = np.bincount(labels[labels >= 0], minlength=len(split))
        persistence = float(held @ sizes) / max(self.n_rows, 1) if len(split) > 1 else 0.0
        return PersistentGroups(labels, split, join, sizes, persistence)


def join_tree(similarities: Similarities, n_rows: int) -> JoinTree:
    """The tree of groups at all levels.

    At a level ``g``, two clusters belong together if their mean similarity is above ``exp(g)``: that is the resolution
    of correlation clustering. Average linkage gives a clustering for every level. Groups that are real stay the same
    over many levels; in rows without structure, every level has its own clusters.
    """
    s = similarities
    excess = np.maximum(s.values - s.floor, 0.0)
    graph = _core.Graph.from_edges(n_rows, s.u, s.v, excess, 0.0, None, is_excess=False)
    run = Run()
    with cancel_on_interrupt(run):
        joins = _core.average_linkage(graph, run.core)
    raise_if_cancelled(run.status)
    return JoinTree(s, n_rows, joins)
