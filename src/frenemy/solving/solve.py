"""The front door: from all that users have to a result, with a warning if something looks odd."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy.typing as npt

from frenemy.problem.caller import stacklevel_of_caller
from frenemy.problem.convert import as_problem
from frenemy.problem.sources.directions import Symmetrize
from frenemy.run import OnRound, Stop, as_stop
from frenemy.solvers import Solver, solver_on
from frenemy.solving.result import Result
from frenemy.solving.solve_problem import solve_problem

_DEFAULT_SEED = 0


def solve(
    problem: Any,
    solver: Solver | type[Solver] | str | None = None,
    *,
    start: npt.ArrayLike | None = None,
    free: npt.ArrayLike | None = None,
    stop: Stop | float | str | None = None,
    seed: int | None = None,
    random_state: int | None = None,
    threads: int = 1,
    device: Literal["cpu", "gpu"] = "cpu",
    on_round: OnRound | None = None,
    missing: float | None = None,
    symmetrize: Symmetrize | None = None,
    weight: str | None = "weight",
    warn: bool = True,
) -> Result:
    """Find the groups, and how many there are.

    Parameters
    ----------
    problem : Problem, matrix, graph, table, list or dict of pairs, file
        Signed weights. Everything but a :class:`Problem` is converted by :func:`as_problem`, which lists what it
        accepts. The result carries the ids of the nodes. Hard constraints (:mod:`frenemy.constraints`) hold in the
        result, whichever solver runs and whatever ends it.
    solver : Solver, its class or its name, optional
        By default :class:`Automatic` picks one: without limits one good pass, with limits a search until nothing better
        turns up.
    start : (n_nodes,) int, optional
        Labels to improve on; by default one big cluster.
    free : numbers of nodes or (n_nodes,) bool, optional
        The nodes that may change their cluster; by default all. The others stay together and apart as in ``start``.
        Only the pairs of free nodes are read, so a small change takes little time. No warning is shown then;
        ``result.warnings`` has them.
    stop : Stop, float or str, optional
        Limits; a number or a text such as ``"30s"``, ``"2min"`` or ``"1h"`` is a time limit. Without limits, a solver
        that you chose runs until it finds nothing better.
    seed : int
        The same problem, solver and seed give the same labels. By default 0.
    random_state : int, optional
        Another name for ``seed``.
    threads : int
        Maximum number of threads of the solver; the labels do not depend on it. With more than one, no time limit, and
        a million pairs or more, one more thread works on the lower bound.
    device : {"cpu", "gpu"}
        ``"gpu"`` solves on an NVIDIA card: by default with :class:`GpuMultilevel`, and with limits by
        :class:`GpuEvolve`. Needs CuPy.
    on_round : callable, optional
        Called with a :class:`Progress` after each round; return True to stop.
    missing, symmetrize, weight
        As in :func:`as_problem`.
    warn : bool
        Whether to warn if something looks odd: nothing repels, one cluster holds nearly all nodes, and so on.
        ``result.warnings`` lists the same.

    Returns
    -------
    Result
        Ctrl-C and limits end the solve early and return the best labels so far; see ``status``.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> W = np.array([[0, 3, -1, -2], [3, 0, -2, -1], [-1, -2, 0, 4], [-2, -1, 4, 0]])
    >>> result = fr.solve(W)
    >>> result.labels, result.energy, result.status.name
    (array([0, 0, 1, 1], dtype=int32), -6.0, 'OPTIMAL')

    >>> pairs = [("ann", "bob", 3.0), ("bob", "cid", -2.0), ("cid", "dee", 4.0)]
    >>> fr.solve(pairs, "evolve", stop="10s").clusters()
    [['ann', 'bob'], ['cid', 'dee']]
    """
    limits = as_stop(stop)
    result = solve_problem(
        as_problem(problem, missing=missing, symmetrize=symmetrize, weight=weight),
        solver_on(device, solver),
        start=start,
        free=free,
        stop=limits,
        seed=_seed(seed, random_state),
        threads=threads,
        on_round=on_round,
    )
    if warn and free is None and result.warnings:
        text = ". Also: ".join(result.warnings)
        warnings.warn(f"this looks odd: {text}", UserWarning, stacklevel=stacklevel_of_caller())
    return result


def _seed(seed: int | None, random_state: int | None) -> int:
    if seed is not None and random_state is not None:
        raise ValueError(f"seed and random_state are the same; give one, got {seed!r} and {random_state!r}")
    given = random_state if seed is None else seed
    return _DEFAULT_SEED if given is None else given
