"""A table of pairs becomes pairs, or an error that says where; what is left out is counted."""

import io
import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

from frenemy.tables.pair_table import read_pairs  # noqa: E402
from frenemy.tables.row_counts import RowCounts  # noqa: E402


def table(rows, names=("id_l", "id_r", "probability")):
    kinds = (pa.string(), pa.string(), pa.float64())
    return pa.table({name: pa.array([row[k] for row in rows], kinds[k]) for k, name in enumerate(names)})


def listed(pairs):
    ids = pairs.ids.values[0].to_pylist()
    return {(ids[u], ids[v]): s for u, v, s in zip(pairs.u, pairs.v, pairs.score, strict=True)}


def test_both_directions_and_itself():
    rows = [("a", "b", 0.9), ("b", "a", 0.7), ("c", "c", 1.0), ("a", "b", 0.8), ("d", "a", 0.5), ("a", "d", 0.5)]
    pairs, left_out = read_pairs(table(rows))
    assert listed(pairs) == {("a", "b"): pytest.approx(0.8), ("a", "d"): 0.5}
    assert pairs.ids.values[0].to_pylist() == ["a", "b", "c", "d"], "the record of a pair with itself stays"
    assert pairs.row.tolist() == [0, 4]
    assert pairs.pair_of_row.tolist() == [0, 0, -1, 0, 1, 1]
    assert left_out == RowCounts(n_rows=6, n_pairs=2, n_records=4, self_pairs=1, repeated_rows=3, differing_pairs=1)
    assert str(left_out).splitlines() == [
        "6 rows are 2 pairs of 4 records",
        "left out: 1 row that pairs a record with itself",
        "left out: 3 rows that repeat a pair (for 1 pair the scores differ, and the mean counts)",
    ]


IDS = st.none() | st.sampled_from("abcd")
SCORES = st.none() | st.just(math.nan) | st.floats(0.0, 1.0)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(IDS, IDS, SCORES), max_size=15))
def test_no_silent_drop(rows):
    pairs, left_out = read_pairs(table(rows), nulls="drop")
    expected = defaultdict(list)
    counts = {"null_ids": 0, "null_scores": 0, "self_pairs": 0}
    for a, b, score in rows:
        if a is None or b is None:
            counts["null_ids"] += 1
        elif score is None or math.isnan(score):
            counts["null_scores"] += 1
        elif a == b:
            counts["self_pairs"] += 1
        else:
            expected[frozenset((a, b))].append(score)
    found = {frozenset(pair): score for pair, score in listed(pairs).items()}
    assert found == {pair: pytest.approx(sum(scores) / len(scores)) for pair, scores in expected.items()}
    assert {name: getattr(left_out, name) for name in counts} == counts
    assert left_out.n_rows == len(rows)
    assert left_out.n_rows == left_out.n_pairs + left_out.repeated_rows + sum(counts.values())
    assert left_out.differing_pairs == sum(len(set(scores)) > 1 for scores in expected.values())
    assert left_out.n_records == pairs.ids.n == len({x for a, b, _ in rows if a and b for x in (a, b)})
    assert np.all(pairs.u < pairs.v)
    assert np.all(np.diff(pairs.row) > 0)
    for row, pair in enumerate(pairs.pair_of_row):
        if pair >= 0:
            ids = pairs.ids.values[0].to_pylist()
            assert {ids[pairs.u[pair]], ids[pairs.v[pair]]} == set(rows[row][:2])
    assert [int(np.flatnonzero(pairs.pair_of_row == pair)[0]) for pair in range(len(pairs.u))] == pairs.row.tolist()


def test_nulls_are_named():
    rows = [("a", "b", 0.5)] * 12
    with pytest.raises(ValueError, match="the id in column 'id_r' of pairs is null in row 12 .from 0.; nulls=\"drop\""):
        read_pairs(table([*rows, ("a", None, 0.5)]))
    with pytest.raises(
        ValueError, match="the score in column 'probability' of pairs is null or NaN in row 3 .* 1 more"
    ):
        read_pairs(table([*rows[:3], ("a", "b", None), ("a", "b", math.nan)]))
    nodes = pa.table({"id": ["a", None, "b"]})
    with pytest.raises(ValueError, match="the id in column 'id' of nodes is null in row 1 .from 0."):
        read_pairs(table(rows), nodes)
    pairs, left_out = read_pairs(table(rows), nodes, nulls="drop")
    assert pairs.ids.values[0].to_pylist() == ["a", "b"]
    assert left_out.null_records == 1
    assert "left out: 1 record without an id" in str(left_out)


def test_a_null_inside_a_dictionary_is_a_null():
    ids = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None]))
    with pytest.raises(ValueError, match="'id_l' of pairs is null in row 1"):
        read_pairs(pa.table({"id_l": ids, "id_r": ["x", "y"], "weight": [1.0, 2.0]}))


def test_a_nan_is_no_id():
    pairs = pa.table({"id_l": [1.0, math.nan], "id_r": [2, 3], "weight": [1.0, 2.0]})
    with pytest.raises(ValueError, match="'id_l' of pairs is null in row 1"):
        read_pairs(pairs)
    read, left_out = read_pairs(pairs, nulls="drop")
    assert (read.ids.values[0].to_pylist(), left_out.null_ids) == ([1, 2], 1)


def test_ids_that_nodes_does_not_have():
    nodes = pa.table({"id": ["c", "a"]})
    rows = [("a", "x1", 0.5), ("x0", "c", 0.5)]
    with pytest.raises(ValueError, match="2 ids of pairs are not in nodes .which has 2.: 'x1', 'x0'; unknown=\"add\""):
        read_pairs(table(rows), nodes)
    pairs, left_out = read_pairs(table(rows), nodes, unknown="add")
    assert pairs.ids.values[0].to_pylist() == ["c", "a", "x1", "x0"]
    assert left_out.added_records == 2
    assert "added: 2 records that only the pairs have" in str(left_out)
    many = [("a", f"x{k}", 0.5) for k in range(1200)]
    with pytest.raises(ValueError, match="1,200 ids of pairs are not in nodes .*'x4', ...; unknown"):
        read_pairs(table(many), nodes)


def test_nodes_keep_their_order_and_those_without_pairs():
    nodes = pa.table({"name": ["q", "r", "s"], "id": ["z", "b", "a"]})
    pairs, left_out = read_pairs(table([("a", "b", 0.5)]), nodes)
    assert pairs.ids.values[0].to_pylist() == ["z", "b", "a"]
    assert (pairs.u.tolist(), pairs.v.tolist()) == ([1], [2])
    assert left_out.n_records == 3
    assert pairs.table({"cluster_id": [0, 1, 1]}).column_names == ["id", "cluster_id"]


def test_mixed_types_of_ids():
    with pytest.raises(
        ValueError, match="column 'id_l' of pairs are int64 .such as 1., those in column 'id_r' of pairs"
    ):
        read_pairs(pa.table({"id_l": [1], "id_r": ["1"], "weight": [1.0]}))
    with pytest.raises(ValueError, match="column 'id' of nodes are string"):
        read_pairs(pa.table({"id_l": [1], "id_r": [2], "weight": [1.0]}), pa.table({"id": ["1", "2"]}))


@pytest.mark.parametrize("kind", [pa.null(), pa.string(), pa.int64()])
def test_empty_tables(kind):
    empty = pa.table({"id_l": pa.array([], kind), "id_r": pa.array([], kind), "weight": pa.array([], pa.float64())})
    pairs, left_out = read_pairs(empty)
    assert pairs.ids.n == len(pairs.u) == left_out.n_rows == 0
    assert str(left_out) == "0 rows are 0 pairs of 0 records"
    assert pairs.table({"cluster_id": []}).num_rows == 0
    pairs, _ = read_pairs(empty, pa.table({"id": pa.array([1, 2]).cast(pa.int64() if kind != pa.string() else kind)}))
    assert pairs.ids.n == 2


def test_empty_frames():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for frame in (pandas.DataFrame, polars.DataFrame):
        pairs, _ = read_pairs(frame({"id_l": [], "id_r": [], "weight": []}))
        assert isinstance(pairs.table({"cluster_id": np.empty(0, np.int64)}), frame)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("probability", [0.5, 1.5], "probabilities must be in 0..1 .* got 1.5 in column 'score', row 1"),
        ("probability", [0.5, -0.1], "got -0.1 in column 'score', row 1"),
        ("weight", [0.5, math.inf], "scores must be finite .* got inf in column 'score', row 1"),
        ("weight", ["1", "2"], "scores must be numbers, got column 'score' of type string"),
        ("weight", [True, False], "scores must be numbers, got column 'score' of type bool"),
    ],
)
def test_scores_that_are_none(name, values, message):
    with pytest.raises(ValueError, match=message):
        read_pairs(pa.table({"u": [1, 2], "v": [3, 4], "score": values}), **{name: "score"})


def test_rows_are_named_as_in_the_table_whatever_was_dropped_before():
    rows = [(None, "b", 0.5), ("a", "b", 0.5), ("a", "c", 7.0)]
    with pytest.raises(ValueError, match="got 7.0 in column 'probability', row 2"):
        read_pairs(table(rows), nulls="drop", values="probabilities")


def test_certain_scores_and_other_numbers():
    pairs, _ = read_pairs(pa.table({"u": [1, 2], "v": [3, 4], "p": pa.array([0, 1], pa.int8())}), probability="p")
    assert pairs.score.tolist() == [0.0, 1.0]
    bits = pa.table({"u": [1, 3, 5, 5], "v": [3, 1, 6, 6], "match_weight": [math.inf, -math.inf, math.inf, 2.0]})
    pairs, left_out = read_pairs(bits, values="match_weights")
    assert pairs.score.tolist() == [0.0, math.inf], "opposite certainties cancel out"
    assert left_out.differing_pairs == 2


def test_the_mean_of_equal_scores_is_that_score():
    pairs, left_out = read_pairs(table([("a", "b", 0.1)] * 10))
    assert pairs.score.tolist() == [0.1]
    assert left_out.differing_pairs == 0


def test_ids_of_two_columns():
    rows = {
        "source_dataset_l": ["x", "x"], "unique_id_l": [1, 2], "source_dataset_r": ["y", "x"], "unique_id_r": [1, 1],
        "match_weight": [1.0, 2.0],
    }  # fmt: skip
    pairs, _ = read_pairs(pa.table(rows))
    back = pairs.table({"cluster_id": [0, 1, 2]})
    assert back.to_pydict() == {"source_dataset": ["x", "y", "x"], "unique_id": [1, 1, 2], "cluster_id": [0, 1, 2]}
    nodes = pa.table({"unique_id": [1, 2, 1], "source_dataset": ["y", "x", "x"]})
    again, _ = read_pairs(pa.table(rows), nodes)
    assert again.u.tolist() == [0, 1]
    assert again.v.tolist() == [2, 2]


def test_names_that_collide():
    pairs, _ = read_pairs(
        pa.table({"cluster_id_l": [1], "cluster_id_r": [2], "weight": [1.0]}),
        id_left="cluster_id_l",
        id_right="cluster_id_r",
    )
    with pytest.raises(ValueError, match="the ids are called 'cluster_id'"):
        pairs.table({"cluster_id": [0, 1]})
    twice = pa.Table.from_arrays(
        [pa.array([1]), pa.array([2]), pa.array([1.0]), pa.array([2.0])], ["u", "v", "weight", "weight"]
    )
    with pytest.raises(ValueError, match="column 'weight' appears 2 times"):
        read_pairs(twice)


def test_text_files(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("id_l,id_r,weight\n007,NA,1\n7,007,2\n,7,3\n")
    with pytest.raises(ValueError, match="'id_l' of pairs is null in row 2"):
        read_pairs(path)
    pairs, _ = read_pairs(path, nulls="drop")
    assert pairs.ids.values[0].to_pylist() == ["007", "NA", "7"]
    path.write_text("id_l,id_r,weight\n1,2,1.5\n3,4,high\n")
    with pytest.raises(ValueError, match="pairs.csv: cannot be read as csv: .*high"):
        read_pairs(path)
    path.write_text("id_l,id_r,weight\n1,2,1.5\n")
    pairs, _ = read_pairs(path, pa.table({"id": [2, 1]}))
    assert pairs.ids.values[0].to_pylist() == [2, 1]
    nodes = tmp_path / "nodes.tsv"
    nodes.write_text("id\tname\n2\tx\n1\ty\nA\tz\n")
    assert read_pairs(path, nodes)[0].ids.values[0].to_pylist() == ["2", "1", "A"]


def test_many_chunks_are_as_one():
    rng = np.random.default_rng(0)
    ids = np.array([f"r{k}" for k in range(300)])
    whole = pa.table({"id_l": rng.choice(ids, 5000), "id_r": rng.choice(ids, 5000), "probability": rng.random(5000)})
    parts = pa.concat_tables([whole.slice(k, 7) for k in range(0, 5000, 7)])
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, whole.schema) as writer:
        writer.write_table(whole, max_chunksize=13)
    stream = pa.ipc.open_stream(sink.getvalue())
    one, left_out = read_pairs(whole)
    for other, counts in (read_pairs(parts), read_pairs(stream)):
        assert counts == left_out
        assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("u", "v", "score", "row"))
        assert other.ids.values[0].equals(one.ids.values[0])
    direct = defaultdict(list)
    for a, b, p in zip(*(whole.column(k).to_pylist() for k in range(3)), strict=True):
        if a != b:
            direct[frozenset((a, b))].append(p)
    assert len(direct) == len(one.u)
    found = {frozenset(pair): score for pair, score in listed(one).items()}
    assert all(found[pair] == pytest.approx(np.mean(scores)) for pair, scores in direct.items())


@pytest.mark.parametrize("option", ["nulls", "unknown"])
def test_options_are_checked(option):
    with pytest.raises(ValueError, match=f"{option} must be 'error' or '(drop|add)', got 'ignore'"):
        read_pairs(table([("a", "b", 0.5)]), **{option: "ignore"})


def test_every_line_of_the_account():
    told = str(RowCounts(9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1))
    assert len(told.splitlines()) == 8
    counts = [
        f.name
        for f in RowCounts.__dataclass_fields__.values()
        if f.name not in ("n_rows", "n_pairs", "n_records", "are_summed")
    ]
    for one, many in itertools.product(counts, (1, 2)):
        if one != "differing_pairs":
            assert len(str(RowCounts(**{one: many})).splitlines()) == 2
