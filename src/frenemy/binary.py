"""QPBO and QPBO-I: minimize sums of unary and pairwise costs of binary variables, submodular or not.

Finding an optimal labelling is NP-hard in general. :func:`qpbo` finds the labels that roof duality proves optimal, and
a lower bound; :func:`improve` turns any labelling into one that is not worse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.checked_arrays import MAX_NODES, node_ids, numbers, unmasked, whole_number, whole_numbers
from frenemy.run import Run, Status, Stop

Binary = npt.NDArray[np.uint8]


class BinaryEnergy:
    """A sum of costs for single variables and for pairs of variables, each 0 or 1.

    Parameters
    ----------
    n_nodes : int
        Number of variables.
    unary : (n_nodes, 2) float, optional
        Cost of each variable being 0 and being 1.
    u, v : (n_pairs,) int, optional
        The two variables of each pair.
    tables : (n_pairs, 2, 2) float, optional
        ``tables[e, a, b]`` is the cost of ``x[u[e]] = a`` and ``x[v[e]] = b``. Pairs may repeat.

    Examples
    --------
    Two variables that prefer to differ, with the first preferring 1:

    >>> from frenemy.binary import BinaryEnergy, improve, qpbo
    >>> energy = BinaryEnergy(2, unary=[[1, 0], [0, 0]], u=[0], v=[1], tables=[[[2, 0], [0, 2]]])
    >>> qpbo(energy).labels
    array([1, 0], dtype=int8)
    >>> energy(improve(energy))
    0.0
    """

    def __init__(
        self,
        n_nodes: int,
        *,
        unary: npt.ArrayLike | None = None,
        u: npt.ArrayLike = (),
        v: npt.ArrayLike = (),
        tables: npt.ArrayLike = (),
    ) -> None:
        self.core = _core.BinaryEnergy(whole_number(n_nodes, "n_nodes", maximum=MAX_NODES - 1))
        if unary is not None:
            costs = np.ascontiguousarray(numbers(unary, "unary"))
            if costs.shape != (n_nodes, 2):
                raise ValueError(f"unary must have shape ({n_nodes}, 2), got {costs.shape}")
            self.core.add_unaries(costs)
        first, second = node_ids(u, "u"), node_ids(v, "v")
        costs = np.ascontiguousarray(numbers(tables, "tables"))
        if costs.size == 0:
            costs = costs.reshape(0, 2, 2)
        if len(first) != len(second) or costs.shape != (len(first), 2, 2):
            raise ValueError(
                f"u and v must have one entry and tables one 2 x 2 table per pair, got lengths {len(first)} and "
                f"{len(second)} and shape {costs.shape}"
            )
        self.core.add_pairs(first, second, costs.reshape(-1, 4))

    @property
    def n_nodes(self) -> int:
        return self.core.n_nodes

    def __call__(self, x: npt.ArrayLike) -> float:
        """The cost of a labelling, (n_nodes,) of 0 and 1."""
        return self.core(self._check(x, "x"))

    def _check(self, x: npt.ArrayLike, name: str) -> Binary:
        array = unmasked(x, name)
        if array.shape != (self.n_nodes,):
            raise ValueError(f"{name} must have shape ({self.n_nodes},), one per variable, got {array.shape}")
        if array.dtype != np.bool_:
            bad = np.flatnonzero((array != 0) & (array != 1))
            if len(bad):
                raise ValueError(f"{name} must be 0 or 1, got {array[bad[0]]} at variable {bad[0]}")
        return np.ascontiguousarray(array, dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class PartialLabels:
    """A partial labelling by roof duality, and a lower bound.

    Attributes
    ----------
    labels : (n_nodes,) int8
        0 or 1 where proven, -1 elsewhere.
    lower_bound : float
        No labelling costs less.
    status : Status
        Why it ended; after a limit, labels and bound are weaker.
    """

    labels: npt.NDArray[np.int8]
    lower_bound: float
    status: Status

    @property
    def share_labeled(self) -> float:
        """Share of the variables that are labelled."""
        return float((self.labels >= 0).mean()) if len(self.labels) else 1.0


def qpbo(energy: BinaryEnergy, *, weak: bool = True, stop: Stop | None = None) -> PartialLabels:
    """Labels proven to be part of an optimal labelling (roof duality, by maximum flow).

    Parameters
    ----------
    energy : BinaryEnergy
    weak : bool
        True (weak persistency): labels that *some* optimal labelling has, all at once. False (strong persistency): only
        labels that *every* optimal labelling has; without unary costs there are none, as flipping all variables changes
        nothing.
    stop : Stop, optional
        Limits. After a limit, no variable is labelled, and the bound is weaker.

    References
    ----------
    Boros & Hammer, "Pseudo-Boolean optimization" (2002). Rother, Kolmogorov, Lempitsky & Szummer, "Optimizing binary
    MRFs via extended roof duality" (CVPR 2007).
    """
    run = Run(stop)
    labels, lower_bound = energy.core.roof_duality(weak, run.core)
    return PartialLabels(labels, lower_bound, run.status)


def improve(
    energy: BinaryEnergy,
    start: npt.ArrayLike | None = None,
    *,
    order: npt.ArrayLike | None = None,
    seed: int = 0,
    rounds: int = 1,
    stop: Stop | None = None,
) -> Binary:
    """A labelling that costs at most what ``start`` does (QPBO-I).

    Each unlabelled variable in turn is fixed to its label in ``start``, and all labels that roof duality then implies
    are adopted. Time and memory grow about linearly with the number of pairs on sparse problems.

    Parameters
    ----------
    energy : BinaryEnergy
    start : (n_nodes,) of 0 and 1, optional
        By default all 0.
    order : (n_nodes,) int, optional
        The order in which to fix variables; by default random, drawn from ``seed``.
    seed : int
    rounds : int
        Number of repetitions, each from the last result and in a new random order.
    stop : Stop, optional
        Limits. After a limit, the best labelling so far is returned.

    References
    ----------
    Rother, Kolmogorov, Lempitsky & Szummer, "Optimizing binary MRFs via extended roof duality" (CVPR 2007), section 3.
    """
    n = energy.n_nodes
    x = np.zeros(n, np.uint8) if start is None else energy._check(start, "start")
    rounds = whole_number(rounds, "rounds", minimum=1)
    if order is not None:
        if rounds != 1:
            raise ValueError(f"order can only be given for one round, got rounds={rounds}")
        given = node_ids(whole_numbers(unmasked(order, "order"), "order", "position"), "order")
        if len(given) != n or not np.array_equal(np.sort(given), np.arange(n)):
            raise ValueError(f"order must contain each of the {n} variables once")
    run = Run(stop, seed=seed)
    for _ in range(rounds):
        x = energy.core.improve(x, _core.shuffled(n, run.core) if order is None else given, run.core)
        if run.expired():
            break
    return x
