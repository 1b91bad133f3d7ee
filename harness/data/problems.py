"""Problems generated from a seed, so that everyone can repeat a table exactly."""

from __future__ import annotations

import importlib.util
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr
from harness.folders import SHARED

FOUR_NEIGHBORS = ((0, 1), (1, 0))
EIGHT_NEIGHBORS = ((0, 1), (1, 0), (1, 1), (1, -1))
#: Problems of another generator, whose best known energies are on record.
SHARED_GENERATOR = SHARED / "tools" / "instances.py"


class Pairs(NamedTuple):
    """A problem before it is built: pairs, the weight of unlisted pairs, and the planted clustering if there is one."""

    u: npt.NDArray[Any]
    v: npt.NDArray[Any]
    w: npt.NDArray[np.float64]
    n_nodes: int
    truth: npt.NDArray[np.int32] | None = None
    missing: float = 0.0

    def problem(self) -> fr.Problem:
        return fr.Problem.from_edges(self.u, self.v, self.w, n_nodes=self.n_nodes, missing=self.missing)

    def merged(self) -> Pairs:
        """Each pair once, as peers require: repeated pairs are summed, zeros removed."""
        u, v, w = self.problem().edges()
        return self._replace(u=u, v=v, w=w)


def grid_pairs(
    height: int, width: int, offsets: tuple[tuple[int, int], ...]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pairs of pixels that lie one of the ``(down, right)`` offsets apart."""
    ids = np.arange(height * width).reshape(height, width)
    u, v = [], []
    for down, right in offsets:
        u.append(ids[: height - down, max(0, -right) : width - max(0, right)].ravel())
        v.append(ids[down:, max(0, right) : width + min(0, right)].ravel())
    return np.concatenate(u), np.concatenate(v)


def normal_grid(side: int, *, seed: int = 0, neighbors: int = 4) -> Pairs:
    """A square grid with N(0.1, 1) weights."""
    u, v = grid_pairs(side, side, FOUR_NEIGHBORS if neighbors == 4 else EIGHT_NEIGHBORS)
    return Pairs(u, v, np.random.default_rng(seed).normal(0.1, 1.0, len(u)), side * side)


def normal_graph(n_nodes: int, *, density: float, seed: int = 0) -> Pairs:
    """A random share of all pairs with N(0, 1) weights."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n_nodes, 1)
    kept = rng.random(len(u)) < density
    return Pairs(u[kept], v[kept], rng.normal(size=int(kept.sum())), n_nodes)


def planted(n_nodes: int, *, n_clusters: int, degree: int, balance: float = 0.5, seed: int = 0) -> Pairs:
    """Hidden clusters, the largest five times the smallest; 20 % of the signs are wrong.

    ``degree`` is the number of neighbours: each end of a pair draws half of them.
    """
    problem, truth = fr.affinity.planted(
        n_nodes,
        sizes=np.linspace(1, 5, n_clusters),
        degree=max(1, round(degree / 2)),
        balance=balance,
        noise=0.2,
        seed=seed,
    )
    return Pairs(*problem.edges(), n_nodes, truth)


def shared(problem: str) -> Pairs:
    """A problem of the shared generator, by its name there."""
    return Pairs(*_shared_generator().MAKE[problem]())


def shared_kind(kind: str, **arguments: Any) -> Pairs:
    """A problem of the shared generator of any size and seed; its kinds are ``planted`` and ``grid``."""
    return Pairs(*getattr(_shared_generator(), kind)(**arguments))


def _shared_generator() -> Any:
    spec = importlib.util.spec_from_file_location("shared_instances", SHARED_GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ------------------------------------------------------------------------------------------------- strokes on a picture


def picture(height: int, width: int, *, n_strokes: int = 8, seed: int = 0) -> Pairs:
    """The problem of interactive segmentation for a picture with a few open strokes.

    Each stroke gives every pixel near it a number in -1..1, its side of the stroke (a smooth stand-in for the soft
    segmentation of the application). Neighbouring pixels weigh the cosine of their numbers over all strokes, and pixels
    that mirror each other across a stroke weigh -10 more.
    """
    rng = np.random.default_rng(seed)
    strokes = [_stroke(height, width, rng) for _ in range(n_strokes)]
    sides = np.stack([_side(stroke, height, width, rng) for stroke in strokes])
    u, v = grid_pairs(height, width, EIGHT_NEIGHBORS)
    length = np.linalg.norm(sides, axis=0)
    product = length[u] * length[v]
    kept = product > 0
    u, v = u[kept], v[kept]
    cosine = np.einsum("sp,sp->p", sides[:, u], sides[:, v]) / product[kept]
    apart_u, apart_v = np.concatenate([_mirrored(stroke, height, width) for stroke in strokes], axis=1)
    return Pairs(
        np.concatenate((u, apart_u)),
        np.concatenate((v, apart_v)),
        np.concatenate((cosine, np.full(len(apart_u), -10.0))),
        height * width,
    ).merged()


def _stroke(height: int, width: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Points (row, column) half a pixel apart on a bent line, about a third of the picture long."""
    size = np.array([height, width])
    a, b = rng.uniform(0.1, 0.9, (2, 2)) * size
    b = a + (b - a) * (size.mean() / 3) / max(np.linalg.norm(b - a), 1.0)
    middle = (a + b) / 2 + rng.normal(0, size.mean() / 15, 2)
    t = np.linspace(0, 1, int(size.mean()))[:, None]
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * middle + t**2 * b


def _normals(stroke: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    along = np.gradient(stroke, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return along[:, ::-1] * [1.0, -1.0]


def _side(
    stroke: npt.NDArray[np.float64], height: int, width: int, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """(n_pixels,): the side of the stroke on which a pixel lies, fading to 0 at a radius."""
    from scipy.spatial import cKDTree

    radius = (height + width) / 6
    pixels = np.stack(np.divmod(np.arange(height * width), width), axis=1)
    distance, nearest = cKDTree(stroke).query(pixels)
    across = np.einsum("pd,pd->p", pixels - stroke[nearest], _normals(stroke)[nearest])
    fade = np.clip(1 - (distance / radius) ** 2, 0, None)
    return np.where(fade > 0, fade * np.tanh(across / 3) + rng.normal(0, 0.03, len(pixels)), 0.0)


def _mirrored(stroke: npt.NDArray[np.float64], height: int, width: int) -> npt.NDArray[np.int64]:
    """(2, n_pairs): pixels two to four away from the stroke, and those opposite to them."""
    ends = []
    for sign in (1.0, -1.0):
        offsets = sign * np.array([2.0, 3.0, 4.0])[:, None, None]
        ends.append(np.rint(stroke + offsets * _normals(stroke)).astype(np.int64).reshape(-1, 2))
    inside = np.all([(p >= 0).all(1) & (p[:, 0] < height) & (p[:, 1] < width) for p in ends], axis=0)
    a, b = (p[inside, 0] * width + p[inside, 1] for p in ends)
    return np.unique(np.stack([a, b])[:, a != b], axis=1)
