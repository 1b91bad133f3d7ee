"""Lifted problems: grids with long-range pairs, and region graphs with pairs of regions two steps apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr
from harness.folders import DATA

Pairs = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Recipe = dict[str, Any]  # {"name": a key of MAKE, and the arguments}

_SHARE_OF_LIFTED = 2.0  # lifted pairs of a region graph per base edge
_LIFTED_SCALE = 0.5  # a pair two steps apart says half as much as the weaker of its two edges
_OFFSETS = {2: ((3, 0), (0, 3), (3, 3), (3, -3), (9, 0), (0, 9))}
_OFFSETS[3] = ((2, 0, 0), (0, 3, 0), (0, 0, 3), (3, 0, 0), (0, 9, 0), (0, 0, 9))


class LiftedPairs(NamedTuple):
    """Base edges and lifted pairs, both u < v, sorted, without repeats and without common pairs."""

    n_nodes: int
    base: Pairs
    base_weights: Weights
    lifted: Pairs
    lifted_weights: Weights

    def problem(self) -> fr.Problem:
        return fr.Problem.lifted(*self[1:], n_nodes=self.n_nodes)


def make(name: str, **arguments: Any) -> LiftedPairs:
    return MAKE[name](**arguments)


def lifted_grid(shape: list[int], noise: float, seed: int, cell: int = 150) -> LiftedPairs:
    """Voronoi cells of about ``cell`` voxels; a pair weighs +1 inside one, -1 between two, plus Gaussian noise.

    Base edges join neighbors; lifted pairs are 2 to 9 voxels apart, as long-range affinities are.
    """
    from scipy.spatial import cKDTree

    rng = np.random.default_rng(seed)
    n_nodes, dimensions = int(np.prod(shape)), len(shape)
    seeds = rng.random((max(4, n_nodes // cell), dimensions)) * shape
    truth = cKDTree(seeds).query(np.stack(np.unravel_index(np.arange(n_nodes), shape), axis=1))[1]

    def weights(pairs: Pairs) -> Weights:
        sign = np.where(truth[pairs[:, 0]] == truth[pairs[:, 1]], 1.0, -1.0)
        return sign + noise * rng.normal(size=len(pairs))

    base = _sorted([_offset_pairs(shape, step) for step in np.eye(dimensions, dtype=int)])
    lifted = _sorted([_offset_pairs(shape, np.array(offset)) for offset in _OFFSETS[dimensions]])
    return LiftedPairs(n_nodes, base, weights(base), lifted, weights(lifted))


def lifted_volume(volume: str, seed: int = 0) -> LiftedPairs:
    """The region graph of a volume in ``em_multicut``, with lifted pairs by :func:`two_steps`."""
    file = np.load(DATA / "em_multicut" / f"{volume}_train.npz")
    problem = fr.Problem.from_edges(file["uv"][:, 0], file["uv"][:, 1], file["cost"])
    u, v, w = problem.edges()
    return two_steps(problem.n_nodes, np.stack((u, v), axis=1).astype(np.int64), w, seed)


def lifted_section(section: int, seed: int = 0) -> LiftedPairs:
    """Regions of a section of ``isbi2012``: watershed of the smoothed picture, whose membranes are dark.

    A base edge weighs the log-odds that the mean darkness of the border is no membrane; lifted pairs by
    :func:`two_steps`.
    """
    from PIL import Image
    from scipy import ndimage

    picture = np.asarray(Image.open(DATA / "isbi2012" / "image" / f"{section}.png").convert("L"), float)
    dark = ndimage.gaussian_filter(1.0 - picture / 255.0, 1.5)
    low, high = np.quantile(dark, (0.02, 0.98))
    dark = np.clip((dark - low) / (high - low), 0.0, 1.0)
    minima, _ = ndimage.label(dark == ndimage.minimum_filter(dark, 7))
    regions = ndimage.watershed_ift((255 * dark).astype(np.uint8), minima.astype(np.int32)) - 1
    sides = [(regions[:, :-1], regions[:, 1:], np.maximum(dark[:, :-1], dark[:, 1:]))]
    sides.append((regions[:-1], regions[1:], np.maximum(dark[:-1], dark[1:])))
    a, b, darkness = (np.concatenate([side[k].ravel() for side in sides]) for k in range(3))
    is_border = a != b
    low_end, high_end = np.minimum(a, b)[is_border].astype(np.int64), np.maximum(a, b)[is_border].astype(np.int64)
    n_regions = int(regions.max()) + 1
    keys, edge, counts = np.unique(low_end * n_regions + high_end, return_inverse=True, return_counts=True)
    mean = np.clip(np.bincount(edge, darkness[is_border]) / counts, 0.02, 0.98)
    base = np.stack((keys // n_regions, keys % n_regions), axis=1)
    return two_steps(n_regions, base, np.log((1.0 - mean) / mean), seed)


def two_steps(n_nodes: int, base: Pairs, weights: Weights, seed: int) -> LiftedPairs:
    """Lifted pairs of nodes two steps apart: twice as many as base edges, drawn at random.

    A pair weighs half the weaker edge of its best path of two edges: what both ends are to the node between them, they
    are to each other.
    """
    from scipy.sparse import coo_array

    rng = np.random.default_rng(seed)
    ends = np.concatenate((base, base[:, ::-1]))
    adjacent = coo_array((np.arange(1, len(ends) + 1), (ends[:, 0], ends[:, 1])), shape=(n_nodes, n_nodes)).tocsr()
    half = np.concatenate((weights, weights))
    # Every path i - j - k with i < k: the rows of j, paired with themselves.
    degrees = np.diff(adjacent.indptr)
    first = np.repeat(np.arange(len(adjacent.indices)), np.repeat(degrees, degrees))
    begin = np.repeat(np.repeat(adjacent.indptr[:-1], degrees), np.repeat(degrees, degrees))
    lengths = np.repeat(degrees, degrees)
    second = begin + np.arange(len(first)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    i, k = adjacent.indices[first].astype(np.int64), adjacent.indices[second].astype(np.int64)
    weaker = np.minimum(half[adjacent.data[first] - 1], half[adjacent.data[second] - 1])
    is_path = i < k
    keys = i[is_path] * n_nodes + k[is_path]
    order = np.lexsort((-weaker[is_path], keys))
    keys, weaker = keys[order], weaker[is_path][order]
    is_first = np.diff(keys, prepend=-1) > 0
    keys, weaker = keys[is_first], weaker[is_first]
    is_far = ~np.isin(keys, base[:, 0] * n_nodes + base[:, 1])
    keys, weaker = keys[is_far], weaker[is_far]
    kept = np.sort(rng.permutation(len(keys))[: int(_SHARE_OF_LIFTED * len(base))])
    lifted = np.stack((keys[kept] // n_nodes, keys[kept] % n_nodes), axis=1)
    return LiftedPairs(n_nodes, base, weights, lifted, _LIFTED_SCALE * weaker[kept])


def _offset_pairs(shape: list[int], offset: npt.NDArray[np.int64]) -> Pairs:
    node = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape)
    here = tuple(slice(max(0, -step), size - max(0, step)) for step, size in zip(offset, shape, strict=True))
    there = tuple(slice(max(0, step), size - max(0, -step)) for step, size in zip(offset, shape, strict=True))
    return np.sort(np.stack((node[here].ravel(), node[there].ravel()), axis=1), axis=1)


def _sorted(parts: list[Pairs]) -> Pairs:
    pairs = np.concatenate(parts)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


MAKE: dict[str, Callable[..., LiftedPairs]] = {
    "lifted_grid": lifted_grid,
    "lifted_volume": lifted_volume,
    "lifted_section": lifted_section,
}
