"""The bound that comes with a result."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import random_problem

import frenemy as fr


def bounds(problem, stop, seed=0):
    one_pass = fr.solve(problem, seed=seed, warn=False)
    limited = fr.solve(problem, seed=seed, stop=stop, warn=False)
    rounding = 1e-9 * (1.0 + float(np.abs(problem.edges()[2]).sum()))
    assert limited.lower_bound <= limited.energy + rounding
    return one_pass.lower_bound - rounding, limited.lower_bound


@settings(max_examples=12, deadline=None)
@given(
    n=st.integers(3, 120),
    degree=st.integers(1, 12),
    mean=st.floats(-0.5, 0.5),
    missing=st.sampled_from([0.0, 0.0, -0.2]),
    stop=st.sampled_from([fr.Stop(seconds=0.01), fr.Stop(seconds=0.05), fr.Stop(rounds=1), fr.Stop(stall=1)]),
    seed=st.integers(0, 1000),
)
def test_never_worse_at_a_limit_than_in_one_pass(n, degree, mean, missing, stop, seed):
    problem = random_problem(n, n * degree // 2, seed, mean=mean, missing=missing)
    of_one_pass, of_limited = bounds(problem, stop)
    assert of_limited >= of_one_pass


@pytest.mark.parametrize("stop", [fr.Stop(seconds=0.05), fr.Stop(seconds=0.3), fr.Stop(rounds=2)])
def test_never_worse_at_a_limit_where_packing_takes_longest(stop):
    """No messages any more, and all visits are used."""
    problem = random_problem(4000, 20_000, 1)
    of_one_pass, of_limited = bounds(problem, stop)
    assert of_limited >= of_one_pass


def test_one_pass_packs_a_fixed_amount():
    """Conflicts of random pairs take millions of visits to find; the bound is the same every time."""
    problem = random_problem(5000, 25_000, 2)
    results = [fr.solve(problem, seed=seed, threads=threads, warn=False) for seed, threads in ((0, 1), (0, 2), (1, 1))]
    assert len({result.lower_bound for result in results}) == 1
    packed = fr.lower_bound(problem).value
    trivial = problem.repelling_weight
    assert results[0].lower_bound - trivial > 0.9 * (packed - trivial)
    assert np.array_equal(results[0].labels, results[1].labels)
