"""The task that solves a level whose pairs fit in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core, constraints
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.row_files import row_chunks
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints32
from frenemy.run import raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import solve_problem


@dataclass(frozen=True)
class SolveLevel:
    """Solves a level from its labels.

    Attributes
    ----------
    labels : Path, optional
        Where to begin, by default nowhere.
    components : Path, optional
        Components whose pairs alone are solved; nodes without such a pair are alone.
    """

    level: Level
    labels: Path | None
    components: Path | None
    solver: Solver
    seed: int
    out: Path

    def __call__(self) -> None:
        chunks = [self._chosen(*chunk.pairs()) for chunk in row_chunks(self.level.rows)]
        u, v, w = (np.concatenate(parts) for parts in zip(*chunks, strict=True))
        del chunks
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
        start = None if self.labels is None else open_array(self.labels)[nodes]
        result = solve_problem(problem, self.solver, start=start, seed=self.seed)
        raise_if_cancelled(result.status)  # a resumed run must find what an uninterrupted one does
        first = np.unique(result.labels, return_index=True)[1]
        labels[nodes] = nodes[first[result.labels]]
        save_array(self.out, labels)

    def _chosen(self, u: Ints32, v: Ints32, w: Floats) -> tuple[Ints32, Ints32, Floats]:
        """The pairs within components."""
        if self.components is None:
            return u, v, w
        components = open_array(self.components)
        is_inside = components[u] == components[v]
        return u[is_inside], v[is_inside], w[is_inside]
