"""Which inputs are tables with named columns, and not plain pairs."""

import gzip

import pytest

from frenemy.tables.readers.input_kind import input_kind


def kind_of(path, *, says_table=None, says_pairs=None):
    return input_kind(str(path), says_table=says_table, says_pairs=says_pairs)


@pytest.mark.parametrize(
    ("name", "content", "is_table"),
    [
        ("s.parquet", "", True),
        ("s.FEATHER", "", True),
        ("s.arrow", "", True),
        ("s.csv", "unique_id_l,unique_id_r,match_weight\n", False),
        ("s.csv", '"match_probability","id_l","id_r"\r\n', True),
        ("s.csv", "id_1,id_2,probability", False),
        ("s.csv", "id_1,id_2,probability,town", True),
        ("s.csv", "ann;bob;2.5;Rome", True),
        ("s.csv", "\ufeffmatch_weight,id_l,id_r\n", True),
        ("s.tsv", "id_1\tid_2\tmatch_weight\n", False),
        ("s.csv", "id_1\tid_2\tmatch_weight\n", False),
        ("s.csv", "ann,bob,2.5\n", False),
        ("s.csv", "id_1,id_2,weight\n", False),
        ("s.csv", "id_1,id_2,Match_Weight\n", False),
        ("s.csv", "a,b,1\nid_1,id_2,match_weight\n", False),
        ("s.csv", "# match_weight\na,b,1\n", False),
        ("s.csv", "", False),
        ("s.txt", "id_1,id_2,match_weight\n", False),
        ("s.npz", "id_1,id_2,match_weight\n", False),
    ],
)
def test_name_and_header_tell(tmp_path, name, content, is_table):
    (tmp_path / name).write_bytes(content.encode())
    assert kind_of(tmp_path / name).is_table == is_table


def test_packed_files_have_headers(tmp_path):
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(b"match_weight,id_1,id_2\n1,a,b\n"))
    (tmp_path / "p.csv.gz").write_bytes(gzip.compress(b"a,b,1\n"))
    (tmp_path / "broken.csv.gz").write_bytes(gzip.compress(b"id_1,id_2,match_weight\na,b,1\n")[:12] + b"\xff" * 9)
    assert kind_of(tmp_path / "s.csv.gz").is_table
    assert not kind_of(tmp_path / "p.csv.gz").is_table
    assert not kind_of(tmp_path / "broken.csv.gz").is_table


def test_what_was_said_settles_it(tmp_path):
    (tmp_path / "s.csv").write_text("id_1,id_2,match_weight\n")
    kind = kind_of(tmp_path / "s.csv", says_pairs="--format")
    assert (kind.is_table, kind.why) == (False, "--format says so")
    (tmp_path / "p.csv").write_text("a,b,c\n")
    assert kind_of(tmp_path / "p.csv", says_table="--weight").why == "--weight says so"


def test_what_is_not_there_is_left_to_those_who_read_it(tmp_path):
    assert not kind_of(tmp_path / "gone.csv").is_table
    assert kind_of(tmp_path / "gone.parquet").is_table
