"""From files, in pieces: the same answer as in memory."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy import constraints

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from frenemy.engines import budget  # noqa: E402
from frenemy.engines import solve_dataset as module  # noqa: E402
from frenemy.engines.budget import Budget  # noqa: E402
from frenemy.solvers.automatic import SMALL_GROUPS  # noqa: E402

SMALL = Budget(8 * 150 * 40)  # 40 pairs a task, 30 rows a chunk, 60 ids at once
MEDIUM = Budget(8 * 150 * 150)


@pytest.fixture
def small_tasks(monkeypatch):
    """As if there was hardly any memory."""
    monkeypatch.setattr(module, "read_memory", lambda limit: SMALL)  # noqa: ARG005


@pytest.fixture
def medium_tasks(monkeypatch):
    monkeypatch.setattr(module, "read_memory", lambda limit: MEDIUM)  # noqa: ARG005


small = pytest.mark.usefixtures("small_tasks")


def pairs_of_groups(rng, n_groups, size, noise=0.0, strangers=3.0):
    """Groups of nodes that attract each other, pairs between them that repel, and some that are wrong."""
    n = n_groups * size
    group = np.arange(n) // size
    u, v = np.triu_indices(n, 1)
    kept = rng.random(len(u)) < np.where(group[u] == group[v], 0.9, strangers / n)
    u, v = u[kept], v[kept]
    w = np.where(group[u] == group[v], 2.0, -1.0) + rng.normal(0.0, 1.0, len(u))
    wrong = rng.random(len(u)) < noise
    w[wrong] = -w[wrong]
    return u, v, np.round(w, 3), n


def written(folder, u, v, w, *, text=False, n_files=3, rows=25, column="weight"):
    folder.mkdir(exist_ok=True)
    ids = [f"id {i:04d} é" for i in range(int(max(u.max(), v.max())) + 1)] if text else None
    for at, rows_of_file in enumerate(np.array_split(np.arange(len(u)), n_files)):
        table = pa.table(
            {
                "id_1": [ids[i] for i in u[rows_of_file]] if text else u[rows_of_file],
                "id_2": [ids[i] for i in v[rows_of_file]] if text else v[rows_of_file],
                column: w[rows_of_file],
            }
        )
        pq.write_table(table, folder / f"{at}.parquet", row_group_size=rows)
    return folder


def labels_by_node(result, n):
    table = result.table()
    ids = table.column("id").to_pylist()
    nodes = [int(i.split()[1]) if isinstance(i, str) else i for i in ids]
    labels = np.full(n, -1)
    labels[nodes] = table.column("cluster_id").to_numpy()
    return labels


def in_memory(u, v, w, n, missing):
    """With the nodes in the order in which they are seen, as in a table."""
    seen = np.stack((u, v), axis=1).ravel()
    order = seen[np.sort(np.unique(seen, return_index=True)[1])]
    place = np.empty(n, int)
    place[order] = np.arange(n)
    ordered = fr.solve(fr.Problem.from_edges(place[u], place[v], w, n_nodes=n, missing=missing), SMALL_GROUPS)
    problem = fr.Problem.from_edges(u, v, w, n_nodes=n, missing=missing)
    return problem, ordered.labels[place], ordered.energy


@pytest.mark.parametrize(("text", "missing"), [(False, 0.0), (True, -0.5)], ids=["numbers", "texts"])
@pytest.mark.usefixtures("medium_tasks")
def test_as_in_memory(tmp_path, text, missing):
    u, v, w, n = pairs_of_groups(np.random.default_rng(0), 90, 4, noise=0.05, strangers=0.6)
    result = fr.solve_dataset(
        written(tmp_path / "in", u, v, w, text=text), tmp_path / "out", calibration="none", missing=missing
    )
    problem, expected, energy = in_memory(u, v, w, n, missing)
    labels = labels_by_node(result, n)
    assert result.n_tasks > 1
    assert result.n_large == 0
    assert result.energy == pytest.approx(problem.energy(labels), rel=1e-9)
    assert result.lower_bound <= result.energy
    assert result.n_clusters == len(np.unique(labels)) == labels.max() + 1
    assert result.n_single == int((np.bincount(labels) == 1).sum())
    assert result.largest == np.bincount(labels).max()
    assert labels.tolist() == expected.tolist()
    assert result.energy == pytest.approx(energy, rel=1e-9)


@small
def test_identical_whatever_the_pieces(tmp_path):
    u, v, w, n = pairs_of_groups(np.random.default_rng(1), 20, 3)
    found = [
        labels_by_node(fr.solve_dataset(written(tmp_path / f"{k}", u, v, w, n_files=k), tmp_path / f"out{k}"), n)
        for k in (1, 4)
    ]
    assert found[0].tolist() == found[1].tolist()


@pytest.mark.parametrize("missing", [0.0, -0.3])
@pytest.mark.parametrize("shares", [1, 6])
@small
def test_a_part_too_large_for_a_task(tmp_path, monkeypatch, missing, shares):
    monkeypatch.setattr(budget, "_PAIRS_ALONE", shares)
    rng = np.random.default_rng(2)
    u, v, w, n = pairs_of_groups(rng, 30, 5, noise=0.15)
    result = fr.solve_dataset(written(tmp_path / "in", u, v, w), tmp_path / "out", calibration="none", missing=missing)
    problem, _, energy = in_memory(u, v, w, n, missing)
    labels = labels_by_node(result, n)
    assert result.n_large > 0
    assert result.energy == pytest.approx(problem.energy(labels), rel=1e-9)
    assert result.lower_bound <= energy + 1e-9
    one_each = problem.energy(np.arange(n))
    assert result.energy <= energy + 0.03 * abs(one_each - energy)


@pytest.mark.parametrize("missing", [0.0, -0.3])
def test_a_part_that_fits_alone_is_solved_as_in_memory(tmp_path, monkeypatch, missing):
    """Beside small ones, with a pair that is listed twice."""
    monkeypatch.setattr(module, "read_memory", lambda limit: Budget(8 * 150 * 100))  # noqa: ARG005
    u, v, w, n = pairs_of_groups(np.random.default_rng(4), 12, 6, noise=0.2, strangers=6.0)
    u, v = np.concatenate((u, n + u[:3])), np.concatenate((v, n + v[:3]))
    again = np.append(np.arange(len(u)), 0), np.concatenate((w, w[:3], w[:1]))
    file = written(tmp_path / "in", u[again[0]], v[again[0]], again[1])
    stages = []
    options = {"calibration": "none", "missing": missing}
    result = fr.solve_dataset(file, tmp_path / "out", on_stage=lambda name, _done: stages.append(name), **options)
    assert result.n_large == 1
    assert "solve alone" in stages
    assert not any(name.startswith("large") for name in stages)
    labels = labels_by_node(result, 2 * n)
    nodes = list(dict.fromkeys(np.stack((u, v), axis=1).ravel().tolist()))  # as they are seen
    place = np.full(2 * n, -1)
    place[nodes] = np.arange(len(nodes))
    large = fr.Problem.from_edges(place[u[: len(w)]], place[v[: len(w)]], w, missing=missing)
    expected = fr.solve(large, seed=0).labels
    found = np.unique(labels[nodes[: large.n_nodes]], return_inverse=True)[1]
    assert found.tolist() == np.unique(expected, return_inverse=True)[1].tolist()
    whole = fr.Problem.from_edges(place[u], place[v], np.concatenate((w, w[:3])), missing=missing)
    assert result.energy == pytest.approx(whole.energy(labels[nodes]), rel=1e-9)
    assert result.lower_bound <= result.energy


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10_000),
    missing=st.sampled_from([0.0, -0.4]),
    noise=st.sampled_from([0.0, 0.2]),
    shares=st.sampled_from([1, 6]),
)
def test_energies_are_right_and_links_hold(tmp_path_factory, seed, missing, noise, shares):
    rng = np.random.default_rng(seed)
    folder = tmp_path_factory.mktemp("dataset")
    u, v, w, n = pairs_of_groups(rng, int(rng.integers(2, 14)), int(rng.integers(2, 7)), noise)
    u, v, w = (np.concatenate((values, again)) for values, again in ((u, v[:5]), (v, u[:5]), (w, -w[:5])))
    present = np.unique(np.concatenate((u, v)))
    truth = rng.integers(0, max(2, n // 3), n)
    ends = rng.choice(present, (4, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    same = truth[ends[:, 0]] == truth[ends[:, 1]]
    links = {
        name: pa.table({"id_1": ends[chosen, 0], "id_2": ends[chosen, 1]})
        for name, chosen in (("must_link", same), ("cannot_link", ~same))
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "read_memory", lambda limit: SMALL)  # noqa: ARG005
        patch.setattr(budget, "_PAIRS_ALONE", shares)
        result = fr.solve_dataset(
            written(folder / "in", u, v, w), folder / "out", calibration="none", missing=missing, **links
        )
    labels = labels_by_node(result, n)[present]
    place = {int(node): at for at, node in enumerate(present)}
    together = [place[int(a)] for a in ends[:, 0]], [place[int(b)] for b in ends[:, 1]]
    assert ((labels[together[0]] == labels[together[1]]) == same).all()
    scores: dict[tuple[int, int], list[float]] = {}
    for a, b, score in zip(u.tolist(), v.tolist(), w.tolist(), strict=True):
        scores.setdefault((place[min(a, b)], place[max(a, b)]), []).append(score)
    means = [sum(rows) / len(rows) for rows in scores.values()]
    problem = fr.Problem.from_edges(*zip(*scores, strict=True), means, n_nodes=len(present), missing=missing)
    assert result.left_out.n_pairs == len(scores)
    assert result.left_out.repeated_rows == len(w) - len(scores)
    assert result.left_out.differing_pairs == sum(len(set(rows)) > 1 for rows in scores.values())
    assert result.energy == pytest.approx(problem.energy(labels), rel=1e-9, abs=1e-9)
    linked = np.stack(together, axis=1)
    tied = constraints.cannot_link(constraints.must_link(problem, linked[same]), linked[~same])
    other = problem.energy(fr.solve(tied).labels)  # as good as any that keeps the links
    assert result.lower_bound <= min(other, result.energy) + 1e-9 * abs(other)


@pytest.mark.parametrize("n_groups", [40, 4_500], ids=["all pairs are looked at", "some are"])
def test_scores_are_worth_what_they_are_in_memory(tmp_path, monkeypatch, n_groups):
    rng = np.random.default_rng(7)
    n = 4 * n_groups
    u, v = (4 * rng.integers(0, n_groups, 40 * n_groups) + rng.integers(0, 4, 40 * n_groups) for _ in range(2))
    v = np.where(rng.random(len(u)) < 0.5, u // 4 * 4 + v % 4, v)
    pairs = np.unique(np.sort(np.stack((u, v), axis=1), axis=1), axis=0)
    u, v = rng.permutation(pairs[pairs[:, 0] != pairs[:, 1]]).T
    scores = np.where(u // 4 == v // 4, 4.0, -9.0) + rng.normal(0.0, 2.0, len(u))
    monkeypatch.setattr(module, "read_memory", lambda limit: Budget(8 * 150 * n))  # noqa: ARG005
    result = fr.solve_dataset(written(tmp_path / "in", u, v, scores, rows=n // 2), tmp_path / "out", values="scores")
    table = pa.table({"id_1": u, "id_2": v, "weight": scores})
    found = fr.find_entities(table, solver=SMALL_GROUPS, values="scores")
    assert result.notes == found.notes.choices[:3]
    assert result.missing == found.problem.missing
    assert result.n_large == 0
    assert result.energy == pytest.approx(found.result.energy, rel=1e-12)
    labels = np.full(n, -1)
    labels[found.pairs.ids.values[0].to_numpy()] = found.labels
    assert labels_by_node(result, n).tolist() == labels.tolist()


@pytest.mark.parametrize(("size", "capacity", "shares"), [(2, 300, 6), (5, 2_000, 6), (5, 300, 20), (5, 300, 1)])
def test_pairs_that_no_third_record_supports_weigh_what_they_do_in_memory(
    tmp_path, monkeypatch, size, capacity, shares
):
    """With 5 % wrong pairs; in tasks of few components, each of which sees only its own pairs, and in a large one.

    Entities of two records have no third one: there, pairs with a record in common are rivals.
    """
    rng = np.random.default_rng(size)
    n = 600 * size
    group = np.arange(n) // size
    a, b = np.triu_indices(n, 1)
    same = group[a] == group[b]
    likes, strangers = np.flatnonzero(same), rng.choice(np.flatnonzero(~same), 200 * size, replace=False)
    high = np.append(likes, strangers[: len(likes) // 20])
    chosen = rng.permutation(np.append(likes, strangers))
    u, v = a[chosen], b[chosen]
    scores = np.where(np.isin(chosen, high), 6.0, -5.0) + rng.normal(0.0, 1.0, len(chosen))
    monkeypatch.setattr(module, "read_memory", lambda limit: Budget(8 * 150 * capacity))  # noqa: ARG005
    monkeypatch.setattr(budget, "_PAIRS_ALONE", shares)
    result = fr.solve_dataset(written(tmp_path / "in", u, v, scores), tmp_path / "out", values="scores")
    found = fr.find_entities(pa.table({"id_1": u, "id_2": v, "weight": scores}), solver=SMALL_GROUPS, values="scores")
    reason = "at most one true partner" if size == 2 else "no third record supports"
    assert reason in found.notes.choices[1]
    assert result.notes == found.notes.choices[:3]
    labels = labels_by_node(result, n)[found.pairs.ids.values[0].to_numpy()]
    assert result.energy == pytest.approx(found.problem.energy(labels), rel=1e-12)
    assert bool(result.n_large) == (size == 5 and capacity == 300)
    if not result.n_large:
        assert labels.tolist() == found.labels.tolist()
        assert result.energy == pytest.approx(found.result.energy, rel=1e-12)


@pytest.mark.parametrize(("capacity", "shares"), [(20_000, 6), (1_000, 6), (1_000, 1)])
def test_rivals_of_linked_tables_count_as_in_memory(tmp_path, monkeypatch, capacity, shares):
    """Each record is compared with its partner and three others of the other table; in one task, and in a large one."""
    rng = np.random.default_rng(3)
    n = 800
    u = np.tile(np.arange(n), 4)
    v = n + np.concatenate((np.arange(n), rng.integers(0, n, 3 * n)))
    u, v = np.unique(np.stack((u, v)), axis=1)
    scores = np.where(v == n + u, 3.0, -3.0) + rng.normal(0.0, 2.0, len(u))
    monkeypatch.setattr(module, "read_memory", lambda limit: Budget(8 * 150 * capacity))  # noqa: ARG005
    monkeypatch.setattr(budget, "_PAIRS_ALONE", shares)
    result = fr.solve_dataset(written(tmp_path / "in", u, v, scores), tmp_path / "out", values="scores")
    found = fr.find_entities(pa.table({"id_1": u, "id_2": v, "weight": scores}), solver=SMALL_GROUPS, values="scores")
    assert "at most one true partner" in found.notes.choices[1]
    assert bool(result.n_large) == (capacity == 1_000)
    labels = labels_by_node(result, 2 * n)[found.pairs.ids.values[0].to_numpy()]
    assert result.energy == pytest.approx(found.problem.energy(labels), rel=1e-9)
    assert result.energy == pytest.approx(found.result.energy, rel=0.003)
    if not result.n_large:
        assert labels.tolist() == found.labels.tolist()


@pytest.mark.parametrize("given", [{"prior": 0.2, "tool_prior": 0.01}, {"blocking_recall": 0.7}, {"missing": -0.2}])
def test_what_is_known_of_scores(tmp_path, given):
    u, v, w, _ = pairs_of_groups(np.random.default_rng(8), 15, 4, noise=0.1)
    result = fr.solve_dataset(written(tmp_path / "in", u, v, w), tmp_path / "out", **given)
    found = fr.find_entities(pa.table({"id_1": u, "id_2": v, "weight": w}), solver=SMALL_GROUPS, **given)
    assert result.notes == found.notes.choices[:3]
    assert result.energy == pytest.approx(found.result.energy, rel=1e-12)
    assert result.n_clusters == found.n_entities


def test_a_function_for_weights(tmp_path):
    u, v, w, n = pairs_of_groups(np.random.default_rng(9), 30, 4)
    folder = written(tmp_path / "in", u, v, w)
    result = fr.solve_dataset(folder, tmp_path / "out", weights=halved, missing=-0.5)
    problem = fr.Problem.from_edges(u, v, 0.5 * w, n_nodes=n, missing=-0.5)
    assert result.energy == pytest.approx(problem.energy(labels_by_node(result, n)), rel=1e-9)
    assert result.notes[1] == "scores become weights by the function that was given"
    with pytest.raises(ValueError, match="weights must give one finite number for each score"):
        fr.solve_dataset(folder, tmp_path / "other", weights=cut_short)
    with pytest.raises(
        ValueError, match="calibration must be 'auto' or 'none', got 'isotonic'; for a calibration learned"
    ):
        fr.solve_dataset(folder, tmp_path / "other", calibration="isotonic")


def halved(scores):
    return 0.5 * scores


def cut_short(scores):
    return scores[1:]


@pytest.mark.parametrize("column", ["weight", "match_probability"])
@pytest.mark.usefixtures("medium_tasks")
def test_repeated_pairs_count_as_in_memory(tmp_path, column):
    rng = np.random.default_rng(6)
    u, v, w, _ = pairs_of_groups(rng, 60, 4, noise=0.05, strangers=0.6)
    again = rng.integers(0, len(u), len(u))  # some three times and more, in any direction
    u, v = np.concatenate((u, v[again])), np.concatenate((v, u[again]))
    w = np.concatenate((w, np.where(rng.random(len(again)) < 0.5, w[again], rng.normal(0.0, 2.0, len(again)))))
    w[rng.random(len(w)) < 0.01] = 25.0
    scores = w if column == "weight" else 1.0 / (1.0 + np.exp(-w))
    mixed = rng.permutation(len(u))
    folder = written(tmp_path / "in", u[mixed], v[mixed], scores[mixed], column=column)
    result = fr.solve_dataset(folder, tmp_path / "out", calibration="none", missing=-0.5)
    table = pa.concat_tables([pq.read_table(file) for file in sorted(folder.iterdir())])
    found = fr.find_entities(table, calibration="none", missing=-0.5, solver=SMALL_GROUPS)
    expected = dict(zip(found.pairs.ids.values[0].to_pylist(), found.labels.tolist(), strict=True))
    read = result.table()
    assert result.n_large == 0
    assert dict(zip(read.column("id").to_pylist(), read.column("cluster_id").to_pylist(), strict=True)) == expected
    assert result.energy == pytest.approx(found.result.energy, rel=1e-9)
    assert result.left_out == found.notes.left_out


def test_a_mean_that_attracts_where_no_row_does(tmp_path):
    table = pa.table({"id_1": [1, 2, 3], "id_2": [2, 1, 4], "weight": [-3.0, 1.0, 2.0]})
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="weights must not decrease where scores increase"):
        fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", weights=only_minus_one)


def only_minus_one(scores):
    return np.where(scores == -1.0, 1.0, -1.0)


@pytest.mark.parametrize(("column", "score"), [("probability", 1.5), ("weight", float("inf"))])
def test_scores_out_of_range(tmp_path, column, score):
    pq.write_table(pa.table({"id_1": [1, 2], "id_2": [2, 3], column: [0.5, score]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=f"got {score} in column '{column}' of .*a.parquet, row 1 "):
        fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", **{column: column})


@small
@pytest.mark.usefixtures("quick_pool")
def test_processes_find_the_same(tmp_path):
    u, v, w, n = pairs_of_groups(np.random.default_rng(3), 10, 4)
    folder = written(tmp_path / "in", u, v, w, text=True)
    here = labels_by_node(fr.solve_dataset(folder, tmp_path / "a"), n)
    pool = labels_by_node(fr.solve_dataset(folder, tmp_path / "b", client=2), n)
    assert here.tolist() == pool.tolist()


@pytest.mark.usefixtures("medium_tasks")
def test_a_run_goes_on_where_it_was(tmp_path, monkeypatch):
    from frenemy.engines.components.solve_task import SolveRows

    u, v, w, n = pairs_of_groups(np.random.default_rng(4), 90, 4, strangers=0.6)
    folder = written(tmp_path / "in", u, v, w)
    solved = SolveRows.__call__
    calls = []

    def fails_at_third(task):
        calls.append(task.task)
        if len(calls) == 3:
            raise RuntimeError("out of luck")
        return solved(task)

    monkeypatch.setattr(SolveRows, "__call__", fails_at_third)
    options = {"scratch": tmp_path / "scratch", "missing": -0.5, "calibration": "none"}
    with pytest.raises(RuntimeError, match="out of luck"):
        fr.solve_dataset(folder, tmp_path / "out", **options)
    result = fr.solve_dataset(folder, tmp_path / "out", **options)
    assert len(calls) == result.n_tasks + 1, "two were done before"
    fresh = fr.solve_dataset(folder, tmp_path / "other", missing=-0.5, calibration="none")
    assert labels_by_node(result, n).tolist() == labels_by_node(fresh, n).tolist()
    with pytest.raises(ValueError, match="belongs to a run with other missing, seed"):
        fr.solve_dataset(folder, tmp_path / "out", scratch=tmp_path / "scratch", seed=1)


class TestBadInput:
    def test_missing_column(self, tmp_path):
        pq.write_table(pa.table({"id_1": [1], "id_2": [2], "x": [0.5], "y": [1]}), tmp_path / "a.parquet")
        with pytest.raises(ValueError, match="no column of weights or scores.*'id_1', 'id_2', 'x', 'y'"):
            fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out")

    def test_no_files(self, tmp_path):
        with pytest.raises(ValueError, match="there is no file"):
            fr.solve_dataset(tmp_path / "*.parquet", tmp_path / "out")
        (tmp_path / "in").mkdir()
        with pytest.raises(ValueError, match="has no .parquet file"):
            fr.solve_dataset(tmp_path / "in", tmp_path / "out")

    def test_output_among_the_pairs(self, tmp_path):
        with pytest.raises(ValueError, match="output .*out is in .*, where it would be read as pairs next time"):
            fr.solve_dataset(tmp_path, tmp_path / "out")

    def test_truncated(self, tmp_path):
        folder = written(tmp_path / "in", *pairs_of_groups(np.random.default_rng(0), 5, 3)[:3])
        file = folder / "1.parquet"
        file.write_bytes(file.read_bytes()[:-40])
        with pytest.raises(ValueError, match="1.parquet is not a complete Parquet file"):
            fr.solve_dataset(folder, tmp_path / "out")

    def test_types_that_differ(self, tmp_path):
        pq.write_table(pa.table({"id_1": [1], "id_2": [2], "weight": [0.5]}), tmp_path / "a.parquet")
        pq.write_table(pa.table({"id_1": ["1"], "id_2": ["2"], "weight": [0.5]}), tmp_path / "b.parquet")
        with pytest.raises(ValueError, match="'id_1' is string in .*b.parquet but int64 in .*a.parquet"):
            fr.solve_dataset(tmp_path / "*.parquet", tmp_path / "out")

    @pytest.mark.parametrize("column", ["id_1", "weight"])
    def test_nulls(self, tmp_path, column):
        table = {"id_1": [1, 2, 3], "id_2": [2, 3, 4], "weight": [1.0, -1.0, 2.0]}
        table[column][1] = None
        pq.write_table(pa.table(table), tmp_path / "a.parquet")
        with pytest.raises(ValueError, match=f"column '{column}' of .*a.parquet has no .* in row 1"):
            fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out")
        result = fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", nulls="drop")
        assert result.left_out.n_rows == 3
        assert result.left_out.null_ids + result.left_out.null_scores == 1

    @pytest.mark.parametrize(("kind", "ids"), [(pa.int64(), [1, 2]), (pa.string(), ["a", "b"])])
    def test_empty_files(self, tmp_path, kind, ids):
        empty = pa.table({"id_1": pa.array([], kind), "id_2": pa.array([], kind), "weight": pa.array([], pa.float64())})
        pq.write_table(empty, tmp_path / "a.parquet")
        nothing = fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out")
        assert (nothing.n_nodes, nothing.energy, nothing.table().num_rows) == (0, 0.0, 0)
        assert nothing.table().column_names == ["id", "cluster_id"]
        pq.write_table(pa.table({"id_1": ids[:1], "id_2": ids[1:], "weight": [0.9]}), tmp_path / "b.parquet")
        assert fr.solve_dataset([tmp_path / "a.parquet", tmp_path / "b.parquet"], tmp_path / "both").n_clusters == 1

    def test_links_that_contradict(self, tmp_path):
        pq.write_table(pa.table({"id_1": [1, 2], "id_2": [2, 3], "weight": [0.5, 0.5]}), tmp_path / "a.parquet")
        links = {
            "must_link": pa.table({"id_1": [1, 2], "id_2": [2, 3]}),
            "cannot_link": pa.table({"id_1": [3], "id_2": [1]}),
        }
        with pytest.raises(ValueError, match="must_link ties together"):
            fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", **links)
        with pytest.raises(ValueError, match="has an id that is not in pairs"):
            fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", must_link=pa.table({"id_1": [1], "id_2": [9]}))

    def test_little_memory(self, tmp_path):
        with pytest.raises(ValueError, match="memory_limit must be at least"):
            fr.solve_dataset(tmp_path / "in", tmp_path / "out", memory_limit="1MB")

    def test_unlisted_pairs_that_attract(self, tmp_path):
        with pytest.raises(ValueError, match="missing must be at most 0"):
            fr.solve_dataset(tmp_path, tmp_path / "out", calibration="none", missing=1.0)


def test_scratch_of_others_is_left_alone(tmp_path):
    (tmp_path / "mine").write_text("precious")
    pq.write_table(pa.table({"id_1": [1], "id_2": [2], "weight": [0.5]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="new or empty folder"):
        fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out", scratch=tmp_path)
    assert Path(tmp_path / "mine").read_text() == "precious"


def test_labels_are_not_mixed_with_others(tmp_path):
    pq.write_table(pa.table({"id_1": [1], "id_2": [2], "weight": [0.5]}), tmp_path / "a.parquet")
    fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out")
    with pytest.raises(ValueError, match=r"output .*out has part-00000.parquet, which this run has not written"):
        fr.solve_dataset(tmp_path / "a.parquet", tmp_path / "out")
