"""The problem made smaller by what is sure: exact rules and lower bounds in turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apart import pair_keys
from frenemy.bounds import Bounding
from frenemy.costs import is_closed, relative_gap
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem
from frenemy.reductions import expected_seconds, reduce_within
from frenemy.run import Progress, Run, Stop

_ROUNDING = 1e-10  # of all weights
_SHARE_RULES = 0.25  # of the time, at most
_NEAR = 1e-5  # a gap that leaves few pairs undecided: they are quicker to solve than to bound
_WORTH_A_TURN = 0.02  # of the nodes must have become one with another

Search = Callable[[Problem, Labels, Run], Labels]


class Settling:
    """A problem with what is sure contracted, and the best clustering of it that is known.

    At least one best clustering of the first problem is one of what is left. A turn merges nodes by exact rules, looks
    for a better clustering, bounds the energy, and merges what that decides.

    Attributes
    ----------
    problem : Problem
        What is left.
    node : (n_nodes,) int32
        Of each of the first problem's nodes, the one it is in now.
    labels, energy
        The best clustering of what is left.
    bound : float
        No clustering has an energy below this.
    apart : (n_pairs,) int64
        Keys of pairs of nodes that are left and surely apart, sorted.
    """

    def __init__(self, problem: Problem, labels: Labels, run: Run) -> None:
        self.problem = problem
        self.run = run
        self.node: Labels = np.arange(problem.n_nodes, dtype=np.int32)
        self.labels, self.energy = labels, problem.graph.energy(labels)
        self.bound = problem.repelling_weight
        self.apart: npt.NDArray[np.int64] = np.empty(0, np.int64)

    @property
    def is_proven(self) -> bool:
        """Whether the labels are a best clustering."""
        return is_closed(self.energy, self.bound)

    def turn(self, search: Search, *, search_stop: Stop, bound_stop: Stop) -> bool:
        """One turn; whether another one may bring more. Without limits the bound is only packed."""
        n_before = self.problem.n_nodes
        seconds = bound_stop.seconds
        if seconds is None or expected_seconds(self.problem) < _SHARE_RULES * seconds:
            self._merge_by_rules()
        self._search(search, search_stop)
        bound = self._bound(bound_stop)
        if self.is_proven or self.run.expired():
            return False
        self._decide(bound)
        return self.problem.n_nodes <= (1.0 - _WORTH_A_TURN) * n_before

    def are_apart(self, u: Labels, v: Labels) -> npt.NDArray[np.bool_]:
        """Which of these pairs of nodes that are left are surely apart: by the bound, or as nothing holds them."""
        known = np.isin(_keys(u, v), self.apart) if len(self.apart) else np.zeros(len(u), bool)
        if self.problem.missing <= 0.0:
            # Splitting a cluster where no attracting pair holds it together costs nothing.
            parts = _core.attracted_parts(self.problem.graph, np.zeros(self.problem.n_nodes, np.int32))
            known |= parts[u] != parts[v]
        return known

    def labels_kept_apart(self) -> Labels:
        """The labels, with such clusters split."""
        return _core.attracted_parts(self.problem.graph, self.labels) if self.problem.missing <= 0.0 else self.labels

    def _merge_by_rules(self) -> None:
        reduction = reduce_within(self.problem, self.run)
        if reduction is None:
            return
        # Nodes that share a label though those of the kernel all differ have become one.
        together = reduction.lift(np.arange(reduction.problem.n_nodes))
        if self._contract(together):
            self.energy = self.problem.graph.energy(self.labels)
            self.apart = self.apart[:0]  # the rules may have kept another best clustering than the one with these apart

    def _search(self, search: Search, stop: Stop) -> None:
        labels = search(self.problem, self.labels, self.run.inner(_go_on, stop=stop))
        energy = self.problem.graph.energy(labels)
        if energy <= self.energy:
            self.labels, self.energy = labels, energy

    def _bound(self, stop: Stop) -> _core.LowerBound:
        bounding = Bounding(self.problem)
        inner = self.run.inner(lambda p: relative_gap(self.energy, bounding.told(p).bound) <= _NEAR, stop=stop)
        if stop == Stop():
            bounding.pack(inner)
        else:
            bounding.search(inner)
        self.bound = max(self.bound, bounding.value)
        return bounding.core

    def _decide(self, bound: _core.LowerBound) -> None:
        """Contract what is surely together, and note what is surely apart.

        A pair is sure if going against it costs as much as what has been found, which agrees with it: then either what
        has been found is a best clustering, or all best ones agree. Parts that no pair connects have bounds of their
        own: each conflict has one repelling pair, so what has been paid by these is what the part's conflicts pay.
        """
        slack = bound.slack()  # how much more than what is paid in any case it costs to go against each listed pair
        if not len(slack):
            return
        u, v, w = self.problem.edges()
        gap = np.full(len(w), self.energy - bound.paid)
        if self.problem.missing == 0.0:
            part = self.problem.connected_parts(np.zeros(self.problem.n_nodes, np.int32))
            cost = np.where(self.labels[u] != self.labels[v], w, 0.0)
            paid_by = np.where(w < 0, w + (np.abs(w) - slack), 0.0)
            gap = np.bincount(part[u], weights=cost - paid_by, minlength=1)[part[u]]
        # Whole energies: what costs more than one less costs as much. Others: what is that close is not sure.
        tolerance = _ROUNDING * np.abs(w).sum() - (1.0 if bound.is_whole else 0.0)
        is_dear = slack >= gap + tolerance
        are_together = self.labels[u] == self.labels[v]
        is_apart = is_dear & ~are_together & (w < 0)
        u_apart, v_apart = u[is_apart], v[is_apart]
        is_together = is_dear & are_together & (w > 0)
        node = _components(u[is_together], v[is_together], self.problem.n_nodes)
        self._contract(node)
        self.apart = distinct(_keys(node[u_apart], node[v_apart]))

    def _contract(self, together: Labels) -> bool:
        """Whether anything became one; then the labels are those of the first node of each."""
        if int(together.max(initial=-1)) + 1 == self.problem.n_nodes:
            return False
        contraction = self.problem.contract(together)
        first = np.unique(contraction.labels, return_index=True)[1]
        self.labels = self.labels[first]
        self.problem = contraction.problem
        self.node = contraction.labels[self.node]
        return True


def _go_on(_: Progress) -> bool:
    return False


def _keys(u: Labels, v: Labels) -> npt.NDArray[np.int64]:
    return pair_keys(np.minimum(u, v), np.maximum(u, v))


def _components(u: Labels, v: Labels, n_nodes: int) -> Labels:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(u), bool), (u, v)), shape=(n_nodes, n_nodes))
    return _core.contiguous(connected_components(graph, directed=False)[1].astype(np.int32))  # as contractions number
