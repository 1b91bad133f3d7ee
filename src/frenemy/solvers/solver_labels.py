"""Call a solver that anyone may have written, and check what it returns."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import shown
from frenemy.run import Run
from frenemy.solvers.protocol import Solver

_OWN = "frenemy.solvers."


def solver_labels(solver: Solver, problem: Problem, start: Labels, run: Run) -> Labels:
    """The labels that a solver finds, as int32 ``0..k-1`` by first appearance.

    Any whole numbers from 0 on are labels, with gaps or not. Negative ones are an error: for many programs -1 means
    that a node has no cluster, and here every node has one. Our own solvers keep the rules; others get a copy of
    ``start``, which they may change.
    """
    if type(solver).__module__.startswith(_OWN):
        return solver(problem, start, run)
    return checked_solver_labels(problem, solver(problem, start.copy(), run), solver)


def checked_solver_labels(problem: Problem, labels: Any, solver: Any) -> Labels:
    """What a solver returned or reported, checked."""
    name = f"labels of {getattr(solver, '__name__', None) or shown(solver)}"
    if labels is None:
        raise ValueError(f"{name} must be one whole number per node, got None; does the solver return its labels?")
    try:
        checked = problem.check_labels(labels, name=name)
    except TypeError as error:
        raise ValueError(f"{name} must be one whole number per node: {error}") from None
    given = np.asarray(labels)
    if given.size and given.min() < 0:
        at = int(np.argmin(given))
        raise ValueError(f"{name} must not be negative, got {given[at]} at node {at}; give such nodes new labels")
    return checked


def reported_labels(problem: Problem, labels: Labels) -> Labels:
    """The labels of a reported round: unchanged if they are in ``0..n_nodes-1``, one per node; an error otherwise.

    They come from the core, through :meth:`frenemy.Run.round_done`, which does not know the problem.
    """
    if labels.shape != (problem.n_nodes,) or (labels.size and not 0 <= labels.min() <= labels.max() < len(labels)):
        checked_solver_labels(problem, labels, "a round")
        raise ValueError(f"labels of a round must be in 0..{problem.n_nodes - 1}, got {labels.max()}")
    return labels
