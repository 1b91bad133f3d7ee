"""Components whose pairs stream from disk: energies, bounds and links are right, and nothing depends on the chunks."""

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.engines import budget as budget_module
from frenemy.engines.budget import Budget
from frenemy.engines.executors.executor import SerialExecutor
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, save_array
from frenemy.engines.streamed import multilevel, row_files
from frenemy.engines.streamed.pair_source import LargePairs, PairFile
from frenemy.engines.streamed.solve_large import solve_large
from frenemy.solvers.automatic import SMALL_GROUPS


def little(n_pairs):
    """Memory for so many pairs per task, which is enough for the nodes."""
    return Budget(8 * 150 * n_pairs)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setattr(budget_module, "_PAIRS_ALONE", 1)
    monkeypatch.setattr(budget_module, "_NODE_BYTES", 1)


def solved(folder, u, v, w, n, *, missing=0.0, together=(), apart=(), n_pairs=10, n_chunks=2, executor=None):
    folder = folder / "frenemy-scratch-of-test"  # as of a temporary scratch folder, so files are not synced
    files = [folder / f"pairs-{at}.npy" for at in range(n_chunks)]
    for file, rows in zip(files, np.array_split(np.arange(len(u)), n_chunks), strict=True):
        save_array(file, pair_array(u[rows], v[rows], w[rows] - missing))
    links = []
    for name, ends in (("together", together), ("apart", apart)):
        links.append(folder / f"{name}.npy")
        save_array(links[-1], np.array(ends, np.int32).reshape(-1, 2))
    stages = CheckpointedStages(folder, executor or SerialExecutor())
    pairs = LargePairs(tuple(map(PairFile, files)), n, missing, *links)
    found = solve_large(stages, pairs, solver=SMALL_GROUPS, seed=0, budget=little(n_pairs))
    unlisted = 0.5 * n * (n - 1) * missing
    return (
        np.array(open_array(found.clusters)),
        found.cut - missing * found.n_inside + unlisted,
        found.bound + unlisted,
    )


def optimum(problem, is_allowed):
    """The lowest energy of all clusterings that are allowed."""
    n = problem.n_nodes
    best = np.inf
    for labels in itertools.product(*(range(i + 1) for i in range(n))):
        if all(label <= max(labels[:i], default=-1) + 1 for i, label in enumerate(labels)) and is_allowed(labels):
            best = min(best, problem.energy(np.array(labels)))
    return best


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(seed=st.integers(0, 10_000), missing=st.sampled_from([0.0, -0.5]), has_links=st.booleans())
def test_tiny_problems_against_all_clusterings(tmp_path_factory, seed, missing, has_links):
    rng = np.random.default_rng(seed)
    n = 7
    u, v = np.triu_indices(n, 1)
    chosen = rng.random(len(u)) < 0.7
    chosen[:: n - 1] = True
    u, v = u[chosen], v[chosen]
    w = np.round(rng.normal(0.3, 1.0, len(u)), 2)
    together = [(0, 1)] if has_links else []
    apart = [(2, 3), (1, 4)] if has_links else []
    labels, energy, bound = solved(
        tmp_path_factory.mktemp("tiny"), u, v, w, n, missing=missing, together=together, apart=apart, n_pairs=5
    )
    problem = fr.Problem.from_edges(u, v, w, n_nodes=n, missing=missing)

    def is_allowed(given_labels):
        return all(given_labels[i] == given_labels[j] for i, j in together) and all(
            given_labels[i] != given_labels[j] for i, j in apart
        )

    best = optimum(problem, is_allowed)
    assert is_allowed(labels)
    assert energy == pytest.approx(problem.energy(labels), abs=1e-9)
    assert bound <= best + 1e-9
    assert energy >= best - 1e-9


def planted_pairs(seed, n=400, k=16):
    rng = np.random.default_rng(seed)
    group = rng.integers(0, k, n)
    u, v = rng.integers(0, n, (2, 12 * n))
    near = rng.random(len(u)) < 0.5
    members = [np.flatnonzero(group == c) for c in range(k)]
    v[near] = [rng.choice(members[group[i]]) for i in u[near]]
    keys = np.unique(np.sort(np.stack((u, v), axis=1), axis=1)[u != v], axis=0)
    u, v = rng.permutation(keys).T
    sign = np.where(group[u] == group[v], 1.0, -1.0) * np.where(rng.random(len(u)) < 0.15, -1.0, 1.0)
    return u, v, sign * rng.uniform(0.5, 1.5, len(u)), n


@pytest.mark.parametrize("missing", [0.0, -0.02])
def test_a_planted_component_is_solved_as_well_as_in_memory(tmp_path, missing):
    u, v, w, n = planted_pairs(1)
    labels, energy, bound = solved(tmp_path, u, v, w, n, missing=missing, n_pairs=1000, n_chunks=3)
    problem = fr.Problem.from_edges(u, v, w, n_nodes=n, missing=missing)
    in_memory = fr.solve(problem).energy
    assert energy == pytest.approx(problem.energy(labels), rel=1e-9)
    assert energy <= in_memory + 0.005 * abs(in_memory)
    assert bound <= in_memory


def test_labels_do_not_depend_on_how_pairs_and_rows_are_cut(tmp_path, monkeypatch):
    u, v, w, n = planted_pairs(2)
    expected = None
    for at, (n_chunks, max_entries) in enumerate(((1, 1 << 19), (3, 64))):
        monkeypatch.setattr(row_files, "_MAX_ENTRIES", max_entries)
        folder = tmp_path / str(at)
        labels, energy, _ = solved(folder, u, v, w, n, n_pairs=1000, n_chunks=n_chunks)
        expected = expected or (labels.tolist(), energy)
        assert labels.tolist() == expected[0]
        assert energy == pytest.approx(expected[1], rel=1e-12)


def test_nodes_with_very_many_pairs(tmp_path):
    """The rows of hubs have more entries than a task holds pairs."""
    rng = np.random.default_rng(3)
    n = 200
    u = np.concatenate((np.zeros(n - 1, int), np.arange(1, n - 1)))
    v = np.concatenate((np.arange(1, n), np.arange(2, n)))
    w = rng.normal(0.0, 1.0, len(u))
    labels, energy, bound = solved(tmp_path, u, v, w, n, n_pairs=20)
    problem = fr.Problem.from_edges(u, v, w, n_nodes=n)
    best = fr.solve(problem).energy
    assert energy == pytest.approx(problem.energy(labels), rel=1e-9)
    assert energy <= best + 0.02 * abs(best)
    assert bound <= best


def power_law_pairs(seed, n=3000, n_pairs=12_000):
    """Pairs of random sign, whose ends are drawn in proportion to weights that fall as a power."""
    rng = np.random.default_rng(seed)
    shares = (np.arange(n) + 10.0) ** -0.7
    u, v = rng.choice(n, (2, n_pairs), p=shares / shares.sum())
    u, v = np.unique(np.sort(np.stack((u, v), axis=1), axis=1)[u != v], axis=0).T
    return u, v, rng.choice([-1.0, 1.0], len(u)), n


def test_clusters_around_hubs_do_not_swallow_all(tmp_path):
    """From singletons, the energy is 6 % above that in memory."""
    u, v, w, n = power_law_pairs(6)
    labels, energy, _ = solved(tmp_path, u, v, w, n, n_pairs=8000)
    problem = fr.Problem.from_edges(u, v, w, n_nodes=n)
    in_memory = fr.solve(problem).energy
    assert energy == pytest.approx(problem.energy(labels), rel=1e-9)
    assert energy <= in_memory + 0.03 * abs(in_memory)


def test_all_nodes_must_be_together(tmp_path):
    u, v, w = np.array([0, 1, 0]), np.array([1, 2, 2]), np.array([1.0, -2.0, 3.0])
    labels, energy, bound = solved(tmp_path, u, v, w, 4, missing=-1.0, together=[(0, 1), (1, 2)], n_pairs=1)
    assert labels.tolist() == [0, 0, 0, 3]
    assert energy == pytest.approx(-3.0)  # three unlisted pairs with node 3
    assert bound <= energy


class Dying:
    """Ends the run before the task of a number."""

    def __init__(self, last):
        self.left = last

    def run(self, tasks, *, stage):  # noqa: ARG002
        for at, task in enumerate(tasks):
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            yield at, task()


@pytest.mark.parametrize("has_hubs", [False, True])
def test_a_run_goes_on_wherever_it_was_ended(tmp_path, monkeypatch, has_hubs):
    monkeypatch.setattr(multilevel, "_ENTRIES_PER_TASK", 1)
    monkeypatch.setattr(multilevel, "_SWEEPS_WITH_HUBS", 5)
    u, v, w, n = power_law_pairs(4, n=100, n_pairs=250) if has_hubs else planted_pairs(4, n=40, k=4)
    expected = solved(tmp_path / "whole", u, v, w, n, n_pairs=100)[0].tolist()
    for last in itertools.count(3, 17):
        folder = tmp_path / str(last)
        try:
            labels = solved(folder, u, v, w, n, n_pairs=100, executor=Dying(last))[0]
        except KeyboardInterrupt:
            labels = solved(folder, u, v, w, n, n_pairs=100)[0]
        else:
            break
        assert labels.tolist() == expected
    assert last > 20


def test_too_many_nodes_for_the_memory(monkeypatch):
    monkeypatch.setattr(budget_module, "_NODE_BYTES", 64)
    Budget(10**9).check_nodes(7_000_000)
    with pytest.raises(MemoryError, match=r"have 8,000,000 nodes.*0\.5 GB.*memory_limit to at least 1\.0 GB"):
        Budget(10**9).check_nodes(8_000_000)
