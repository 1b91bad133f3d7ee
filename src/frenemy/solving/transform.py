"""A problem with constraints or fixed nodes as a plain one that any solver takes, and how to lift its labels back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Contraction, Labels, Problem
from frenemy.problem.apart import Apart, pair_keys
from frenemy.problem.hard_constraints import HardConstraints
from frenemy.run import Run

_NOTHING = Apart.of()


@dataclass(frozen=True, eq=False)
class Transformed:
    """A plain problem, what its clusterings must keep apart, and how to lift them.

    The energy of a clustering and that of its lift differ by a constant: the pairs that this problem leaves out.

    Attributes
    ----------
    problem : Problem
        Without constraints, in the user's weights.
    apart : Apart
        What may not share a cluster.
    start : (n_nodes,) int32
        Labels to improve on. Without ``has_start`` one big cluster, which may break ``apart``.
    has_start : bool
        Whether the user gave labels to improve on; ``start`` then keeps ``apart``.
    lift : callable
        From labels that keep ``apart`` to labels of the user's problem.
    is_identity : bool
        Whether this is the user's problem itself: rounds, energies and labels need no lift.
    whole : Problem, optional
        The user's problem, if pairs of it were left out.
    n_other_clusters : int
        How many clusters the lift adds.
    """

    problem: Problem
    apart: Apart
    start: Labels
    has_start: bool
    lift: Callable[[Labels], Labels]
    is_identity: bool = False
    whole: Problem | None = None
    n_other_clusters: int = 0

    def kept_apart(self, labels: Labels, run: Run) -> Labels:
        """The labels, split where they break ``apart``, as ``0..k-1``."""
        return self.apart.kept_by(self.problem.graph, labels, run.core) if self.apart else _core.contiguous(labels)

    def energy(self, labels: Labels) -> float:
        return self.problem.graph.energy(labels) if labels.max(initial=0) > 0 else 0.0

    def left_out_energy(self) -> float:
        """What the lift adds to the energy of any clustering; reads all pairs."""
        return 0.0 if self.whole is None else self.whole.graph.energy(self.lift(self.start)) - self.energy(self.start)

    def lower_bound(self) -> float:
        """The weight of all that repels, and of what attracts but must be cut."""
        return self.problem.repelling_weight + self.apart.forbidden_attraction(self.problem.graph)


def unchanged(problem: Problem, start: Labels | None) -> Transformed:
    """A problem without constraints and fixed nodes, as it is."""
    labels = np.zeros(problem.n_nodes, np.int32) if start is None else start
    return Transformed(problem, _NOTHING, labels, start is not None, _same, is_identity=True)


def connected_start(problem: Problem, start: Labels | None) -> Transformed:
    """A lifted problem as it is; its start is split where it is not connected in the base graph."""
    labels = problem.connected_parts(np.zeros(problem.n_nodes, np.int32) if start is None else start)
    return Transformed(problem, _NOTHING, labels, start is not None, _same, is_identity=True)


def without_links(problem: Problem, start: Labels | None, run: Run) -> Transformed:
    """Nodes that must be together, contracted to one node."""
    constraints = problem.constraints or HardConstraints(problem.n_nodes)
    plain, apart = Problem(problem.graph), constraints.apart
    lift: Callable[[Labels], Labels] = _core.contiguous
    if len(constraints.links):
        n_joined = int(constraints.joined.max()) + 1
        graph = plain.graph.contract_in_time(constraints.joined, n_joined, run.core)
        if graph is None:
            return _expired(plain, constraints, start)
        small = Contraction(Problem(graph), constraints.joined)
        plain, apart, lift = small.problem, apart.mapped(small.labels), small.lift
        start = None if start is None else most_common(small.labels, start, plain.n_nodes)
    if start is None:
        return Transformed(plain, apart, np.zeros(plain.n_nodes, np.int32), False, lift)
    return Transformed(plain, apart, apart.kept_by(plain.graph, start, run.core), True, lift)


def _expired(plain: Problem, constraints: HardConstraints, start: Labels | None) -> Transformed:
    """For a run that expired during the contraction: the start keeps all constraints.

    No solver may see this problem, which still holds the nodes that must be together one by one.
    """
    joined = constraints.joined
    if start is not None:
        start = most_common(joined, start, int(joined.max()) + 1)[joined]
    if start is None or not constraints.apart.is_kept_by(start):
        start = joined
    return Transformed(plain, constraints.apart, start, True, _core.contiguous)


def most_common(groups: npt.NDArray[np.integer], labels: Labels, n_groups: int) -> Labels:
    """The label that most nodes of each group have, as ``0..k-1``."""
    keys, counts = np.unique(pair_keys(groups, labels), return_counts=True)
    group, label = keys >> 32, (keys & 0xFFFFFFFF).astype(np.int32)
    order = np.lexsort((counts, group))
    chosen = np.empty(n_groups, np.int32)
    chosen[group[order]] = label[order]  # the last write, with the highest count, stays
    return np.unique(chosen, return_inverse=True)[1].astype(np.int32)


def _same(labels: Labels) -> Labels:
    return labels
