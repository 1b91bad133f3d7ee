"""Arrays with named fields, as dedupe's scores, are tables of pairs, and the answer is such an array."""

import numpy as np
import pytest

pytest.importorskip("pyarrow")

import frenemy as fr
from frenemy.tables.readers import structured_arrays
from frenemy.tables.readers.structured_arrays import array_columns, structured_array
from frenemy.tables.readers.tables import as_arrow

#: As dedupe makes them: ids are int or text of 256 characters, scores of 4 bytes.
NUMBERS = np.dtype([("pairs", int, 2), ("score", "f4")])
TEXTS = np.dtype([("pairs", (str, 256), 2), ("score", "f4")])

TWO_TRIANGLES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (2, 3)]


def scores(dtype, named=int):
    """Two triangles, and one wrong pair between them."""
    made = np.zeros(len(TWO_TRIANGLES), dtype)
    made["pairs"] = [(named(left), named(right)) for left, right in TWO_TRIANGLES]
    made["score"] = 0.99
    return made


def test_what_dedupe_scores_goes_in_as_it_is():
    clusters = fr.cluster_table(scores(NUMBERS))
    assert clusters.dtype.names == ("id", "cluster_id", "margin", "doubtful")
    assert clusters.dtype["id"] == np.dtype(int)
    assert clusters["id"].tolist() == [0, 1, 2, 3, 4, 5]
    assert clusters["cluster_id"].tolist() == [0, 0, 0, 1, 1, 1]


def test_ids_of_text_keep_their_type():
    clusters = fr.cluster_table(scores(TEXTS, "nö {}".format))
    assert clusters.dtype["id"] == np.dtype("U256")
    assert clusters["id"].tolist() == [f"nö {number}" for number in range(6)]
    assert clusters["cluster_id"].tolist() == [0, 0, 0, 1, 1, 1]


def test_a_file_that_is_mapped(tmp_path):
    made = np.memmap(tmp_path / "scores", NUMBERS, mode="w+", shape=len(TWO_TRIANGLES))
    made[:] = scores(NUMBERS)
    assert fr.find_entities(made).n_entities == 2


def test_no_pairs():
    assert fr.cluster_table(np.array([], NUMBERS)).shape == (0,)
    assert fr.cluster_table(np.array([], TEXTS)).dtype["id"] == np.dtype("U256")


def test_records_without_a_pair_and_what_is_certain():
    nodes = np.array([(9,), (0,), (1,), (2,), (3,), (4,), (5,)], [("id", int)])
    apart = np.array([(0, 1)], [("id_1", int), ("id_2", int)])
    found = fr.find_entities(scores(NUMBERS), nodes, cannot_link=apart)
    assert found.table["id"].tolist() == [9, 0, 1, 2, 3, 4, 5]
    assert found.labels[1] != found.labels[2]
    assert found.table["margin"].dtype == np.float64


def test_next_month():
    before = fr.cluster_table(scores(NUMBERS))
    before["cluster_id"] += 70
    found = fr.find_entities(scores(NUMBERS)[:6], previous=before)
    assert found.table["cluster_id"].tolist() == [70, 70, 70, 71, 71, 71]
    assert len(found.changes) == 0


def test_other_fields_are_columns():
    made = np.array([(1, 2, 3.0)], [("u", "i4"), ("v", "i4"), ("weight", "f8")])
    assert fr.cluster_table(made)["cluster_id"].tolist() == [0, 0]
    assert "score" in array_columns(np.zeros(1, [("pairs", int), ("score", float)])), "only beside dedupe's pairs"


def test_many_rows_come_in_pieces(monkeypatch):
    monkeypatch.setattr(structured_arrays, "_AT_ONCE", 4)
    table, kind = as_arrow(scores(TEXTS, str))
    assert kind.name == "numpy"
    assert table.column("id_1").num_chunks == 2
    assert table.column("id_1").to_pylist() == [str(left) for left, _ in TWO_TRIANGLES]


def test_bytes_in_another_order():
    assert fr.cluster_table(scores(NUMBERS.newbyteorder()))["id"].tolist() == [0, 1, 2, 3, 4, 5]


def test_what_is_no_table():
    with pytest.raises(ValueError, match=r"field 'where' of pairs must have one value a row, got .*\(3,\)"):
        fr.cluster_table(np.zeros(2, [("where", float, 3)]))
    with pytest.raises(ValueError, match=r"pairs must be an array of rows, got one of shape \(2, 2\)"):
        fr.cluster_table(np.zeros((2, 2), NUMBERS))
    with pytest.raises(ValueError, match="a numpy array with named fields"):
        fr.cluster_table(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"probabilities must be in 0\.\.1 .* got 2\.0 in column 'probability', row 1"):
        fr.cluster_table(np.array([((1, 2), 0.5), ((1, 3), 2.0)], NUMBERS), values="probabilities")


def test_nulls_of_numbers_are_nan():
    import pyarrow as pa

    made = structured_array(pa.table({"a": [1, None], "b": ["x", None], "c": [True, False]}), dtypes={})
    assert np.isnan(made["a"][1])
    assert made["b"].tolist() == ["x", None]
    assert made["c"].dtype == bool
