"""The dense relaxation of Exact: rows that every clustering satisfies, bounds that hold, and what fixed pairs imply."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import partitions
from scipy.optimize import linprog
from scipy.sparse import csr_array

import frenemy as fr
from frenemy import _core
from frenemy.solvers.exact.fixed_pairs import FixedPairs
from frenemy.solvers.exact.priced_pairs import PricedPairs

seeds = st.integers(0, 2**32 - 1)


def complete(n, seed):
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    return fr.Problem.from_edges(u, v, rng.normal(size=len(u)), n_nodes=n)


def prices_of(pairs, labels):
    are_together = labels[pairs.u] == labels[pairs.v]
    return (are_together != pairs.attracts).astype(float)


def rows_of(cuts, n_pairs):
    offsets, columns, signs, lower, _ = cuts
    return csr_array((signs, columns.astype(np.int64), offsets), shape=(len(lower), n_pairs)), lower


@given(seed=seeds)
def test_every_clustering_satisfies_two_partitions(seed):
    pairs = PricedPairs(complete(7, seed))
    point = np.random.default_rng(seed).uniform(size=len(pairs.u))
    cuts = pairs.separation.two_partitions(point, 0.05, 6, fr.Run().core)
    rows, lower = rows_of(cuts, len(pairs.u))
    assert np.allclose(lower - rows @ point, cuts[4])
    assert np.all(cuts[4] > 0.05)
    for labels in partitions(7):
        assert np.all(rows @ prices_of(pairs, np.asarray(labels)) >= lower - 1e-9)


@given(seed=seeds)
def test_a_bound_is_valid_and_near_the_optimum_as_rows_come_and_go(seed):
    rng = np.random.default_rng(seed)
    pairs = PricedPairs(complete(9, seed))
    n = len(pairs.u)
    run = fr.Run().core
    cuts = pairs.separation.triangles(rng.uniform(size=n), 0.01, 3, False, run)
    rows, lower = rows_of(cuts, n)
    least, most = np.zeros(n), np.ones(n)
    least[:2] = most[:2] = prices_of(pairs, rng.integers(0, 3, 9))[:2]
    program = _core.FirstOrderProgram(pairs.costs)
    program.set_bounds(least, most)
    program.add_rows(*cuts[:4])
    for _ in range(2):
        assert program.solve(20_000, 1e-6, np.inf, run)
        optimum = linprog(pairs.costs, A_ub=-rows, b_ub=-lower, bounds=np.column_stack((least, most))).fun
        assert program.bound <= optimum + 1e-9
        assert program.bound == pytest.approx(optimum, abs=1e-3)
        amounts = program.amounts
        assert np.all(amounts >= 0.0)
        reduced = pairs.costs - rows.T @ amounts
        assert np.allclose(program.reduced, reduced)
        bound = amounts @ lower + np.minimum(reduced * least, reduced * most).sum()
        assert program.bound == pytest.approx(bound, abs=1e-9)
        keep = rng.uniform(size=len(lower)) < 0.5
        program.keep_rows(keep.astype(np.uint8))
        rows, lower = rows[keep], lower[keep]
        assert program.n_rows == len(lower)


@given(seed=seeds)
def test_a_saved_state_has_the_bound_that_it_was_saved_with(seed):
    rng = np.random.default_rng(seed)
    pairs = PricedPairs(complete(9, seed))
    n = len(pairs.u)
    run = fr.Run().core
    program = _core.FirstOrderProgram(pairs.costs)
    program.add_rows(*pairs.separation.triangles(rng.uniform(size=n), 0.01, 3, False, run)[:4])
    program.solve(int(rng.integers(1, 200)), 0.0, np.inf, run)
    bound, state, n_used = program.bound, program.saved(), np.count_nonzero(program.amounts)
    program.set_bounds(np.ones(n), np.ones(n))
    program.add_rows(*pairs.separation.triangles(rng.uniform(size=n), 0.01, 3, False, run)[:4])
    program.solve(50, 0.0, np.inf, run)
    program.restore(state)
    assert program.n_rows == n_used
    program.set_bounds(np.zeros(n), np.ones(n))
    assert program.solve(1, 0.0, np.inf, run)
    assert program.bound >= bound - 1e-9


def test_a_program_ends_at_the_cutoff_and_without_time():
    pairs = PricedPairs(complete(12, 1))
    run = fr.Run().core
    cuts = pairs.separation.triangles(np.zeros(len(pairs.u)), 0.01, 3, True, run)
    program = _core.FirstOrderProgram(pairs.costs)
    program.add_rows(*cuts[:4])
    assert program.solve(10_000, 0.0, 0.1, run)
    assert program.bound > 0.1
    expired = fr.Run(fr.Stop(seconds=0.0))
    assert not program.solve(10**9, 0.0, np.inf, expired.core)


@pytest.mark.parametrize(
    ("offsets", "pairs", "message"),
    [
        ([0, 2], [0], "offsets of rows"),
        ([1, 1], [0], "offsets of rows"),
        ([0, 1], [7], "below 3 and signs 1 or -1, got 7"),
    ],
)
def test_broken_rows_are_named(offsets, pairs, message):
    program = _core.FirstOrderProgram(np.ones(3))
    with pytest.raises(ValueError, match=message):
        program.add_rows(np.array(offsets), np.array(pairs, np.uint32), np.ones(len(pairs)), np.ones(1))
    with pytest.raises(ValueError, match="0 rows, got 1"):
        program.keep_rows(np.ones(1, np.uint8))
    with pytest.raises(ValueError, match="3 pairs, got 1 and 3"):
        program.set_bounds(np.ones(1), np.ones(3))


@given(seed=seeds, n_fixed=st.integers(0, 6))
def test_fixed_pairs_imply_what_all_clusterings_share(seed, n_fixed):
    rng = np.random.default_rng(seed)
    pairs = PricedPairs(complete(6, seed))
    chosen = rng.choice(len(pairs.u), n_fixed, replace=False)
    values = rng.integers(0, 2, n_fixed).astype(float)
    fits = [p for p in (prices_of(pairs, np.asarray(s)) for s in partitions(6)) if np.all(p[chosen] == values)]
    implied = FixedPairs.none().and_also(chosen, values).implied(pairs)
    if not fits:
        assert implied is None
        return
    assert implied is not None
    assert set(chosen) <= set(implied.pairs)
    shared = np.all(np.array(fits) == fits[0], axis=0)
    assert set(implied.pairs) == set(np.flatnonzero(shared))
    assert np.array_equal(implied.values, fits[0][implied.pairs])


def test_groups_are_chains_of_pairs_that_are_fixed_as_together():
    # Pairs 0-1, 0-2, 0-3, 1-2, 1-3, 2-3; a price of 0 joins an attracting pair, a price of 1 joins a repelling one.
    u, v = np.triu_indices(4, 1)
    problem = fr.Problem.from_edges(u, v, [1.0, 1.0, 1.0, -1.0, 1.0, 1.0], n_nodes=4)
    pairs = PricedPairs(problem)
    assert list(FixedPairs.none().groups(pairs)) == [0, 1, 2, 3]
    fixed = FixedPairs(np.array([0, 2, 3]), np.array([0.0, 1.0, 1.0]))
    assert list(fixed.groups(pairs)) == [0, 0, 0, 1]
