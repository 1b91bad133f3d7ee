"""Correlation clustering as a scikit-learn estimator: features or a matrix of pairs in, labels out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from frenemy.affinity.calibrate.log_odds import log_odds
from frenemy.affinity.features.distance_weights import (
    DistanceWeigher,
    ScoreCalibration,
    guess_distance_weights,
    guess_matrix_weights,
    learn_distance_weights,
    learn_matrix_weights,
)
from frenemy.affinity.features.feature_problem import feature_problem
from frenemy.affinity.features.matrix_pairs import MatrixPairs, matrix_pairs
from frenemy.affinity.features.pair_weigher import BiasedWeights, PairWeigher, PairWeights
from frenemy.affinity.features.row_distances import RowDistances, row_distances
from frenemy.affinity.groups.group_problem import MIN_ROWS, group_problem
from frenemy.estimator.arguments import (
    MATRICES,
    METRICS,
    as_given,
    check_classes,
    check_parameters,
    fitted_copy,
    origin_of,
    seed_of,
    threads_of,
)
from frenemy.estimator.known_groups import known_groups
from frenemy.estimator.labels import nearest_labels, without_fringe
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import check_unmasked
from frenemy.problem.sources.matrices import is_sparse
from frenemy.problem.sparse_matrices import checked_sparse
from frenemy.run import Stop
from frenemy.solvers import Solver
from frenemy.solving import Result, solve
from frenemy.solving.bias_path import PathPoint, at_resolution, bias_path, shifted

Affinity: TypeAlias = (
    Literal["euclidean", "cosine", "precomputed", "precomputed_probability", "precomputed_distance"]
    | PairWeigher
    | Callable[[npt.NDArray[Any]], Any]
)
CalibrationChoice: TypeAlias = Literal["auto", "learn", "guess"] | ScoreCalibration | PairWeigher

_W = TypeVar("_W")
_PATH_END, _PATH_STEPS = 3.0, 13  # nats on both sides, and points, of the path over the bias


class CorrelationClustering(ClusterMixin, BaseEstimator):  # type: ignore[misc]
    """Clusters, and how many there are, from rows of features or from a matrix of pairs.

    Pairs of rows become log-odds of being together; :func:`frenemy.solve` finds the best clustering for them.
    ``weights_account_`` says where they come from: learned from known classes, guessed, or given.

    **Guessing.** Without known classes, each row is compared with its nearest neighbors, and the groups that stay the
    same over the widest range of resolutions give the weights; where these are not clear, the groups that stay the same
    when a tenth of the rows is left out. They are corrected where a single distance tells groups apart better
    (:func:`group_problem <frenemy.affinity.groups.group_problem.group_problem>`). If none stay the same for longer than
    groups in rows without structure, all rows are one cluster, and the account says so. Fewer than 100 rows are too few
    for that: :func:`guess_distance_weights <frenemy.affinity.guess_distance_weights>` calibrates their distances.

    **Learning.** ``fit(X, y)`` learns the calibration from the classes ``y`` and clusters ``X`` with it; from 100 rows
    on, with guessed groups instead unless it agrees with ``y`` clearly better. The learned calibration is kept:
    ``fit(X_new)`` and ``fit_predict(X_new)`` without ``y`` apply it to rows of unseen classes. ``fit`` with another
    ``y`` replaces it, ``sklearn.base.clone`` drops it. Rows with ``y`` -1, None or nan have no known class; they are
    clustered, but not learned from.

    Parameters
    ----------
    affinity : str, PairWeigher or callable
        The content of ``X``, and how two rows are compared.

        - ``"euclidean"``, ``"cosine"``: rows of features, by their distance.
        - ``"precomputed"``: a matrix of signed weights, log-odds at best; above 0 attracts.
        - ``"precomputed_probability"``: a matrix of probabilities that pairs are together.
        - ``"precomputed_distance"``: a matrix of distances, for which a calibration is learned, guessed or given.
        - a :class:`PairWeigher <frenemy.affinity.PairWeigher>`: rows of features, weighed by it. One that can be
          fitted, such as ``LDML()``, is fitted (as a copy) where ``y`` is given.
        - a callable: takes ``X`` and returns a matrix of signed weights or a
          :class:`PairWeights <frenemy.affinity.PairWeights>`.

        Matrices are dense or sparse, symmetric or one triangle; the diagonal is ignored.
    calibration : {"auto", "learn", "guess"}, Calibration, DensityRatio or PairWeigher
        From distances to log-odds. ``"auto"``: learned from ``y`` if it is given, else the one that an earlier ``fit``
        learned, else guessed. ``"learn"``: the same, but an error in place of a guess. ``"guess"``: from the rows
        alone; ``y`` is ignored. Otherwise it is given, and ``y`` is ignored:
        :func:`learn_pair_weights <frenemy.affinity.learn_pair_weights>` makes one from labelled pairs.
    n_neighbors : int, optional
        Nearest neighbors to compare each row with. By default 20 for a guess; where weights were learned or given, all
        pairs of up to 2,000 rows, and 15 neighbors beyond. Not used with matrices of weights or probabilities.
    missing : float
        Weight of pairs that a sparse matrix does not store. The default, 0, means unknown; a negative number means more
        likely apart.
    bias : float
        In nats; below 0 makes more and smaller clusters. Added to the weight of every pair; for a guess, it lowers the
        resolution, by a factor of e for each nat. ``path_`` shows what it changes.
    min_cluster_size : int
        Rows of smaller clusters have the label -1. The default, 1, keeps all clusters.
    solver : Solver, its class or its name, optional
        By default chosen by :func:`frenemy.solve`.
    seconds : float, optional
        Time limit of the solver; with one, it keeps searching while it improves.
    random_state : int, RandomState or None
        Same data, parameters and ``random_state``: same labels.
    n_jobs : int, optional
        Number of threads, -1 for all cores. The labels do not depend on it.

    Attributes
    ----------
    labels_ : (n_samples,) int
        The cluster of each row, ``0..n_clusters_-1`` by first appearance; -1 with ``min_cluster_size``.
    n_clusters_ : int
    energy_ : float
        Weight of all pairs in different clusters; lower is better.
    lower_bound_ : float
        No clustering has a lower energy. ``result_.bounded()`` computes a better bound.
    weights_account_ : str
        One sentence: the origin of the weights.
    calibration_ : PairWeigher or None
        The source of the weights, which another estimator accepts as ``calibration``; None if they were given, or
        guessed for these rows.
    path_ : tuple of PathPoint
        The number of clusters at 13 biases from -3 to 3, and how alike each clustering is to the one before. Computed
        when it is first read.
    learned_ : PairWeigher
        The calibration learned by the last ``fit`` with ``y``; only after one.
    problem_ : Problem
    result_ : Result
    n_features_in_ : int
    feature_names_in_ : (n_features,) str
        The column names of ``X``, if all of them are strings.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> X = np.array([[1.0, 2.0], [1.1, 2.1], [0.9, 2.0], [8.0, 8.0], [8.2, 7.9], [25.0, 3.0]])
    >>> clustering = fr.CorrelationClustering().fit(X)
    >>> clustering.labels_, clustering.n_clusters_
    (array([0, 0, 0, 1, 1, 2], dtype=int32), 3)
    >>> clustering.weights_account_
    'guessed from the distances between 6 rows, which show 2 groups of two or more (silhouette 0.82, at most 1)'

    Learned from known classes, and used for others:

    >>> clustering = fr.CorrelationClustering().fit(X[:5], ["ann", "ann", "ann", "bob", "bob"])
    >>> clustering.fit_predict([[50.0, 1.0], [50.2, 1.1], [70.0, 9.0]])
    array([0, 0, 1], dtype=int32)
    >>> clustering.weights_account_
    'by an earlier fit, learned from 10 pairs of 5 rows of 2 classes'
    """

    labels_: Labels
    n_clusters_: int
    energy_: float
    lower_bound_: float
    weights_account_: str
    calibration_: PairWeigher | None
    learned_: Any
    _path: tuple[PathPoint, ...] | None
    problem_: Problem
    result_: Result

    def __init__(
        self,
        affinity: Affinity = "euclidean",
        *,
        calibration: CalibrationChoice = "auto",
        n_neighbors: int | None = None,
        missing: float = 0.0,
        bias: float = 0.0,
        min_cluster_size: int = 1,
        solver: Solver | type[Solver] | str | None = None,
        seconds: float | None = None,
        random_state: int | np.random.RandomState | None = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.affinity = affinity
        self.calibration = calibration
        self.n_neighbors = n_neighbors
        self.missing = missing
        self.bias = bias
        self.min_cluster_size = min_cluster_size
        self.solver = solver
        self.seconds = seconds
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> CorrelationClustering:
        """Learn the calibration from ``y``, if given, and cluster ``X``.

        Ctrl-C ends the solver and keeps the best clustering so far; ``result_.status`` is then ``CANCELLED``.

        Parameters
        ----------
        X : (n_samples, n_features) float, or (n_samples, n_samples) with a precomputed affinity
        y : (n_samples,) int, str or any, optional
            Known classes to learn the calibration from, at least two, one of them of two rows; -1, None and nan where
            the class is not known. Ignored where weights or a calibration are given.

        Returns
        -------
        self
        """
        check_parameters(self)
        is_matrix = self._takes_matrix
        kinds = ("csr", "csc", "coo") if is_matrix else False
        X = checked_sparse(X, "X") if is_sparse(X) else X  # scikit-learn trusts it
        check_unmasked(X, "X")
        check_unmasked(y, "y")
        X = validate_data(self, X, accept_sparse=kinds, dtype=(np.float64, np.float32))
        if y is not None:
            y = column_or_1d(as_given(y), warn=True)
            check_consistent_length(X, y)
        seed, threads = seed_of(self.random_state), threads_of(self.n_jobs)
        self._rows, self._path, self._is_at_resolution = X, None, False
        self.problem_ = (
            self._matrix_problem(X, y, seed, threads) if is_matrix else self._row_problem(X, y, seed, threads)
        )
        self.result_ = solve(
            self.problem_,
            self.solver,
            stop=Stop(seconds=self.seconds),
            seed=seed,
            threads=threads,
            warn=self.affinity == "precomputed",  # weights from elsewhere are right by how they were made
        )
        self.labels_ = without_fringe(self.result_.labels, self.min_cluster_size)
        self.n_clusters_ = int(self.labels_.max(initial=-1)) + 1
        self.energy_ = self.result_.energy
        self.lower_bound_ = self.result_.lower_bound
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Labels:
        """:meth:`fit`, and the labels."""
        return self.fit(X, y).labels_

    @available_if(lambda self: not self._takes_matrix)  # type: ignore[untyped-decorator]
    def predict(self, X: Any) -> Labels:
        """Clusters of new rows: the most frequent one among the 5 nearest rows that were fitted.

        It makes no new clusters; for rows that may belong to none, fit all rows together.

        Parameters
        ----------
        X : (n_samples, n_features) float

        Returns
        -------
        (n_samples,) int
        """
        check_is_fitted(self, "labels_")
        X = validate_data(self, X, dtype=(np.float64, np.float32), reset=False)
        metric = self.affinity if self.affinity == "cosine" else "euclidean"
        return nearest_labels(self._rows, self.labels_, X, metric=metric)

    @property
    def path_(self) -> tuple[PathPoint, ...]:
        check_is_fitted(self, "labels_")
        if self._path is None:
            biased = at_resolution if self._is_at_resolution else shifted
            self._path = bias_path(self.problem_, -_PATH_END, _PATH_END, _PATH_STEPS, biased=biased)
        return self._path

    def _row_problem(self, X: npt.NDArray[Any], y: Any, seed: int, threads: int) -> Problem:
        self.calibration_, when = None, ""
        if (self.affinity == "euclidean" or self.affinity == "cosine") and self._is_guessed(y, len(X)):
            return self._group_problem(row_distances(X, self.affinity), seed, threads)
        if isinstance(self.affinity, (str, PairWeigher)):
            self.calibration_, when = self._row_weigher(X, y, seed)
            weights = self.calibration_.prepare(X)
        else:
            weights = self.affinity(X)
        if not isinstance(weights, PairWeights):
            pairs = matrix_pairs(weights)
            if pairs.n_rows != len(X):
                raise ValueError(f"affinity must give a weight for each pair of {len(X)} rows, got {pairs.n_rows} rows")
            return self._listed_problem(pairs, "given as weights by the affinity")
        self.weights_account_ = when + weights.account
        biased = BiasedWeights(weights, self.bias) if self.bias else weights
        problem = feature_problem(biased, n_neighbors=self.n_neighbors, seed=seed, threads=threads)
        if y is None or self.affinity not in METRICS or not isinstance(self.calibration, str) or len(X) < MIN_ROWS:
            return problem
        known = known_groups(
            problem,
            X,
            y,
            metric="cosine" if self.affinity == "cosine" else "euclidean",
            n_neighbors=self.n_neighbors,
            bias=self.bias,
            seed=seed,
            threads=threads,
        )
        if known is None:
            return problem
        self.weights_account_, self._is_at_resolution = known.account, known.is_at_resolution
        return known.problem

    def _is_guessed(self, y: Any, n_rows: int) -> bool:
        """Whether weights are guessed from groups of the rows."""
        is_auto = self.calibration == "auto" and y is None and not hasattr(self, "learned_")
        return (is_auto or self.calibration == "guess") and n_rows >= MIN_ROWS

    def _group_problem(self, distances: RowDistances | MatrixPairs, seed: int, threads: int) -> Problem:
        found = group_problem(distances, n_neighbors=self.n_neighbors, bias=self.bias, seed=seed, threads=threads)
        self.weights_account_, self._is_at_resolution = found.account, found.is_at_resolution
        return found.problem

    def _row_weigher(self, X: npt.NDArray[Any], y: Any, seed: int) -> tuple[PairWeigher, str]:
        affinity: Any = self.affinity
        given = self.calibration
        if isinstance(affinity, PairWeigher):
            if not hasattr(affinity, "fit"):
                return affinity, ""
            return self._learned_or(lambda: affinity, y, lambda classes: fitted_copy(affinity, X, classes))
        if isinstance(given, PairWeigher):
            return given, ""
        if not isinstance(given, str):
            return DistanceWeigher(given, affinity), ""
        return self._learned_or(
            lambda: guess_distance_weights(X, metric=affinity, seed=seed),
            y,
            lambda classes: learn_distance_weights(X, classes, metric=affinity, seed=seed),
        )

    def _matrix_problem(self, X: Any, y: Any, seed: int, threads: int) -> Problem:
        self.calibration_ = None
        pairs = matrix_pairs(X)
        if self.affinity == "precomputed":
            return self._listed_problem(pairs, "given as weights")
        if self.affinity == "precomputed_probability":
            return self._listed_problem(replace(pairs, values=log_odds(pairs.values)), "given as probabilities")
        least = float(pairs.values.min(initial=0.0))
        if least < -1e-6 * float(np.abs(pairs.values).max(initial=0.0)):
            raise ValueError(f"distances must not be negative, got {least:g}")
        if pairs.is_complete and self._is_guessed(y, pairs.n_rows):
            return self._group_problem(pairs, seed, threads)
        weigher, when = self._matrix_weigher(pairs, y, seed)
        self.calibration_ = weigher
        weights = weigher.calibration.log_odds(pairs.values, prior=weigher.prior)
        return self._listed_problem(replace(pairs, values=weights), when + weigher.account)

    def _matrix_weigher(self, pairs: MatrixPairs, y: Any, seed: int) -> tuple[DistanceWeigher, str]:
        given: Any = self.calibration
        if isinstance(given, DistanceWeigher):
            return given, ""
        if not isinstance(given, str):
            return DistanceWeigher(given, "precomputed"), ""
        return self._learned_or(
            lambda: guess_matrix_weights(pairs, seed=seed),
            y,
            lambda classes: learn_matrix_weights(pairs, classes, seed=seed),
        )

    def _listed_problem(self, pairs: MatrixPairs, account: str) -> Problem:
        self.weights_account_ = account
        weights, missing = pairs.values + self.bias, self.missing + self.bias
        return Problem.from_edges(pairs.u, pairs.v, weights, n_nodes=pairs.n_rows, missing=missing)

    def _learned_or(self, guess: Callable[[], _W], y: Any, learn: Callable[[Any], _W]) -> tuple[_W, str]:
        """Learn from ``y``, or reuse what was learned, or guess; also the beginning of the account."""
        origin = origin_of(self.affinity, self.n_features_in_)
        if self.calibration == "guess":
            return guess(), ""
        if y is not None:
            check_classes(y)
            self.learned_, self._learned_origin = learn(y), origin
            return self.learned_, ""
        if hasattr(self, "learned_"):
            if self._learned_origin != origin:
                raise ValueError(
                    f"weights were learned for {self._learned_origin}, but this fit is for {origin}: "
                    "fit with y again, set calibration='guess', or start from a clone"
                )
            return self.learned_, "by an earlier fit, "
        if self.calibration == "learn":
            raise ValueError(
                "calibration='learn' needs y, the known classes of some rows, in this fit or an earlier one"
            )
        return guess(), ""

    @property
    def _takes_matrix(self) -> bool:
        return isinstance(self.affinity, str) and self.affinity in MATRICES

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = tags.input_tags.pairwise = self._takes_matrix
        return tags
