"""Pairs fixed by a bound: they agree with an optimal clustering, and enough of them are found."""

from __future__ import annotations

import numpy as np
import pytest
from reference import partition_energies, partitions

import frenemy as fr
from frenemy.bounds.shrinking import Shrinking


def _problem(rng: np.random.Generator, *, whole: bool) -> fr.Problem:
    """Two groups of nodes with a few wrong signs."""
    n = 9
    u, v = np.triu_indices(n, 1)
    together = (u < 4) == (v < 4)
    sizes = rng.integers(1, 5, len(u)) if whole else rng.uniform(0.5, 4.0, len(u))
    signs = np.where(together, 1.0, -1.0) * np.where(rng.random(len(u)) < 0.15, -1.0, 1.0)
    return fr.Problem.from_edges(u, v, signs * sizes, n_nodes=n)


def _shrunk(problem: fr.Problem, seed: int) -> Shrinking:
    best = fr.solve(problem, seed=seed, stop=fr.Stop(rounds=50)).labels
    shrinking = Shrinking(problem, best, fr.Run())
    bound = shrinking._bound(fr.Stop())
    shrinking._decide(bound)
    return shrinking


@pytest.mark.parametrize("whole", [True, False])
def test_fixed_pairs_keep_an_optimal_clustering(whole):
    n_merged = n_apart = 0
    for seed in range(20):
        problem = _problem(np.random.default_rng(seed), whole=whole)
        shrinking = _shrunk(problem, seed)
        rows = partitions(shrinking.problem.n_nodes)
        u, v = shrinking.apart >> 32, shrinking.apart & 0xFFFFFFFF
        keeps_apart = (rows[:, u] != rows[:, v]).all(axis=1)
        left = partition_energies(shrinking.problem)[keeps_apart]
        assert left.min() == pytest.approx(partition_energies(problem).min())
        n_merged += problem.n_nodes - shrinking.problem.n_nodes
        n_apart += len(shrinking.apart)
    assert n_merged >= 20, "the bound joins hardly any pair"
    assert n_apart >= 20, "the bound separates hardly any pair"


def test_another_clustering_of_the_same_energy_is_taken():
    """A turn may search on from labels of equal energy."""
    problem = fr.Problem.from_edges([0, 0, 1], [1, 2, 2], [1.0, 1.0, -1.0])
    shrinking = Shrinking(problem, np.array([0, 0, 1], np.int32), fr.Run())
    shrinking._search(lambda *_: np.array([0, 1, 0], np.int32), fr.Stop())
    assert shrinking.labels.tolist() == [0, 1, 0]
