"""What thresholding and normalized cuts refuse, and what they do with many nodes."""

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr
from frenemy.comparators import NormalizedCuts, SignedNormalizedCuts, ThresholdedComponents

METHODS = [ThresholdedComponents, NormalizedCuts, SignedNormalizedCuts]


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_labels_by_iterations(method):
    """More nodes than whole matrices are taken for."""
    problem = random_problem(200, 800, seed=9)
    labels = [fr.solve(problem, method(), seed=4).labels for _ in range(2)]
    assert np.array_equal(*labels)


@pytest.mark.parametrize("method", METHODS)
def test_out_of_time(method):
    problem = random_problem(400, 3000, seed=3)
    good = fr.solve(problem)
    out_of_time = fr.Run(fr.Stop(seconds=0.0))
    assert out_of_time.expired()
    assert np.array_equal(method()(problem, good.labels, out_of_time), good.labels)


@pytest.mark.parametrize("method", METHODS)
def test_too_large(method):
    problem = random_problem(60, 500, seed=3, missing=1.0)
    with pytest.raises(
        ValueError, match=rf"too large for {method.__name__}: 60 nodes with 1770 pairs, .* at most 1000"
    ):
        fr.solve(problem, method(max_pairs=1000))
    if method is not ThresholdedComponents:
        with pytest.raises(ValueError, match=r"60 nodes, and it takes at most 50 \(max_nodes\)"):
            fr.solve(problem, method(max_nodes=50))


@pytest.mark.parametrize("method", [NormalizedCuts, SignedNormalizedCuts])
def test_bad_parameters(method):
    with pytest.raises(ValueError, match="n_clusters must be a whole number of at least 1, got 0"):
        method(n_clusters=0)
    with pytest.raises(ValueError, match="max_clusters must be a whole number of at least 1, got 0.5"):
        method(max_clusters=0.5)
    with pytest.raises(ValueError, match="rule must be 'paper', 'skip_first' or 'difference', got 'gap'"):
        method(rule="gap")
    with pytest.raises(ValueError, match="max_nodes must be a whole number of at least 1, got -1"):
        method(max_nodes=-1)
