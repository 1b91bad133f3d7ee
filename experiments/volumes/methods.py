"""What turns a boundary map into labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

import frenemy as fr
from experiments.volumes.membranes import Section
from frenemy.affinity.volume import BoundaryWeights, ContrastWeights, EdgeWeights, Watershed, region_graph, supervoxels
from harness.data.problems import Pairs
from harness.peers.clustering import PEERS

GAEC = PEERS["bioimage-cpp GAEC"]


class Found(NamedTuple):
    """Labels, and where there is one, the energy; the CPU time is that of the solve."""

    labels: np.ndarray
    energy: float | None = None
    cpu_seconds: float | None = None


class Choice(NamedTuple):
    """What the sections to learn from have chosen."""

    watershed: Watershed
    weights: BoundaryWeights


def chosen(learn: Sequence[Section]) -> Choice:
    """The settings with the lowest mean adapted Rand error on the sections to learn from."""
    watersheds = [Watershed(threshold=threshold, seed_smoothing=2.0) for threshold in (0.2, 0.4, None)]
    weights = [BoundaryWeights(prior=prior, size_power=power) for prior, power in product((0.3, 0.5, 0.7), (0.0, 0.5))]
    errors = {
        Choice(watershed, weight): np.mean(
            [
                fr.metrics.adapted_rand_error(
                    fr.segment_volume(section.boundaries, watershed=watershed, weights=weight, threads=1).labels,
                    section.truth,
                )
                for section in learn
            ]
        )
        for watershed, weight in product(watersheds, weights)
    }
    return min(errors, key=errors.__getitem__)


def methods(learn: Sequence[Section]) -> dict[str, Callable[[np.ndarray], Found]]:
    """All methods, set by the sections to learn from."""
    choice = chosen(learn)
    learned = {
        model: fr.fit_volume(
            [section.boundaries for section in learn],
            [section.truth for section in learn],
            watershed=choice.watershed,
            model=model,
            threads=1,
        )
        for model in ("logistic", "forest")
    }
    found = {
        "watershed alone": lambda b: Found(supervoxels(b, watershed=choice.watershed, threads=1)),
        "mutex watershed (bioimage-cpp)": lambda b: Found(mutex_watershed(b)),
        "frenemy, default": lambda b: _ours(b, Watershed(), ContrastWeights()),
        "frenemy, chosen on the learning half": lambda b: _ours(b, choice.watershed, choice.weights),
        "bioimage-cpp GAEC, the same weights": lambda b: _gaec(b, choice),
        "frenemy, learned (logistic)": lambda b: _ours(b, choice.watershed, learned["logistic"]),
        "frenemy, learned (forest)": lambda b: _ours(b, choice.watershed, learned["forest"]),
    }
    return {name: method for name, method in found.items() if GAEC.is_installed or "bioimage-cpp" not in name}


def _ours(boundaries: np.ndarray, watershed: Watershed, weights: EdgeWeights) -> Found:
    found = fr.segment_volume(boundaries, watershed=watershed, weights=weights, threads=1)
    energy, seconds = solved(found.problem)
    return Found(found.labels, energy, seconds)


def _gaec(boundaries: np.ndarray, choice: Choice) -> Found:
    regions = supervoxels(boundaries, watershed=choice.watershed, threads=1)
    graph = region_graph(regions, boundaries, threads=1)
    problem = fr.affinity.volume.volume_problem(graph, choice.weights(graph))
    labels, energy, seconds = gaec(problem)
    return Found(labels[regions], energy, seconds)


def solved(problem: fr.Problem) -> tuple[float, float]:
    """Our energy and CPU time, on one thread."""
    began = time.process_time()
    result = fr.solve(problem, warn=False)
    return result.energy, time.process_time() - began


def gaec(problem: fr.Problem) -> tuple[np.ndarray, float, float]:
    """Labels, energy and CPU time of GAEC of bioimage-cpp, which must be installed, without building its graph."""
    u, v, w = problem.edges()
    built = GAEC.build(Pairs(u, v, w, problem.n_nodes))
    began = time.process_time()
    labels = GAEC.run(built, 0)
    return labels, problem.energy(labels), time.process_time() - began


def mutex_watershed(boundaries: np.ndarray) -> np.ndarray:
    """Its own bonds between voxels: attractive to neighbors, mutually exclusive across a boundary at 9 and 27 voxels.

    Wolf et al., "The mutex watershed" (2018), with affinities from the boundary map: the largest value on the way.
    """
    from bioimage_cpp.segmentation import mutex_watershed as solve

    near = [tuple(-int(k == axis) for k in range(boundaries.ndim)) for axis in range(boundaries.ndim)]
    far = [tuple(step * d for d in direction) for step in (9, 27) for direction in near]
    if boundaries.ndim == 2:
        far += [(-9, -9), (9, -9)]
    far = [o for o in far if all(abs(step) < n for step, n in zip(o, boundaries.shape, strict=True))]
    weights = [1.0 - largest_between(boundaries, offset) for offset in near]
    weights += [largest_between(boundaries, offset) for offset in far]
    return solve(np.stack(weights).astype(np.float32), near + far, len(near)).astype(np.int64)


def largest_between(boundaries: np.ndarray, offset: tuple[int, ...]) -> np.ndarray:
    """The largest value on the way from each voxel to that at an offset; beyond the edge, from the other side."""
    n_steps = max(map(abs, offset))
    largest = boundaries
    for step in range(1, n_steps + 1):
        by = tuple(-round(o * step / n_steps) for o in offset)
        largest = np.maximum(largest, np.roll(boundaries, by, axis=range(boundaries.ndim)))
    return largest


def untuned(boundaries: np.ndarray) -> dict[str, Callable[[], np.ndarray]]:
    """Methods with the settings that they come with, of a map of any kind: their labels. All have the same regions.

    The mutex watershed takes a minute per volume, so it is for pictures.
    """
    regions = supervoxels(boundaries, threads=1)
    graph = region_graph(regions, boundaries, threads=1)

    def of_regions(solve: Callable[[fr.Problem], np.ndarray], weights: EdgeWeights) -> Callable[[], np.ndarray]:
        return lambda: solve(fr.affinity.volume.volume_problem(graph, weights(graph)))[regions]

    def ours(problem: fr.Problem) -> np.ndarray:
        return fr.solve(problem, warn=False).labels

    found = {
        "watershed alone": lambda: regions,
        "frenemy, default": of_regions(ours, ContrastWeights()),
        "frenemy, log-odds of the mean value": of_regions(ours, BoundaryWeights()),
        "average linkage, the default weights": of_regions(fr.comparators.signed_linkage, ContrastWeights()),
    }
    if GAEC.is_installed:
        found["bioimage-cpp GAEC, the default weights"] = of_regions(lambda p: gaec(p)[0], ContrastWeights())
        found["bioimage-cpp GAEC, log-odds"] = of_regions(lambda p: gaec(p)[0], BoundaryWeights())
        if boundaries.ndim == 2:
            found["mutex watershed (bioimage-cpp)"] = lambda: mutex_watershed(boundaries)
    return found
