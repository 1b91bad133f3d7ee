"""Sparse problems of other kinds: hubs, signs without structure, components, groups that overlap, heavy tails."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from harness.data.problems import Pairs

Weights = Literal["signs", "normal"]
EditingKind = Literal["random", "power law", "near", "cliques"]


def power_law(
    n_nodes: int,
    n_pairs: int,
    exponent: float = 2.5,
    weights: Weights = "signs",
    attracting: float = 0.5,
    seed: int = 0,
) -> Pairs:
    """Degrees follow a power law: the ends of pairs are drawn in proportion to node weights (Chung & Lu 2002).

    Node ``i`` of a random order weighs ``(i + 10) ** (-1 / (exponent - 1))``. Repeated pairs count once.
    """
    rng = np.random.default_rng(seed)
    shares = np.cumsum((np.arange(n_nodes) + 10.0) ** (-1.0 / (exponent - 1.0)))
    names = rng.permutation(n_nodes)
    ends = names[np.searchsorted(shares, rng.random((2, round(1.2 * n_pairs))) * shares[-1])]
    return _signed(*_distinct(ends, n_nodes, n_pairs, rng), n_nodes, weights, attracting, rng)


def random_graph(
    n_nodes: int, n_pairs: int, weights: Weights = "signs", attracting: float = 0.5, seed: int = 0
) -> Pairs:
    """Random pairs with random signs: nothing is planted."""
    rng = np.random.default_rng(seed)
    ends = rng.integers(0, n_nodes, (2, round(1.2 * n_pairs) + 10))
    return _signed(*_distinct(ends, n_nodes, n_pairs, rng), n_nodes, weights, attracting, rng)


def small_components(
    n_components: int,
    smallest: int,
    largest: int,
    degree: float = 8.0,
    weights: Weights = "normal",
    attracting: float = 0.5,
    seed: int = 0,
) -> Pairs:
    """Many components of random size; each is a random path, so that it is connected, and random pairs beside it."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(smallest, largest + 1, n_components)
    first = np.cumsum(sizes) - sizes
    n_nodes = int(sizes.sum())
    inside = np.ones(n_nodes, bool)
    inside[first] = False
    path = np.flatnonzero(inside)
    u = np.repeat(np.arange(n_nodes), rng.poisson(max(0.0, degree / 2 - 1), n_nodes))
    component = np.repeat(np.arange(n_components), sizes)[u]
    v = first[component] + (rng.random(len(u)) * sizes[component]).astype(np.int64)
    ends = np.stack((np.concatenate((path - 1, u)), np.concatenate((path, v))))
    return _signed(*_distinct(ends, n_nodes, None, rng), n_nodes, weights, attracting, rng)


def small_planted(n_nodes: int, n_clusters: int, density: float = 0.3, noise: float = 1.0, seed: int = 0) -> Pairs:
    """Some hundred nodes in equal clusters: weights are normal around +1 inside and -1 between clusters."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_clusters, n_nodes)
    u, v = np.triu_indices(n_nodes, 1)
    kept = rng.random(len(u)) < density
    u, v = u[kept], v[kept]
    w = np.where(truth[u] == truth[v], 1.0, -1.0) + noise * rng.standard_normal(len(u))
    return Pairs(u, v, w, n_nodes, truth.astype(np.int32))


def overlapping_cliques(n_nodes: int, n_cliques: int, size: int, apart: float = 1.0, seed: int = 0) -> Pairs:
    """Nodes are in several cliques at once: a pair weighs 1 if both are in one, and random other pairs -1.

    ``apart`` is the number of repelling pairs for each attracting one.
    """
    rng = np.random.default_rng(seed)
    cliques = [
        rng.choice(n_nodes, rng.integers(size // 2, size + size // 2 + 1), replace=False) for _ in range(n_cliques)
    ]
    together = np.concatenate([members[np.stack(np.triu_indices(len(members), 1))] for members in cliques], axis=1)
    u, v = _distinct(together, n_nodes, None, rng)
    drawn = rng.integers(0, n_nodes, (2, round(1.5 * apart * len(u)) + 10))
    s, t = _distinct(drawn, n_nodes, None, rng)
    is_free = ~np.isin(s * n_nodes + t, u * n_nodes + v)
    kept = rng.permutation(np.flatnonzero(is_free))[: round(apart * len(u))]
    w = np.concatenate((np.ones(len(u)), -np.ones(len(kept))))
    u, v = np.concatenate((u, s[kept])), np.concatenate((v, t[kept]))
    order = np.lexsort((v, u))
    return Pairs(u[order], v[order], w[order], n_nodes)


def heavy_tailed_blocks(n_nodes: int, n_pairs: int, size: int, freedom: float = 2.0, seed: int = 0) -> Pairs:
    """Hidden blocks of ``size`` nodes, half of the pairs inside: weights are +-1 and noise by Student's t."""
    rng = np.random.default_rng(seed)
    block = rng.permutation(n_nodes) // size
    order = np.argsort(block, kind="stable")
    inside = rng.integers(0, n_nodes, round(0.65 * n_pairs))
    first = inside - inside % size
    partner = np.minimum(first + rng.integers(0, size, len(inside)), n_nodes - 1)
    across = rng.integers(0, n_nodes, (2, round(0.55 * n_pairs)))
    ends = np.concatenate((np.stack((order[inside], order[partner])), across), axis=1)
    u, v = _distinct(ends, n_nodes, n_pairs, rng)
    w = np.where(block[u] == block[v], 1.0, -1.0) + rng.standard_t(freedom, len(u))
    return Pairs(u, v, w, n_nodes, block.astype(np.int32))


def hidden_cliques(n_nodes: int, size: int, kept: float = 0.75, between: float = 1.0, seed: int = 0) -> Pairs:
    """Sparse unweighted cluster editing: hidden cliques of about ``size`` nodes that lost some edges, and noise.

    ``between`` is the mean number of edges of a node to other cliques.
    """
    rng = np.random.default_rng(seed)
    sizes = rng.integers(max(2, size // 2), size + size // 2 + 1, max(1, n_nodes // size))
    members = [np.arange(end - length, end) for length, end in zip(sizes, np.cumsum(sizes), strict=True)]
    n_nodes = int(sizes.sum())
    inside = np.concatenate([np.stack(np.triu_indices(len(m), 1)) + m[0] for m in members], axis=1)
    inside = inside[:, rng.random(inside.shape[1]) < kept]
    noise = rng.integers(0, n_nodes, (2, round(between * n_nodes / 2)))
    u, v = _distinct(np.concatenate((inside, noise), axis=1), n_nodes, None, rng)
    return Pairs(u, v, np.full(len(u), 2.0), n_nodes, missing=-1.0)


def editing(
    kind: Literal["random", "power law", "near", "cliques"], n_nodes: int, n_edges: int, seed: int = 0
) -> Pairs:
    """Sparse cluster editing: edges weigh 1, all other pairs -1.

    Edges are between random nodes, between random nodes with degrees by a power law, between points of a square that
    are near each other, or nine tenths of those in hidden cliques of 4 to 10 nodes and otherwise random.
    """
    rng = np.random.default_rng(seed)
    n_drawn = round(1.2 * n_edges)
    if kind == "near":
        points = np.ascontiguousarray(rng.random((n_nodes, 2)))
        reach = np.sqrt(2.4 * n_edges / (np.pi * n_nodes**2))
        ends = cKDTree(points).query_pairs(reach, output_type="ndarray").T.astype(np.int64)
    elif kind == "cliques":
        sizes = rng.integers(4, 11, n_nodes // 4)
        clique = np.repeat(np.arange(len(sizes)), sizes)[:n_nodes]
        inside = np.stack([np.flatnonzero(clique == c)[[0, -1]] for c in range(clique[-1] + 1)])
        every = np.concatenate(
            [np.stack(np.triu_indices(last - first + 1, 1)) + first for first, last in inside], axis=1
        )
        every = every[:, rng.random(every.shape[1]) < 0.9]
        noise = rng.integers(0, n_nodes, (2, max(0, n_edges - every.shape[1])))
        ends = np.concatenate((every, noise), axis=1)
    elif kind == "power law":
        shares = np.cumsum((np.arange(n_nodes) + 10.0) ** (-1.0 / 1.5))
        ends = np.searchsorted(shares, rng.random((2, n_drawn)) * shares[-1])
    else:
        ends = rng.integers(0, n_nodes, (2, n_drawn))
    u, v = _distinct(ends, n_nodes, n_edges, rng)
    return Pairs(u, v, np.ones(len(u)), n_nodes, missing=-1.0)


def _distinct(
    ends: npt.NDArray[np.int64], n_nodes: int, n_pairs: int | None, rng: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """At most that many different pairs of different nodes."""
    low, high = ends.min(axis=0), ends.max(axis=0)
    keys = np.unique((low * n_nodes + high)[low != high])
    if n_pairs is not None and len(keys) > n_pairs:
        keys = keys[np.sort(rng.permutation(len(keys))[:n_pairs])]
    return keys // n_nodes, keys % n_nodes


def _signed(
    u: npt.NDArray[np.int64],
    v: npt.NDArray[np.int64],
    n_nodes: int,
    weights: Weights,
    attracting: float,
    rng: np.random.Generator,
) -> Pairs:
    sign = np.where(rng.random(len(u)) < attracting, 1.0, -1.0)
    size = np.ones(len(u)) if weights == "signs" else np.abs(rng.standard_normal(len(u)))
    return Pairs(u, v, sign * size, n_nodes)
