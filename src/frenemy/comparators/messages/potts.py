"""Potts energies with unary costs: a cost for each label of each node."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.messages.message_passing import check_memory, is_summable
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import unmasked, whole_number
from frenemy.problem.convert import as_problem
from frenemy.run import Run, Status, Stop, cancel_on_interrupt


@dataclass(frozen=True, eq=False)
class PottsLabels:
    """The result of :func:`minimize_potts`.

    Attributes
    ----------
    labels : (n_nodes,) int32
        A label in ``0..n_labels-1`` for each node: the columns of the costs.
    energy : float
        The costs of the labels plus the weights of all pairs with different labels.
    lower_bound : float
        No labelling has a lower energy; minus infinity if not reweighted.
    status : Status
        Why it ended: ``CONVERGED`` if messages are at a fixed point, ``ROUND_LIMIT`` after all rounds, or another
        limit.
    """

    labels: Labels
    energy: float
    lower_bound: float
    status: Status


def minimize_potts(
    problem: Any,
    unary: npt.ArrayLike,
    *,
    reweighted: bool = True,
    n_rounds: int = 100,
    stop: Stop | None = None,
) -> PottsLabels:
    """Labels of low Potts energy: the costs of the labels plus the weights of pairs with different labels.

    Uses message passing. On trees the labels are optimal; on other graphs they may be far from optimal if many pairs
    repel.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        The weights of the pairs; ``missing`` must be 0. Constraints are ignored.
    unary : (n_nodes, n_labels) float
        The cost of each label at each node. The sum of costs and weights must be below 1e307 to avoid overflow.
    reweighted : bool
        True: sequential tree-reweighted message passing (TRW-S), with a lower bound. False: sequential min-sum belief
        propagation.
    n_rounds : int
        Maximum number of rounds; it ends earlier if nothing changes.
    stop : Stop, optional
        Limits. At a limit, and on Ctrl-C, the result is the best labelling so far.

    References
    ----------
    Kolmogorov, "Convergent tree-reweighted message passing for energy minimization" (PAMI 2006).

    Examples
    --------
    A chain of three attracting nodes whose ends have different cheapest labels:

    >>> import frenemy as fr
    >>> row = fr.Problem.from_edges([0, 1], [1, 2], [1.0, 2.0])
    >>> found = fr.comparators.minimize_potts(row, [[0, 5], [0, 0.5], [5, 0]])
    >>> found.labels, found.energy, found.lower_bound
    (array([0, 1, 1], dtype=int32), 1.5, 1.5)
    """
    pairs = as_problem(problem)
    if pairs.missing != 0.0:
        raise ValueError(f"minimize_potts takes listed pairs only: missing must be 0, got {pairs.missing}")
    whole_number(n_rounds, "n_rounds", minimum=1)
    costs = _checked_costs(unary, pairs)
    n_labels = costs.shape[1]
    check_memory(pairs, n_labels)
    messages = _core.PottsMessages(pairs.graph, n_labels, costs.reshape(-1), reweighted)
    nodes = np.arange(pairs.n_nodes)

    def energy_of(labels: Labels) -> float:
        return pairs.energy(labels) + float(costs[nodes, labels].sum())

    best = np.argmin(costs, axis=1).astype(np.int32)  # before any message
    energy, bound = energy_of(best), -math.inf
    run = Run(stop)
    with cancel_on_interrupt(run):
        for _ in range(int(n_rounds)):
            if not messages.round(run.core):
                break
            labels = messages.labels()
            found = energy_of(labels)
            if found < energy:
                best, energy = labels, found
            if reweighted:
                bound = max(bound, messages.bound)
            # Past the check of `Run.round_done`: these labels are names, of which there may be more than nodes.
            if run.core.round_done(energy, int(best.max(initial=-1)) + 1, best) or messages.is_fixed:
                break
    status = run.status if run.is_stopped or messages.is_fixed else Status.ROUND_LIMIT
    return PottsLabels(best, energy, min(bound, energy), status)  # a bound above the energy is due to rounding


def _checked_costs(unary: npt.ArrayLike, pairs: Problem) -> Floats:
    costs, n_nodes = _real_numbers(unary), pairs.n_nodes
    if costs.ndim != 2 or costs.shape[0] != n_nodes or costs.shape[1] < 1:
        raise ValueError(
            f"unary must have shape ({n_nodes}, n_labels), one row per node and at least one label, got {costs.shape}"
        )
    bad = np.argwhere(~np.isfinite(costs))
    if len(bad):
        node, label = bad[0]
        raise ValueError(f"unary must be finite, got {costs[node, label]} at node {node}, label {label}")
    with np.errstate(over="ignore"):
        total = float(np.abs(costs).max(axis=1).sum())
    if not is_summable(pairs, total):
        node, label = np.unravel_index(np.argmax(np.abs(costs)), costs.shape)
        raise ValueError(
            "the sum of unary and the weights must be below 1e307 to avoid overflow, "
            f"got {costs[node, label]} at node {node}, label {label}"
        )
    return costs


def _real_numbers(unary: npt.ArrayLike) -> Floats:
    try:
        array = unmasked(unary, "unary")
        if array.dtype.kind == "c":
            raise TypeError(f"got {array.dtype}")
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"unary must be real numbers: {error}") from None
