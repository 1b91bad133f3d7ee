"""Exact reductions: smaller problems that preserve an optimal clustering, and lifting back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.lifted import DROP_BASE, refuse_lifted
from frenemy.run import Run

#: The rules of :func:`reduce`, by name.
RULES: tuple[str, ...] = _core.REDUCTION_RULES

#: The transitivity above which the attracting neighbors of a node mostly share listed pairs.
CLOSED_ENOUGH: float = _core.HIGH_TRANSITIVITY


@dataclass(frozen=True, eq=False)
class Reduction:
    """A smaller problem, the kernel, that preserves at least one optimal clustering of the original.

    Attributes
    ----------
    problem : Problem
        The kernel: the disjoint union of its parts, so that any solver can solve them at once; a cut node has a copy in
        each of its parts. It has no nodes if the rules solved everything.
    original : Problem
        The problem that was reduced.
    offset : float
        ``original.energy(lift(labels)) <= problem.energy(labels) + offset`` for all labels, with equality for optimal
        ones.
    counts : dict of str to int
        The number of changes by each rule. ``components``: listed pairs that are always cut, and single nodes.
        ``blocks``: splits at a cut node. ``clamp``: weights moved closer to 0. All others: nodes merged into another.
    """

    problem: Problem
    original: Problem
    offset: float
    counts: dict[str, int]
    _core: _core.Reduction = field(repr=False)

    @property
    def n_parts(self) -> int:
        """Number of connected components of the kernel."""
        whole = np.zeros(self.problem.n_nodes, np.int32)
        return int(self.problem.graph.connected_components(whole).max(initial=-1)) + 1

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
        """A lower bound on the energy of the original; the optimum if the kernel is empty."""
        return self.offset + self.problem.repelling_weight

    def lift(self, labels: npt.ArrayLike) -> Labels:
        """Lift any clustering of the kernel to the original nodes."""
        return self._core.lift(self.problem.check_labels(labels))[0]

    def lift_with_energy(self, labels: npt.ArrayLike, energy: float) -> tuple[Labels, float]:
        """Lift labels whose energy in the kernel is ``energy``; also returns the energy of the lifted labels."""
        lifted, is_exact = self._core.lift(self.problem.check_labels(labels))
        return lifted, energy + self.offset if is_exact else self.original.graph.energy(lifted)

    def project(self, labels: npt.ArrayLike) -> Labels:
        """Project a clustering of the original to the kernel, as a start.

        Merged nodes take their most frequent label, so the lift of the result can be worse than ``labels``.
        """
        return self._core.project(self.original.check_labels(labels))

    def __repr__(self) -> str:
        fired = ", ".join(f"{name}={count}" for name, count in self.counts.items() if count)
        return f"Reduction({self.original} to {self.problem}, offset={self.offset:g}{', ' if fired else ''}{fired})"


def reduce(problem: Problem, *, rules: Iterable[str] = RULES) -> Reduction:
    """Reduce a problem while preserving at least one optimal clustering.

    Near-linear in time and memory. :doc:`/explanations/reductions` describes and proves the rules.

    Parameters
    ----------
    problem : Problem
    rules : iterable of str
        Rules to use, from :data:`RULES`; by default all.

    Examples
    --------
    >>> import frenemy as fr
    >>> chain = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 0], [2.0, 1.0, 2.0, -1.5])
    >>> reduction = fr.reduce(chain)
    >>> reduction.problem.n_nodes, reduction.lift([]), reduction.lower_bound
    (0, array([0, 0, 1, 1], dtype=int32), -0.5)
    """
    refuse_lifted(problem, "reduce", DROP_BASE)
    reduction = reduce_within(problem, None, rules=rules)
    assert reduction is not None
    return reduction


def reduce_within(problem: Problem, run: Run | None, *, rules: Iterable[str] = RULES) -> Reduction | None:
    """As :func:`reduce`, within a run; None if the run expires first."""
    core = _core.reduce(problem.graph, [str(rule) for rule in rules], None if run is None else run.core)
    if core is None:
        return None
    kernel = problem if core.kernel is None else Problem(core.kernel)
    return Reduction(kernel, problem, core.offset, dict(core.counts), core)


def expected_seconds(problem: Problem) -> float:
    """An estimate of the time of :func:`reduce` on a problem that does not shrink."""
    return 1e-6 * problem.n_edges


def expected_share(problem: Problem) -> float:
    """A quick estimate of the share of pairs that :func:`reduce` removes, from a sample of nodes."""
    return _core.dominated_share(problem.graph)


def closed_share(problem: Problem) -> float:
    """The transitivity: the share of attracting triples that are closed by a listed pair, from a sample."""
    return _core.transitivity(problem.graph)


def has_hubs(problem: Problem) -> bool:
    """Whether a few nodes have many of the pairs, and unlisted pairs do not attract."""
    return _core.has_hubs(problem.graph)
