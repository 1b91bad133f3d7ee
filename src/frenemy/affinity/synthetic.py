"""Signed problems with a planted clustering: the truth is known, the signs are noisy."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.checked_arrays import MAX_NODES, floats, number, whole_number
from frenemy.problem.distinct import distinct

Noise = Literal["gaussian", "flips"]


def planted(
    n_nodes: int,
    *,
    sizes: npt.ArrayLike = (1.0, 1.0, 1.0, 1.0),
    degree: int = 10,
    balance: float = 0.5,
    noise: float = 0.1,
    noise_kind: Noise = "gaussian",
    seed: int | np.random.Generator = 0,
) -> tuple[Problem, Labels]:
    """A sparse signed problem with hidden clusters, as in the experiments of the paper.

    Every node draws its cluster, and then its partners: a share inside the cluster and the rest outside, with
    replacement. A pair that is drawn more than once, from either end, is one pair, so nodes have up to twice
    ``degree`` neighbours. A true sign is +1 inside clusters and -1 between them.

    Parameters
    ----------
    n_nodes : int
        With 0 or 1 there are no pairs.
    sizes : (n_clusters,) float
        Relative cluster sizes: how probable each cluster is for a node.
    degree : int
        Partners each node draws.
    balance : float
        Share of them in its own cluster, in 0..1; at least one is.
    noise : float
        Probability that a weight has the wrong sign, from 0 to below 1.
    noise_kind : {"gaussian", "flips"}
        ``"gaussian"``: the true sign times a draw from N(mu, 1), with mu such that a draw is negative with probability
        ``noise``; wrong signs are then mostly weak. ``"flips"``: weights of +1 and -1, each flipped independently.
        Without noise, both give +1 and -1.
    seed : int or numpy Generator

    Returns
    -------
    problem : Problem
    labels : (n_nodes,) int32
        The planted clustering, ``0..k-1`` by first appearance; a small cluster may have drawn no node.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 6.1.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.affinity import planted
    >>> problem, truth = planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1)
    >>> problem.n_nodes, len(set(truth.tolist()))
    (100, 4)
    >>> fr.solve(problem).n_clusters
    4
    """
    shares = _shares(sizes)
    n_nodes = whole_number(n_nodes, "n_nodes", maximum=MAX_NODES)
    degree = whole_number(degree, "degree", minimum=1)
    _check(balance, noise, noise_kind)
    rng = np.random.default_rng(seed)
    clusters = rng.choice(len(shares), size=n_nodes, p=shares)
    u, v = _pairs(clusters, len(shares), degree, balance, rng)
    w = np.where(clusters[u] == clusters[v], 1.0, -1.0) * _certainty(len(u), noise, noise_kind, rng)
    problem = Problem.from_edges(u, v, w, n_nodes=n_nodes)
    return problem, problem.check_labels(clusters)


def _pairs(clusters: Ints, n_clusters: int, degree: int, balance: float, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """The distinct pairs ``u < v`` that the nodes draw."""
    n = len(clusters)
    n_inside = max(1, round(balance * degree))
    by_cluster = np.argsort(clusters, kind="stable")
    count = np.bincount(clusters, minlength=n_clusters)
    begin = np.cumsum(count) - count
    own_begin, own_count = begin[clusters, None], count[clusters, None]

    inside = own_begin + _below(own_count, n_inside, rng)
    outside = _below(n - own_count, degree - n_inside, rng)
    outside += np.where(outside >= own_begin, own_count, 0)  # step over the own cluster
    has_others = np.broadcast_to(n > own_count, outside.shape)

    u = np.concatenate(
        (np.repeat(np.arange(n), n_inside), np.repeat(np.arange(n), outside.shape[1])[has_others.ravel()])
    )
    v = by_cluster[np.concatenate((inside.ravel(), outside[has_others]))]
    apart = u != v
    low, high = np.minimum(u, v)[apart], np.maximum(u, v)[apart]
    keys = distinct(low * n + high)
    return keys // max(n, 1), keys % max(n, 1)


def _below(limits: Ints, n_draws: int, rng: np.random.Generator) -> Ints:
    """``n_draws`` whole numbers in ``0..limit-1`` for each limit, (n, n_draws)."""
    draws = rng.random((len(limits), max(n_draws, 0))) * limits
    return np.minimum(draws.astype(np.int64), np.maximum(limits - 1, 0))


def _certainty(n: int, noise: float, kind: Noise, rng: np.random.Generator) -> Floats:
    """What each true sign is multiplied by; negative with probability ``noise``."""
    if noise == 0.0:
        return np.ones(n)
    if kind == "flips":
        return np.where(rng.random(n) < noise, -1.0, 1.0)
    from scipy.special import ndtri

    return rng.normal(-float(ndtri(noise)), 1.0, n)


def _shares(sizes: npt.ArrayLike) -> Floats:
    array = floats(sizes, "sizes")
    if not len(array):
        raise ValueError("sizes must name at least one cluster, got none")
    bad = np.flatnonzero(~(np.isfinite(array) & (array > 0)))
    if len(bad):
        raise ValueError(f"sizes must be above 0 and finite, got {array[bad[0]]} at cluster {bad[0]}")
    array = array / array.max()  # the sum of very large sizes is no number
    shares: Floats = array / array.sum()
    return shares


def _check(balance: float, noise: float, noise_kind: str) -> None:
    if not 0.0 <= number(balance) <= 1.0:
        raise ValueError(f"balance must be in 0..1, got {balance!r}")
    if not 0.0 <= number(noise) < 1.0:
        raise ValueError(f"noise must be at least 0 and below 1, got {noise!r}")
    if noise_kind not in ("gaussian", "flips"):
        raise ValueError(f"noise_kind must be 'gaussian' or 'flips', got {noise_kind!r}")
