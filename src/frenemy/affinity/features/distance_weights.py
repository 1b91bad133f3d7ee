"""Weights of pairs from distances between rows: learned from known classes, or guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import answers
from frenemy.affinity.calibrate.logistic import Logistic
from frenemy.affinity.features.class_pairs import class_pairs, known_classes, share_within
from frenemy.affinity.features.distance_guess import guess_calibration
from frenemy.affinity.features.distance_line import fit_distance_line
from frenemy.affinity.features.matrix_pairs import MatrixPairs
from frenemy.affinity.features.row_distances import Metric, PairDistances, RowDistances, row_distances
from frenemy.problem.array_types import Floats, Floats32
from frenemy.problem.checked_arrays import node_pairs

MAX_PAIRS = 100_000  # of each kind; more hardly change the fit


class ScoreCalibration(Protocol):
    """From scores to log-odds, such as :class:`Calibration` and :class:`DensityRatio`."""

    def log_odds(self, scores: npt.ArrayLike, /, *, prior: float = 0.5) -> Floats: ...


@dataclass(frozen=True, eq=False)
class DistanceWeights:
    """Rows weighed by their distances; made by :meth:`DistanceWeigher.prepare`."""

    distances: RowDistances
    calibration: ScoreCalibration
    prior: float
    account: str

    @property
    def coordinates(self) -> Floats32:
        return self.distances.coordinates

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        return self.calibration.log_odds(self.distances.between(u, v), prior=self.prior)


@dataclass(frozen=True)
class DistanceWeigher:
    """Weights of pairs from the distance between their rows alone.

    Made by :func:`learn_distance_weights` or :func:`guess_distance_weights`, or by hand from a calibration of
    distances.

    Parameters
    ----------
    calibration : Calibration, DensityRatio
        From distances to log-odds.
    metric : {"euclidean", "cosine", "precomputed"}
        The distance: Euclidean, or 1 minus the cosine of two rows. Rows of zeros have no direction; their cosine with
        every row counts as 0. Precomputed distances can be calibrated, but :meth:`prepare` does not apply to them.
    prior : float
        Prior share of pairs that are together; one half adds nothing to the calibration.
    account : str
        One sentence: the origin of the calibration.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import DistanceWeigher, fit_logistic
    >>> calibration = fit_logistic([0.2, 0.3, 0.5, 0.6, 0.9, 1.4], [True, True, False, True, False, False])
    >>> rows = DistanceWeigher(calibration).prepare(np.array([[0.0, 0.0], [0.3, 0.4], [3.0, 4.0]]))
    >>> rows.weights(np.array([0, 0]), np.array([1, 2])).round(2)
    array([  0.32, -10.87])
    """

    calibration: ScoreCalibration
    metric: Metric = "euclidean"
    prior: float = 0.5
    account: str = "a calibration that was given"

    def prepare(self, features: npt.ArrayLike, /) -> DistanceWeights:
        """Make the pairs of the rows of ``features``, (n, d), weighable."""
        return DistanceWeights(row_distances(features, self.metric), self.calibration, self.prior, self.account)


def learn_distance_weights(
    features: npt.ArrayLike, y: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0
) -> DistanceWeigher:
    """Learn from rows of known classes how probable it is that two rows at a distance are in one class.

    Fits log-odds that are linear in the distance to pairs within and between classes, by :func:`fit_logistic`. The
    intercept is the mean of that of the log-likelihood ratio and that of the posterior log-odds among the labelled
    pairs: the odds of ``prior`` are the square root of the odds of their share. The former is right if all clusterings
    are equally likely and pairs are independent; pairs of one row are not, so it merges too much. The latter treats
    every pair on its own, and splits too much.

    Parameters
    ----------
    features : (n, d) float
    y : (n,) int, str or any
        The class of each row; -1, None and nan mean unknown. At least two classes, one of them with two rows.
    metric : {"euclidean", "cosine"}
        As in :class:`DistanceWeigher`.
    seed : int
        Seed of the sample, if there are more than 100,000 pairs of a kind.

    Returns
    -------
    DistanceWeigher

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import learn_distance_weights
    >>> features = np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [5.3]])
    >>> weigher = learn_distance_weights(features, ["a", "a", "a", "b", "b", "b"])
    >>> weigher.account
    'learned from 15 pairs of 6 rows of 2 classes'
    >>> weigher.prepare(features).weights(np.array([0, 0]), np.array([1, 5])).round(1)
    array([  2.9, -20. ])
    """
    return learn_from_classes(row_distances(features, metric), y, metric=metric, seed=seed)


def learn_from_classes(distances: PairDistances, y: npt.ArrayLike, *, metric: Metric, seed: int = 0) -> DistanceWeigher:
    """:func:`learn_distance_weights` for any source of distances."""
    classes = known_classes(y, distances.n_rows)
    u, v, is_same = class_pairs(classes, max_pairs=MAX_PAIRS, seed=seed)
    scores = distances.between(u, v)
    if scores.min() == scores.max():
        shape = f", got {distances.rows.shape[1]} feature(s)" if isinstance(distances, RowDistances) else ""
        raise ValueError(f"distances must differ to learn from them: all {len(u)} pairs are {scores[0]:g} apart{shape}")
    calibration = fit_distance_line(scores, is_same)
    sizes = np.bincount(classes[classes >= 0])
    account = f"learned from {len(u):,} pairs of {sizes.sum():,} rows of {len(sizes):,} classes"
    if calibration.curve == Logistic(0.0, 0.0):
        account += ", which are no nearer to each other than to rows of other classes: distances say nothing"
    return DistanceWeigher(calibration, metric, half_way(share_within(sizes)), account)


def learn_pair_weights(
    features: npt.ArrayLike, pairs: npt.ArrayLike, is_same: npt.ArrayLike, *, metric: Metric = "euclidean"
) -> DistanceWeigher:
    """Learn from labelled pairs of rows.

    As :func:`learn_distance_weights`, but the weights are log-likelihood ratios, since selected pairs do not show the
    share of all pairs that are together.

    Parameters
    ----------
    features : (n, d) float
    pairs : (n_pairs, 2) int
        The two rows of each pair.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    metric : {"euclidean", "cosine"}
        As in :class:`DistanceWeigher`.

    Returns
    -------
    DistanceWeigher

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import learn_pair_weights
    >>> features = np.array([[0.0], [0.1], [5.0], [5.2]])
    >>> learn_pair_weights(features, [(0, 1), (2, 3), (0, 2), (1, 3)], [True, True, False, False]).account
    'learned from 4 labelled pairs, 2 of them together'
    """
    distances = row_distances(features, metric)
    chosen = node_pairs(pairs, len(distances.rows))
    same = answers(is_same)
    if len(chosen) != len(same):
        raise ValueError(f"pairs and is_same must have the same length, got {len(chosen)} and {len(same)}")
    calibration = fit_distance_line(distances.between(chosen[:, 0], chosen[:, 1]), same)
    account = f"learned from {len(same):,} labelled pairs, {int(same.sum()):,} of them together"
    return DistanceWeigher(calibration, metric, account=account)


def guess_distance_weights(features: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0) -> DistanceWeigher:
    """Guess from the distances alone how probable it is that two rows at a distance are together.

    Up to 1,000 rows are grouped by average linkage, cut at the highest mean silhouette (the finest of nearly equal
    cuts), and these groups serve as known classes. With more rows, a sample of all rows and neighborhoods of a few rows
    at several scales are grouped, and the clearest grouping is used. The result does not depend on the unit of the
    features.

    It works if groups have similar widths and larger distances between them, such as embeddings of digits, faces and
    sentences. It fails if groups are elongated, have very different widths, or overlap in few dimensions.

    Parameters
    ----------
    features : (n, d) float
    metric : {"euclidean", "cosine"}
        As in :class:`DistanceWeigher`.
    seed : int
        Seed of the samples, if there are more than 1,000 rows.

    Returns
    -------
    DistanceWeigher
        Its ``account`` says how clear the groups were.

    References
    ----------
    Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis", 1987.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity import guess_distance_weights
    >>> features = np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [5.3]])
    >>> weigher = guess_distance_weights(features)
    >>> weigher.account
    'guessed from the distances between 6 rows, which show 2 groups of two or more (silhouette 0.96, at most 1)'
    >>> weigher.prepare(features).weights(np.array([0, 0]), np.array([1, 5])).round(1)
    array([  2.9, -20. ])
    """
    return guess_from_distances(row_distances(features, metric), metric=metric, seed=seed)


def guess_from_distances(distances: PairDistances, *, metric: Metric, seed: int = 0) -> DistanceWeigher:
    """:func:`guess_distance_weights` for any source of distances."""
    guess = guess_calibration(distances, seed=seed)
    return DistanceWeigher(guess.calibration, metric, half_way(guess.calibration.share), f"guessed from {guess.reason}")


def learn_matrix_weights(pairs: MatrixPairs, y: npt.ArrayLike, *, seed: int = 0) -> DistanceWeigher:
    """As :func:`learn_distance_weights`; for a sparse matrix, from its listed pairs of rows of known classes.

    The listed pairs are not a random sample, so they do not show the share of all pairs that are together.
    """
    if pairs.is_complete:
        return learn_from_classes(pairs, y, metric="precomputed", seed=seed)
    classes = known_classes(y, pairs.n_rows)
    known = (classes[pairs.u] >= 0) & (classes[pairs.v] >= 0)
    is_same = (classes[pairs.u] == classes[pairs.v])[known]
    n_same = int(np.count_nonzero(is_same))
    if n_same in (0, len(is_same)):
        raise ValueError(
            f"learning from distances needs listed pairs within classes and between them, got {n_same} within "
            f"and {len(is_same) - n_same} between the {classes.max(initial=-1) + 1} class(es) of y"
        )
    account = f"learned from {len(is_same):,} listed pairs of known classes, {n_same:,} of them together"
    return DistanceWeigher(fit_distance_line(pairs.values[known], is_same), "precomputed", account=account)


def guess_matrix_weights(pairs: MatrixPairs, *, seed: int = 0) -> DistanceWeigher:
    """As :func:`guess_distance_weights`, from the distances of all pairs."""
    if not pairs.is_complete:
        raise ValueError(
            "a guess needs the distances of all pairs, got a sparse matrix: give y, a calibration or a dense matrix"
        )
    return guess_from_distances(pairs, metric="precomputed", seed=seed)


def half_way(share: float) -> float:
    """The share whose odds are the square root of the odds of ``share``."""
    root = math.sqrt(share / (1.0 - share))
    return root / (1.0 + root)
