"""What a solver is given in place of a problem with constraints or fixed nodes, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apart import Apart, pair_keys
from frenemy.hard_constraints import HardConstraints
from frenemy.problem import Contraction, Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True, eq=False)
class Task:
    """A plain problem, what its clusterings must keep apart, and how to lift them to the whole problem.

    The energy of a clustering and that of its lift differ by a constant: the pairs that the task does not see.

    Attributes
    ----------
    problem : Problem
        Without constraints, in the user's weights.
    apart : Apart
        What may not share a cluster.
    start : (n_nodes,) int32
        Labels to improve on; one big cluster, which may join what must be apart, unless ``has_start``.
    has_start : bool
        Whether the user gave labels to improve on; ``start`` then keeps ``apart``.
    lift : callable
        Labels that keep ``apart``, to labels of the whole problem.
    whole : Problem, optional
        Where the task sees a part of the problem only: all of it.
    n_other_clusters : int
        How many clusters the lift adds to those of the task.
    """

    problem: Problem
    apart: Apart
    start: Labels
    has_start: bool
    lift: Callable[[Labels], Labels]
    whole: Problem | None = None
    n_other_clusters: int = 0

    def kept_apart(self, labels: Labels, run: Run) -> Labels:
        """The labels, split where they join what must be apart, as ``0..k-1``."""
        return self.apart.kept_by(self.problem.graph, labels, run.core) if self.apart else _core.contiguous(labels)

    def energy(self, labels: Labels) -> float:
        return self.problem.graph.energy(labels)

    def unseen_energy(self) -> float:
        """What the energy of any clustering lacks to that of its lift; takes a look at all pairs."""
        return 0.0 if self.whole is None else self.whole.graph.energy(self.lift(self.start)) - self.energy(self.start)

    def lower_bound(self) -> float:
        """No clustering that keeps ``apart`` has a lower energy: what repels, and what attracts but must be cut."""
        return self.problem.repelling_weight + self.apart.forbidden_attraction(self.problem.graph)


def constrained_task(problem: Problem, start: Labels | None, run: Run) -> Task:
    """Nodes that must be together become one."""
    constraints = problem.constraints or HardConstraints(problem.n_nodes)
    plain, apart = Problem(problem.graph), constraints.apart
    lift: Callable[[Labels], Labels] = _core.contiguous
    if len(constraints.links):
        n_joined = int(constraints.joined.max()) + 1
        graph = plain.graph.contract_in_time(constraints.joined, n_joined, run.core)
        if graph is None:
            return _ended_task(plain, constraints, start)
        small = Contraction(Problem(graph), constraints.joined)
        plain, apart, lift = small.problem, apart.mapped(small.labels), small.lift
        start = None if start is None else commonest(small.labels, start, plain.n_nodes)
    if start is None:
        return Task(plain, apart, np.zeros(plain.n_nodes, np.int32), False, lift)
    return Task(plain, apart, apart.kept_by(plain.graph, start, run.core), True, lift)


def _ended_task(plain: Problem, constraints: HardConstraints, start: Labels | None) -> Task:
    """For a run that expired before there was anything to solve: its start keeps all constraints.

    No solver may see it, as it would not know what must be together.
    """
    joined = constraints.joined
    if start is not None:
        start = commonest(joined, start, int(joined.max()) + 1)[joined]
    if start is None or not constraints.apart.is_kept_by(start):
        start = joined
    return Task(plain, constraints.apart, start, True, _core.contiguous)


def commonest(groups: npt.NDArray[np.integer], labels: Labels, n_groups: int) -> Labels:
    """For each group the label that most of its nodes have; names stay as they are."""
    keys, counts = np.unique(pair_keys(groups, labels), return_counts=True)
    group, label = keys >> 32, (keys & 0xFFFFFFFF).astype(np.int32)
    order = np.lexsort((counts, group))
    chosen = np.empty(n_groups, np.int32)
    chosen[group[order]] = label[order]  # the last one written, with the highest count, stays
    return np.unique(chosen, return_inverse=True)[1].astype(np.int32)
