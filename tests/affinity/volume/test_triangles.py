"""Triangles with two pairs together and one apart, and what follows for the share of pairs together."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.affinity.volume import ContrastWeights, RegionGraph, cell_volume, region_graph, supervoxels, triangles


def graph_of(n, pairs):
    u, v = np.array(sorted(pairs), np.int32).reshape(-1, 2).T
    ones = np.ones(len(u))
    counts = ones.astype(np.int64)
    return RegionGraph(
        n_nodes=n,
        sizes=np.ones(n, np.int64),
        u=u,
        v=v,
        n_faces=counts,
        n_along_z=counts * 0,
        mean=ones,
        std=ones,
        histogram=np.zeros((len(u), 32), np.uint32),
        interior=np.zeros(n),
    )


@given(st.integers(0, 9), st.integers(0, 2**32), st.floats(0.1, 1.0), st.sampled_from([1, 3, 1 << 22]))
def test_all_triangles_are_found(n, seed, density, n_paths):
    rng = np.random.default_rng(seed)
    graph = graph_of(n, [pair for pair in combinations(range(n), 2) if rng.random() < density])
    together = rng.random(graph.n_edges)
    value = dict(zip(zip(graph.u.tolist(), graph.v.tolist(), strict=True), together.tolist(), strict=True))
    found = [
        (value[a, b], value[a, c], value[b, c])
        for a, b, c in combinations(range(n), 3)
        if {(a, b), (a, c), (b, c)} <= value.keys()
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(triangles, "_N_PATHS", n_paths)
        mixed, by_chance = triangles.mixed_triangles(graph, together)
    expected = sum(a * b * (1 - c) + a * (1 - b) * c + (1 - a) * b * c for a, b, c in found)
    assert mixed == pytest.approx(expected)
    mean = np.mean(found) if found else 0.0
    assert by_chance == pytest.approx(3 * mean**2 * (1 - mean) * len(found))


def test_a_region_that_touches_all_others_costs_little():
    """Its 200,000 pairs would have 2 * 10^10 paths through it."""
    n = 200_000
    hub = [(0, k) for k in range(1, n)]
    ring = [(k, k + 1) for k in range(1, n - 1)]
    mixed, by_chance = triangles.mixed_triangles(graph_of(n, hub + ring), np.ones(2 * n - 3))
    assert mixed == by_chance == 0.0


def test_faint_membranes_between_cells_are_not_joined():
    """Three in ten membranes are faint, and nearly every region is a cell: no fewer cells are right."""
    boundaries, truth = cell_volume((256, 256), cell_size=26, thickness=1.5, broken=0.3, noise=0.1, seed=3)
    error = {
        prior: fr.metrics.adapted_rand_error(
            fr.segment_volume(boundaries, weights=ContrastWeights(prior=prior)).labels, truth
        )
        for prior in (None, 0.1)
    }
    alone = fr.metrics.adapted_rand_error(supervoxels(boundaries), truth)
    assert error[None] < alone + 0.01
    assert error[None] < error[0.1]


def test_parts_of_cells_are_joined():
    """Each cell is four regions."""
    rng = np.random.default_rng(0)
    regions = np.kron(np.arange(20 * 20).reshape(20, 20), np.ones((6, 6), int))
    cell = np.kron(np.arange(10 * 10).reshape(10, 10), np.ones((2, 2), int))
    graph = region_graph(regions, rng.random(regions.shape) * 0.05)
    is_apart = cell.ravel()[graph.u] != cell.ravel()[graph.v]
    faces = 0.05 * rng.random(graph.n_edges) + 0.9 * is_apart
    weights = ContrastWeights()(replace(graph, mean=faces))
    assert np.array_equal(weights < 0, is_apart)
