"""Weights of pairs from the distance between their rows: learned from known classes, or guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.affinity.class_pairs import class_pairs, known_classes, share_within
from frenemy.affinity.distance_guess import guess_calibration
from frenemy.affinity.distance_line import fit_distance_line
from frenemy.affinity.labeled_pairs import answers
from frenemy.affinity.logistic import Logistic
from frenemy.affinity.row_distances import Metric, PairDistances, RowDistances, row_distances
from frenemy.checked_arrays import node_pairs

ENOUGH_PAIRS = 100_000  # of each kind; more of them hardly move a line


class ScoreCalibration(Protocol):
    """From scores to log-odds: :class:`Calibration` and :class:`DensityRatio` do it."""

    def log_odds(self, scores: npt.ArrayLike, /, *, prior: float = 0.5) -> npt.NDArray[np.float64]: ...


@dataclass(frozen=True, eq=False)
class DistanceWeights:
    """Rows that are weighed by how far they are from each other; :meth:`DistanceWeigher.prepare` makes it."""

    distances: RowDistances
    calibration: ScoreCalibration
    prior: float
    account: str

    @property
    def coordinates(self) -> npt.NDArray[np.float32]:
        return self.distances.coordinates

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        return self.calibration.log_odds(self.distances.between(u, v), prior=self.prior)


@dataclass(frozen=True)
class DistanceWeigher:
    """Weights of pairs from the distance between their rows alone.

    Made by :func:`learn_distance_weights` or :func:`guess_distance_weights`, or by hand from a calibration that was
    fitted on distances.

    Parameters
    ----------
    calibration : Calibration, DensityRatio
        From distances to log-odds.
    metric : {"euclidean", "cosine", "precomputed"}
        The distance: Euclidean, or 1 less the cosine of two rows. Rows of zeros have no direction; their cosine with
        every row is taken for 0. Distances that were computed elsewhere can be calibrated, not :meth:`prepare` d.
    prior : float
        Share of pairs to take for together beforehand; one half adds nothing to what the calibration says.
    account : str
        One plain sentence: what the calibration was made from.

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
        """The rows of ``features``, (n, d), ready to be weighed."""
        return DistanceWeights(row_distances(features, self.metric), self.calibration, self.prior, self.account)


def learn_distance_weights(
    features: npt.ArrayLike, y: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0
) -> DistanceWeigher:
    """Learn from rows of known classes what a distance says about two rows being of one class.

    A line through the distances of pairs within classes and between them, by :func:`fit_logistic`. It crosses 0 half
    way between the log-likelihood ratio and the log-odds that hold among the labelled pairs: the ``prior`` has the root
    of their odds. The first is right if all clusterings are equally likely and pairs independent of each other, which
    those of one row are not, and joins too much; the second judges every pair by itself, and splits.

    Parameters
    ----------
    features : (n, d) float
    y : (n,) int, str or any
        The class of each row; -1, None and nan say that it is not known. At least two classes, one of them of two rows.
    metric : {"euclidean", "cosine"}
        As in :class:`DistanceWeigher`.
    seed : int
        Where there are more than 100,000 pairs of a kind, that many are drawn.

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
    """:func:`learn_distance_weights` where distances come from anywhere."""
    classes = known_classes(y, distances.n_rows)
    u, v, is_same = class_pairs(classes, most=ENOUGH_PAIRS, seed=seed)
    scores = distances.between(u, v)
    if scores.min() == scores.max():
        shape = f", got {distances.rows.shape[1]} feature(s)" if isinstance(distances, RowDistances) else ""
        raise ValueError(f"distances tell nothing about classes: all {len(u)} pairs are {scores[0]:g} apart{shape}")
    calibration = fit_distance_line(scores, is_same)
    sizes = np.bincount(classes[classes >= 0])
    account = f"learned from {len(u):,} pairs of {sizes.sum():,} rows of {len(sizes):,} classes"
    if calibration.curve == Logistic(0.0, 0.0):
        account += ", which are no nearer to each other than to rows of other classes: distances say nothing"
    return DistanceWeigher(calibration, metric, half_way(share_within(sizes)), account)


def learn_pair_weights(
    features: npt.ArrayLike, pairs: npt.ArrayLike, is_same: npt.ArrayLike, *, metric: Metric = "euclidean"
) -> DistanceWeigher:
    """Learn from pairs of rows of which it is known whether they are together.

    As :func:`learn_distance_weights`, but how common it is to be together is not to be seen from pairs that someone has
    chosen, so the weights are log-likelihood ratios.

    Parameters
    ----------
    features : (n, d) float
    pairs : (n_pairs, 2) int
        Two rows each.
    is_same : (n_pairs,) bool
        Whether they are together; pairs of both kinds are needed.
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
        raise ValueError(f"pairs and is_same must be as long as each other, got {len(chosen)} and {len(same)}")
    calibration = fit_distance_line(distances.between(chosen[:, 0], chosen[:, 1]), same)
    account = f"learned from {len(same):,} labelled pairs, {int(same.sum()):,} of them together"
    return DistanceWeigher(calibration, metric, account=account)


def guess_distance_weights(features: npt.ArrayLike, *, metric: Metric = "euclidean", seed: int = 0) -> DistanceWeigher:
    """Guess what a distance says about two rows being together from the distances alone, without any known class.

    Up to 1,000 rows are grouped by average link, cut where the mean silhouette is highest (of cuts about as good, the
    finest), and these groups are learned from as if they were known. Of more rows, samples of all and neighbourhoods of
    a few at several scales are looked at, and the one with the clearest groups decides. It does not depend on the unit
    of the features.

    It works where groups are about equally wide and farther from each other than that: digits, faces and sentences by
    their embeddings. It fails where groups are long and thin, of very different widths, or overlap in few dimensions.

    Parameters
    ----------
    features : (n, d) float
    metric : {"euclidean", "cosine"}
        As in :class:`DistanceWeigher`.
    seed : int
        Decides which rows are looked at where there are more than 1,000.

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
    """:func:`guess_distance_weights` where distances come from anywhere."""
    guess = guess_calibration(distances, seed=seed)
    return DistanceWeigher(guess.calibration, metric, half_way(guess.calibration.share), f"guessed from {guess.reason}")


def half_way(share: float) -> float:
    """The share whose odds are the root of those of ``share``."""
    root = math.sqrt(share / (1.0 - share))
    return root / (1.0 + root)
