"""The arithmetic of the kernels: the twin against the core and against definitions, and the card against the twin."""

import numpy as np
import pytest
from reference import least_energy, pair_weights, partitions, random_problem, same_partition
from twin import State, TwinKernels, accepted, proposals

import frenemy as fr
from frenemy.solvers.gpu.card_kernels import CardKernels
from frenemy.solvers.gpu.dominated_nodes import without_dominated
from frenemy.solvers.gpu.level import FixedPoint
from frenemy.solvers.gpu.problem_on_card import problem_on_card
from frenemy.solvers.gpu.search import Search


def level_of(problem):
    return problem_on_card(problem, TwinKernels()).level


def round_problem(n, n_edges, seed, missing=0.0):
    """Weights that fixed point keeps as they are."""
    rng = np.random.default_rng(seed)
    u, v = rng.integers(n, size=(2, n_edges))
    keep = u != v
    w = rng.integers(-9, 10, size=int(keep.sum())).astype(float)
    return fr.Problem.from_edges(u[keep], v[keep], w, n_nodes=n, missing=missing)


@pytest.mark.parametrize("missing", [0.0, -1.0, 0.5])
def test_a_proposal_is_the_best_move(missing):
    problem = round_problem(40, 200, seed=1, missing=missing)
    level, w = level_of(problem), pair_weights(problem)
    labels = np.random.default_rng(2).integers(10, size=40)
    target, gain = proposals(level, State(level, labels), 0, 7, None, False)
    scale = level.missing / missing if missing else level.weights.max() / w.max()
    for i in range(40):
        attraction = np.bincount(labels, weights=w[i], minlength=10)
        best = max(attraction.max(), 0.0)  # or alone
        assert gain[i] == pytest.approx(scale * (best - attraction[labels[i]]), abs=1e-6 * scale)
        assert (target[i] == labels[i]) == (gain[i] == 0)


def test_noise_draws_from_the_heat_bath():
    """A node between two clusters that attract it by 1 and 2 chooses the second e times as often at temperature 1."""
    n = 20_000
    u = np.repeat(np.arange(n) * 3, 2)
    v = u + np.tile([1, 2], n)
    problem = fr.Problem.from_edges(u, v, np.tile([1.0, 2.0], n), n_nodes=3 * n)
    level = level_of(problem)
    one = int(level.weights.min())
    state = State(level, np.arange(3 * n))
    target, _ = proposals(level, state, one, 3, None, False)
    middle = np.arange(n) * 3
    share = np.count_nonzero(target[middle] == middle + 2) / np.count_nonzero(target[middle] == middle + 1)
    assert share == pytest.approx(np.e, rel=0.05)


@pytest.mark.parametrize("seed", range(5))
def test_what_moves_at_once_gains_at_least_what_each_gains_alone(seed):
    problem = round_problem(200, 1500, seed=seed)
    level = level_of(problem)
    scale = level.weights.max() / problem.edges()[2].max()
    state = State(level, np.random.default_rng(seed).integers(40, size=200))
    for sweep in range(5):
        target, gain = proposals(level, state, 0, sweep, None, False)
        moves = accepted(level, state, target, gain, 0, sweep, None)
        after = np.where(moves, target, state.labels)
        fell = problem.energy(state.labels) - problem.energy(after)
        assert fell * scale >= gain[moves].sum() - 1e-6
        assert moves.any() == (gain > 0).any()
        state.labels = after


@pytest.mark.parametrize("missing", [0.0, -0.5])
def test_contraction_is_that_of_the_core(missing):
    problem = round_problem(100, 800, seed=3, missing=missing)
    labels = problem.check_labels(np.random.default_rng(4).integers(20, size=100))
    n_clusters = int(labels.max()) + 1
    level = level_of(problem)
    small = TwinKernels().contract(level, labels, n_clusters)
    core = problem.graph.contract(labels, n_clusters)
    scale = np.abs(level.weights).max() / np.abs(problem.graph.weights).max()
    a, b = np.zeros((2, n_clusters, n_clusters))
    for matrix, rows, factor in ((a, small, 1.0), (b, core, scale)):
        matrix[np.repeat(np.arange(n_clusters), np.diff(rows.offsets)), rows.neighbors] = factor * rows.weights
    assert np.array_equal(a, b)
    if missing:
        assert np.array_equal(small.sizes, core.sizes)


@pytest.mark.parametrize("missing", [0.0, -1.0, 0.5])
def test_contraction_leaves_out_pairs_of_what_nothing_attracts(missing):
    u, v, w = [0, 0, 1, 2, 3], [1, 2, 3, 3, 4], [2.0, -1.0, 1.0, -3.0, -1.0]
    level = level_of(fr.Problem.from_edges(u, v, w, missing=missing))
    small = TwinKernels().contract(level, np.array([0, 0, 1, 2, 3], np.int32), 4)
    lengths = np.diff(small.offsets).tolist()
    # 0 and 1 attract 3; 2 and 4 attract nothing. Where unlisted pairs attract, all may still join.
    assert lengths == ([2, 2, 3, 1] if missing > 0.0 else [1, 0, 1, 0])
    if missing > 0.0:
        return
    together = np.zeros(4, np.int32)
    labels, _ = TwinKernels().moved(small, together, temperatures=[], n_descents=0, key=0)
    assert same_partition(labels, [0, 1, 0, 2])


@pytest.mark.parametrize("missing", [0.0, -0.5])
def test_copies_are_the_problem_several_times(missing):
    problem = round_problem(60, 400, seed=9, missing=missing)
    kernels = TwinKernels()
    card = problem_on_card(problem, kernels)
    level = kernels.copies(card.level, 3)
    labels, n_clusters = kernels.moved(level, None, temperatures=[], n_descents=20, key=1)
    each = labels.reshape(3, 60)
    assert len(set(each[0]) | set(each[1]) | set(each[2])) == sum(len(set(own)) for own in each)  # none is in two
    assert card.energies(labels, n_clusters, 3) == pytest.approx([problem.energy(own) for own in each])


@pytest.mark.parametrize("missing", [0.0, -0.1])
def test_the_best_of_many_gets_better_and_better(missing):
    problem = random_problem(80, 600, seed=10, missing=missing)
    search = Search(problem_on_card(problem, TwinKernels()), fr.Run(seed=1))
    energies = [found.energy for found in search.best_of(8)]
    assert len(energies) == 4
    assert energies == sorted(energies, reverse=True)
    assert energies[-1] <= search.made().energy + 0.05 * abs(energies[-1])


@pytest.mark.parametrize("n_fitting", [0, 1])
def test_a_card_without_memory_for_copies(n_fitting):
    class Full(TwinKernels):
        n_made = 0

        def copies(self, level, n_copies):
            self.n_made += 1
            if self.n_made > n_fitting:
                raise MemoryError
            return super().copies(level, n_copies)

    problem = random_problem(40, 200, seed=10)
    found = list(Search(problem_on_card(problem, Full()), fr.Run(seed=1)).best_of(4))
    assert found[-1].energy == pytest.approx(problem.energy(found[-1].labels))


@pytest.mark.parametrize("seed", range(20))
def test_dominated_nodes_are_together_in_a_best_clustering(seed):
    problem = round_problem(9, 14, seed=seed)
    contracted = without_dominated(problem_on_card(problem, TwinKernels()))
    small = contracted.card.level
    assert contracted.parts is not None
    lowest = min(problem.energy(contracted.lifted(np.asarray(labels))) for labels in partitions(small.n_nodes))
    assert lowest == pytest.approx(least_energy(problem))
    start = np.random.default_rng(seed).integers(4, size=9).astype(np.int32)
    assert problem.energy(contracted.lifted(contracted.projected(start))) <= problem.energy(start) + 1e-9
    labels = np.arange(2 * small.n_nodes).astype(np.int32)
    lifted = contracted.lifted(labels[: small.n_nodes])
    assert contracted.card.energies(labels, 2 * small.n_nodes, 2) == pytest.approx([problem.energy(lifted)] * 2)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_equal_weights_around_a_circle(n):
    ends = np.arange(n)
    problem = fr.Problem.from_edges(ends, np.roll(ends, 1), np.ones(n))
    contracted = without_dominated(problem_on_card(problem, TwinKernels()))
    assert contracted.card.level.n_nodes == 1


@pytest.mark.parametrize("missing", [-0.5, 0.5])
def test_with_unlisted_weights_no_node_is_dominated(missing):
    card = problem_on_card(round_problem(9, 14, seed=1, missing=missing), TwinKernels())
    assert without_dominated(card).card is card


def test_parts_stay_within_walls():
    level = level_of(round_problem(100, 800, seed=5))
    walls = np.random.default_rng(6).integers(5, size=100)
    parts, _ = TwinKernels().moved(level, None, temperatures=[], n_descents=8, key=1, walls=walls)
    assert len(np.unique(parts)) == len(np.unique(parts.astype(np.int64) * 5 + walls))


def test_overlay_is_what_both_agree_on():
    a, b = np.random.default_rng(7).integers(6, size=(2, 100)).astype(np.int32)
    parts, n_parts = TwinKernels().overlay(a, b)
    assert same_partition(parts, a * 6 + b)
    assert n_parts == parts.max() + 1


@pytest.mark.parametrize("largest", [1.0, 1e-300, 1e300, 3e7])
def test_fixed_point_holds_any_row(largest):
    for longest_row in (1, 20, 5000, 10**6):
        fixed = FixedPoint.of(largest, largest / 3, longest_row, 10 * longest_row)
        row = largest * fixed.scale * longest_row
        assert row < (2**28 if fixed.is_small else 2**45)
        assert largest * fixed.scale >= 2**14


# ---------------------------------------------------------------------------------------------------------- the card


def hub_problem():
    """A node with 5000 pairs, one with 1500, some with 100, and many with a few."""
    rng = np.random.default_rng(8)
    u = np.concatenate((np.zeros(5000), np.ones(1500), rng.integers(2, 30, 3000), rng.integers(6000, size=12_000)))
    v = np.concatenate(
        (np.arange(1, 5001), np.arange(100, 1600), rng.integers(30, 6000, 3000), rng.integers(6000, size=12_000))
    )
    keep = u != v
    return fr.Problem.from_edges(
        u[keep].astype(int), v[keep].astype(int), rng.normal(size=int(keep.sum())), n_nodes=6000
    )


def hubs_that_repel():
    """Thousands of nodes that nothing attracts, around clusters that are large enough for tables in global memory."""
    rng = np.random.default_rng(9)
    u = np.concatenate((rng.integers(300, size=20_000), rng.integers(3, size=9000)))
    v = np.concatenate((rng.integers(300, size=20_000), rng.integers(300, 9000, 9000)))
    w = np.concatenate((rng.normal(0.2, 1.0, 20_000), -rng.random(9000)))
    keep = u != v
    return fr.Problem.from_edges(u[keep], v[keep], w[keep], n_nodes=9000)


CASES = {
    "short rows": lambda: random_problem(3000, 12_000, seed=1),
    "medium rows": lambda: random_problem(500, 25_000, seed=2),
    "long rows": lambda: random_problem(1200, 400_000, seed=3),
    "hubs": hub_problem,
    "hubs that repel": hubs_that_repel,
    "unlisted pairs repel": lambda: random_problem(1000, 8000, seed=4, missing=-0.05),
    "unlisted pairs attract": lambda: random_problem(300, 2000, seed=5, missing=0.01),
    "weights far apart": lambda: fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1e9, -1e-3, 2e-3, -1.0]),
}


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize("case", CASES)
def test_the_card_gives_the_labels_of_the_twin(case):
    problem = CASES[case]()
    found = []
    for kernels in (TwinKernels(), CardKernels()):
        contracted = without_dominated(problem_on_card(problem, kernels))
        search = Search(contracted.card, fr.Run(seed=3))
        best = search.improved(search.recombined(search.made(), search.fresh(4)))
        found.append((kernels.to_host(contracted.lifted(best.labels)), best.energy))
    assert np.array_equal(found[0][0], found[1][0])
    assert found[1][1] == pytest.approx(problem.energy(found[1][0]), rel=1e-9)


@pytest.mark.usefixtures("card")
def test_pairs_on_the_card_stay_there():
    import cupy

    problem = random_problem(2000, 16_000, seed=6)
    u, v, w = map(cupy.asarray, problem.edges())
    result = fr.solve_on_card(u, v, w, n_nodes=2000)
    assert isinstance(result.labels, cupy.ndarray)
    assert result.energy == pytest.approx(problem.energy(result.labels.get()), rel=1e-9)
    again = fr.solve_on_card(*problem.edges(), n_nodes=2000)  # rows in another order
    assert np.array_equal(result.labels.get(), again.labels.get())
    assert result.energy <= 0.97 * fr.solve(problem, fr.Multilevel()).energy


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize("missing", [-0.05, 0.01])
def test_pairs_on_the_card_with_unlisted_ones(missing):
    problem = random_problem(300, 2000, seed=7, missing=missing)
    result = fr.solve_on_card(*problem.edges(), n_nodes=300, missing=missing)
    assert result.energy == pytest.approx(problem.energy(result.labels.get()), rel=1e-9)


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize(
    ("u", "v", "w", "message"),
    [
        ([0, 1], [1, 5], [1.0, 1.0], "node ids must be in 0..2, got 1 and 5 at edge 1"),
        ([0, 1], [1, 2], [1.0, np.nan], "weights must be finite, got nan at edge 1"),
        ([0, -1], [1, 2], [1.0, 1.0], "node ids must be in 0..2147483646, got -1 at edge 1 of u"),
        ([0, 1], [1], [1.0, 1.0], "u, v and w must have the same length, got 2, 1 and 2"),
    ],
)
def test_pairs_that_make_no_sense(u, v, w, message):
    with pytest.raises(ValueError, match=message):
        fr.solve_on_card(np.array(u), np.array(v), np.array(w), n_nodes=3)
