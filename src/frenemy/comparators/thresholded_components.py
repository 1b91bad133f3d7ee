"""Connected components of the pairs above a threshold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.metrics import purity
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import floats, whole_number
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run

#: Equal steps of the probability, or of the number of pairs.
Spacing = Literal["probability", "quantile"]

_Pairs = tuple[Labels, Labels, Floats]

_MAX_PAIRS = 10_000_000
_PAIRS_PER_BLOCK = 500_000  # between two checks of the time limit


class Components(NamedTuple):
    """The clustering of one threshold.

    Attributes
    ----------
    threshold : float
        Pairs with larger weights connect their nodes.
    labels : (n_nodes,) int32
        The components, ``0..k-1`` by first appearance.
    n_clusters : int
    energy : float
    """

    threshold: float
    labels: Labels
    n_clusters: int
    energy: float


@renamed_parameters(most_pairs="max_pairs")
def components_by_threshold(
    problem: Problem, thresholds: npt.ArrayLike | None = None, *, max_pairs: int = _MAX_PAIRS
) -> tuple[Components, ...]:
    """The connected components of the pairs above each threshold.

    A listed pair connects its nodes if its weight is above the threshold, which may be negative. Unlisted pairs connect
    only if ``missing`` is positive; all pairs are then listed first. Otherwise they are unknown or repel.

    Parameters
    ----------
    problem : Problem
    thresholds : (n_thresholds,) float, optional
        In units of the weights, in any order; by default :func:`spaced_thresholds`, as in the paper's comparison.
    max_pairs : int
        Refuse problems with more pairs; with ``missing > 0``, all pairs count.

    Returns
    -------
    tuple of Components
        One for each threshold, in the order given.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [3.0, 1.0, 2.0])
    >>> for found in fr.comparators.components_by_threshold(path, [0.0, 1.5, 2.5]):
    ...     print(found.threshold, found.labels, found.energy)
    0.0 [0 0 0 0] 0.0
    1.5 [0 0 1 1] 1.0
    2.5 [0 0 1 2] 3.0
    """
    values = spaced_thresholds(problem) if thresholds is None else _checked(thresholds)
    pairs = _pairs(problem, max_pairs)
    labels: dict[float, Labels] = {}
    _sweep(problem.n_nodes, pairs, values, lambda t, found: labels.__setitem__(t, found), lambda: False)
    return tuple(
        Components(t, labels[t], int(labels[t].max(initial=-1)) + 1, problem.graph.energy(labels[t]))
        for t in values.tolist()
    )


def best_by_truth(found: Sequence[Components], truth: npt.ArrayLike) -> Components:
    """The clustering closest to the truth: an oracle, for comparisons only.

    Compares the number of clusters first, then the purity, then the order. This is one reading of "We tried 10
    threshold values and reported the best result" (section 7.2 of the paper), and favors thresholding.
    :class:`ThresholdedComponents` chooses by the lowest energy instead, which does not need the truth.

    Parameters
    ----------
    found : sequence of Components
        From :func:`components_by_threshold`.
    truth : (n_nodes,)
        The true label of each node.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [3.0, 1.0, 2.0])
    >>> found = fr.comparators.components_by_threshold(path, [0.0, 1.5, 2.5])
    >>> fr.comparators.best_by_truth(found, ["a", "a", "b", "b"]).threshold
    1.5
    """
    if not found:
        raise ValueError("found must hold at least one clustering, got none")
    n_true = len(set(np.asarray(truth).tolist()))
    return min(found, key=lambda one: (abs(one.n_clusters - n_true), -purity(one.labels, truth)))


def spaced_thresholds(problem: Problem, n_thresholds: int = 10, *, spacing: Spacing = "probability") -> Floats:
    """Increasing thresholds for attracting pairs, in units of the weights. The first is 0: all of them connect.

    Parameters
    ----------
    problem : Problem
        Only needed for quantiles.
    n_thresholds : int
    spacing : {"probability", "quantile"}
        ``"probability"``: equal steps of ``p = 1 / (1 + exp(-w))`` from 1/2 to below 1, for weights that are log-odds;
        ten of them are 0.5, 0.55, ... 0.95. The paper does not specify its thresholds. ``"quantile"``: equal numbers
        of listed attracting pairs between thresholds, whatever the scale of the weights.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [3.0, -1.0, 2.0])
    >>> fr.comparators.spaced_thresholds(path, 4).round(2)
    array([0.  , 0.51, 1.1 , 1.95])
    >>> fr.comparators.spaced_thresholds(path, 2, spacing="quantile")
    array([0., 2.])
    """
    whole_number(n_thresholds, "n_thresholds", minimum=1)
    _check_spacing(spacing)
    if spacing == "probability":
        p = np.linspace(0.5, 1.0, n_thresholds, endpoint=False)
        return np.log(p / (1.0 - p))
    weights = problem.edges()[2]
    attracting = np.sort(weights[weights > 0.0])
    n_below = np.arange(1, n_thresholds) * len(attracting) // n_thresholds  # pairs at or below each threshold
    return np.concatenate(([0.0], np.concatenate(([0.0], attracting))[n_below]))


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class ThresholdedComponents:
    """The connected components of the pairs above a threshold; of several thresholds, the one with the lowest energy.

    The usual first approach to scored pairs. A single wrong pair above the threshold merges two clusters, and a
    threshold above all wrong pairs leaves most nodes alone. The choice does not use the truth; :func:`best_by_truth`
    does. Thresholds are tried from the highest to the lowest, which only merges clusters, so every pair is processed
    once; a round is one threshold. The start is kept if no threshold has a lower energy. Unlisted pairs connect only if
    ``missing`` is positive; all pairs are then listed first. Choose it as a baseline.

    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2.

    Attributes
    ----------
    n_thresholds : int
        Number of thresholds.
    spacing : {"probability", "quantile"}
        Spacing of the thresholds; see :func:`spaced_thresholds`.
    thresholds : tuple of float, optional
        Explicit thresholds instead, in units of the weights.
    max_pairs : int
        Refuse problems with more pairs; with ``missing > 0``, all pairs count.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [3.0, 0.5, 2.0, -1.0])
    >>> fr.solve(path, fr.comparators.ThresholdedComponents()).energy
    -0.5
    """

    n_thresholds: int = 10
    spacing: Spacing = "probability"
    thresholds: tuple[float, ...] | None = None
    max_pairs: int = _MAX_PAIRS

    def __post_init__(self) -> None:
        whole_number(self.n_thresholds, "n_thresholds", minimum=1)
        _check_spacing(self.spacing)
        whole_number(self.max_pairs, "max_pairs", minimum=1)
        if self.thresholds is not None:
            object.__setattr__(self, "thresholds", tuple(_checked(self.thresholds).tolist()))

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        pairs = _pairs(problem, self.max_pairs)
        if self.thresholds is not None:
            thresholds = np.array(self.thresholds)
        else:
            thresholds = spaced_thresholds(problem, self.n_thresholds, spacing=self.spacing)
        best, energy = start, problem.graph.energy(start)

        def offer(_: float, labels: Labels) -> None:
            nonlocal best, energy
            found = problem.graph.energy(labels)
            if found < energy:
                best, energy = labels, found
            run.round_done(energy, best)

        _sweep(problem.n_nodes, pairs, thresholds, offer, run.expired)
        return best


def _sweep(
    n_nodes: int,
    pairs: _Pairs,
    thresholds: Floats,
    offer: Callable[[float, Labels], object],
    is_stopped: Callable[[], bool],
) -> None:
    """Pass the components of each threshold to ``offer``, the highest first, until stopped."""
    u, v, w = pairs
    levels = np.unique(thresholds)
    n_below = np.empty(len(w), np.min_scalar_type(len(levels)))  # how many thresholds each pair is above
    for at in range(0, len(w), _PAIRS_PER_BLOCK):
        if is_stopped():
            return
        n_below[at : at + _PAIRS_PER_BLOCK] = np.searchsorted(levels, w[at : at + _PAIRS_PER_BLOCK], side="left")
    order = np.argsort(n_below, kind="stable")  # a radix sort of small integers: linear time
    ends = np.cumsum(np.bincount(n_below, minlength=len(levels) + 1))
    labels = np.arange(n_nodes, dtype=np.int32)
    for level in range(len(levels), 0, -1):
        begin, end = int(ends[level - 1]), int(ends[level])
        for at in range(begin, end, _PAIRS_PER_BLOCK):
            if is_stopped():
                return
            some = order[at : min(at + _PAIRS_PER_BLOCK, end)]
            labels = _joined(labels, u[some], v[some])
        if is_stopped():
            return
        offer(float(levels[level - 1]), _core.contiguous(labels))


def _joined(labels: Labels, u: Labels, v: Labels) -> Labels:
    """Merge clusters that pairs of their nodes connect."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = int(labels.max()) + 1
    between = csr_array((np.ones(len(u), np.int8), (labels[u], labels[v])), shape=(n, n))
    joined: Labels = connected_components(between, directed=False)[1][labels]
    return joined


def _pairs(problem: Problem, max_pairs: int) -> _Pairs:
    is_complete = problem.missing > 0.0
    return with_listed_pairs(problem, "ThresholdedComponents", max_pairs=max_pairs, is_complete=is_complete).edges()


def _checked(thresholds: npt.ArrayLike) -> Floats:
    values = floats(thresholds, "thresholds")
    if not len(values):
        raise ValueError("thresholds must hold at least one number, got none")
    bad = np.flatnonzero(np.isnan(values))
    if len(bad):
        raise ValueError(f"thresholds must be numbers, got {values[bad[0]]} at {bad[0]}")
    return values


def _check_spacing(spacing: str) -> None:
    if spacing not in ("probability", "quantile"):
        raise ValueError(f"spacing must be 'probability' or 'quantile', got {spacing!r}")
