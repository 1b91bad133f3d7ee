"""The clustering of lowest energy is the most probable one, by trying every partition."""

import dataclasses
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import partitions
from scipy.stats import bernoulli, beta, norm, uniform

import frenemy as fr
from frenemy.affinity import DensityRatio, Observed, PairModel, log_bell, prior_on_clusters

MODELS = {
    "normal": PairModel(norm(1.0, 0.8), norm(0.0, 0.8)),
    "widths": PairModel(norm(1.0, 0.3), norm(0.0, 1.5)),
    "beta": PairModel(beta(4, 2), beta(2, 5)),
    "coin": PairModel(bernoulli(0.8), bernoulli(0.3)),
}
NORMAL = MODELS["normal"]
BOUNDED = PairModel(uniform(0.3, 0.7), uniform(0.0, 0.6))  # 0.3..1 within and 0..0.6 between: some scores are proofs


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("n", "observed", "seed"), [(1, 1.0, 0), (2, 1.0, 1), (5, 0.6, 2), (6, 1.0, 3)])
def test_the_most_probable_partition_has_the_lowest_energy(name, n, observed, seed):
    check_all_partitions(MODELS[name].sample(n, observed=observed, seed=seed))


def test_the_most_probable_partition_of_eight_nodes_has_the_lowest_energy():
    check_all_partitions(NORMAL.sample(8, observed=0.7, seed=4))


def check_all_partitions(seen):
    n = seen.n_nodes
    problem = seen.problem()
    posterior = np.array([seen.negative_log_posterior(labels) for labels in partitions(n)])
    energy = np.array([problem.energy(labels) for labels in partitions(n)])
    assert np.ptp(posterior - energy) < 1e-9
    assert posterior - energy == pytest.approx(seen.constant, abs=1e-9)
    best = np.flatnonzero(energy < energy.min() + 1e-9)
    assert np.array_equal(best, np.flatnonzero(posterior < posterior.min() + 1e-9))
    assert fr.solve(problem).energy == pytest.approx(energy.min(), abs=1e-9)


@given(st.integers(0, 6), st.integers(0, 10_000))
def test_the_difference_is_the_constant_for_any_draw(n, seed):
    seen = MODELS["widths"].sample(n, observed=0.7, seed=seed)
    problem = seen.problem()
    for labels in partitions(n):
        assert seen.negative_log_posterior(labels) == pytest.approx(seen.constant + problem.energy(labels), abs=1e-9)


def test_one_number_compares_all_numbers_of_clusters_and_no_solver_asks_for_one():
    """No term for model complexity: the energy of a planted partition is lowest among those of all k."""
    seen = PairModel(norm(1.0, 0.2), norm(0.0, 0.2)).sample(8, labels=[0, 0, 0, 1, 1, 2, 2, 2], seed=0)
    problem = seen.problem()
    least = {}
    for labels in partitions(8):
        k = int(labels.max()) + 1
        least[k] = min(least.get(k, np.inf), problem.energy(labels))
    assert min(least, key=least.get) == 3
    for solver in fr.SOLVERS.values():
        names = {f.name for f in dataclasses.fields(solver)}
        assert not names & {"k", "n_clusters", "n_labels", "penalty"}, solver


def test_by_hand():
    model = PairModel(norm(1.0, 1.0), norm(-1.0, 1.0))
    seen = Observed(model, 3, [(0, 1), (1, 2)], [0.5, -2.0])
    # Log-odds are 2 s. Of three nodes there are five partitions.
    assert seen.problem().edges()[2] == pytest.approx([1.0, -4.0])
    assert seen.log_likelihood([0, 0, 1]) == pytest.approx(norm.logpdf(-0.5) + norm.logpdf(-1.0))
    assert seen.negative_log_posterior([0, 0, 1]) == pytest.approx(math.log(5) - norm.logpdf(-0.5) - norm.logpdf(-1.0))
    assert seen.constant == pytest.approx(seen.negative_log_posterior([0, 0, 0]))


def test_the_papers_printed_signs_would_choose_the_worst():
    """Section 2 prints minus log posterior as C plus both sums; the line after it has the right sign."""
    seen = NORMAL.sample(6, seed=5)
    printed = np.array([seen.log_likelihood(labels) for labels in partitions(6)])
    right = np.array([seen.negative_log_posterior(labels) for labels in partitions(6)])
    assert printed.argmin() == right.argmax()
    assert printed.argmax() == right.argmin()


def test_ordered_pairs_have_the_same_best_partition_but_another_value():
    seen = NORMAL.sample(6, seed=5)
    problem = seen.problem()
    once, twice = (
        np.array([problem.energy(labels, form="agreement", pairs=pairs) for labels in partitions(6)])
        for pairs in ("unordered", "ordered")
    )
    right = np.array([seen.negative_log_posterior(labels) for labels in partitions(6)])
    assert np.ptp(right - once) < 1e-9
    assert np.ptp(right - twice) > 1.0
    assert once.argmin() == twice.argmin() == right.argmin()


def test_the_posterior_is_what_frenemy_posterior_draws_from():
    seen = NORMAL.sample(6, seed=2)
    logs = np.array([-seen.negative_log_posterior(labels) for labels in partitions(6)])
    chances = np.exp(logs - logs.max())
    together = np.array([labels[0] == labels[1] for labels in partitions(6)])
    exact = chances[together].sum() / chances.sum()
    found = fr.posterior(seen.problem(), pairs=[(0, 1)], n_samples=20_000)
    assert found.probabilities[0] == pytest.approx(exact, abs=0.02)


@pytest.mark.parametrize("seed", range(6))
def test_densities_of_zero_make_partitions_impossible_and_never_best(seed):
    seen = BOUNDED.sample(7, seed=seed)
    assert not np.isfinite(BOUNDED.log_odds(seen.scores)).all()
    problem = seen.problem()
    posterior = np.array([seen.negative_log_posterior(labels) for labels in partitions(7)])
    energy = np.array([problem.energy(labels) for labels in partitions(7)])
    possible = np.isfinite(posterior)
    assert possible.any()
    assert np.ptp((posterior - energy)[possible]) < 1e-9
    assert energy[possible].max() < energy[~possible].min()


def test_weights_can_be_cut():
    seen = BOUNDED.sample(20, seed=1)
    weights = np.abs(seen.problem(max_weight=4.0).edges()[2])
    assert weights.max() == 4.0
    finite = BOUNDED.log_odds([0.5])[0]
    assert set(weights.round(9).tolist()) == {4.0, abs(round(float(finite), 9))}


def test_equal_densities_say_nothing():
    model = PairModel(norm(), norm())
    assert model.log_odds([-3.0, 0.0, 40.0]).tolist() == [0.0, 0.0, 0.0]
    assert model.sample(5).problem().energy([0, 1, 2, 3, 4]) == 0.0


def test_scores_come_from_their_densities():
    labels = np.arange(600) % 3
    seen = PairModel(norm(2.0, 0.5), norm(-1.0, 2.0)).sample(600, labels=labels, seed=3)
    assert len(seen.pairs) == len(np.unique(seen.pairs, axis=0)) == 600 * 599 // 2
    is_same = labels[seen.pairs[:, 0]] == labels[seen.pairs[:, 1]]
    for of_these, mean, std in ((is_same, 2.0, 0.5), (~is_same, -1.0, 2.0)):
        assert seen.scores[of_these].mean() == pytest.approx(mean, abs=4 * std / math.sqrt(of_these.sum()))
        assert seen.scores[of_these].std() == pytest.approx(std, rel=0.02)
    assert fr.solve(seen.problem()).n_clusters == 3


def test_partitions_come_from_the_uniform_prior():
    rng = np.random.default_rng(0)
    ks = [MODELS["coin"].sample(40, observed=0.0, seed=rng).labels.max() + 1 for _ in range(500)]
    prior = prior_on_clusters(40)
    assert np.mean(ks) == pytest.approx(prior.mean, abs=4 * prior.std / math.sqrt(500))


@pytest.mark.parametrize("share", [0.01, 0.03, 0.2, 0.9])
def test_a_share_of_the_pairs_is_seen(share):
    n = 500
    pairs = NORMAL.sample(n, observed=share, seed=1).pairs
    n_pairs = n * (n - 1) // 2
    assert len(pairs) == pytest.approx(share * n_pairs, abs=4 * math.sqrt(n_pairs * share * (1 - share)))
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert pairs.min() >= 0
    assert pairs.max() < n
    assert len(np.unique(pairs, axis=0)) == len(pairs)
    # Each node is in as many pairs as any other, but for chance.
    degrees = np.bincount(pairs.ravel(), minlength=n)
    assert np.ptp(degrees) < 9 * math.sqrt(n * share * (1 - share))


def test_a_small_share_of_very_many_pairs():
    pairs = NORMAL.sample(1_000_000, observed=1e-8, seed=0).pairs
    assert len(pairs) == pytest.approx(5000, abs=300)
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert pairs.max() < 1_000_000
    assert pairs[:, 1].mean() == pytest.approx(2e6 / 3, rel=0.03)  # of the larger of two


def test_given_pairs_may_repeat():
    seen = NORMAL.sample(4, labels=[0, 0, 1, 1], observed=[(0, 1), (1, 0), (2, 3)], seed=0)
    assert seen.pairs.tolist() == [[0, 1], [1, 0], [2, 3]]
    problem = seen.problem()
    assert problem.n_edges == 2
    for labels in partitions(4):
        assert seen.negative_log_posterior(labels) == pytest.approx(seen.constant + problem.energy(labels), abs=1e-9)


def test_no_nodes_and_no_pairs():
    for n in (0, 1, 5):
        seen = NORMAL.sample(n, observed=0.0)
        assert seen.constant == seen.negative_log_posterior(np.arange(n)) == pytest.approx(log_bell(n))
        assert seen.problem().n_nodes == n
    assert NORMAL.sample(0).labels.tolist() == []


def test_seed_decides_and_values_travel():
    one, same, other = (MODELS["beta"].sample(9, observed=0.5, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.scores, same.scores)
    assert not np.array_equal(one.labels, other.labels)
    copy = pickle.loads(pickle.dumps(one))
    assert copy.problem() == one.problem()


def test_what_was_seen_is_not_changed_from_outside():
    pairs, scores, labels = np.array([[0, 1], [1, 2]], np.int32), np.array([0.5, -2.0]), np.zeros(3, np.int32)
    seen = Observed(NORMAL, 3, pairs, scores, labels)
    before = seen.problem()
    pairs[0], scores[:], labels[:] = (0, 2), 9.0, 1
    assert seen.problem() == before == Observed(NORMAL, 3, seen.pairs, seen.scores).problem()
    assert seen.labels.tolist() == [0, 0, 0]
    for array in (seen.pairs, seen.scores, seen.labels):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_held_ends():
    model = PairModel(norm(1, 1), norm(-1, 1), low=-2, high=0.5)
    assert model.log_odds([-9, -2, 0, 0.5, 9]) == pytest.approx([-4, -4, 0, 1, 1])
    check_all_partitions(Observed(model, 4, [(0, 1), (1, 2), (2, 3)], [9.0, -1.0, 0.2]))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Observed(DensityRatio(norm(1, 1), norm()), 2, [(0, 1)], [0.1]),
            "model must be a PairModel, such as the model of a DensityRatio, got DensityRatio",
        ),
        (lambda: PairModel(norm(), norm(), low="a"), "low must be a number not above high, got 'a' and inf"),
        (lambda: NORMAL.sample(4).problem(max_weight="a"), "max_weight must be above 0 and finite, got 'a'"),
        (lambda: NORMAL.sample(None), "n_nodes must be a whole number of at least 0, got None"),
        (lambda: PairModel(norm(), 3), "f_minus must have logpdf .*, got 3"),
        (lambda: NORMAL.sample(-1), "n_nodes must be a whole number of at least 0, got -1"),
        (lambda: NORMAL.sample(2.5), "n_nodes must be a whole number of at least 0, got 2.5"),
        (lambda: NORMAL.sample(3, labels=[0, 1]), r"labels must have shape \(3,\), one per node, got \(2,\)"),
        (
            lambda: NORMAL.sample(3, observed=1.5),
            "observed must be a probability in 0..1 or a list of pairs, got 1.5",
        ),
        (lambda: NORMAL.sample(3, observed="all"), "observed must be a probability .*all"),
        (lambda: NORMAL.sample(3, observed=[(0, 3)]), "node ids must be in 0..2, got 3 at pair 0"),
        (lambda: NORMAL.sample(3, observed=[(0, 1), (2, 2)]), "a pair must have two nodes, got 2 twice at pair 1"),
        (lambda: NORMAL.sample(10**6), "observed=1 of 499999500000 pairs is more than .* share of at most 0.0001"),
        (lambda: NORMAL.sample(4).problem(max_weight=0.0), "max_weight must be above 0 and finite, got 0.0"),
        (lambda: NORMAL.sample(4).negative_log_posterior([0, 1]), r"labels must have shape \(4,\)"),
        (lambda: Observed(NORMAL, 3, [(0, 1)], [0.1, 0.2]), "one score per pair, got 2 scores and 1 pairs"),
        (lambda: Observed(NORMAL, 3, [(0, 1)], [np.nan]), "scores must be finite, got nan at pair 0"),
        (lambda: NORMAL.log_odds([0.0, np.inf]), "scores must be finite, got inf at pair 1"),
        (lambda: Observed(BOUNDED, 2, [(0, 1)], [1.5]).problem(), "both densities are 0 at 1.5 .score 0.; .* wider"),
        (lambda: BOUNDED.log_odds([0.5, -1.0]), "both densities are 0 at -1.0 .score 1."),
    ],
)
def test_bad_input_shows_the_value_and_the_place(make, message):
    with pytest.raises(ValueError, match=message):
        make()


class Lopsided:
    """A density that gives what it should not."""

    def __init__(self, value):
        self.value = value

    def logpdf(self, _scores):
        return self.value


def test_densities_that_are_none():
    with pytest.raises(ValueError, match="f_plus must have a finite density, got log nan at score 2.0"):
        PairModel(Lopsided(np.array([0.0, np.nan])), norm()).log_odds([1.0, 2.0])
    with pytest.raises(ValueError, match=r"f_minus must give one log density per score, got shape \(\) for \(1,\)"):
        PairModel(norm(), Lopsided(0.0)).log_odds([1.0])
    with pytest.raises(ValueError, match="f_plus must have rvs to draw scores"):
        PairModel(Lopsided(0.0), norm()).sample(3)
