"""Groups of rows that stay the same over a wide range of resolutions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.groups.similarities import Similarities
from frenemy.problem.array_types import Floats, Ints, Ints32
from frenemy.run import Run, cancel_on_interrupt, raise_if_cancelled

_CLEAR = 0.7  # nats above `least`: parts that persist for so long are groups, even if their union persists longer


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


def persistent_groups(similarities: Similarities, n_rows: int) -> PersistentGroups:
    """The groups that persist longest; one group of all rows if none persist for longer than by chance.

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
    highest = max(float(s.values.max(initial=0.0)), s.floor) or 1.0
    labels, split, join, held = _core.persistent_groups(
        n_rows,
        *joins,
        floor=s.floor,
        pseudo=s.pseudo,
        highest=highest,
        min_size=s.min_size,
        least=s.least,
        clear=s.least + _CLEAR,
    )
    sizes = np.bincount(labels[labels >= 0], minlength=len(split))
    persistence = float(held @ sizes) / max(n_rows, 1) if len(split) > 1 else 0.0
    return PersistentGroups(labels, split, join, sizes, persistence)
