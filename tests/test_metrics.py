"""Agreement of two clusterings: closed forms, the definitions pair by pair, and what holds whatever the labels."""

import datetime
import itertools
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy import metrics
from frenemy.metrics import PrecisionRecall, adjusted_rand_index, b_cubed, pairwise, purity, variation_of_information

MEASURES = [purity, adjusted_rand_index, variation_of_information, pairwise, b_cubed]


@st.composite
def clusterings(draw, n_clusterings=2, max_nodes=12):
    n = draw(st.integers(0, max_nodes))
    return [draw(st.lists(st.integers(-2, 4), min_size=n, max_size=n)) for _ in range(n_clusterings)]


def slow_pairs(labels, truth):
    """Pairs together in both, in the labels only, in the truth only, in neither."""
    counts = dict.fromkeys(itertools.product((True, False), repeat=2), 0)
    for i, j in itertools.combinations(range(len(labels)), 2):
        counts[labels[i] == labels[j], truth[i] == truth[j]] += 1
    return counts[True, True], counts[True, False], counts[False, True], counts[False, False]


@given(clusterings())
def test_pairwise_by_going_through_all_pairs(drawn):
    both, labels_only, truth_only, _ = slow_pairs(*drawn)
    found = pairwise(*drawn)
    assert found.precision == pytest.approx(both / (both + labels_only) if both + labels_only else 1.0)
    assert found.recall == pytest.approx(both / (both + truth_only) if both + truth_only else 1.0)
    either = 2 * both + labels_only + truth_only
    assert found.f1 == pytest.approx(2 * both / either if either else 1.0)


@given(clusterings())
def test_adjusted_rand_index_by_its_definition(drawn):
    """(index - expected) / (most - expected), with the expectation over shuffles in closed form."""
    both, labels_only, truth_only, neither = slow_pairs(*drawn)
    n_pairs = both + labels_only + truth_only + neither
    of_labels, of_truth = both + labels_only, both + truth_only
    expected = of_labels * of_truth / n_pairs if n_pairs else 0.0
    most = (of_labels + of_truth) / 2
    by_definition = (both - expected) / (most - expected) if abs(most - expected) > 1e-12 else 1.0
    assert adjusted_rand_index(*drawn) == pytest.approx(by_definition, abs=1e-12)


@given(clusterings())
def test_purity_and_b_cubed_node_by_node(drawn):
    labels, truth = drawn
    n = len(labels)
    if not n:
        return
    nodes = range(n)
    majority = 0
    for cluster in set(labels):
        inside = [truth[i] for i in nodes if labels[i] == cluster]
        majority += max(inside.count(t) for t in set(inside))
    assert purity(labels, truth) == pytest.approx(majority / n)
    precision = recall = 0.0
    for i in nodes:
        shared = sum(labels[j] == labels[i] and truth[j] == truth[i] for j in nodes)
        precision += shared / labels.count(labels[i]) / n
        recall += shared / truth.count(truth[i]) / n
    found = b_cubed(labels, truth)
    assert found[:2] == pytest.approx((precision, recall))
    assert found.f1 == pytest.approx(2 / (1 / precision + 1 / recall))


@given(clusterings())
def test_variation_of_information_by_entropies(drawn):
    """2 H(both) - H(labels) - H(truth)."""

    def entropy(values):
        shares = [values.count(v) / len(values) for v in set(values)]
        return -sum(p * math.log(p) for p in shares)

    labels, truth = drawn
    joint = list(zip(labels, truth, strict=True))
    expected = 2 * entropy(joint) - entropy(labels) - entropy(truth) if joint else 0.0
    assert variation_of_information(labels, truth) == pytest.approx(expected, abs=1e-12)


@given(clusterings(n_clusterings=3))
def test_variation_of_information_is_a_distance(drawn):
    a, b, c = drawn
    d = variation_of_information
    assert 0.0 <= d(a, b) <= (math.log(len(a)) if a else 0.0) + 1e-12
    assert (d(a, b) == 0.0) == (pairwise(a, b)[:2] == (1.0, 1.0))
    assert d(a, c) <= d(a, b) + d(b, c) + 1e-12


@given(clusterings())
def test_turned_around(drawn):
    a, b = drawn
    assert adjusted_rand_index(a, b) == adjusted_rand_index(b, a)
    assert variation_of_information(a, b) == pytest.approx(variation_of_information(b, a), abs=1e-12)
    for measure in (pairwise, b_cubed):
        there, back = measure(a, b), measure(b, a)
        assert there[:2] == pytest.approx((back.recall, back.precision))
        assert there.f1 == pytest.approx(back.f1)


@given(clusterings(), st.randoms(use_true_random=False))
def test_neither_names_nor_the_order_of_nodes_matter(drawn, random):
    labels, truth = drawn
    order = list(range(len(labels)))
    random.shuffle(order)
    named = [f"cluster {labels[i]}" for i in order]
    dated = np.array([datetime.date(2020, 1, 5 + truth[i]) for i in order], dtype=object)
    for measure in MEASURES:
        assert measure(named, dated) == pytest.approx(measure(labels, truth), abs=1e-12)


@given(clusterings())
def test_ranges_and_the_same_partition(drawn):
    labels, truth = drawn
    for measure in (purity, pairwise, b_cubed):
        assert np.all(np.array(measure(labels, truth)) >= 0.0)
        assert np.all(np.array(measure(labels, truth)) <= 1.0 + 1e-12)
        assert measure(labels, [7 - v for v in labels]) == pytest.approx(np.ones_like(measure(labels, labels)))
    assert -1.0 <= adjusted_rand_index(labels, truth) <= 1.0
    assert adjusted_rand_index(labels, [7 - v for v in labels]) == 1.0
    assert variation_of_information(labels, labels) == 0.0


def test_singletons_are_pure_and_worth_nothing():
    truth = np.repeat(np.arange(4), 25)
    singletons = np.arange(100)
    assert purity(singletons, truth) == 1.0
    assert adjusted_rand_index(singletons, truth) == 0.0
    assert variation_of_information(singletons, truth) == pytest.approx(math.log(25))
    assert pairwise(singletons, truth) == PrecisionRecall(1.0, 0.0, 0.0)
    assert b_cubed(singletons, truth) == pytest.approx((1.0, 1 / 25, 2 / 26))  # 2 * 1/25 / (1 + 1/25)


def test_one_cluster_for_all():
    truth, one = np.repeat(np.arange(4), 25), np.zeros(100)
    assert purity(one, truth) == 0.25
    assert adjusted_rand_index(one, truth) == 0.0
    assert variation_of_information(one, truth) == pytest.approx(math.log(4))
    assert pairwise(one, truth).precision == pytest.approx(4 * 300 / 4950)
    assert b_cubed(one, truth) == pytest.approx((0.25, 1.0, 0.4))


def test_a_grid_is_worse_than_chance():
    """Rows against columns: no pair is together in both. Of 6 pairs 2 are in rows, 2 in columns: -2*2*2 / 16."""
    assert adjusted_rand_index([0, 0, 1, 1], [0, 1, 0, 1]) == -0.5
    assert variation_of_information([0, 0, 1, 1], [0, 1, 0, 1]) == pytest.approx(2 * math.log(2))


@pytest.mark.parametrize("labels", [[], [3]])
def test_no_node_and_one(labels):
    ones = PrecisionRecall(1.0, 1.0, 1.0)
    assert [measure(labels, labels) for measure in MEASURES] == [1.0, 1.0, 0.0, ones, ones]


@pytest.mark.parametrize("measure", MEASURES)
def test_bad_labels(measure):
    with pytest.raises(ValueError, match="same length, got 3 and 2"):
        measure([0, 1, 1], [0, 1])
    with pytest.raises(ValueError, match=r"truth must be one-dimensional, got \[0, 1\] at node 0"):
        measure([0, 1], [[0, 1]])
    with pytest.raises(ValueError, match=r"truth must be one-dimensional, got shape \(1, 2\)"):
        measure([0, 1], np.array([[0, 1]]))
    with pytest.raises(ValueError, match="labels must be equal to themselves, got nan at node 1"):
        measure([0.0, math.nan], [0, 1])
    with pytest.raises(ValueError, match=r"truth must be hashable and equal to themselves, got \{\} at node 2"):
        measure([0, 1, 2], ["a", None, {}])
    with pytest.raises(ValueError, match="labels must be hashable and equal to themselves, got nan at node 0"):
        measure([math.nan, None], [0, 1])


@pytest.mark.parametrize(
    "labels",
    [
        [1, "1"],
        [True, "True"],
        [1.5, "1.5"],
        [math.inf, "inf"],
        ["nan", None],
        [2**53, 2**53 + 1.5],
        [2**64, 2**64 + 1],
        [-1, 2**63 - 1 + 2**63],
        [2**63 + 1, -(2**63)],
        [(0, 1), (1, 0)],
        [(0, 1), "(0, 1)"],
        [(), (1,)],
        [b"a", "a"],
        ["a", "a\0"],
    ],
)
def test_labels_of_different_types_are_not_merged(labels):
    for kept in (labels, tuple(labels), iter(labels)):
        assert pairwise(kept, [0, 0]) == (1.0, 0.0, 0.0)
    twice = labels + labels
    assert adjusted_rand_index(twice, [0, 1, 0, 1]) == 1.0


def test_labels_in_a_list_and_in_an_array_are_the_same():
    for values in ([3, 1, 3], [0.5, -0.0, 0.5], [True, False, True], ["b", "a", "b"], [2**63, 5, 2**63]):
        assert pairwise(values, np.array(values)) == (1.0, 1.0, 1.0)
        assert pairwise(values, [7, 8, 7]) == (1.0, 1.0, 1.0)
    assert pairwise([1, 1.0, True, np.int8(1)], [0, 0, 0, 0]) == (1.0, 1.0, 1.0)  # equal, so together


class Undecided:
    """Neither equal to itself nor not."""

    def __eq__(self, other):
        raise ValueError("who knows")

    __hash__ = object.__hash__

    def __repr__(self):
        return "Undecided"


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.ma.array([0, 1], mask=[False, True]), "labels must not be masked, got .*: drop those nodes"),
        (np.ma.array([0, 1]), "labels must not be masked"),
        ([0, Undecided()], "labels must be hashable and equal to themselves, got Undecided at node 1"),
        ([0, np.arange(3)], r"labels must be one-dimensional, got array\(\[0, 1, 2\]\) at node 1"),
        ([[0, 1], [2]], r"labels must be one-dimensional, got \[0, 1\] at node 0"),
        ("ab", "labels must be a sequence with one label per node, got 'ab'"),
        ({0, 1}, "labels must be a sequence with one label per node, got {0, 1}"),
        ({0: 1, 1: 2}, "labels must be a sequence"),
        (None, "labels must be a sequence with one label per node, got None"),
        (5, "labels must be a sequence with one label per node, got 5"),
        (np.array(5), r"labels must be one-dimensional, got shape \(\)"),
    ],
)
def test_what_are_no_labels(labels, message):
    with pytest.raises(ValueError, match=message):
        pairwise(labels, [0, 1])


def test_names_and_none_together():
    assert adjusted_rand_index(["a", None, "a", None], [1, 2, 1, 2]) == 1.0


def test_memory_goes_with_the_nodes():
    """A full table of 200,000 by 200,000 would take 320 GB."""
    n = 200_000
    labels, truth = np.arange(n), np.random.default_rng(0).permutation(n) // 2
    tracemalloc.start()
    values = [measure(labels, truth) for measure in MEASURES]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400 * n
    # Every node has one partner that it is apart from: recall 0 and 1/2.
    assert values[0] == 1.0
    assert values[2] == pytest.approx(math.log(2))
    assert values[3] == (1.0, 0.0, 0.0)
    assert values[4] == pytest.approx((1.0, 0.5, 2 / 3))


def test_many_nodes_need_long_numbers():
    """Products of counts of pairs pass 64 bits here. One of a million nodes is in the wrong half."""
    n = 1_000_000
    truth = np.arange(n) % 2
    labels = truth.copy()
    labels[0] = 1
    assert 1.0 - 4.1 / n < adjusted_rand_index(labels, truth) < 1.0 - 3.9 / n


def test_against_scikit_learn():
    measures = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    for n, k in ((2, 2), (50, 3), (400, 40), (400, 400)):
        labels, truth = rng.integers(k, size=(2, n))
        assert adjusted_rand_index(labels, truth) == pytest.approx(measures.adjusted_rand_score(truth, labels))
        table = measures.cluster.contingency_matrix(truth, labels)
        assert purity(labels, truth) == pytest.approx(table.max(axis=0).sum() / n)
        (_, fp), (fn, tp) = measures.cluster.pair_confusion_matrix(truth, labels)
        if tp + fp and tp + fn:
            assert pairwise(labels, truth)[:2] == pytest.approx((tp / (tp + fp), tp / (tp + fn)))


def test_public_names():
    of_volumes = {"SplitAndMerge", "adapted_rand_error", "split_and_merge"}
    assert {measure.__name__ for measure in MEASURES} | {"PrecisionRecall"} | of_volumes == set(metrics.__all__)
