"""Problems of up to hundreds of millions of pairs, generated in chunks, which takes little memory.

They are of the same two kinds as the shared generator's, so that its sizes, seeds and shapes are not the only ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.data.problems import Pairs

CHUNK = 1_000_000  # pairs, about

Chunk = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]


class Chunks(NamedTuple):
    """A problem in pieces; weights of repeated pairs are summed."""

    n_nodes: int
    chunks: Iterator[Chunk]


def whole(make: Callable[..., Chunks]) -> Callable[..., Pairs]:
    """The same problem in one piece, each pair once."""

    def made(**arguments: Any) -> Pairs:
        n_nodes, chunks = make(**arguments)
        u, v, w = (np.concatenate(parts) for parts in zip(*chunks, strict=True))
        return Pairs(u, v, w, n_nodes).merged()

    return made


# ------------------------------------------------------------------------------------------------------------- planted


def planted_chunks(
    n_nodes: int, n_clusters: int, degree: float, inside: float = 0.5, noise: float = 0.2, seed: int = 0
) -> Chunks:
    """Hidden clusters, the largest five times the smallest, and nodes in random order.

    Each node draws ``degree / 2`` partners, a share ``inside`` of them in its own cluster. Signs are wrong with
    probability ``noise``, and sizes of weights are 1 plus that much noise.
    """
    return Chunks(n_nodes, _planted(n_nodes, n_clusters, degree, inside, noise, np.random.default_rng(seed)))


def _planted(
    n_nodes: int, n_clusters: int, degree: float, inside: float, noise: float, rng: np.random.Generator
) -> Iterator[Chunk]:
    shares = np.cumsum(np.linspace(1.0, 5.0, n_clusters))
    ends = np.rint(shares / shares[-1] * n_nodes).astype(np.int64)
    sizes = np.diff(ends, prepend=0)
    names = rng.permutation(n_nodes).astype(np.int32)
    step = max(1, round(2 * CHUNK / degree))
    for begin in range(0, n_nodes, step):
        nodes = np.arange(begin, min(begin + step, n_nodes))
        own = np.searchsorted(ends, nodes, side="right")

        u_in = np.repeat(np.arange(len(nodes)), _counts(degree / 2 * inside, len(nodes), rng))
        size = sizes[own[u_in]]
        v_in = ends[own[u_in]] - size + (rng.random(len(u_in)) * size).astype(np.int64)

        u_out = np.repeat(np.arange(len(nodes)), _counts(degree / 2 * (1 - inside), len(nodes), rng))
        size = sizes[own[u_out]]
        v_out = (rng.random(len(u_out)) * (n_nodes - size)).astype(np.int64)
        v_out += np.where(v_out >= ends[own[u_out]] - size, size, 0)  # step over the own cluster

        u, v = nodes[np.concatenate((u_in, u_out))], np.concatenate((v_in, v_out))
        sign = np.repeat((1.0, -1.0), (len(u_in), len(u_out)))
        sign[rng.random(len(u)) < noise] *= -1.0
        w = sign * np.maximum(0.01, 1.0 + noise * rng.standard_normal(len(u)))
        apart = u != v
        yield names[u[apart]], names[v[apart]], w[apart]


def _counts(mean: float, n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Whole numbers around the mean, the two next to it in the right shares."""
    low = int(np.floor(mean))
    return low + (rng.random(n) < mean - low).astype(np.int64)


# ---------------------------------------------------------------------------------------------------------------- grid

NEAR = ((0, 1), (1, 0), (1, 1), (1, -1))
FAR = ((0, 9), (9, 0), (9, 9), (9, -9), (0, 27), (27, 0))


def grid_chunks(
    height: int, width: int, regions: int, sigma: float = 0.12, long_range: float = 0.1, seed: int = 0
) -> Chunks:
    """An image-like problem: flat regions with noise of ``sigma``, the eight neighbours, and a share of far pairs."""
    return Chunks(height * width, _grid(height, width, regions, sigma, long_range, np.random.default_rng(seed)))


def _grid(
    height: int, width: int, regions: int, sigma: float, long_range: float, rng: np.random.Generator
) -> Iterator[Chunk]:
    step = max(1, round(CHUNK / 4 / width))
    image = _image(height, width, regions, sigma, step, rng)
    columns = np.arange(width, dtype=np.int32)
    for begin in range(0, height, step):
        for down, right in NEAR + FAR:
            rows = np.arange(begin, min(begin + step, height - down), dtype=np.int32)
            if not len(rows):
                continue
            left = columns[max(0, -right) : max(0, width - max(0, right))]
            u = (rows[:, None] * np.int32(width) + left).ravel()
            if (down, right) in FAR:
                u = u[rng.random(len(u)) < long_range]
            v = u + np.int32(down * width + right)
            difference = np.abs(image[u] - image[v])
            w = np.clip((0.30 - difference) * 6.0 + 0.2 * rng.standard_normal(len(u)), -3.0, 3.0)
            yield u, v, w


def _image(
    height: int, width: int, regions: int, sigma: float, step: int, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """(height * width,) brightness; a region is the pixels nearest to one of some random points."""
    from scipy.spatial import cKDTree

    centers = cKDTree(rng.random((regions, 2)) * [height, width])
    brightness = rng.random(regions)
    image = np.empty(height * width, np.float32)
    for begin in range(0, height, step):
        rows = np.arange(begin, min(begin + step, height))
        pixels = np.stack(np.meshgrid(rows, np.arange(width), indexing="ij"), axis=-1).reshape(-1, 2)
        noise = sigma * rng.standard_normal(len(pixels))
        image[begin * width : begin * width + len(pixels)] = brightness[centers.query(pixels)[1]] + noise
    return image


CHUNKED: dict[str, Callable[..., Chunks]] = {"planted_chunks": planted_chunks, "grid_chunks": grid_chunks}
