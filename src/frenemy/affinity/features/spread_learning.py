"""How far apart and how wide clusters are, learned from known classes or guessed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.class_pairs import class_pairs, known_classes
from frenemy.affinity.features.distance_guess import best_grouping
from frenemy.affinity.features.feature_problem import INNER_STOP
from frenemy.affinity.features.row_distances import Metric, RowDistances, row_distances
from frenemy.affinity.features.spread_weights import SEPARATION, SpreadWeigher, cluster_rows, squared
from frenemy.metrics import b_cubed
from frenemy.problem.array_types import Floats, Ints
from frenemy.run import Stop

_MAX_PAIRS = 100_000  # of each kind
_SHARES = tuple(SEPARATION * 1.4**step for step in range(-3, 5))
_FAR = 8.0  # medians: larger squared distances count as this many
_TIE = 0.003  # difference in F1 that counts as a tie
_MAX_TEST_ROWS, _MIN_TEST_CLASSES = 600, 8


def learn_spread_weights(
    features: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    metric: Metric = "euclidean",
    seed: int = 0,
    stop: Stop = INNER_STOP,
) -> SpreadWeigher:
    """Learn from rows of known classes how wide classes are, and how close two of them may be.

    The spread is the mean over the classes. Centers closer than a share of their mean squared distance count as one
    cluster. With at least 8 classes, the share is the best of several at recovering the classes of up to 600 rows; of
    equally good ones, the closest to 0.25. With fewer classes it is 0.25.

    Parameters
    ----------
    features, y, metric
        As in :func:`learn_distance_weights`.
    seed : int
        Seed of the sample of pairs and rows, if there are many.
    stop : Stop
        Limits of each clustering made to compare shares, and of the weigher's own; see :class:`SpreadWeigher`.

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
    (2.52, 0.15)
    >>> weigher.account
    'learned from 6 rows of 2 classes'
    """
    distances = row_distances(features, metric)
    classes = known_classes(y, distances.n_rows)
    spread, between = _spread_and_between(distances, classes, seed)
    share = _best_share(distances, classes, spread, between, seed, stop)
    sizes = np.bincount(classes[classes >= 0])
    account = f"learned from {sizes.sum():,} rows of {len(sizes):,} classes"
    return _weigher(distances, spread, between, share, seed, account, stop)


def guess_spread_weights(
    features: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0, stop: Stop = INNER_STOP
) -> SpreadWeigher:
    """Guess how wide and how far apart clusters are from the distances alone, without known classes.

    Up to 1,000 rows are grouped as in :func:`guess_distance_weights`. These groups serve as known classes, with the
    default share, 0.25, of the squared distance between centers.

    Parameters
    ----------
    features, metric, seed
        As in :func:`guess_distance_weights`.
    stop : Stop
        See :class:`SpreadWeigher`.

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
        return _without_groups(distances, seed, stop)
    classes = np.full(distances.n_rows, -1, np.int64)
    classes[grouping.rows] = grouping.labels
    spread, between = _spread_and_between(distances, classes, seed)
    account = f"guessed from {grouping.reason(distances.n_rows)}"
    return _weigher(distances, spread, between, SEPARATION, seed, account, stop)


def _weigher(
    distances: RowDistances, spread: float, between: float, share: float, seed: int, account: str, stop: Stop
) -> SpreadWeigher:
    apart = math.sqrt(share * between) * distances.unit
    return SpreadWeigher(apart, math.sqrt(spread) * distances.unit, distances.metric, seed, account, stop)


def _without_groups(distances: RowDistances, seed: int, stop: Stop) -> SpreadWeigher:
    """Equal rows attract and all others repel, if there are too few rows for groups."""
    n = distances.n_rows
    farthest = float(squared(distances, np.zeros(n, np.intp), np.arange(n)).max(initial=0.0))
    if farthest == 0.0:
        return SpreadWeigher(1.0, 0.0, distances.metric, seed, f"guessed from {n:,} row(s) that do not differ", stop)
    account = f"guessed from {n:,} rows that show no groups: those that are the same attract, the others repel"
    return _weigher(distances, 0.0, farthest, SEPARATION, seed, account, stop)


def _spread_and_between(distances: RowDistances, classes: Ints, seed: int) -> tuple[float, float]:
    """Mean squared distance from the center of a class, and between two centers."""
    u, v, is_same = class_pairs(classes, max_pairs=_MAX_PAIRS, seed=seed)
    squares = squared(distances, u, v)
    if squares.max() == 0.0:
        raise ValueError(f"distances must differ to learn from them: all {len(u)} pairs of rows are equal")
    spread = _clipped_mean(squares[is_same]) / 2.0
    apart = _clipped_mean(squares[~is_same])
    # Nested classes have no distance between their centers.
    return spread, max(apart - 2.0 * spread, 0.05 * apart) or 1e-6 * float(squares.max())


def _clipped_mean(squares: Floats) -> float:
    """The mean of values clipped to some medians, so that one outlier does not dominate."""
    limit = _FAR * float(np.median(squares))
    return float((np.minimum(squares, limit) if limit > 0.0 else squares).mean())


def _best_share(distances: RowDistances, classes: Ints, spread: float, between: float, seed: int, stop: Stop) -> float:
    tests = _test_rows(classes, seed)
    if not tests:
        return SEPARATION
    found = [
        _agreement(distances, classes, rows, _weigher(distances, spread, between, share, seed, "", stop))
        for share in _SHARES
        for rows in tests
    ]
    means = np.array(found).reshape(len(_SHARES), len(tests)).mean(axis=1)
    good = np.flatnonzero(means >= means.max() - _TIE)
    return min((_SHARES[i] for i in good), key=lambda share: abs(math.log(share / SEPARATION)))


def _test_rows(classes: Ints, seed: int) -> list[npt.NDArray[np.intp]]:
    """Two random samples of classes: with all their rows, and with some rows of each."""
    random = np.random.default_rng(seed)
    n_classes = int(classes.max(initial=-1)) + 1
    if n_classes < _MIN_TEST_CLASSES:
        return []
    tests = []
    for is_whole in (True, False):
        taken: list[Any] = []
        n_rows = 0
        for one in random.permutation(n_classes):
            rows = random.permutation(np.flatnonzero(classes == one))
            rows = rows[: None if is_whole else random.integers(1, len(rows) + 1)][
                : _MAX_TEST_ROWS // _MIN_TEST_CLASSES
            ]
            if n_rows + len(rows) > _MAX_TEST_ROWS:
                break
            taken.append(rows)
            n_rows += len(rows)
        tests.append(np.sort(np.concatenate(taken)))
    return tests


def _agreement(distances: RowDistances, classes: Ints, rows: npt.NDArray[np.intp], weigher: SpreadWeigher) -> float:
    weights = weigher.prepare(distances.rows[rows] * distances.unit)
    return float(b_cubed(cluster_rows(weights, weigher.seed, weigher.stop), classes[rows]).f1)
