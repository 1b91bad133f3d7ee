"""Ids that spreadsheets would run as formulas: as they are for programs, with an apostrophe on request."""

import csv

import pytest

from frenemy.io import write_labels

IDS = ["=1+1", "+a", "-b", "@c", "'d", "\te", "plain", "a=b"]
SAFE = ["'=1+1", "'+a", "'-b", "'@c", "''d", "'\te", "plain", "a=b"]


def ids_in(path, delimiter=","):
    with open(path, newline="") as file:
        return [row[0] for row in list(csv.reader(file, delimiter=delimiter))[1:]]


@pytest.mark.parametrize(("name", "delimiter"), [("l.csv", ","), ("l.tsv", "\t")])
def test_labels(tmp_path, name, delimiter):
    write_labels(tmp_path / name, IDS, [0] * len(IDS))
    assert ids_in(tmp_path / name, delimiter) == IDS
    write_labels(tmp_path / name, IDS, [0] * len(IDS), safe_csv=True)
    assert ids_in(tmp_path / name, delimiter) == SAFE
    write_labels(tmp_path / name, [-3, 4], [0, 1], safe_csv=True)  # numbers are no formulas
    assert ids_in(tmp_path / name, delimiter) == ["-3", "4"]


def test_signed_pairs(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("=1+1,ann,2\n@c,ann,-1\n")
    assert frenemy_here("cluster", "pairs.csv", "-o", "l.csv").returncode == 0
    assert sorted(ids_in(tmp_path / "l.csv")) == ["=1+1", "@c", "ann"]
    assert frenemy_here("cluster", "pairs.csv", "-o", "l.csv", "--safe-csv").returncode == 0
    assert sorted(ids_in(tmp_path / "l.csv")) == ["'=1+1", "'@c", "ann"]
    for name in ("l.npz", "l.txt"):
        done = frenemy_here("cluster", "pairs.csv", "-o", name, "--safe-csv")
        assert done.returncode == 2
        assert "--safe-csv" in done.stderr


def test_tables(frenemy_here, tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "t.csv").write_text('id_1,id_2,probability\n=1+1,ann,0.9\n@c,ann,0.4\n"a ""b""",ann,0.2\n')
    options = ("--review", "r.csv", "--safe-csv")
    done = frenemy_here("cluster", "t.csv", "-o", "l.csv", *options)
    assert done.returncode == 0, done.stderr
    assert sorted(ids_in(tmp_path / "l.csv")) == ["'=1+1", "'@c", 'a "b"', "ann"]
    assert not any(cell.startswith(("=", "@")) for cell in ids_in(tmp_path / "r.csv"))
    done = frenemy_here("cluster", "t.csv", "--safe-csv")
    assert "'=1+1" in done.stdout
    assert frenemy_here("cluster", "t.csv", "-o", "l.csv").returncode == 0
    assert sorted(ids_in(tmp_path / "l.csv")) == ["=1+1", "@c", 'a "b"', "ann"]
    assert frenemy_here("cluster", "t.csv", "-o", "l.parquet", "--safe-csv").returncode == 2
    assert frenemy_here("cluster", "t.csv", "-o", "labels/", "--safe-csv").returncode == 2


def test_tables_of_other_types(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from frenemy.tables.readers.table_files import write_table

    table = pa.table(
        {
            "=name": pa.array(["=1", None], pa.large_string()),
            "coded": pa.array(["@x", "y"]).dictionary_encode(),
            "n": [-1, 2],
            "x": [-0.5, None],
        }
    )
    write_table(table, tmp_path / "t.csv", safe_csv=True)
    with open(tmp_path / "t.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["'=name", "coded", "n", "x"], ["'=1", "'@x", "-1", "-0.5"], ["", "y", "2", ""]]
