"""What a bias changes: a higher one gives fewer, larger clusters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.metrics import pairwise
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import finite_number, whole_number
from frenemy.problem.lifted import DROP_BASE, refuse_lifted
from frenemy.run import OnStage, Progress
from frenemy.solving import solve_problem

_RANGE_QUANTILE = 0.9  # of the sizes of weights: a larger bias overrules nearly all of them
_SAMPLE = 1_000_000  # weights that decide the range
_STABLE_CHANGE = 0.1  # share of the pairs that the two ends of a stable stretch may differ in
_STABLE_WIDTH = 1 / 12  # of the whole path, the least that counts as a stretch
_MAX_STRETCHES = 5


@dataclass(frozen=True)
class PathPoint:
    """The clustering at one bias.

    Attributes
    ----------
    bias : float
    n_groups, n_singles, largest : int
        The number of groups, of those with one thing, and the size of the largest.
    energy : float
        Of the problem with the bias.
    stability : float
        How alike it is to the clustering at the point before: of the pairs that are together in one of the two, the
        share that is in both. 1 at the first point.
    """

    bias: float
    n_groups: int
    n_singles: int
    largest: int
    energy: float
    stability: float


@dataclass(frozen=True)
class Stretch:
    """A range of the bias in which the groups hardly change."""

    low: float
    high: float
    n_groups: int


def shifted(problem: Problem, bias: float) -> Problem:
    """The problem with ``bias`` added to every listed weight; unlisted pairs, sizes, ids and constraints stay.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.solving.bias_path import shifted
    >>> shifted(fr.Problem.from_edges([0, 1], [1, 2], [2.0, -1.0]), 0.5).edges()[2]
    array([ 2.5, -0.5])
    """
    refuse_lifted(problem, "a bias of the weights", DROP_BASE)
    if bias == 0:
        return problem
    u, v, w = problem.edges()
    sizes = problem.sizes if problem.graph.has_sizes else None
    graph = _core.Graph.from_edges(problem.n_nodes, u, v, w + bias, problem.missing, sizes, is_excess=False)
    return Problem(graph, problem.constraints, problem.ids)


def at_resolution(problem: Problem, bias: float) -> Problem:
    """The problem with the repulsion of all pairs, ``missing`` times sizes, divided by ``exp(bias)``.

    For problems of similarities with a resolution, such as modularity, CPM and those guessed for vectors.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.solving.bias_path import at_resolution
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [2.0, 1.0], missing=-1.0)
    >>> at_resolution(problem, 1.0).missing.__round__(3)
    -0.368
    """
    if bias == 0:
        return problem
    u, v, excess = problem.graph.edges(True)
    sizes = problem.sizes if problem.graph.has_sizes else None
    missing = problem.missing * math.exp(-bias)
    graph = _core.Graph.from_edges(problem.n_nodes, u, v, excess, missing, sizes, is_excess=True)
    return Problem(graph, problem.constraints, problem.ids)


def bias_range(problem: Problem) -> tuple[float, float]:
    """From where to where a bias changes the groups: a high quantile of the sizes of weights, on both sides of 0."""
    weights = problem.edges()[2]
    if not len(weights):
        return -1.0, 1.0
    sizes = np.abs(weights[:: 1 + len(weights) // _SAMPLE])
    end = _rounded_up(float(np.quantile(sizes, _RANGE_QUANTILE)) or float(sizes.max()) or 1.0)
    return -end, end


def bias_path(
    problem: Problem,
    low: float,
    high: float,
    steps: int,
    report: OnStage | None = None,
    *,
    biased: Callable[[Problem, float], Problem] = shifted,
) -> tuple[PathPoint, ...]:
    """The clustering at equal steps of the bias, and at 0 if that is between them; each is solved from scratch.

    Parameters
    ----------
    problem : Problem
        At bias 0.
    low, high : float
        The ends.
    steps : int
        Number of points.
    report : callable, optional
        Called with progress; what it raises ends the work.
    biased : callable
        The problem with a bias.
    """
    points: list[PathPoint] = []
    before: Labels | None = None
    biases = _biases(finite_number(low, "low"), finite_number(high, "high"), whole_number(steps, "steps", minimum=2))
    for i, bias in enumerate(biases):

        def on_round(_: Progress, share: float = i / len(biases)) -> None:
            if report is not None:
                report("solving", share)

        moved = biased(problem, bias)
        result = solve_problem(moved, on_round=None if report is None else on_round)
        if report is not None:
            report("solving", (i + 1) / len(biases))
        sizes = np.bincount(result.labels)
        points.append(
            PathPoint(
                bias,
                result.n_clusters,
                int((sizes == 1).sum()),
                int(sizes.max(initial=0)),
                result.energy,
                1.0 if before is None else _agreement(before, result.labels),
            )
        )
        before = result.labels
    return tuple(points)


def stable_stretches(path: Sequence[PathPoint]) -> tuple[Stretch, ...]:
    """The longest stretches of a path whose two ends share at least nine tenths of their pairs, in order.

    One minus the share of common pairs is a distance (Jaccard's), so the ends of a stretch differ by at most the sum
    of the changes between its points. One group of all things, and single things only, do not count.
    """
    if len(path) < 2:
        return ()
    min_width = _STABLE_WIDTH * (path[-1].bias - path[0].bias)
    found: list[tuple[int, int]] = []
    for begin, end in sorted(_windows(path), key=lambda window: path[window[0]].bias - path[window[1]].bias):
        is_wide = end - begin >= 2 and path[end].bias - path[begin].bias >= min_width
        if (
            is_wide
            and not _is_trivial(path[(begin + end) // 2])
            and all(end < other[0] or begin > other[1] for other in found)
        ):
            found.append((begin, end))
    return tuple(
        Stretch(path[begin].bias, path[end].bias, int(np.median([p.n_groups for p in path[begin : end + 1]])))
        for begin, end in sorted(found[:_MAX_STRETCHES])
    )


def _is_trivial(point: PathPoint) -> bool:
    return point.n_groups <= 1 or point.n_groups == point.n_singles


def _windows(path: Sequence[PathPoint]) -> list[tuple[int, int]]:
    """For each first point the last one within the allowed change."""
    windows = []
    for begin in range(len(path)):
        end, change = begin, 0.0
        while end + 1 < len(path) and change + 1.0 - path[end + 1].stability <= _STABLE_CHANGE:
            change += 1.0 - path[end + 1].stability
            end += 1
        windows.append((begin, end))
    return windows


def _biases(low: float, high: float, steps: int) -> list[float]:
    if not low < high:
        raise ValueError(f"the low end of the bias must be below the high end, got {low} and {high}")
    biases = np.linspace(low, high, steps)
    near = int(np.argmin(np.abs(biases)))
    if abs(biases[near]) <= 1e-9 * (high - low):
        biases[near] = 0.0
    elif low < 0 < high:
        biases = np.sort(np.append(biases, 0.0))
    return [float(bias) for bias in biases]


def _agreement(a: Labels, b: Labels) -> float:
    """Of the pairs that are together in one of the two clusterings, the share that is in both."""
    f1 = pairwise(a, b).f1
    return f1 / (2.0 - f1)


def _rounded_up(value: float) -> float:
    """To two digits."""
    unit = 10.0 ** (np.floor(np.log10(value)) - 1)
    return float(f"{np.ceil(value / unit * (1 - 1e-12)) * unit:.6g}")
