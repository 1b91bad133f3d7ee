"""Shrink a problem by contracting proven pairs, with exact rules and lower bounds in turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.bounds.gap import is_closed, relative_gap
from frenemy.bounds.lower_bound import Bounding
from frenemy.bounds.reductions import expected_seconds, reduce_within
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pair_keys
from frenemy.problem.distinct import distinct
from frenemy.run import Progress, Run, Stop

_ROUNDING = 1e-10  # relative to the total absolute weight
_RULES_SHARE = 0.25  # of the time limit, at most
_SMALL_GAP = 1e-5  # relative: leaves few pairs undecided, which are faster to solve than to bound
_MIN_SHRINKAGE = 0.02  # share of nodes that a turn must merge for another turn

Search = Callable[[Problem, Labels, Run], Labels]


class Shrinking:
    """A problem whose proven pairs are contracted, and the best clustering of it found so far.

    The contracted problem preserves at least one optimal clustering of the original. A turn merges nodes by exact
    rules, searches for a better clustering, bounds the energy, and fixes pairs by the bound.

    Attributes
    ----------
    problem : Problem
        The contracted problem.
    node : (n_nodes,) int32
        For each node of the original problem, its node in ``problem``.
    labels, energy
        The best clustering of ``problem`` found so far.
    bound : float
        A lower bound on the energy of all clusterings.
    apart : (n_pairs,) int64
        Keys of pairs of nodes of ``problem`` that are proven apart, sorted.
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
        """Whether the labels are proven optimal."""
        return is_closed(self.energy, self.bound)

    def turn(self, search: Search, *, search_stop: Stop, bound_stop: Stop) -> bool:
        """Run one turn; returns whether another one may help. Without limits the bound is a greedy packing."""
        n_before = self.problem.n_nodes
        seconds = bound_stop.seconds
        if seconds is None or expected_seconds(self.problem) < _RULES_SHARE * seconds:
            self._merge_by_rules()
        self._search(search, search_stop)
        bound = self._bound(bound_stop)
        if self.is_proven or self.run.expired():
            return False
        self._decide(bound)
        return self.problem.n_nodes <= (1.0 - _MIN_SHRINKAGE) * n_before

    def are_apart(self, u: Labels, v: Labels) -> npt.NDArray[np.bool_]:
        """Which of these pairs are proven apart, by the bound or because no attracting path connects them."""
        known = np.isin(_keys(u, v), self.apart) if len(self.apart) else np.zeros(len(u), bool)
        if self.problem.missing <= 0.0:
            # Splitting a cluster into components of its attracting pairs costs nothing.
            components = _core.attracting_components(self.problem.graph, np.zeros(self.problem.n_nodes, np.int32))
            known |= components[u] != components[v]
        return known

    def split_labels(self) -> Labels:
        """The labels, with clusters split into components of their attracting pairs."""
        return (
            _core.attracting_components(self.problem.graph, self.labels) if self.problem.missing <= 0.0 else self.labels
        )

    def _merge_by_rules(self) -> None:
        reduction = reduce_within(self.problem, self.run)
        if reduction is None:
            return
        # With distinct labels in the kernel, nodes that share a lifted label were merged.
        together = reduction.lift(np.arange(reduction.problem.n_nodes))
        if self._contract(together):
            self.energy = self.problem.graph.energy(self.labels)
            self.apart = self.apart[:0]  # the rules may have preserved another optimal clustering

    def _search(self, search: Search, stop: Stop) -> None:
        labels = search(self.problem, self.labels, self.run.inner(_go_on, stop=stop))
        energy = self.problem.graph.energy(labels)
        if energy <= self.energy:
            self.labels, self.energy = labels, energy

    def _bound(self, stop: Stop) -> _core.LowerBound:
        bounding = Bounding(self.problem)
        inner = self.run.inner(lambda p: relative_gap(self.energy, bounding.bound_of(p).bound) <= _SMALL_GAP, stop=stop)
        if stop == Stop():
            bounding.pack(inner)
        else:
            bounding.search_cycles(inner)
        self.bound = max(self.bound, bounding.value)
        return bounding.core

    def _decide(self, bound: _core.LowerBound) -> None:
        """Contract pairs proven together, and record pairs proven apart (reduced cost fixing).

        A pair can be fixed as in the best known labels if deciding it otherwise raises the bound to their energy: then
        either these labels are optimal, or all optimal clusterings agree with them. Connected components have separate
        gaps: each conflict has one repelling pair, so the amounts paid by those add up to the bound of the component.
        """
        slack = bound.slack()  # for each listed pair, the increase of the bound if it is decided otherwise
        if not len(slack):
            return
        u, v, w = self.problem.edges()
        gap = np.full(len(w), self.energy - bound.paid)
        if self.problem.missing == 0.0:
            component = self.problem.connected_parts(np.zeros(self.problem.n_nodes, np.int32))
            cost = np.where(self.labels[u] != self.labels[v], w, 0.0)
            paid_by = np.where(w < 0, w + (np.abs(w) - slack), 0.0)
            gap = np.bincount(component[u], weights=cost - paid_by, minlength=1)[component[u]]
        # Integer energies: a bound above ``energy - 1`` is as good as ``energy``. Others need a margin for rounding.
        tolerance = _ROUNDING * np.abs(w).sum() - (1.0 if bound.is_whole else 0.0)
        is_fixed = slack >= gap + tolerance
        are_together = self.labels[u] == self.labels[v]
        is_apart = is_fixed & ~are_together & (w < 0)
        u_apart, v_apart = u[is_apart], v[is_apart]
        is_together = is_fixed & are_together & (w > 0)
        node = _components(u[is_together], v[is_together], self.problem.n_nodes)
        self._contract(node)
        self.apart = distinct(_keys(node[u_apart], node[v_apart]))

    def _contract(self, together: Labels) -> bool:
        """Contract clusters of ``together``; returns whether any nodes were merged. Merged nodes share their labels."""
        if int(together.max(initial=-1)) + 1 == self.problem.n_nodes:
            return False
        contraction = self.problem.contract(together)
        first = np.unique(contraction.labels, return_index=True)[1]
        self.problem = contraction.problem
        self.labels = self.problem.check_labels(self.labels[first])  # without gaps
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
    return _core.contiguous(
        connected_components(graph, directed=False)[1].astype(np.int32)
    )  # numbered as in contractions
