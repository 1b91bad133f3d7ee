"""Counts of partitions are those of whole numbers; partitions are drawn uniformly."""

import math
import pickle
from decimal import Decimal, localcontext

import numpy as np
import pytest
from reference import partitions

from frenemy.affinity import (
    approximate_mode,
    log_bell,
    log_stirling,
    paper_mode,
    prior_on_clusters,
    uniform_partition,
)

# Modes by whole numbers up to 2,000 nodes.
MODES = {10: 5, 20: 8, 50: 16, 100: 28, 200: 50, 500: 106, 750: 149, 1000: 189, 2000: 342}


def stirling_rows(most):
    """S(n, 0), ..., S(n, n) as whole numbers, for n = 0..most: S(n, k) = k S(n - 1, k) + S(n - 1, k - 1)."""
    row = [1]
    yield row
    for _ in range(most):
        row = [0, *(k * above + left for k, (above, left) in enumerate(zip([*row[1:], 0], row, strict=True), 1))]
        yield row


def stirling_number(n, k):
    """S(n, k) as a whole number, by inclusion and exclusion."""
    return sum((-1) ** j * math.comb(k, j) * (k - j) ** n for j in range(k + 1)) // math.factorial(k)


def log_of(whole):
    with localcontext() as context:
        context.prec = 40
        return Decimal(whole).ln()


def test_the_rows_of_the_reference():
    *_, row = stirling_rows(5)
    assert row == [0, 1, 15, 25, 10, 1]
    assert stirling_number(5, 3) == 25


def test_stirling_and_bell_numbers_are_those_of_whole_numbers():
    for n, row in enumerate(stirling_rows(300)):
        logs = log_stirling(n)
        assert logs.shape == (n + 1,)
        assert np.abs(logs[1:] - [math.log(count) for count in row[1:]]).max(initial=0.0) < 1e-11
        assert logs[0] == (0.0 if n == 0 else -np.inf)
        assert log_bell(n) == pytest.approx(math.log(sum(row)), rel=1e-13, abs=1e-13)
        best = max(row)
        assert prior_on_clusters(n).mode == row.index(best)


@pytest.mark.parametrize("k", [1, 2, 3, 40, 150])
def test_ten_thousand_nodes_against_whole_numbers(k):
    # Rounding log S, which is up to 64,000, leaves an error of 7e-12 by itself.
    assert float(log_of(stirling_number(10_000, k)) - Decimal(float(log_stirling(10_000)[k]))) == pytest.approx(
        0.0, abs=1e-10
    )


def test_ten_thousand_nodes_near_the_other_end():
    logs = log_stirling(10_000)
    # One cluster of two nodes; one of three or two of two.
    assert logs[-2] == pytest.approx(math.log(math.comb(10_000, 2)), abs=1e-10)
    assert logs[-3] == pytest.approx(math.log(math.comb(10_000, 3) + 3 * math.comb(10_000, 4)), abs=1e-10)


@pytest.mark.parametrize("n", [1000, 10_000, 60_000])
def test_stirling_numbers_add_up_to_the_bell_number(n):
    logs = log_stirling(n)
    top = logs.max()
    assert top + math.log(np.exp(logs - top).sum()) == pytest.approx(log_bell(n), rel=1e-14)


@pytest.mark.parametrize("n", [700, 10_000])
def test_stirling_numbers_satisfy_the_recurrence(n):
    before, row = log_stirling(n - 1), log_stirling(n)
    k = np.arange(1, n)
    assert row[1:n] == pytest.approx(np.logaddexp(np.log(k) + before[1:], before[:-1]), abs=1e-9)


@pytest.mark.parametrize(("n", "mode"), MODES.items())
def test_modes(n, mode):
    assert prior_on_clusters(n).mode == mode
    assert abs(approximate_mode(n) - mode) < 1
    assert 0.12 < 1 - paper_mode(n) / mode < 0.26  # the paper's formula is low


@pytest.mark.parametrize("n", [1, 2, 9, 100, 3000])
def test_moments_by_bell_numbers(n):
    """A node more may join any of k clusters or stand alone: B(n + 1) / B(n) is the mean of k + 1, and so on."""
    prior = prior_on_clusters(n)
    assert np.exp(prior.log_probability).sum() == pytest.approx(1.0, abs=1e-12)
    one, two = (math.exp(log_bell(n + more) - log_bell(n)) for more in (1, 2))
    assert prior.mean == pytest.approx(one - 1.0, rel=1e-9)
    # B(n + 2) / B(n) is the mean of k**2 + 2 k + 2.
    assert prior.std**2 == pytest.approx(two - 2.0 * prior.mean - 2.0 - prior.mean**2, abs=1e-5)


def test_the_prior_falls_to_both_sides_and_hardly_knows_the_ends():
    logs = prior_on_clusters(500).log_probability
    assert (np.diff(logs[:106]) > 0).all()
    assert (np.diff(logs[105:]) < 0).all()
    assert logs[0] == logs[-1] == pytest.approx(-log_bell(500))


def test_no_nodes_one_and_two():
    none = prior_on_clusters(0)
    assert (none.mode, none.mean, none.std, len(none.log_probability)) == (0, 0.0, 0.0, 0)
    assert log_bell(0) == log_bell(1) == 0.0
    assert log_stirling(0).tolist() == [0.0]
    one = prior_on_clusters(1)
    assert (one.mode, one.mean, one.std, one.log_probability.tolist()) == (1, 1.0, 0.0, [0.0])
    two = prior_on_clusters(2)  # together or apart
    assert (two.mode, two.mean, two.std) == (1, pytest.approx(1.5), pytest.approx(0.5))
    assert approximate_mode(0) == 0.0
    assert uniform_partition(0).tolist() == []
    assert uniform_partition(1).tolist() == [0]


def test_a_prior_does_not_change_and_travels():
    prior = prior_on_clusters(30)
    with pytest.raises(ValueError, match="read-only"):
        prior.log_probability[0] = 0.0
    copy = pickle.loads(pickle.dumps(prior))
    assert np.array_equal(copy.log_probability, prior.log_probability)
    assert repr(copy) == repr(prior)
    assert repr(prior).startswith("PriorOnK(n_nodes=30, mode=11, mean=11.1")


@pytest.mark.parametrize("n", range(2, 7))
def test_every_partition_is_drawn_as_often(n):
    known = [tuple(labels.tolist()) for labels in partitions(n)]
    n_draws = 60 * len(known)
    rng = np.random.default_rng(n)
    counts = dict.fromkeys(known, 0)
    for _ in range(n_draws):
        counts[tuple(uniform_partition(n, seed=rng).tolist())] += 1  # labels by first appearance, or there is no key
    chi_square = sum((count - 60) ** 2 / 60 for count in counts.values())
    freedom = len(known) - 1
    assert abs(chi_square - freedom) < 3.5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("n", [30, 1000])
def test_partitions_that_are_drawn_have_the_prior_of_k(n):
    prior = prior_on_clusters(n)
    rng = np.random.default_rng(n)
    ks = np.array([uniform_partition(n, seed=rng).max() + 1 for _ in range(2000)])
    assert ks.mean() == pytest.approx(prior.mean, abs=3.5 * prior.std / math.sqrt(2000))
    assert ks.std() == pytest.approx(prior.std, rel=3.5 / math.sqrt(4000))


def test_seed_decides():
    assert np.array_equal(uniform_partition(50, seed=3), uniform_partition(50, seed=np.random.default_rng(3)))
    assert not np.array_equal(uniform_partition(50, seed=3), uniform_partition(50, seed=4))
    labels = uniform_partition(100_000, seed=0)
    assert labels.dtype == np.int32
    assert labels.max() + 1 == pytest.approx(approximate_mode(100_000), rel=0.02)


@pytest.mark.parametrize(
    "count", [log_stirling, log_bell, prior_on_clusters, approximate_mode, paper_mode, uniform_partition]
)
@pytest.mark.parametrize(
    ("n", "message"),
    [
        (-1, "n(_nodes)? must be a whole number of at least 0, got -1"),
        (2.5, "n(_nodes)? must be a whole number of at least 0, got 2.5"),
        (float("nan"), "got nan"),
        (float("inf"), "got inf"),
        ("7", "got '7'"),
        (None, "got None"),
        (True, "got True"),
        (10**13, "n(_nodes)? must be at most .*, got 10000000000000: "),
    ],
)
def test_bad_counts_show_the_value(count, n, message):
    with pytest.raises(ValueError, match=message):
        count(n)


def test_too_large_a_row_names_the_way_out():
    with pytest.raises(ValueError, match="at most 1000000, got 1000001: .* log_bell and approximate_mode take larger"):
        prior_on_clusters(1_000_001)
    assert log_bell(1_000_001) > log_bell(1_000_000)


def test_the_papers_formula_needs_two_nodes():
    with pytest.raises(ValueError, match="n must be at least 2, as log.1. is 0, got 1; approximate_mode"):
        paper_mode(1)


def test_nodes_by_name():
    assert prior_on_clusters(n_nodes=5).n_nodes == len(uniform_partition(n_nodes=5)) == 5
    with pytest.raises(ValueError, match="n_nodes must be a whole number"):
        prior_on_clusters(-1)
