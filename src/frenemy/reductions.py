"""Smaller problems that keep a best clustering: exact rules, and the way back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run

#: The rules of :func:`reduce`, by name.
RULES: tuple[str, ...] = _core.REDUCTION_RULES

#: The share of closed triples from which on those that attract a node know each other.
CLOSED_ENOUGH: float = _core.CLOSED_ENOUGH


@dataclass(frozen=True, eq=False)
class Reduction:
    """A smaller problem, the kernel, that keeps at least one best clustering of another one.

    Attributes
    ----------
    problem : Problem
        The kernel. All its parts lie side by side in it, so that any solver takes them in one go; a node in which parts
        meet has a copy in each. It has no nodes if the rules solved everything.
    original : Problem
        What was reduced.
    offset : float
        What a clustering of the kernel gains or loses by its lift, at most: ``original.energy(lift(labels)) <=
        problem.energy(labels) + offset`` for all labels, and equal for the best ones.
    counts : dict of str to int
        What each rule did. ``components``: listed pairs that are cut in any case, and nodes that stay alone.
        ``blocks``: splits at a cut node. ``clamp``: weights that came closer to 0. All others: nodes that went into
        another one.
    """

    problem: Problem
    original: Problem
    offset: float
    counts: dict[str, int]
    _core: _core.Reduction = field(repr=False)

    @property
    def n_parts(self) -> int:
        """How many parts the kernel has that share no listed pair."""
        whole = np.zeros(self.problem.n_nodes, np.int32)
        return int(self.problem.graph.connected_parts(whole).max(initial=-1)) + 1

    @property
    def summary(self) -> dict[str, int]:
        """Nodes and pairs before and after, the number of parts, and the counts."""
        return {
            "nodes": self.original.n_nodes,
            "pairs": self.original.n_edges,
            "kernel_nodes": self.problem.n_nodes,
            "kernel_pairs": self.problem.n_edges,
            "parts": self.n_parts,
            **self.counts,
        }

    @property
    def lower_bound(self) -> float:
        """No clustering of the original has an energy below this; with an empty kernel it is the best one's."""
        return self.offset + self.problem.repelling_weight

    def lift(self, labels: npt.ArrayLike) -> Labels:
        """A clustering of the kernel, any, as one of the original nodes."""
        return self._core.lift(self.problem.check_labels(labels))[0]

    def lift_with_energy(self, labels: npt.ArrayLike, energy: float) -> tuple[Labels, float]:
        """The same, with the energy that it has if the kernel's labels have ``energy`` there."""
        lifted, is_exact = self._core.lift(self.problem.check_labels(labels))
        return lifted, energy + self.offset if is_exact else self.original.graph.energy(lifted)

    def project(self, labels: npt.ArrayLike) -> Labels:
        """A clustering of the original as one of the kernel, to start from.

        Nodes that became one take the label that most of them have, so the lift of this can be worse than ``labels``.
        """
        return self._core.project(self.original.check_labels(labels))

    def __repr__(self) -> str:
        fired = ", ".join(f"{name}={count}" for name, count in self.counts.items() if count)
        return f"Reduction({self.original} to {self.problem}, offset={self.offset:g}{', ' if fired else ''}{fired})"


def reduce(problem: Problem, *, rules: Iterable[str] = RULES) -> Reduction:
    """Make a problem smaller without losing all of its best clusterings.

    Near-linear in time and memory. What each rule does, and why it may, is in :doc:`/reductions`.

    Parameters
    ----------
    problem : Problem
    rules : iterable of str
        Which rules to use, of :data:`RULES`; by default all.

    Examples
    --------
    >>> import frenemy as fr
    >>> chain = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 0], [2.0, 1.0, 2.0, -1.5])
    >>> reduction = fr.reduce(chain)
    >>> reduction.problem.n_nodes, reduction.lift([]), reduction.lower_bound
    (0, array([0, 0, 1, 1], dtype=int32), -0.5)
    """
    reduction = reduce_within(problem, None, rules=rules)
    assert reduction is not None
    return reduction


def reduce_within(problem: Problem, run: Run | None, *, rules: Iterable[str] = RULES) -> Reduction | None:
    """The same as a part of a run; None if the run expires first."""
    core = _core.reduce(problem.graph, [str(rule) for rule in rules], None if run is None else run.core)
    if core is None:
        return None
    kernel = problem if core.kernel is None else Problem(core.kernel)
    return Reduction(kernel, problem, core.offset, dict(core.counts), core)


def expected_seconds(problem: Problem) -> float:
    """About how long :func:`reduce` takes on a problem that does not shrink."""
    return 1e-6 * problem.n_edges


def expected_share(problem: Problem) -> float:
    """A quick guess of the share of the pairs that :func:`reduce` takes away, from a sample of nodes."""
    return _core.dominated_share(problem.graph)


def closed_share(problem: Problem) -> float:
    """How often two nodes that attract a third one share a listed pair themselves, from a sample of triples."""
    return _core.closed_share(problem.graph)
