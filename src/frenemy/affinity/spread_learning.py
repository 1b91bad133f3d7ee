"""How far clusters are apart and how widely they lie, learned from known classes or guessed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.class_pairs import class_pairs, known_classes
from frenemy.affinity.distance_guess import best_grouping
from frenemy.affinity.row_distances import Metric, RowDistances, row_distances
from frenemy.affinity.spread_weights import SEPARATION, SpreadWeigher, clustered, squared
from frenemy.metrics import b_cubed

_PAIRS = 100_000  # of each kind
_TRIALS = tuple(SEPARATION * 1.4**step for step in range(-3, 5))
_FAR = 8.0  # times the median
_AS_GOOD = 0.003  # of the F measure
_TRIED_ROWS, _TRIED_CLASSES = 600, 8  # at most, and at least, to try on


def learn_spread_weights(
    features: npt.ArrayLike, y: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0
) -> SpreadWeigher:
    """Learn from rows of known classes how widely a class lies, and how near to each other two may be.

    The spread is the mean over the classes. Middles nearer to each other than a share of their mean squared distance
    are taken for one cluster; the share is 0.23, or the next one to it with which clustering up to 600 rows of known
    classes finds these classes as well as with any. With less than 8 classes nothing is tried.

    Parameters
    ----------
    features, y, metric
        As of :func:`learn_distance_weights`.
    seed : int
        Which pairs and rows are looked at where there are many.

    Returns
    -------
    SpreadWeigher

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import learn_spread_weights
    >>> features = np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [5.3]])
    >>> weigher = learn_spread_weights(features, ["a", "a", "a", "b", "b", "b"])
    >>> round(weigher.apart, 2), round(weigher.spread, 2)
    (2.41, 0.15)
    >>> weigher.account
    'learned from 6 rows of 2 classes'
    """
    distances = row_distances(features, metric)
    classes = known_classes(y, distances.n_rows)
    spread, between = _spread_and_between(distances, classes, seed)
    share = _best_share(distances, classes, spread, between, seed)
    sizes = np.bincount(classes[classes >= 0])
    account = f"learned from {sizes.sum():,} rows of {len(sizes):,} classes"
    return _weigher(distances, spread, between, share, seed, account)


def guess_spread_weights(features: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0) -> SpreadWeigher:
    """Guess how widely clusters lie and how far they are apart from the distances alone, without any known class.

    Up to 1,000 rows are grouped as :func:`guess_distance_weights` groups them, and the groups are learned from as if
    they were known classes, with the usual share of the distances between their middles.

    Parameters
    ----------
    features, metric, seed
        As of :func:`guess_distance_weights`.

    Returns
    -------
    SpreadWeigher
        Its ``account`` says how clear the groups were.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import guess_spread_weights
    >>> guess_spread_weights(np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [5.3]])).account
    'guessed from the distances between 6 rows, which show 2 groups of two or more (silhouette 0.96, at most 1)'
    """
    distances = row_distances(features, metric)
    grouping = best_grouping(distances, seed=seed)
    if grouping is None:
        return _without_groups(distances, seed)
    classes = np.full(distances.n_rows, -1, np.int64)
    classes[grouping.rows] = grouping.labels
    spread, between = _spread_and_between(distances, classes, seed)
    return _weigher(distances, spread, between, SEPARATION, seed, f"guessed from {grouping.reason(distances.n_rows)}")


def _weigher(
    distances: RowDistances, spread: float, between: float, share: float, seed: int, account: str
) -> SpreadWeigher:
    apart = math.sqrt(share * between) * distances.unit
    return SpreadWeigher(apart, math.sqrt(spread) * distances.unit, distances.metric, seed, account)


def _without_groups(distances: RowDistances, seed: int) -> SpreadWeigher:
    """Rows that are the same attract, the others repel, where there are too few to tell more."""
    n = distances.n_rows
    farthest = float(squared(distances, np.zeros(n, np.intp), np.arange(n)).max(initial=0.0))
    if farthest == 0.0:
        return SpreadWeigher(1.0, 0.0, distances.metric, seed, f"guessed from {n:,} row(s) that do not differ")
    account = f"guessed from {n:,} rows that show no groups: those that are the same attract, the others repel"
    return _weigher(distances, 0.0, farthest, SEPARATION, seed, account)


def _spread_and_between(distances: RowDistances, classes: npt.NDArray[np.int64], seed: int) -> tuple[float, float]:
    """Mean squared distance from the middle of a class, and between two middles."""
    u, v, is_same = class_pairs(classes, most=_PAIRS, seed=seed)
    squares = squared(distances, u, v)
    if squares.max() == 0.0:
        raise ValueError(f"distances tell nothing about classes: all {len(u)} pairs of rows are the same")
    spread = _held_mean(squares[is_same]) / 2.0
    apart = _held_mean(squares[~is_same])
    # Classes that lie within each other leave nothing between their middles.
    return spread, max(apart - 2.0 * spread, 0.05 * apart) or 1e-6 * float(squares.max())


def _held_mean(squares: npt.NDArray[np.float64]) -> float:
    """The mean, where no pair counts for more than some: one row far out would otherwise decide alone."""
    most = _FAR * float(np.median(squares))
    return float((np.minimum(squares, most) if most > 0.0 else squares).mean())


def _best_share(
    distances: RowDistances, classes: npt.NDArray[np.int64], spread: float, between: float, seed: int
) -> float:
    draws = _draws(classes, seed)
    if not draws:
        return SEPARATION
    found = [_agreement(distances, classes, rows, spread, between, share, seed) for share in _TRIALS for rows in draws]
    means = np.array(found).reshape(len(_TRIALS), len(draws)).mean(axis=1)
    good = np.flatnonzero(means >= means.max() - _AS_GOOD)
    return min((_TRIALS[i] for i in good), key=lambda share: abs(math.log(share / SEPARATION)))


def _draws(classes: npt.NDArray[np.int64], seed: int) -> list[npt.NDArray[np.intp]]:
    """Rows of whole classes, and some rows of each class of others."""
    random = np.random.default_rng(seed)
    n_classes = int(classes.max(initial=-1)) + 1
    if n_classes < _TRIED_CLASSES:
        return []
    draws = []
    for is_whole in (True, False):
        taken: list[Any] = []
        n_rows = 0
        for one in random.permutation(n_classes):
            rows = random.permutation(np.flatnonzero(classes == one))
            rows = rows[: None if is_whole else random.integers(1, len(rows) + 1)][: _TRIED_ROWS // _TRIED_CLASSES]
            if n_rows + len(rows) > _TRIED_ROWS:
                break
            taken.append(rows)
            n_rows += len(rows)
        draws.append(np.sort(np.concatenate(taken)))
    return draws


def _agreement(
    distances: RowDistances,
    classes: npt.NDArray[np.int64],
    rows: npt.NDArray[np.intp],
    spread: float,
    between: float,
    share: float,
    seed: int,
) -> float:
    weigher = _weigher(distances, spread, between, share, seed, "")
    weights = weigher.prepare(distances.rows[rows] * distances.unit)
    return float(b_cubed(clustered(weights, seed), classes[rows]).f1)
