import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import binary_labellings

import frenemy as fr
from frenemy.binary import BinaryEnergy, improve, qpbo


def random_pairs(rng, n, m):
    """At most m pairs of different variables."""
    u, v = rng.integers(n, size=(2, m))
    return u[u != v], v[u != v]


@st.composite
def energies(draw, max_nodes=7, with_unary=True):
    """Small energies with whole costs, and the same costs as a plain function of all labellings."""
    n = draw(st.integers(1, max_nodes))
    cost = st.integers(-6, 6)
    unary = draw(st.lists(st.tuples(cost, cost), min_size=n, max_size=n)) if with_unary else [(0, 0)] * n
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=3 * n))
    pairs = [(p, q) for p, q in pairs if p != q]
    if with_unary:
        tables = draw(st.lists(st.tuples(cost, cost, cost, cost), min_size=len(pairs), max_size=len(pairs)))
    else:
        weights = draw(st.lists(cost, min_size=len(pairs), max_size=len(pairs)))
        tables = [(0, w, w, 0) for w in weights]
    u, v = np.array(pairs, int).reshape(-1, 2).T
    energy = BinaryEnergy(n, unary=unary, u=u, v=v, tables=np.array(tables, float).reshape(-1, 2, 2))

    x = binary_labellings(n)
    values = sum(np.array(unary)[p, x[:, p]] for p in range(n)).astype(float)
    for (p, q), table in zip(pairs, tables, strict=True):
        values += np.array(table).reshape(2, 2)[x[:, p], x[:, q]]
    return energy, x, values


@given(energies())
def test_energy_is_the_sum_of_its_costs(drawn):
    energy, x, values = drawn
    assert [energy(row) for row in x] == pytest.approx(values)


@given(energies())
def test_every_optimum_has_the_strong_labels(drawn):
    energy, x, values = drawn
    found = qpbo(energy, weak=False)
    known = found.labels >= 0
    for optimum in x[values == values.min()]:
        assert (optimum[known] == found.labels[known]).all()


@given(energies())
def test_some_optimum_has_all_weak_labels(drawn):
    energy, x, values = drawn
    found = qpbo(energy)
    known = found.labels >= 0
    assert known[qpbo(energy, weak=False).labels >= 0].all()
    assert any((optimum[known] == found.labels[known]).all() for optimum in x[values == values.min()])


@given(energies(), st.data())
def test_taking_over_persistent_labels_never_costs(drawn, data):
    energy, x, _ = drawn
    labels = qpbo(energy).labels
    start = x[data.draw(st.integers(0, len(x) - 1))]
    assert energy(np.where(labels >= 0, labels, start)) <= energy(start) + 1e-9


@given(energies())
def test_the_bound_is_one_and_tight_when_all_is_labelled(drawn):
    energy, _, values = drawn
    found = qpbo(energy)
    assert found.lower_bound <= values.min() + 1e-9
    if found.share_labeled == 1.0:
        assert found.lower_bound == pytest.approx(values.min())
        assert energy(found.labels) == pytest.approx(values.min())


@given(energies(with_unary=False))
def test_without_unary_costs_nothing_is_sure(drawn):
    energy, _, _ = drawn
    assert (qpbo(energy, weak=False).labels == -1).all()


@pytest.mark.parametrize("seed", range(5))
def test_persistency_on_sixteen_variables(seed):
    rng = np.random.default_rng(seed)
    n = 16
    u, v = random_pairs(rng, n, 40)
    unary, tables = rng.normal(0, 2, (n, 2)), rng.normal(0, 1, (len(u), 2, 2))
    energy = BinaryEnergy(n, unary=unary, u=u, v=v, tables=tables)
    x = binary_labellings(n)
    values = unary[np.arange(n), x].sum(1) + sum(t[x[:, a], x[:, b]] for a, b, t in zip(u, v, tables, strict=True))
    best = x[values.argmin()]
    found = qpbo(energy, weak=False)
    known = found.labels >= 0
    assert known.any()
    assert (best[known] == found.labels[known]).all()
    assert found.lower_bound <= values.min() + 1e-9
    assert values.min() - 1e-9 <= energy(improve(energy, seed=seed))


@given(energies(), st.data(), st.integers(0, 3))
def test_improve_never_raises_and_ends_one_optimal(drawn, data, seed):
    energy, x, values = drawn
    start = x[data.draw(st.integers(0, len(x) - 1))]
    better = improve(energy, start, seed=seed)
    assert values.min() - 1e-9 <= energy(better) <= energy(start)
    for p in range(energy.n_nodes):
        flipped = better.copy()
        flipped[p] ^= 1
        assert energy(better) <= energy(flipped) + 1e-9


@given(energies(max_nodes=6), st.data())
def test_improve_finds_the_optimum_where_roof_duality_is_tight(drawn, data):
    energy, _, values = drawn
    if qpbo(energy, weak=False).share_labeled == 1.0:
        assert energy(improve(energy, seed=data.draw(st.integers(0, 9)))) == pytest.approx(values.min())


def grid(side, seed, mean=0.1):
    ids = np.arange(side * side).reshape(side, side)
    u = np.r_[ids[:, :-1].ravel(), ids[:-1].ravel()]
    v = np.r_[ids[:, 1:].ravel(), ids[1:].ravel()]
    w = np.random.default_rng(seed).normal(mean, 1.0, len(u))
    tables = np.zeros((len(u), 2, 2))
    tables[:, 0, 1] = tables[:, 1, 0] = w
    return BinaryEnergy(side * side, u=u, v=v, tables=tables), (u, v, w)


def test_a_grid_is_improved_and_repeats_improve_further():
    energy, _ = grid(40, seed=1)
    once = energy(improve(energy, seed=1))
    assert once < -0.4 * 40 * 40
    assert energy(improve(energy, seed=1, rounds=5)) <= once


def test_seed_and_order_decide_everything():
    energy, _ = grid(20, seed=2)
    assert np.array_equal(improve(energy, seed=3), improve(energy, seed=3))
    assert not np.array_equal(improve(energy, seed=3), improve(energy, seed=4))
    order = np.random.default_rng(0).permutation(400)
    assert np.array_equal(improve(energy, order=order, seed=1), improve(energy, order=order, seed=2))


def test_flipping_variables_and_start_flips_the_result():
    """Improve from x equals Improve from 0 on the problem whose variables are flipped by x."""
    energy, (u, v, w) = grid(12, seed=3)
    x = np.random.default_rng(1).integers(2, size=144).astype(np.uint8)
    order = np.arange(144)
    tables = np.zeros((len(u), 2, 2))
    same = x[u] == x[v]
    tables[:, 0, 1] = tables[:, 1, 0] = np.where(same, w, 0.0)
    tables[:, 0, 0] = tables[:, 1, 1] = np.where(same, 0.0, w)
    flipped = BinaryEnergy(144, u=u, v=v, tables=tables)
    assert np.array_equal(improve(energy, x, order=order), improve(flipped, order=order) ^ x)


def test_submodular_energies_are_solved():
    """Agrees with a maximum flow found by scipy, on whole numbers."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    rng = np.random.default_rng(4)
    n = 60
    u, v = random_pairs(rng, n, 300)
    w = rng.integers(0, 10, len(u))
    unary = rng.integers(-20, 21, n)
    tables = np.zeros((len(u), 2, 2))
    tables[:, 0, 1] = tables[:, 1, 0] = w
    energy = BinaryEnergy(n, unary=np.c_[np.zeros(n), unary], u=u, v=v, tables=tables)
    found = qpbo(energy)
    s, t = n, n + 1
    rows = np.r_[u, v, np.full(n, s), np.arange(n)]
    cols = np.r_[v, u, np.arange(n), np.full(n, t)]
    # Source side is label 0: a positive cost of 1 is an arc from the source, a negative one an arc to the sink.
    capacity = np.r_[w, w, np.maximum(unary, 0), np.maximum(-unary, 0)]
    flow = maximum_flow(csr_array((capacity.astype(np.int32), (rows, cols)), shape=(n + 2, n + 2)), s, t)
    optimum = flow.flow_value + np.minimum(unary, 0).sum()
    assert found.share_labeled == 1.0
    assert found.lower_bound == pytest.approx(optimum)
    assert energy(found.labels) == pytest.approx(optimum)


def test_agrees_with_another_implementation():
    thinqpbo = pytest.importorskip("thinqpbo", reason="thinqpbo is GPL and installed separately")
    rng = np.random.default_rng(5)
    n = 300
    u, v = random_pairs(rng, n, 900)
    unary, tables = rng.normal(0, 1.5, (n, 2)), rng.normal(0, 1, (len(u), 2, 2))
    peer = thinqpbo.QPBODouble()
    peer.add_node(n)
    for p in range(n):
        peer.add_unary_term(p, *unary[p])
    for a, b, t in zip(u.tolist(), v.tolist(), tables, strict=True):
        peer.add_pairwise_term(a, b, *t.ravel())
    peer.solve()
    theirs = np.array([peer.get_label(p) for p in range(n)])
    ours = qpbo(BinaryEnergy(n, unary=unary, u=u, v=v, tables=tables), weak=False).labels
    assert (theirs >= 0).mean() == pytest.approx((ours >= 0).mean(), abs=0.02)
    both = (theirs >= 0) & (ours >= 0)
    assert (theirs[both] == ours[both]).all()


def test_time_limits_give_back_what_is_there():
    energy, _ = grid(300, seed=6)
    start = np.random.default_rng(0).integers(2, size=90_000).astype(np.uint8)
    for seconds in (0.0, 0.01, 0.05):
        assert energy(improve(energy, start, stop=fr.Stop(seconds=seconds))) <= energy(start)
    assert qpbo(energy, stop=fr.Stop(seconds=0)).lower_bound <= energy(start)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BinaryEnergy(-1), "n_nodes must be a whole number of at least 0, got -1"),
        (lambda: BinaryEnergy(2, unary=[[0, 1]]), r"unary must have shape \(2, 2\), got \(1, 2\)"),
        (lambda: BinaryEnergy(2, unary=[[0, 1], [np.nan, 0]]), "costs must be finite, got nan at variable 1"),
        (lambda: BinaryEnergy(2, u=[0], v=[2], tables=np.zeros((1, 2, 2))), "variables must be in 0..1, got 2"),
        (lambda: BinaryEnergy(2, u=[1], v=[1], tables=np.zeros((1, 2, 2))), "two different variables, got 1 twice"),
        (lambda: BinaryEnergy(2, u=[0], v=[1], tables=np.full((1, 2, 2), np.inf)), "got inf at pair 0, 1"),
        (lambda: BinaryEnergy(2, u=[0], v=[1], tables=np.zeros((2, 2, 2))), "one 2 x 2 table per pair"),
        (lambda: BinaryEnergy(2)([0, 2]), "x must be 0 or 1, got 2 at variable 1"),
        (lambda: BinaryEnergy(2)([0]), r"x must have shape \(2,\)"),
        (lambda: improve(BinaryEnergy(2), [0.5, 0]), "start must be 0 or 1, got 0.5 at variable 0"),
        (lambda: improve(BinaryEnergy(2), order=[0, 0]), "order must contain each of the 2 variables once"),
        (lambda: improve(BinaryEnergy(2), rounds=0), "rounds must be a whole number of at least 1, got 0"),
        (lambda: improve(BinaryEnergy(2), order=[0, 1], rounds=2), "order can only be given for one round"),
    ],
)
def test_bad_input_shows_the_value_and_the_place(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_the_smallest_problems():
    assert improve(BinaryEnergy(0)).tolist() == []
    assert qpbo(BinaryEnergy(0)).share_labeled == 1.0
    assert qpbo(BinaryEnergy(0)).status == fr.Status.CONVERGED
    assert qpbo(BinaryEnergy(1, unary=[[1, 0]])).labels.tolist() == [1]
    assert improve(BinaryEnergy(1), [1]).tolist() == [1]
