"""Exact solving of a lifted problem, one component of the base graph after the other."""

from __future__ import annotations

import numpy as np

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run
from frenemy.solvers.exact.branch_and_cut import BranchAndCut
from frenemy.solvers.lifted.evolve import LiftedEvolve

_ROUNDING = 1e-9  # relative to the total absolute weight: a smaller gap is rounding


class LiftedProof:
    """The best clustering of a lifted problem, and a lower bound summed over the components of its base graph."""

    def __init__(self, problem: Problem, start: Labels, run: Run) -> None:
        self._problem, self._run = problem, run
        self._labels, self._energy = start, problem.graph.energy(start)
        u, v, w = problem.edges()
        component = problem.connected_parts(np.zeros(problem.n_nodes, np.int32))
        order = np.argsort(component, kind="stable").astype(np.int32)
        parts = np.split(order, np.flatnonzero(np.diff(component[order])) + 1)
        self._parts = sorted((nodes for nodes in parts if len(nodes) > 1), key=len)
        # Pairs between components are cut, and those within one at best if they repel.
        self._bound = float(w[(component[u] != component[v]) | (w < 0.0)].sum())
        self._rounding = _ROUNDING * float(np.abs(w).sum())

    def solve(self) -> Labels:
        self._search_first()
        for nodes in self._parts:
            if self._run.is_stopped or self._run.expired():
                break
            self._solve_part(nodes)
        bound = self._bound
        if abs(self._energy - bound) <= self._rounding:
            bound = self._energy
        self._run.bound_found(min(bound, self._energy))
        return self._labels

    def _search_first(self) -> None:
        def on_round(progress: Progress) -> bool:
            return self._report(progress.labels, progress.energy)

        if not self._report(self._labels, self._energy):
            found = LiftedEvolve()(self._problem, self._labels, self._run.inner(on_round))
            self._report(found, self._problem.graph.energy(found))

    def _solve_part(self, nodes: Labels) -> None:
        part = self._problem.restrict(nodes).problem
        inside = _core.contiguous(np.unique(self._labels[nodes], return_inverse=True)[1].astype(np.int32))
        search = BranchAndCut(part, inside, self._run)
        search.solve()
        self._bound += (search.energy if search.is_proven else search.bound) - part.repelling_weight
        labels = self._labels.astype(np.int64)
        labels[nodes] = len(labels) + search.labels
        whole = _core.contiguous(np.unique(labels, return_inverse=True)[1].astype(np.int32))
        self._report(whole, self._problem.graph.energy(whole))

    def _report(self, labels: Labels, energy: float) -> bool:
        """Keep a clustering if it is better, and end a round."""
        if energy < self._energy:
            self._labels, self._energy = labels, energy
        self._run.bound_found(min(self._bound, self._energy))
        return self._run.round_done(self._energy, self._labels)
