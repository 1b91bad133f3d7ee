"""The task that solves a level whose pairs fit in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core, constraints
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.pair_choices import AllPairs, PairsWithin, StrongestPairs
from frenemy.engines.streamed.row_files import row_chunks
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints32
from frenemy.run import raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import solve_problem


@dataclass(frozen=True)
class SolveLevel:
    """Solves a level, or some of its pairs.

    Attributes
    ----------
    labels : Path, optional
        Good labels: the result is at least as good.
    begins_there : bool
        Whether the solver begins with these labels. If not, it often finds better ones, in more time.
    pairs : AllPairs, PairsWithin or StrongestPairs
        The pairs that are solved; nodes without such a pair are alone.
    """

    level: Level
    labels: Path | None
    begins_there: bool
    pairs: AllPairs | PairsWithin | StrongestPairs
    solver: Solver
    seed: int
    out: Path

    def __call__(self) -> None:
        u, v, w = self._chosen()
        n_nodes = self.level.rows.n_nodes
        has_pair = np.zeros(n_nodes, np.bool_)
        has_pair[u] = has_pair[v] = True
        nodes = np.flatnonzero(has_pair).astype(np.int32)
        labels = np.arange(n_nodes, dtype=np.int32)
        if len(nodes) == 0:
            save_array(self.out, labels)
            return
        place = np.full(n_nodes, -1, np.int32)
        place[nodes] = np.arange(len(nodes), dtype=np.int32)
        graph = _core.Graph.from_edges(
            len(nodes), place[u], place[v], w, self.level.missing, self.level.node_sizes()[nodes], True
        )
        del u, v, w
        problem = Problem(graph)
        links = place[open_array(self.level.cannot_link)]
        links = links[(links >= 0).all(axis=1)]
        if len(links):
            problem = constraints.cannot_link(problem, links)
        start = None if self.labels is None else np.array(open_array(self.labels)[nodes])
        result = solve_problem(problem, self.solver, start=start if self.begins_there else None, seed=self.seed)
        raise_if_cancelled(result.status)  # a resumed run must find what an uninterrupted one does
        found = result.labels
        if start is not None and problem.energy(start) < result.energy:
            found = np.unique(start, return_inverse=True)[1].astype(np.int32)
        first = np.unique(found, return_index=True)[1]
        labels[nodes] = nodes[first[found]]
        save_array(self.out, labels)

    def _chosen(self) -> tuple[Ints32, Ints32, Floats]:
        is_chosen = self.pairs.of(self.level)
        parts = []
        for chunk in row_chunks(self.level.rows):
            pairs = chunk.pairs()
            chosen = is_chosen(*pairs)
            parts.append(tuple(values[chosen] for values in pairs))
        u, v, w = (np.concatenate(values) for values in zip(*parts, strict=True))
        return u, v, w
