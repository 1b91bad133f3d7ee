"""Connected components of the pairs above a threshold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.checked_arrays import floats
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.metrics import purity
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import check_at_least

#: Equal steps of the probability, or of the number of pairs.
Spacing = Literal["probability", "quantile"]

_Floats = npt.NDArray[np.float64]
_Pairs = tuple[Labels, Labels, _Floats]

_MOST_PAIRS = 10_000_000
_MANY_PAIRS = 500_000  # that many are joined at a time, between two looks at the clock


class Components(NamedTuple):
    """The clustering of one threshold.

    Attributes
    ----------
    threshold : float
        A pair connects if it weighs more.
    labels : (n_nodes,) int32
        The components, ``0..k-1`` by first appearance.
    n_clusters : int
    energy : float
    """

    threshold: float
    labels: Labels
    n_clusters: int
    energy: float


def components_by_threshold(
    problem: Problem, thresholds: npt.ArrayLike | None = None, *, most_pairs: int = _MOST_PAIRS
) -> tuple[Components, ...]:
    """The connected components of the pairs above each threshold.

    Listed pairs connect, whatever the threshold, if they weigh more. Unlisted ones do if ``missing`` is positive, for
    which all pairs are listed, and else never: nothing is known of them, or they repel.

    Parameters
    ----------
    problem : Problem
    thresholds : (n_thresholds,) float, optional
        In units of the weights, in any order; by default those of the paper's comparison, :func:`spaced_thresholds`.
    most_pairs : int
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
    pairs = _pairs(problem, most_pairs)
    labels: dict[float, Labels] = {}
    _sweep(problem.n_nodes, pairs, values, lambda t, found: labels.__setitem__(t, found), lambda: False)
    return tuple(
        Components(t, labels[t], int(labels[t].max(initial=-1)) + 1, problem.graph.energy(labels[t]))
        for t in values.tolist()
    )


def best_by_truth(found: Sequence[Components], truth: npt.ArrayLike) -> Components:
    """The clustering that comes closest to the truth, which nobody has who needs a clustering.

    The number of clusters counts first, then the purity, then the order. "We tried 10 threshold values and reported the
    best result" (section 7.2 of the paper) can be read so, which favors thresholding; a rule that does not see the
    truth is the lowest energy, as :class:`ThresholdedComponents` takes it.

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


def spaced_thresholds(problem: Problem, n_thresholds: int = 10, *, spacing: Spacing = "probability") -> _Floats:
    """Thresholds for pairs that attract, rising, in units of the weights. The first is 0: all of them connect.

    Parameters
    ----------
    problem : Problem
        Only quantiles depend on it.
    n_thresholds : int
    spacing : {"probability", "quantile"}
        ``"probability"``: equal steps of ``p = 1 / (1 + exp(-w))`` from 1/2 to below 1, for weights that are log-odds;
        ten of them are 0.5, 0.55, ... 0.95. The paper does not say which it took. ``"quantile"``: equal numbers of
        listed pairs that attract between them, whatever the scale of the weights.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [3.0, -1.0, 2.0])
    >>> fr.comparators.spaced_thresholds(path, 4).round(2)
    array([0.  , 0.51, 1.1 , 1.95])
    >>> fr.comparators.spaced_thresholds(path, 2, spacing="quantile")
    array([0., 2.])
    """
    check_at_least(n_thresholds, 1, "n_thresholds")
    _check_spacing(spacing)
    if spacing == "probability":
        p = np.linspace(0.5, 1.0, n_thresholds, endpoint=False)
        return np.log(p / (1.0 - p))
    weights = problem.edges()[2]
    attracting = np.sort(weights[weights > 0.0])
    n_below = np.arange(1, n_thresholds) * len(attracting) // n_thresholds  # pairs that do not connect any more
    return np.concatenate(([0.0], np.concatenate(([0.0], attracting))[n_below]))


@dataclass(frozen=True)
class ThresholdedComponents:
    """The connected components of the pairs above a threshold, of several the one with the lowest energy.

    What people do first with scores of pairs: a single wrong pair above the threshold joins two clusters, and a
    threshold that keeps all of those out leaves most nodes alone. The rule does not see the truth;
    :func:`best_by_truth` does. The highest threshold comes first, and lower ones only join, so that every pair is
    looked at once; a round is a threshold. The start is kept if no threshold betters it. Unlisted pairs connect only if
    ``missing`` is positive, for which all are listed. Choose it to compare with.

    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2.

    Attributes
    ----------
    n_thresholds : int
        How many thresholds to try.
    spacing : {"probability", "quantile"}
        Where they are; see :func:`spaced_thresholds`.
    thresholds : tuple of float, optional
        The thresholds themselves instead, in units of the weights.
    most_pairs : int
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
    most_pairs: int = _MOST_PAIRS

    def __post_init__(self) -> None:
        check_at_least(self.n_thresholds, 1, "n_thresholds")
        _check_spacing(self.spacing)
        check_at_least(self.most_pairs, 1, "most_pairs")
        if self.thresholds is not None:
            object.__setattr__(self, "thresholds", tuple(_checked(self.thresholds).tolist()))

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        pairs = _pairs(problem, self.most_pairs)
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
    thresholds: _Floats,
    offer: Callable[[float, Labels], object],
    is_stopped: Callable[[], bool],
) -> None:
    """Offers the components of each threshold, the highest first, until stopped."""
    u, v, w = pairs
    levels = np.unique(thresholds)
    n_below = np.empty(len(w), np.min_scalar_type(len(levels)))  # how many thresholds each pair is above
    for at in range(0, len(w), _MANY_PAIRS):
        if is_stopped():
            return
        n_below[at : at + _MANY_PAIRS] = np.searchsorted(levels, w[at : at + _MANY_PAIRS], side="left")
    order = np.argsort(n_below, kind="stable")  # of few small numbers: takes time that goes with the pairs
    ends = np.cumsum(np.bincount(n_below, minlength=len(levels) + 1))
    labels = np.arange(n_nodes, dtype=np.int32)
    for level in range(len(levels), 0, -1):
        begin, end = int(ends[level - 1]), int(ends[level])
        for at in range(begin, end, _MANY_PAIRS):
            if is_stopped():
                return
            some = order[at : min(at + _MANY_PAIRS, end)]
            labels = _joined(labels, u[some], v[some])
        if is_stopped():
            return
        offer(float(levels[level - 1]), _core.contiguous(labels))


def _joined(labels: Labels, u: Labels, v: Labels) -> Labels:
    """Clusters that are connected by pairs of their nodes become one."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = int(labels.max()) + 1
    between = csr_array((np.ones(len(u), np.int8), (labels[u], labels[v])), shape=(n, n))
    joined: Labels = connected_components(between, directed=False)[1][labels]
    return joined


def _pairs(problem: Problem, most_pairs: int) -> _Pairs:
    is_complete = problem.missing > 0.0
    return with_listed_pairs(problem, "ThresholdedComponents", most_pairs=most_pairs, is_complete=is_complete).edges()


def _checked(thresholds: npt.ArrayLike) -> _Floats:
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
