"""The generative model in which the clustering of lowest energy is the most probable one.

A partition is drawn uniformly. For some pairs of nodes a score is observed, drawn independently from a density f+ if
the two nodes are together, and from f- if they are apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import finite_scores
from frenemy.affinity.calibrate.log_odds import check_max_weight
from frenemy.affinity.densities.density import Density, check_density, check_ends, described, log_density
from frenemy.affinity.prior import uniform_partition
from frenemy.affinity.prior.partition_counts import log_bell
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import MAX_NODES, node_pairs, number, whole_number
from frenemy.problem.renamed_parameters import renamed_parameters

MAX_PAIRS = 50_000_000  # sampled: all pairs of 10,000 nodes. A pair takes 16 bytes, and about 50 during sampling
_SPARSE_SHARE = 0.04  # below this, sampling pairs is cheaper than a random number for each
_CHUNK = 10_000_000


@dataclass(frozen=True)
class PairModel:
    """A generative model of scores: from ``f_plus`` within clusters and from ``f_minus`` between them.

    Parameters
    ----------
    f_plus, f_minus : Density
        Anything with ``logpdf(scores)`` (or ``logpmf``), such as a frozen distribution of ``scipy.stats``. To sample
        scores, it also needs ``rvs(size=..., random_state=...)``.
    low, high : float
        Scores are clipped to this range; by default they are not. :attr:`DensityRatio.model` uses the range of the
        labelled scores.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 2.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.affinity import PairModel
    >>> from scipy.stats import norm
    >>> model = PairModel(norm(1.0, 0.5), norm(0.0, 0.5))
    >>> model.log_odds([0.0, 0.5, 1.0])  # two normal densities of equal variance: a straight line
    array([-2.,  0.,  2.])
    >>> seen = model.sample(60, seed=1)
    >>> result = fr.solve(seen.problem())
    >>> bool(seen.negative_log_posterior(result.labels) <= seen.negative_log_posterior(seen.labels))
    True
    """

    f_plus: Density
    f_minus: Density
    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self) -> None:
        for name in ("f_plus", "f_minus"):
            check_density(getattr(self, name), name)
        check_ends(self.low, self.high)

    def __repr__(self) -> str:
        ends = f", low={self.low:.4g}, high={self.high:.4g}" if self.low > -math.inf or self.high < math.inf else ""
        return f"PairModel({described(self.f_plus)}, {described(self.f_minus)}{ends})"

    def log_odds(self, scores: npt.ArrayLike) -> Floats:
        """``log f+(s) - log f-(s)`` for each score; infinite where one density is 0, an error where both are."""
        values = finite_scores(scores)
        plus, minus = self._log_densities(values)
        return _difference(plus, minus, values)

    def sample(
        self,
        n_nodes: int,
        *,
        labels: npt.ArrayLike | None = None,
        observed: float | npt.ArrayLike = 1.0,
        seed: int | np.random.Generator = 0,
    ) -> Observed:
        """Sample a partition, the observed pairs, and their scores.

        Parameters
        ----------
        n_nodes : int
        labels : (n_nodes,) int, optional
            The true clustering; by default drawn uniformly from all partitions by :func:`uniform_partition`.
        observed : float or (n_pairs, 2) int
            The probability of observing each pair, independently; or the observed pairs.
        seed : int or numpy Generator
        """
        n = whole_number(n_nodes, "n_nodes", maximum=MAX_NODES, reason="nodes have no more bits")
        for name in ("f_plus", "f_minus"):
            if not hasattr(getattr(self, name), "rvs"):
                raise ValueError(f"{name} must have rvs to draw scores, got {getattr(self, name)!r}")
        rng = np.random.default_rng(seed)
        truth = uniform_partition(n, seed=rng) if labels is None else _checked_labels(labels, n)
        is_share = np.ndim(observed) == 0
        pairs = _sample_pairs(n, observed, rng) if is_share else _checked_pairs(observed, n)
        is_same = truth[pairs[:, 0]] == truth[pairs[:, 1]]
        scores = np.empty(len(pairs))
        densities: tuple[Any, Any] = (self.f_plus, self.f_minus)
        for density, of_kind in zip(densities, (is_same, ~is_same), strict=True):
            scores[of_kind] = density.rvs(size=int(of_kind.sum()), random_state=rng)
        return Observed(self, n, pairs, scores, truth)

    def _log_densities(self, scores: Floats) -> tuple[Floats, Floats]:
        within = np.clip(scores, self.low, self.high)
        return _finite_logs(self.f_plus, "f_plus", within), _finite_logs(self.f_minus, "f_minus", within)


@dataclass(frozen=True, eq=False)
class Observed:
    """Scores of some pairs, and the model they come from.

    Made by :meth:`PairModel.sample`, or from your own scores. A pair may be listed more than once, each time with an
    independent score. Which pairs are observed must not depend on the clustering; otherwise a missing pair would be
    evidence, too.

    Attributes
    ----------
    model : PairModel
    n_nodes : int
    pairs : (n_pairs, 2) int32
    scores : (n_pairs,) float64
    labels : (n_nodes,) int32, optional
        The true clustering, if known.

    Examples
    --------
    >>> from frenemy.affinity import Observed, PairModel
    >>> from scipy.stats import norm
    >>> seen = Observed(PairModel(norm(1, 0.5), norm(0, 0.5)), 3, [(0, 1), (1, 2)], [0.8, -0.1])
    >>> seen.problem().edges()[2].round(9).tolist()
    [1.2, -2.4]
    """

    model: PairModel
    n_nodes: int
    pairs: Ints32
    scores: Floats
    labels: Labels | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.model, PairModel):
            raise ValueError(f"model must be a PairModel, such as the model of a DensityRatio, got {self.model!r}")
        n = whole_number(self.n_nodes, "n_nodes", maximum=MAX_NODES, reason="nodes have no more bits")
        pairs, scores = _checked_pairs(self.pairs, n), finite_scores(self.scores)
        if len(pairs) != len(scores):
            raise ValueError(f"there must be one score per pair, got {len(scores)} scores and {len(pairs)} pairs")
        labels = None if self.labels is None else _checked_labels(self.labels, n)
        object.__setattr__(self, "n_nodes", n)
        for name, value in (("pairs", pairs), ("scores", scores), ("labels", labels)):
            object.__setattr__(self, name, _read_only(value))

    @renamed_parameters(most="max_weight")
    def problem(self, *, max_weight: float | None = None) -> Problem:
        """The problem whose best clustering is the most probable one: the weight of each pair is its log-odds.

        Parameters
        ----------
        max_weight : float, optional
            Weights are clipped to ``-max_weight..max_weight``. By default only infinite weights (where a density is 0)
            are clipped, to one more than the sum of all others, so that an impossible clustering is never better than
            a possible one.
        """
        weights = _difference(*self._logs, self.scores)
        if max_weight is None:
            max_weight = float(np.abs(weights[np.isfinite(weights)]).sum()) + 1.0
        max_weight = check_max_weight(max_weight)
        u, v = self.pairs.T
        return Problem.from_edges(u, v, np.clip(weights, -max_weight, max_weight), n_nodes=self.n_nodes)

    def log_likelihood(self, labels: npt.ArrayLike) -> float:
        """The log-likelihood of a clustering given all scores; -inf if it is impossible."""
        codes = _checked_labels(labels, self.n_nodes)
        plus, minus = self._logs
        return float(np.where(codes[self.pairs[:, 0]] == codes[self.pairs[:, 1]], plus, minus).sum())

    def negative_log_posterior(self, labels: npt.ArrayLike) -> float:
        """``-log_likelihood(labels) + log B(n)``: the negative logarithm of likelihood times prior.

        It is not normalized: the density of the scores, a sum over all partitions, does not depend on ``labels`` and is
        omitted. If no density is 0, this is :attr:`constant` plus the energy of :meth:`problem`.
        """
        return log_bell(self.n_nodes) - self.log_likelihood(labels)

    @property
    def constant(self) -> float:
        """The negative log posterior minus the energy: ``log B(n)`` minus the sum of ``log f+(s)``.

        This is the negative log posterior of one big cluster, whose energy is 0; inf if that is impossible.
        """
        return log_bell(self.n_nodes) - float(self._logs[0].sum())

    @cached_property
    def _logs(self) -> tuple[Floats, Floats]:
        return self.model._log_densities(self.scores)


def _difference(plus: Floats, minus: Floats, scores: Floats) -> Floats:
    impossible = np.flatnonzero(np.isneginf(plus) & np.isneginf(minus))
    if len(impossible):
        raise ValueError(
            f"a score must be possible, but both densities are 0 at {scores[impossible[0]]} (score {impossible[0]}); "
            "give one of them a wider support"
        )
    return plus - minus


def _read_only(array: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
    """A read-only copy, as values computed from it are cached."""
    if array is None:
        return None
    array = array.copy()
    array.flags.writeable = False
    return array


def _finite_logs(density: Density, name: str, scores: Floats) -> Floats:
    values = log_density(density, name, scores)
    bad = np.flatnonzero(np.isnan(values) | (values == np.inf))
    if len(bad):
        raise ValueError(f"{name} must have a finite density, got log {values[bad[0]]} at score {scores[bad[0]]}")
    return values


def _checked_labels(labels: npt.ArrayLike, n_nodes: int) -> Labels:
    return Problem.from_edges([], [], [], n_nodes=n_nodes).check_labels(labels)


def _checked_pairs(pairs: Any, n_nodes: int) -> Ints32:
    array = node_pairs(pairs, n_nodes)
    loops = np.flatnonzero(array[:, 0] == array[:, 1])
    if len(loops):
        raise ValueError(f"a pair must have two nodes, got {array[loops[0], 0]} twice at pair {loops[0]}")
    return array


def _sample_pairs(n_nodes: int, share: Any, rng: np.random.Generator) -> Ints32:
    """Each pair with probability ``share``, without storing the others."""
    chance = number(share)
    if not 0.0 <= chance <= 1.0:
        raise ValueError(f"observed must be a probability in 0..1 or a list of pairs, got {share!r}")
    n_pairs = n_nodes * (n_nodes - 1) // 2
    if n_pairs * chance > MAX_PAIRS:
        raise ValueError(
            f"observed={chance:g} of {n_pairs} pairs is more than {MAX_PAIRS}: "
            f"observe a share of at most {MAX_PAIRS / n_pairs:.2g}"
        )
    if chance == 1.0:
        return np.stack(np.triu_indices(n_nodes, 1), axis=1).astype(np.int32)
    if chance < _SPARSE_SHARE:
        places = np.sort(rng.choice(n_pairs, int(rng.binomial(n_pairs, chance)), replace=False, shuffle=False))
    else:
        begins = range(0, max(n_pairs, 1), _CHUNK)
        places = np.concatenate([b + np.flatnonzero(rng.random(min(_CHUNK, n_pairs - b)) < chance) for b in begins])
    # Pairs u < v in the order (0, 1), (0, 2), (1, 2), (0, 3), ...: place = v * (v - 1) / 2 + u.
    v = ((1.0 + np.sqrt(1.0 + 8.0 * places)) / 2.0).astype(np.int64)
    v += places >= v * (v + 1) // 2  # the root may be rounded past a whole number
    v -= places < v * (v - 1) // 2
    return np.stack((places - v * (v - 1) // 2, v), axis=1).astype(np.int32)
