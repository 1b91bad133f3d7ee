"""The model in which the clustering of lowest energy is the most probable one.

A partition is drawn, all being equally probable; for some pairs of nodes a score is seen, drawn from a density f+ if
the two are together and from f- if they are apart, independently.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.density import Density, check_density, described, log_density
from frenemy.affinity.held_ends import check_ends
from frenemy.affinity.labeled_pairs import finite_scores
from frenemy.affinity.log_odds import check_most
from frenemy.affinity.partition_counts import log_bell
from frenemy.affinity.prior import uniform_partition
from frenemy.checked_arrays import MAX_NODES, node_pairs, number, whole_number
from frenemy.problem import Labels, Problem

Floats = npt.NDArray[np.float64]
Pairs = npt.NDArray[np.int32]

MOST_PAIRS = 50_000_000  # that are drawn: all of 10,000 nodes. Each takes 16 bytes, and some 50 while it is drawn
_FEW = 0.04  # a share below which picking pairs is cheaper than asking each
_CHUNK = 10_000_000


@dataclass(frozen=True)
class PairModel:
    """How scores of pairs come about: from ``f_plus`` within clusters and from ``f_minus`` between them.

    Parameters
    ----------
    f_plus, f_minus : Density
        Anything with ``logpdf(scores)`` (or ``logpmf``), such as a frozen distribution of ``scipy.stats``; to draw
        scores, ``rvs(size=..., random_state=...)``, too.
    low, high : float
        Scores beyond these count as one there; by default none are. :attr:`DensityRatio.model` holds what was fitted
        at the labelled scores.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 2.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.affinity import PairModel
    >>> from scipy.stats import norm
    >>> model = PairModel(norm(1.0, 0.5), norm(0.0, 0.5))
    >>> model.log_odds([0.0, 0.5, 1.0])  # two normal densities of one width: a straight line
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
        """Draw a partition, which pairs are seen, and their scores.

        Parameters
        ----------
        n_nodes : int
        labels : (n_nodes,) int, optional
            The true clustering; by default drawn by :func:`uniform_partition`, all partitions being as probable.
        observed : float or (n_pairs, 2) int
            A probability with which each pair is seen, whatever its nodes; or the pairs that are.
        seed : int or numpy Generator
        """
        n = whole_number(n_nodes, "n_nodes", most=MAX_NODES, way_out="nodes have no more bits")
        for name in ("f_plus", "f_minus"):
            if not hasattr(getattr(self, name), "rvs"):
                raise ValueError(f"{name} must have rvs to draw scores, got {getattr(self, name)!r}")
        rng = np.random.default_rng(seed)
        truth = uniform_partition(n, seed=rng) if labels is None else _checked_labels(labels, n)
        is_share = np.ndim(observed) == 0
        pairs = _drawn_pairs(n, observed, rng) if is_share else _checked_pairs(observed, n)
        is_same = truth[pairs[:, 0]] == truth[pairs[:, 1]]
        scores = np.empty(len(pairs))
        densities: tuple[Any, Any] = (self.f_plus, self.f_minus)
        for density, of_these in zip(densities, (is_same, ~is_same), strict=True):
            scores[of_these] = density.rvs(size=int(of_these.sum()), random_state=rng)
        return Observed(self, n, pairs, scores, truth)

    def _log_densities(self, scores: Floats) -> tuple[Floats, Floats]:
        within = np.clip(scores, self.low, self.high)
        return _finite_logs(self.f_plus, "f_plus", within), _finite_logs(self.f_minus, "f_minus", within)


@dataclass(frozen=True, eq=False)
class Observed:
    """Scores of some pairs, and the model they come from.

    Made by :meth:`PairModel.sample`, or from scores of your own. A pair may be listed more than once, each time with an
    independent score. Which pairs are seen must not depend on the clustering, or not being seen would say something.

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
    pairs: Pairs
    scores: Floats
    labels: Labels | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.model, PairModel):
            raise ValueError(f"model must be a PairModel, such as the model of a DensityRatio, got {self.model!r}")
        n = whole_number(self.n_nodes, "n_nodes", most=MAX_NODES, way_out="nodes have no more bits")
        pairs, scores = _checked_pairs(self.pairs, n), finite_scores(self.scores)
        if len(pairs) != len(scores):
            raise ValueError(f"there must be one score per pair, got {len(scores)} scores and {len(pairs)} pairs")
        labels = None if self.labels is None else _checked_labels(self.labels, n)
        object.__setattr__(self, "n_nodes", n)
        for name, value in (("pairs", pairs), ("scores", scores), ("labels", labels)):
            object.__setattr__(self, name, _own(value))

    def problem(self, *, most: float | None = None) -> Problem:
        """The problem whose best clustering is the most probable one: each pair weighs its log-odds.

        Parameters
        ----------
        most : float, optional
            Weights beyond it, to either side, are cut to it. By default only infinite ones are (where a density is 0),
            to one more than all others together: a clustering that is impossible is then never better than one that is
            not.
        """
        weights = _difference(*self._logs, self.scores)
        if most is None:
            most = float(np.abs(weights[np.isfinite(weights)]).sum()) + 1.0
        most = check_most(most)
        u, v = self.pairs.T
        return Problem.from_edges(u, v, np.clip(weights, -most, most), n_nodes=self.n_nodes)

    def log_likelihood(self, labels: npt.ArrayLike) -> float:
        """The logarithm of the density of all scores, given a clustering; -inf if it is impossible."""
        codes = _checked_labels(labels, self.n_nodes)
        plus, minus = self._logs
        return float(np.where(codes[self.pairs[:, 0]] == codes[self.pairs[:, 1]], plus, minus).sum())

    def negative_log_posterior(self, labels: npt.ArrayLike) -> float:
        """``-log_likelihood(labels) + log B(n)``: the negative logarithm of likelihood times prior.

        The posterior probability itself is this after division by the density of the scores, a sum over all partitions
        that does not depend on ``labels``. Where no density is 0, this is :attr:`constant` plus the energy of
        :meth:`problem`.
        """
        return log_bell(self.n_nodes) - self.log_likelihood(labels)

    @property
    def constant(self) -> float:
        """What is between the energy and the negative log posterior: ``log B(n)`` minus all ``log f+(s)``.

        That is the negative log posterior of one big cluster, whose energy is 0; inf if that is impossible.
        """
        return log_bell(self.n_nodes) - float(self._logs[0].sum())

    @cached_property
    def _logs(self) -> tuple[Floats, Floats]:
        return self.model._log_densities(self.scores)


def _difference(plus: Floats, minus: Floats, scores: Floats) -> Floats:
    lost = np.flatnonzero(np.isneginf(plus) & np.isneginf(minus))
    if len(lost):
        raise ValueError(
            f"a score must be possible, but both densities are 0 at {scores[lost[0]]} (score {lost[0]}); "
            "give one of them a wider support"
        )
    return plus - minus


def _own(array: npt.NDArray[Any] | None) -> npt.NDArray[Any] | None:
    """A copy that nobody changes: what is worked out from it is kept."""
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


def _checked_pairs(pairs: Any, n_nodes: int) -> Pairs:
    array = node_pairs(pairs, n_nodes)
    alone = np.flatnonzero(array[:, 0] == array[:, 1])
    if len(alone):
        raise ValueError(f"a pair must have two nodes, got {array[alone[0], 0]} twice at pair {alone[0]}")
    return array


def _drawn_pairs(n_nodes: int, share: Any, rng: np.random.Generator) -> Pairs:
    """Each pair with probability ``share``, without storing the others."""
    chance = number(share)
    if not 0.0 <= chance <= 1.0:
        raise ValueError(f"observed must be a probability in 0..1 or a list of pairs, got {share!r}")
    n_pairs = n_nodes * (n_nodes - 1) // 2
    if n_pairs * chance > MOST_PAIRS:
        raise ValueError(
            f"observed={chance:g} of {n_pairs} pairs is more than {MOST_PAIRS}: "
            f"observe a share of at most {MOST_PAIRS / n_pairs:.2g}"
        )
    if chance == 1.0:
        return np.stack(np.triu_indices(n_nodes, 1), axis=1).astype(np.int32)
    if chance < _FEW:
        places = np.sort(rng.choice(n_pairs, int(rng.binomial(n_pairs, chance)), replace=False, shuffle=False))
    else:
        begins = range(0, max(n_pairs, 1), _CHUNK)
        places = np.concatenate([b + np.flatnonzero(rng.random(min(_CHUNK, n_pairs - b)) < chance) for b in begins])
    # Pairs u < v in the order (0, 1), (0, 2), (1, 2), (0, 3), ...: place = v * (v - 1) / 2 + u.
    v = ((1.0 + np.sqrt(1.0 + 8.0 * places)) / 2.0).astype(np.int64)
    v += places >= v * (v + 1) // 2  # the root may be rounded over a whole number
    v -= places < v * (v - 1) // 2
    return np.stack((places - v * (v - 1) // 2, v), axis=1).astype(np.int32)
