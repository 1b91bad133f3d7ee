"""Each part as if it were alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import random_problem

import frenemy as fr


def side_by_side(problems, missing):
    """One problem of several, whose nodes are mixed up, but in order; and the nodes of each."""
    total = sum(problem.n_nodes for problem in problems)
    owner = np.random.default_rng(0).permutation(
        np.repeat(np.arange(len(problems)), [problem.n_nodes for problem in problems])
    )
    nodes = [np.flatnonzero(owner == k) for k in range(len(problems))]
    ends = [problem.edges() for problem in problems]
    u, v = (np.concatenate([own[pairs[end]] for own, pairs in zip(nodes, ends, strict=True)]) for end in (0, 1))
    w = np.concatenate([pairs[2] for pairs in ends])
    return fr.Problem.from_edges(u, v, w, n_nodes=total, missing=missing), nodes


@pytest.mark.parametrize("solver", [fr.ByParts(), fr.Reduced(fr.ByParts())], ids=["by parts", "reduced"])
@given(st.integers(0, 10_000), st.sampled_from([0.0, -0.3]))
def test_what_else_there_is_does_not_matter(solver, seed, missing):
    rng = np.random.default_rng(seed)
    problems = []
    for k in range(3):
        n = int(rng.integers(2, 14))
        u, v, w = random_problem(n, int(rng.integers(1, 3 * n)), seed=seed + k).edges()
        problems.append(fr.Problem.from_edges(u, v, w, n_nodes=n, missing=missing))
    whole, nodes = side_by_side(problems, missing)
    together = fr.solve(whole, solver, seed=seed).labels
    for own, problem in zip(nodes, problems, strict=True):
        alone = fr.solve(problem, solver, seed=seed)
        assert problem.check_labels(together[own]).tolist() == alone.labels.tolist()


def test_no_time_keeps_the_start():
    whole, _ = side_by_side([random_problem(30, 90, seed=k) for k in range(5)], 0.0)
    start = fr.solve(whole, fr.GreedyAdditive()).labels
    found = fr.solve(whole, fr.ByParts(), start=start, stop=fr.Stop(seconds=0.0))
    assert found.energy <= whole.energy(start)


def test_a_search_in_each_part():
    whole, _ = side_by_side([random_problem(40, 200, seed=k) for k in range(4)], 0.0)
    quick = fr.solve(whole, fr.ByParts(fr.GreedyAdditive())).energy
    assert fr.solve(whole, fr.ByParts(fr.Evolve(patience=3))).energy <= quick
