"""Rows of further tables are found by their ids."""

import pytest

pa = pytest.importorskip("pyarrow")

from frenemy.tables.id_lookup import lookup_pairs, lookup_records  # noqa: E402
from frenemy.tables.pair_table import read_pairs  # noqa: E402

PAIRS, _ = read_pairs(
    pa.table({"no_l": [10, 20], "no_r": [20, 30], "w": [1.0, 2.0]}), id_left="no_l", id_right="no_r", weight="w"
)
SPLINK, _ = read_pairs(
    pa.table(
        {
            "source_dataset_l": ["s", "t"], "unique_id_l": [1, 1], "source_dataset_r": ["t", "t"],
            "unique_id_r": [1, 2], "match_weight": [1.0, 2.0],
        }
    )
)  # fmt: skip


def test_pairs_called_as_before_or_otherwise():
    for names, options in (
        (("no_l", "no_r"), {}),
        (("u", "v"), {}),
        (("one", "other"), {"id_left": "one", "id_right": "other"}),
    ):
        table = pa.table({names[0]: [30, 10, 7], names[1]: [10, 10, 20], "decision": ["same", "same", "different"]})
        u, v, further = lookup_pairs(table, PAIRS, name="decisions", also=["decision"], **options)
        assert (u.tolist(), v.tolist()) == ([2, 0, -1], [0, 0, 1])
        assert further.column_names == ["decision"]


def test_text_finds_numbers(tmp_path):
    path = tmp_path / "previous.csv"
    path.write_text("no,cluster_id\n30,a\n007,b\n")
    with pytest.raises(ValueError, match="ids in the records are int64 .* column 'no' of previous are string"):
        lookup_records(path, PAIRS, name="previous")
    path.write_text("no,cluster_id\n30,a\n7,b\n")
    codes, further = lookup_records(path, PAIRS, name="previous", also=["cluster_id"])
    assert codes.tolist() == [2, -1]
    assert further.column("cluster_id").to_pylist() == ["a", "b"]


def test_ids_of_two_columns():
    table = pa.table({"unique_id": [2, 1, 2], "source_dataset": ["t", "s", "s"]})
    assert lookup_records(table, SPLINK, name="previous")[0].tolist() == [2, 0, -1]
    with pytest.raises(
        ValueError, match="an id is .'source_dataset_l', 'unique_id_l'. in pairs, got .'u'. in must_link"
    ):
        lookup_pairs(pa.table({"u": [1], "v": [2]}), SPLINK, name="must_link")


def test_what_is_wrong_is_named():
    with pytest.raises(ValueError, match="the id in column 'u' of must_link is null in row 1 .from 0.$"):
        lookup_pairs(pa.table({"u": [1, None], "v": [2, 3]}), PAIRS, name="must_link")
    with pytest.raises(ValueError, match="no column 'decision' .of decisions.; found 'u', 'v'"):
        lookup_pairs(pa.table({"u": [1], "v": [2]}), PAIRS, name="decisions", also=["decision"])
    with pytest.raises(ValueError, match="previous has no column 'no'; .* found 'a', 'b'"):
        lookup_records(pa.table({"a": [1], "b": [2]}), PAIRS, name="previous")
    with pytest.raises(ValueError, match="must_link must be a table .* got list"):
        lookup_pairs([], PAIRS, name="must_link")


def test_pairs_of_two_columns_need_no_known_names():
    u, v, _ = lookup_pairs(pa.table({"one": [30, 10], "other": [10, 20]}), PAIRS, name="must_link")
    assert (u.tolist(), v.tolist()) == ([2, 0], [0, 1])


def test_an_unknown_record_is_shown_if_it_must_be_known():
    table = pa.table({"one": [10, 10, 8], "other": [20, 7, 9]})
    with pytest.raises(ValueError, match=r"must_link: row 1 \(from 0\) .* nodes, 7, and so do 1 more"):
        lookup_pairs(table, PAIRS, name="must_link", needs_known=True)


def test_a_first_line_of_ids_is_no_header(tmp_path):
    pairs, _ = read_pairs(pa.table({"id_1": ["ann", "bob"], "id_2": ["bob", "cid"], "weight": [1.0, 2.0]}))
    file = tmp_path / "same.csv"
    file.write_text("ann,cid\nbob,cid\n")
    with pytest.raises(ValueError, match="must_link: the first line of .*same.csv .* 'ann' and 'cid'; .*: id_1,id_2"):
        lookup_pairs(file, pairs, name="must_link", needs_known=True)
    file.write_text("one,other\nbob,cid\n")
    assert [ends.tolist() for ends in lookup_pairs(file, pairs, name="must_link", needs_known=True)[:2]] == [[1], [2]]
