"""Entities from tables of scored pairs."""

import math

import numpy as np
import pytest

import frenemy as fr
from frenemy.metrics import b_cubed

pa = pytest.importorskip("pyarrow")


def planted(n_entities=150, *, recall=0.9, false=0.0, seed=0):
    """A table of pairs with match weights in bits, and who is who by id."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n_entities), rng.integers(1, 6, n_entities))
    u, v = np.triu_indices(len(truth), 1)
    same = truth[u] == truth[v]
    kept = rng.random(len(u)) < np.where(same, recall, 0.02)
    u, v, same = u[kept], v[kept], same[kept]
    nats = np.where(same, rng.normal(7, 3, len(u)), rng.normal(-7, 3, len(u)))
    nats[rng.choice(np.flatnonzero(~same), int(false * same.sum()), replace=False)] = 9.0
    names = np.array([f"r{k}" for k in range(len(truth))])
    table = pa.table(
        {
            "unique_id_l": names[u],
            "unique_id_r": names[v],
            "match_weight": nats / math.log(2),
            "match_probability": 1 / (1 + np.exp(-nats)),
        }
    )
    return table, dict(zip(names.tolist(), truth.tolist(), strict=True))


def agreement(table, truth):
    rows = table.to_pylist()
    return b_cubed([row["cluster_id"] for row in rows], [truth[row["unique_id"]] for row in rows]).f1


TRIANGLE = pa.table({"id_1": ["a", "b", "a", "c"], "id_2": ["b", "c", "c", "d"], "weight": [3.0, 2.0, 1.0, -2.0]})


def groups(table, id="id"):
    """The records of each cluster."""
    found = {}
    for row in table.to_pylist():
        found.setdefault(row["cluster_id"], []).append(row[id])
    return sorted(sorted(names) for names in found.values())


def test_splinks_columns_as_they_are():
    pairs, truth = planted()
    table = fr.cluster_table(pairs)
    assert table.column_names == ["unique_id", "cluster_id", "margin", "doubtful"]
    assert agreement(table, truth) > 0.98


def test_wrong_strong_pairs_do_not_chain():
    pairs, truth = planted(false=0.05)
    found = fr.find_entities(pairs)
    assert agreement(found.table, truth) > 0.97
    as_they_are = fr.cluster_table(pairs, calibration="none", missing=0.0)
    assert agreement(as_they_are, truth) < 0.9
    assert "seem false" in str(found.notes)


@pytest.mark.parametrize("kind", ["pandas", "polars", "duckdb"])
def test_the_same_kind_comes_back(kind):
    package = pytest.importorskip(kind)
    if kind == "duckdb":
        connection = package.connect()
        pairs = connection.from_arrow(TRIANGLE)
        assert type(fr.cluster_table(pairs)) is type(pairs)
        return
    pairs = TRIANGLE.to_pandas() if kind == "pandas" else package.from_arrow(TRIANGLE)
    found = fr.cluster_table(pairs)
    assert type(found) is type(pairs)
    assert list(found["id"]) == ["a", "b", "c", "d"]


def test_paths(tmp_path):
    import pyarrow.parquet as pq

    path = tmp_path / "pairs of things.parquet"
    pq.write_table(TRIANGLE, path)
    assert groups(fr.cluster_table(path)) == [["a", "b", "c"], ["d"]]


def test_nodes_give_order_and_singletons():
    nodes = pa.table({"id": ["z", "d", "c", "b", "a"]})
    table = fr.cluster_table(TRIANGLE, nodes)
    assert table.column("id").to_pylist() == ["z", "d", "c", "b", "a"]
    assert groups(table) == [["a", "b", "c"], ["d"], ["z"]]


def test_margins_are_costs():
    found = fr.find_entities(TRIANGLE, calibration="none", missing=0.0)
    table = found.table.to_pylist()
    # a alone would cost 3 + 1; d joining c costs 2, and -1.0, -2.0 are no more than that.
    assert [row["margin"] for row in table] == [4.0, 5.0, 3.0, 2.0]
    assert [row["doubtful"] for row in table] == [False, False, False, False]
    assert fr.find_entities(TRIANGLE, calibration="none", missing=0.0, doubt=2.5).summary() == (
        "2 entities of 4 records, 1 doubtful"
    )


def test_what_is_certain_holds():
    apart = pa.table({"id_1": ["a"], "id_2": ["c"]})
    joined = pa.table({"id_1": ["d"], "id_2": ["c"]})
    assert groups(fr.cluster_table(TRIANGLE, cannot_link=apart)) == [["a", "b"], ["c"], ["d"]]
    found = fr.find_entities(TRIANGLE, must_link=joined, cannot_link=apart)
    assert groups(found.table) == [["a", "b"], ["c", "d"]]
    assert "1 pair must be together" in str(found.notes)


def test_columns_of_pairs_that_are_certain():
    pairs = TRIANGLE.append_column("reviewed same", pa.array([None, None, False, True]))
    found = fr.cluster_table(pairs, must_link="reviewed same", values="scores")
    assert groups(found) == [["a", "b"], ["c", "d"]]


def test_a_column_and_a_table_together():
    """A table that is compared with the name of a column has no truth value."""
    pd = pytest.importorskip("pandas")
    pairs = TRIANGLE.append_column("same.1", pa.array([0, 0, 0, 1])).to_pandas()
    apart = pd.DataFrame({"id_1": ["a"], "id_2": ["c"]})
    found = fr.find_entities(pairs, must_link="same.1", cannot_link=apart)
    assert found.labels.tolist() == [0, 0, 1, 1]
    with pytest.raises(ValueError, match=r"column 'weight' must be true or false, got 3 in row 0"):
        fr.find_entities(pairs, must_link="weight", cannot_link=apart)


def test_streams_are_read_once():
    nodes = pa.table({"id": ["a", "b", "c", "d"], "shop": ["s", "t", "s", None]})
    joined = pa.table({"id_1": ["a"], "id_2": ["d"]}).to_reader()
    found = fr.find_entities(TRIANGLE.to_reader(), nodes.to_reader(), one_per="shop", must_link=joined)
    rows = {row["id"]: row["cluster_id"] for row in found.table.to_pylist()}
    assert rows["a"] == rows["d"]
    assert rows["a"] != rows["c"]


def test_a_soft_source_and_nothing_said_of_strangers():
    """What is counted is what the labels say, whatever the solver left joined at no cost."""
    pairs = pa.table({"id_1": ["a", "c"], "id_2": ["b", "d"], "weight": [2.0, 2.0]})
    nodes = pa.table({"id": ["a", "b", "c", "d"], "shop": ["s", "t", "s", "t"]})
    found = fr.find_entities(pairs, nodes, one_per="shop", one_per_weight=1.0, missing=0.0, calibration="none")
    assert found.n_entities == len(set(found.labels.tolist())) == 2


def test_contradictions_name_the_records():
    joined = pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"]})
    apart = pa.table({"id_1": ["a"], "id_2": ["c"]})
    with pytest.raises(ValueError, match="'a' and 'c' must be apart, but must-links join them"):
        fr.cluster_table(TRIANGLE, must_link=joined, cannot_link=apart)


def test_decisions_hard_and_soft():
    decisions = pa.table({"id_1": ["a", "a"], "id_2": ["c", "b"], "decision": ["different", "same"]})
    assert groups(fr.cluster_table(TRIANGLE, decisions=decisions)) == [["a", "b"], ["c"], ["d"]]
    weak = fr.cluster_table(TRIANGLE, decisions=decisions, decision_weight=0.1)
    assert groups(weak) == [["a", "b", "c"], ["d"]]


def test_one_per_source():
    pairs = pa.table(
        {
            "source_dataset_l": ["x", "x", "y"],
            "unique_id_l": [1, 1, 1],
            "source_dataset_r": ["y", "y", "y"],
            "unique_id_r": [1, 2, 2],
            "match_weight": [5.0, 4.0, 1.0],
        }
    )
    free = fr.find_entities(pairs, calibration="none")
    assert free.n_entities == 1
    hard = fr.find_entities(pairs, one_per="source_dataset", calibration="none")
    assert hard.n_entities == 2
    assert hard.labels[0] == hard.labels[1]
    soft = fr.find_entities(pairs, one_per="source_dataset", one_per_weight=20.0, calibration="none")
    assert soft.labels.tolist() == hard.labels.tolist()
    assert fr.find_entities(pairs, one_per="source_dataset", one_per_weight=0.1, calibration="none").n_entities == 1
    nodes = pa.table({"unique_id": ["a", "b", "c", "d"], "shop": ["s", "t", "s", None]})
    triangle = TRIANGLE.rename_columns(["unique_id_l", "unique_id_r", "weight"])
    by_shop = fr.cluster_table(triangle, nodes, one_per="shop")
    assert groups(by_shop, "unique_id") == [["a", "b"], ["c"], ["d"]]
    with pytest.raises(ValueError, match="there is no column 'shop' in the ids"):
        fr.cluster_table(TRIANGLE, one_per="shop")


def test_labels_recalibrate():
    pairs, truth = planted(recall=1.0)
    shifted = pairs.set_column(2, "match_weight", pa.array(np.asarray(pairs["match_weight"]) - 12.0))
    rows = pairs.to_pylist()[::40]
    labeled = pa.table(
        {
            "unique_id_l": [row["unique_id_l"] for row in rows],
            "unique_id_r": [row["unique_id_r"] for row in rows],
            "is_match": [truth[row["unique_id_l"]] == truth[row["unique_id_r"]] for row in rows],
        }
    )
    assert agreement(fr.cluster_table(shifted, calibration="none"), truth) < 0.8
    for how in ("auto", "platt", "isotonic"):
        found = fr.find_entities(shifted, labeled=labeled, calibration=how)
        assert agreement(found.table, truth) > 0.97
        assert "recalibrated" in str(found.notes)
    with pytest.raises(ValueError, match="give them with labeled="):
        fr.cluster_table(pairs, calibration="platt")
    with pytest.raises(ValueError, match="pairs that are the same and pairs that are not, got 0 and"):
        fr.cluster_table(pairs, labeled=labeled.filter([not same for same in labeled["is_match"].to_pylist()]))


def test_what_uncompared_pairs_weigh_is_said():
    given = fr.find_entities(TRIANGLE, missing=-0.5)
    assert given.problem.missing == -0.5
    recall = fr.find_entities(TRIANGLE, blocking_recall=0.8)
    assert recall.problem.missing == pytest.approx(math.log(0.2))
    assert "80 % of the true pairs were compared, as given" in str(recall.notes)
    for bad in ("often", float("nan"), True):
        with pytest.raises(ValueError, match="missing must be 'auto' or a finite number"):
            fr.find_entities(TRIANGLE, missing=bad)
    with pytest.raises(ValueError, match="blocking_recall must be at least 0 and below 1, got 1.0"):
        fr.find_entities(TRIANGLE, blocking_recall=1.0)


def test_scores_on_demand():
    """Two triangles that one wrong pair joins: nothing was compared between them but that."""
    u, v = ["a", "a", "b", "d", "d", "e", "c"], ["b", "c", "c", "e", "f", "f", "d"]
    pairs = pa.table({"id_1": u, "id_2": v, "weight": [4.0] * 7})
    asked = []

    def score(left, right):
        asked.extend(zip(left.tolist(), right.tolist(), strict=True))
        return np.full(len(left), -4.0)

    plain = fr.find_entities(pairs, calibration="none", missing=0.0)
    assert plain.n_entities == 1
    found = fr.find_entities(pairs, calibration="none", missing=0.0, score=score)
    assert found.n_entities == 2
    assert 0 < len(asked) <= 8
    assert "asked for" in str(found.notes)


def test_previous_ids_go_on():
    before = pa.table({"id": ["a", "b", "c", "gone"], "cluster_id": ["c7", "c7", "c9", "c12"]})
    found = fr.find_entities(TRIANGLE, previous=before)
    rows = {row["id"]: row["cluster_id"] for row in found.table.to_pylist()}
    assert rows == {"a": "c7", "b": "c7", "c": "c7", "d": "c13"}
    changes = {(row["change"], row["previous_id"], row["cluster_id"]) for row in found.changes.to_pylist()}
    assert changes == {("merged", "c9", "c7"), ("created", None, "c13"), ("dissolved", "c12", None)}
    again = fr.find_entities(TRIANGLE, previous=found.table)
    assert again.table.column("cluster_id").equals(found.table.column("cluster_id"))
    assert again.changes.num_rows == 0
    assert fr.find_entities(TRIANGLE).changes is None
    with pytest.raises(ValueError, match="previous has no column 'cluster_id'"):
        fr.find_entities(TRIANGLE, previous=before.drop_columns(["cluster_id"]))
    with pytest.raises(ValueError, match="previous has no column 'id'; it has no, cluster_id; .* or rename the column"):
        fr.find_entities(TRIANGLE, previous=before.rename_columns(["no", "cluster_id"]))


def test_empty_tables():
    empty = TRIANGLE.slice(0, 0)
    assert fr.cluster_table(empty).num_rows == 0
    alone = fr.cluster_table(empty, pa.table({"id": ["a", "b"]}))
    assert alone.column("cluster_id").to_pylist() == [0, 1]


def test_unknown_records_of_other_tables_are_named():
    with pytest.raises(
        ValueError, match=r"must_link: row 0 \(from 0\) names a record that is not in pairs or nodes, 'zoe'"
    ):
        fr.cluster_table(TRIANGLE, must_link=pa.table({"id_1": ["zoe"], "id_2": ["a"]}))


def test_the_same_on_any_number_of_threads():
    pairs, _ = planted()
    one, two = (fr.find_entities(pairs, threads=threads) for threads in (1, 2))
    assert (one.labels == two.labels).all()
