"""Only what new pairs touch is solved again, and it comes out as if all had been."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import least_energy, partitions, same_partition

import frenemy as fr
from frenemy.apps.records.update.updates import solved_pairs, updated


def pairs_strategy(n):
    pair = st.sampled_from(list(itertools.combinations(range(n), 2)))
    return st.lists(st.tuples(pair, st.integers(-6, 6)), max_size=12)


def columns(pairs):
    ends = np.array([pair for pair, _ in pairs], np.int64).reshape(-1, 2)
    return ends[:, 0], ends[:, 1], np.array([weight for _, weight in pairs], float)


def best(problem):
    return min(partitions(problem.n_nodes), key=problem.energy)


def check_index(solved):
    """Every cluster's row of members is what the labels say."""
    for label in np.unique(solved.labels):
        assert solved.members.of(np.array([label])).value.tolist() == np.flatnonzero(solved.labels == label).tolist()
    assert solved.labels.max() < solved.next_label


@given(pairs_strategy(5), pairs_strategy(7), st.sampled_from([0.0, -0.5, -2.0]))
def test_an_update_keeps_its_word(old, new, missing):
    held = dict(old)
    u, v, w = columns(list(held.items()))
    before = solved_pairs(
        u, v, w, labels=best(fr.Problem.from_edges(u, v, w, n_nodes=5, missing=missing)), missing=missing
    )
    labels_before = before.labels.copy()
    update = updated(before, *columns(new), n_new=2)
    after = update.solved
    held.update(new)
    problem = fr.Problem.from_edges(*columns(list(held.items())), n_nodes=7, missing=missing)
    assert after.problem() == problem
    check_index(after)
    kept = np.append(labels_before, [100, 101])
    assert problem.energy(kept) - problem.energy(after.labels) == pytest.approx(update.gain, abs=1e-9)
    assert update.gain >= 0.0
    # What is not named keeps its number; what is touched are whole clusters.
    others = np.setdiff1d(np.arange(7), update.changed)
    assert (after.labels[others] == before.labels[others]).all()
    assert not set(after.labels[update.changed]) & set(before.labels)
    assert set(update.changed) <= set(update.touched)
    untouched = np.setdiff1d(np.arange(7), update.touched)
    assert not set(after.labels[untouched]) & set(after.labels[update.touched])
    assert (before.labels == labels_before).all()


@given(pairs_strategy(6), st.sampled_from([0.0, -0.5, -2.0]))
def test_pairs_that_speak_for_the_clusters_touch_nothing_and_need_not(old, missing):
    u, v, w = columns(list(dict(old).items()))
    problem = fr.Problem.from_edges(u, v, w, n_nodes=6, missing=missing)
    labels = best(problem)
    solved = solved_pairs(u, v, w, labels=labels, missing=missing)
    a, b = np.triu_indices(6, 1)
    weights = np.full(len(a), missing)
    weights[[list(zip(a, b, strict=True)).index(pair) for pair in zip(u, v, strict=True)]] = w
    update = updated(solved, a, b, weights + np.where(labels[a] == labels[b], 1.0, -1.0))
    assert len(update.touched) == 0
    assert update.solved.problem().energy(labels) == pytest.approx(least_energy(update.solved.problem()))


def test_a_new_record_joins_and_two_entities_become_one():
    #      0-1   2-3 apart by a weak pair; 4 is drawn to both by more than that.
    solved = solved_pairs([0, 1, 2], [1, 2, 3], [2.0, -1.0, 3.0], labels=[0, 0, 1, 1])
    update = updated(solved, [4, 4], [0, 3], [4.0, 4.0], n_new=1)
    assert same_partition(update.solved.labels, [0, 0, 0, 0, 0])
    assert update.gain == 4.0 + 4.0 - 1.0


def test_a_pair_that_changes_its_mind_splits():
    solved = solved_pairs([0, 1], [1, 2], [2.0, 1.0], labels=[0, 0, 0])
    update = updated(solved, [2], [1], [-1.0])
    assert same_partition(update.solved.labels, [0, 0, 1])
    again = updated(update.solved, [1], [2], [1.0])
    assert same_partition(again.solved.labels, [0, 0, 0])
    assert again.solved.problem() == solved.problem()


def test_what_is_far_is_not_looked_at():
    n = 3000  # pairs of records, in a chain of weak repulsion
    u = np.arange(n - 1)
    w = np.where(u % 2 == 0, 3.0, -1.0)
    solved = solved_pairs(u, u + 1, w, labels=np.arange(n) // 2)
    update = updated(solved, [1000], [1003], [0.5])
    assert update.touched.tolist() == [1000, 1001, 1002, 1003]
    assert len(update.changed) == 0
    update = updated(solved, [1001], [1002], [0.5])
    assert update.changed.tolist() == update.touched.tolist() == [1000, 1001, 1002, 1003]


def test_what_changes_at_the_border_goes_on():
    """Each domino holds the next by less than the one that falls on it."""
    #   0  1  2  3  4: 1 is with 2 and 3 with 4 until 0 pulls 1 away, which leaves 2 to 3, which gives up 4.
    u, v, w = [1, 2, 3, 1, 2], [2, 3, 4, 3, 4], [3.0, 2.0, 1.0, -4.0, -4.0]
    solved = solved_pairs(u, v, w, labels=[0, 1, 1, 2, 2])
    update = updated(solved, [0, 0], [1, 2], [5.0, -9.0])
    assert same_partition(update.solved.labels, [0, 0, 1, 1, 2])
    one_ring = updated(solved, [0, 0], [1, 2], [5.0, -9.0], max_rings=1)
    assert update.solved.problem().energy(update.solved.labels) <= one_ring.solved.problem().energy(
        one_ring.solved.labels
    )


def test_constraints_hold():
    solved = solved_pairs([0, 1, 2], [1, 2, 3], [2.0, 1.0, 3.0], labels=[0, 0, 0, 0])

    def apart(problem, records):
        return fr.constraints.cannot_link(problem, [np.searchsorted(records, (1, 2)).tolist()])

    update = updated(solved, [], [], [], touch=[1, 2], constrain=apart)
    assert same_partition(update.solved.labels, [0, 0, 1, 1])
    assert update.gain == -1.0  # what the constraint costs
    again = updated(update.solved, [0], [3], [0.5], constrain=apart)
    assert same_partition(again.solved.labels, [0, 0, 1, 1])

    def together(problem, records):
        return fr.constraints.must_link(problem, [np.searchsorted(records, (0, 3)).tolist()])

    update = updated(update.solved, [], [], [], touch=[0, 3], constrain=together)
    assert update.solved.labels[0] == update.solved.labels[3]


@pytest.mark.parametrize("missing", [0.0, -1.0])
def test_a_stream_of_updates_is_as_good_as_solving_all_anew(missing):
    rng = np.random.default_rng(0)
    n = 400
    truth = rng.integers(0, 100, n)
    a, b = np.triu_indices(n, 1)
    same = truth[a] == truth[b]
    listed = np.flatnonzero(same | (rng.random(len(a)) < 0.02))
    a, b, same = a[listed], b[listed], same[listed]
    w = np.where(same, 2.0, -2.0) + rng.normal(0.0, 1.5, len(a))
    w[rng.random(len(w)) < 0.03] = 4.0  # false strong pairs
    first = b < 200
    start = fr.Problem.from_edges(a[first], b[first], w[first], n_nodes=200, missing=missing)
    solved = solved_pairs(a[first], b[first], w[first], labels=fr.solve(start).labels, missing=missing)
    for record in range(200, n):
        own = b == record
        solved = updated(solved, a[own], b[own], w[own], n_new=1).solved
    problem = fr.Problem.from_edges(a, b, w, n_nodes=n, missing=missing)
    check_index(solved)
    # Energies by what they are above the weight of all that repels, or unlisted pairs would hide any difference; and F
    # differs more between seeds than between the two ways.
    anew = [fr.solve(problem, seed=seed) for seed in range(4)]
    worst = max(result.energy for result in anew) - problem.repelling_weight
    assert problem.energy(solved.labels) - problem.repelling_weight <= 1.01 * worst
    f = [fr.metrics.b_cubed(labels, truth).f1 for labels in (solved.labels, *(result.labels for result in anew))]
    assert f[0] > min(f[1:]) - 0.005


def test_same_seed_same_labels():
    rng = np.random.default_rng(1)
    u, v = rng.integers(0, 60, (2, 300))
    u, v = u[u != v], v[u != v]
    w = rng.normal(size=len(u))
    solved = solved_pairs(u, v, w, labels=np.arange(60))
    one, other = (updated(solved, [0], [1], [9.0], touch=range(60), seed=4) for _ in range(2))
    assert one.solved.labels.tolist() == other.solved.labels.tolist()


def test_nothing_new_changes_nothing():
    solved = solved_pairs([0], [1], [1.0], labels=[0, 0])
    update = updated(solved, [], [], [])
    assert (len(update.touched), update.gain, update.rings) == (0, 0.0, 0)
    only_records = updated(solved, [], [], [], n_new=2)
    assert only_records.changed.tolist() == [2, 3]
    assert same_partition(only_records.solved.labels, [0, 0, 1, 2])
    check_index(updated(only_records.solved, [2], [3], [1.0]).solved)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (([0], [2], [1.0]), r"records must be in 0..1, got 0 and 2 at pair 0"),
        (([1], [1], [1.0]), "got 1 with itself at pair 0"),
        (([0], [1], [np.nan]), "weights must be finite, got nan at pair 0"),
        (([0], [1], []), "same length, got 1, 1 and 0"),
    ],
)
def test_bad_pairs_are_shown(pairs, message):
    with pytest.raises(ValueError, match=message):
        updated(solved_pairs([], [], [], labels=[0, 1]), *pairs)


def test_unlisted_pairs_must_not_attract():
    with pytest.raises(ValueError, match="missing must be at most 0, got 1.0"):
        solved_pairs([], [], [], labels=[0, 1], missing=1.0)
