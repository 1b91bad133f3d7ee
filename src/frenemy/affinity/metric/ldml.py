"""LDML: a metric and a bias by maximum likelihood of labelled pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import check_max_weight
from frenemy.affinity.metric.checked_features import check_varied, checked_features
from frenemy.affinity.metric.held_out import HeldOut, hold_out
from frenemy.affinity.metric.learning import Learned, Settings, learn
from frenemy.affinity.metric.metric import Metric, MetricWeights
from frenemy.affinity.metric.progress import MetricRound, OnMetricRound
from frenemy.affinity.metric.training_pairs import TrainingPairs, class_codes, given_pairs, sample_training_pairs
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import whole_number
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Status

try:
    from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError('LDML needs scikit-learn: pip install "frenemy[sklearn]"') from error

if TYPE_CHECKING:
    from typing import Self


@renamed_parameters(most="max_weight")
class LDML(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Logistic discriminant metric learning: ``p(together) = sigma(b - |L (x - y)|^2)``.

    Learns the factor ``L`` of a metric and the bias ``b`` by maximum likelihood of labelled pairs of rows. It then
    weighs pairs of rows of *other* classes, such as people it was not trained on. With a rank of ``r``, ``L`` has shape
    ``(r, d)``; a low rank is faster and, with few training classes, generalizes better.

    A round costs ``n d r`` for the rows and ``r`` for each pair; there is no array of pairs times features. The
    negative log-likelihood is convex in ``L'L`` and ``b``, but not in ``L``: with a low rank, the start may matter.

    Choose it for raw features (descriptors, measurements) with labels of dozens of classes. With few classes it
    overfits to these. If distances between rows are good already, as between embeddings of a face network, a calibrated
    distance is safer: :func:`frenemy.affinity.fit_logistic`.

    Parameters
    ----------
    rank : int, optional
        Number of rows of ``L``, at most the number of features; by default the number of dimensions of the data.
    n_pairs : int, optional
        Maximum number of training pairs of :meth:`fit`, half of each kind if possible; None: all pairs.
    balance : "balanced", "natural" or float
        Total importance, in the likelihood, of the pairs that are together: one half, their share of all pairs, or a
        given share. ``"natural"`` fits ``L`` to typical pairs, ``"balanced"`` to uncertain ones. The effect on ``b``
        is removed afterwards; see ``prior``.
    prior : float, "natural" or "trained"
        Assumed share of pairs that are together. With one half, the default, the logit is a log-likelihood ratio,
        whatever the balance. ``"natural"`` is the share among the labelled rows; ``"trained"`` leaves ``b`` as learned.
    penalty : "factor" or "metric"
        The penalty: the sum of squares of ``L`` (the trace of ``L'L``), or of ``L'L``.
    strength : float
        Strength of the penalty, per effective dimension of the data, with features scaled to a mean squared distance
        of 1.
    start : "discriminant", "pca", "whitened" or (rank, d) float
        Initial ``L``: Fisher's discriminant directions, principal components, whitened principal components, or a
        given matrix.
    solver : "auto", "lbfgs" or "adam"
        L-BFGS over all pairs, or Adam over batches; ``"auto"`` uses L-BFGS up to 200,000 pairs.
    batch_size : int
        Pairs per batch of Adam.
    max_rounds : int, optional
        Maximum number of steps of L-BFGS (200 by default) or epochs of Adam (20).
    seconds : float, optional
        Time limit.
    held_out : float
        Share of the classes to hold out for early stopping: learning ends after ``patience`` rounds in a row without
        a better held-out likelihood. The result is the best round, with scale and bias refitted to the held-out
        classes, since log-odds of training classes are overconfident on others. 0: none.
    patience : int
        See ``held_out``.
    max_weight : float, optional
        :meth:`prepare` clips weights to this many nats. By default it does not, and one pair may outweigh many.
    seed : int
        Random seed; the same seed gives the same metric.

    Attributes
    ----------
    components_ : (rank, d) float64
        The factor ``L``.
    bias_ : float
        ``b``, for the ``prior``.
    share_ : float
        Share of pairs that are together, among all pairs of labelled rows or among the given pairs.
    trained_share_ : float
        The same share, weighted by importance; set by ``balance``.
    metric_ : Metric
        The result as an object that does not need scikit-learn.
    n_pairs_ : int
        Number of training pairs.
    status_ : Status
        Why learning ended.
    history_ : tuple of MetricRound
        The progress, round by round.

    References
    ----------
    Guillaumin, Verbeek & Schmid, "Is that you? Metric learning approaches for face identification", ICCV 2009.
    Guillaumin, Verbeek & Schmid, "Multiple instance metric learning from automatically labeled bags of faces", ECCV
    2010: the low rank.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.metric import LDML
    >>> rng = np.random.default_rng(0)
    >>> people = rng.normal(size=(30, 2))
    >>> y = np.repeat(np.arange(30), 5)
    >>> X = np.column_stack([people[y] + 0.1 * rng.normal(size=(150, 2)), 5.0 * rng.normal(size=(150, 3))])
    >>> ldml = LDML(2).fit(X[:100], y[:100])  # 20 people for training, 10 others to weigh
    >>> log_odds = ldml.pair_log_odds(X[100:], [(0, 1), (0, 9)])
    >>> bool(log_odds[0] > 0.0), bool(log_odds[1] < 0.0)
    (True, True)
    """

    def __init__(
        self,
        rank: int | None = None,
        *,
        n_pairs: int | None = 100_000,
        balance: str | float = "balanced",
        prior: str | float = 0.5,
        penalty: str = "factor",
        strength: float = 1e-3,
        start: str | npt.ArrayLike = "discriminant",
        solver: str = "auto",
        batch_size: int = 16_384,
        max_rounds: int | None = None,
        seconds: float | None = None,
        held_out: float = 0.0,
        patience: int = 10,
        max_weight: float | None = None,
        seed: int = 0,
    ) -> None:
        self.rank = rank
        self.n_pairs = n_pairs
        self.balance = balance
        self.prior = prior
        self.penalty = penalty
        self.strength = strength
        self.start = start
        self.solver = solver
        self.batch_size = batch_size
        self.max_rounds = max_rounds
        self.seconds = seconds
        self.held_out = held_out
        self.patience = patience
        self.max_weight = max_weight
        self.seed = seed

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike, *, on_round: OnMetricRound | None = None) -> Self:
        """Learn from rows, (n, d), and their classes, (n,); pairs of a class are together, all others are apart.

        ``on_round`` is called after every round and ends learning by returning True. Ctrl-C ends it, too; the result is
        the best round so far.
        """
        rows, labels = validate_data(self, X, y, dtype=[np.float64, np.float32], ensure_all_finite=False)
        rows, rng = self._checked(rows)
        codes, n_classes = class_codes(labels)
        n_pairs = None if self.n_pairs is None else whole_number(self.n_pairs, "n_pairs", minimum=2)
        validation: HeldOut | None = None
        if self.held_out:
            validation, kept = hold_out(
                rows, codes, n_classes, self.held_out, n_pairs=n_pairs, balance=self.balance, rng=rng
            )
            rows, codes = rows[kept], codes[kept]
            check_varied(rows)
        pairs = sample_training_pairs(codes, n_pairs=n_pairs, balance=self.balance, rng=rng)
        return self._learned(rows, pairs, validation, rng, on_round)

    def fit_pairs(
        self,
        X: npt.ArrayLike,
        pairs: npt.ArrayLike,
        is_same: npt.ArrayLike,
        *,
        on_round: OnMetricRound | None = None,
    ) -> Self:
        """Learn from pairs of rows, (n_pairs, 2), and whether each is together, (n_pairs,); all of them are used."""
        rows = validate_data(self, X, dtype=[np.float64, np.float32], ensure_all_finite=False)
        rows, rng = self._checked(rows)
        if self.held_out:
            raise ValueError(f"held_out must be 0 to learn from pairs, got {self.held_out!r}: use fit(X, y)")
        labeled = given_pairs(pairs, is_same, n_rows=len(rows), balance=self.balance)
        return self._learned(rows, labeled, None, rng, on_round)

    def transform(self, X: npt.ArrayLike) -> Floats:
        """Points, (n, rank), whose squared Euclidean distances are those of the metric."""
        return self._metric().transform(self._validated(X))

    def pair_log_odds(self, X: npt.ArrayLike, pairs: npt.ArrayLike) -> Floats:
        """Log-odds that pairs of rows, (n_pairs, 2), are together; always finite."""
        return self._metric().pair_log_odds(self._validated(X), pairs)

    def pair_probability(self, X: npt.ArrayLike, pairs: npt.ArrayLike) -> Floats:
        """Probabilities that pairs of rows, (n_pairs, 2), are together."""
        return self._metric().pair_probability(self._validated(X), pairs)

    def prepare(self, features: npt.ArrayLike, /) -> MetricWeights:
        """The rows, transformed so that their pairs can be weighed."""
        return self._metric().prepare(self._validated(features))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def _metric(self) -> Metric:
        check_is_fitted(self)
        metric: Metric = self.metric_
        return metric

    def _validated(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        rows: npt.NDArray[Any] = validate_data(
            self, X, dtype=[np.float64, np.float32], ensure_all_finite=False, reset=False
        )
        return rows

    def _checked(self, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], np.random.Generator]:
        rows = checked_features(rows)
        if len(rows) < 2:
            raise ValueError(f"features must have at least 2 rows to form pairs, got n_samples = {len(rows)}")
        check_varied(rows)
        if self.max_weight is not None:
            check_max_weight(self.max_weight)
        seed = whole_number(self.seed, "seed")
        return rows, np.random.default_rng(np.random.SeedSequence(seed))

    def _learned(
        self,
        rows: npt.NDArray[Any],
        pairs: TrainingPairs,
        validation: HeldOut | None,
        rng: np.random.Generator,
        on_round: OnMetricRound | None,
    ) -> Self:
        settings = Settings(
            rank=self.rank,
            prior=self.prior,
            penalty=self.penalty,
            strength=self.strength,
            start=self.start,
            solver=self.solver,
            batch_size=self.batch_size,
            max_rounds=self.max_rounds,
            seconds=self.seconds,
            patience=self.patience,
        )
        learned: Learned = learn(rows, pairs, settings, validation=validation, rng=rng, on_round=on_round)
        self.components_ = learned.components
        self.bias_ = learned.bias
        self.share_ = pairs.share
        self.trained_share_ = pairs.trained_share
        self.n_pairs_ = len(pairs)
        self.status_: Status = learned.status
        self.history_: tuple[MetricRound, ...] = learned.history
        max_weight = np.inf if self.max_weight is None else float(self.max_weight)
        account = (
            f"a metric of rank {len(learned.components)} (LDML) learned from {len(pairs):,} labelled pairs "
            f"of {len(rows):,} rows"
        )
        self.metric_ = Metric(learned.components, learned.bias, learned.center, max_weight, account)
        return self
