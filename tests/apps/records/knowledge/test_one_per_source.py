"""Records of a source repel each other, softly, and not all pairs are stored."""

import numpy as np
import pytest
from reference import least_energy, partitions, random_problem

import frenemy as fr
from frenemy.apps.records.knowledge.one_per_source import one_per_source, solve_one_per_source


def solved(problem):
    return fr.solve(problem).labels


def best(problem):
    """By brute force, under must-links."""
    kept = problem.constraints
    tied = [] if kept is None else kept.links.tolist()
    keeping = (labels for labels in partitions(problem.n_nodes) if all(labels[i] == labels[j] for i, j in tied))
    return min(keeping, key=problem.energy)


def all_stored(problem, sources, weight):
    low, high = np.triu_indices(problem.n_nodes, 1)
    same = (sources[low] == sources[high]) & (sources[low] >= 0)
    u, v, w = problem.edges()
    missing = problem.missing
    table = {(a, b): x for a, b, x in zip(u.tolist(), v.tolist(), w.tolist(), strict=True)}
    for a, b in zip(low[same].tolist(), high[same].tolist(), strict=True):
        table[a, b] = table.get((a, b), missing) - weight
    ends = np.array(list(table)).reshape(-1, 2)
    return fr.Problem.from_edges(ends[:, 0], ends[:, 1], list(table.values()), n_nodes=problem.n_nodes, missing=missing)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("max_pairs", [10**6, 0])
def test_as_good_as_with_all_pairs(seed, max_pairs):
    """If each solve is the best there is, so is the result: for the problem with all pairs of all sources."""
    problem = random_problem(7, 11, seed, mean=0.4, missing=-0.1 * (seed % 2))
    sources = np.random.default_rng(seed).integers(-1, 3, 7)
    kept = solve_one_per_source(problem, sources, weight=0.8, solve=best, max_pairs=max_pairs)
    full = all_stored(problem, sources, 0.8)
    assert kept.is_complete
    assert full.energy(kept.labels) == pytest.approx(least_energy(full), abs=1e-9)


def test_must_links_between_parts_count():
    """No attracting pair leads from 0 to 3, but a must-link does."""
    problem = fr.constraints.must_link(fr.Problem.from_edges([0, 2], [1, 3], [2.0, 2.0]), [(1, 2)])
    for max_pairs in (10**6, 0):
        kept = solve_one_per_source(problem, [0, -1, -1, 0], weight=9.0, solve=best, max_pairs=max_pairs)
        assert kept.labels[0] != kept.labels[3]
        assert kept.labels[1] == kept.labels[2]
        assert kept.is_complete


def test_constraints_stay():
    problem = fr.constraints.cannot_link(fr.Problem.from_edges([0, 1], [1, 2], [1.0, 2.0]), [(0, 2)])
    kept = solve_one_per_source(problem, [0, 1, 2], weight=1.0, solve=solved)
    assert kept.problem.constraints == problem.constraints
    assert kept.n_pairs == 0


def test_a_large_source_in_one_part():
    """100,000 records of two sources in one connected part: 2.5 billion pairs of a source, of which few are stored."""
    n = 100_000
    rng = np.random.default_rng(0)
    shop, bank = np.arange(0, n, 2), np.arange(1, n, 2)
    bridges = rng.permutation(bank[:-1])[: n // 4]
    u = np.concatenate((shop, bridges))
    v = np.concatenate((bank, bridges + 1))
    weight = np.concatenate((np.full(len(shop), 4.0), np.full(len(bridges), 2.5)))
    # A cycle through all records, weak: one part.
    around = np.arange(n)
    problem = fr.Problem.from_edges(
        np.concatenate((u, around)),
        np.concatenate((v, (around + 1) % n)),
        np.concatenate((weight, np.full(n, 0.1))),
        missing=-0.001,
    )
    sources = np.arange(n) % 2
    kept = solve_one_per_source(problem, sources, weight=3.0, solve=solved, max_pairs=n)
    assert kept.is_complete
    assert kept.n_pairs < 10 * n
    sizes = np.bincount(np.unique(kept.labels * 2 + sources, return_inverse=True)[1])
    assert (sizes > 1).mean() < 0.01
    assert kept.labels.max() + 1 == pytest.approx(n / 2, rel=0.02)


def test_hard():
    problem = fr.Problem.from_edges([0, 1], [1, 2], [2.0, 1.0])
    labels = fr.solve(one_per_source(problem, np.array(["a", "b", "a"]))).labels
    assert labels.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("sources", "weight", "message"),
    [
        ([0, 1], 1.0, r"sources must have shape \(3,\), one per record, got \(2,\)"),
        ([0, 1, 0.5], 1.0, "sources must be whole numbers, got 0.5 at record 2"),
        ([0, 1, 0], -1.0, "weight must be a finite number of nats of at least 0, got -1"),
        ([0, 1, 0], np.nan, "weight must be a finite number of nats of at least 0, got nan"),
    ],
)
def test_bad_input(sources, weight, message):
    problem = fr.Problem.from_edges([0, 1], [1, 2], [2.0, 1.0])
    with pytest.raises(ValueError, match=message):
        solve_one_per_source(problem, sources, weight=weight, solve=solved)
