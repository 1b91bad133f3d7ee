import csv
import gzip
import io

import numpy as np
import pytest

from frenemy.io import write_labels

IDS = ["ann", 'bob "b"', "c,d"]


def test_csv_round_trip(tmp_path):
    path = tmp_path / "labels.csv"
    write_labels(path, IDS, [0, 0, 1])
    with open(path, newline="") as file:
        assert list(csv.reader(file)) == [["id", "cluster_id"], ["ann", "0"], ['bob "b"', "0"], ["c,d", "1"]]


def test_tsv_txt_and_gz(tmp_path):
    write_labels(tmp_path / "l.tsv", [1000, 5], [0, 1])
    assert (tmp_path / "l.tsv").read_text() == "id\tcluster_id\n1000\t0\n5\t1\n"
    write_labels(tmp_path / "l.txt", [1000, 5], [0, 1])
    assert (tmp_path / "l.txt").read_text() == "0\n1\n"
    write_labels(tmp_path / "l.csv.gz", [1000, 5], [0, 1])
    assert gzip.decompress((tmp_path / "l.csv.gz").read_bytes()) == b"id,cluster_id\n1000,0\n5,1\n"


@pytest.mark.parametrize("ids", [np.array(IDS, dtype=object), np.array([3, 1, 2])])
def test_npz_needs_no_pickle(tmp_path, ids):
    write_labels(tmp_path / "l.npz", ids, np.array([0, 1, 0], np.int32))
    with np.load(tmp_path / "l.npz", allow_pickle=False) as loaded:
        assert loaded["ids"].tolist() == ids.tolist()
        assert loaded["labels"].tolist() == [0, 1, 0]


def test_open_files_and_standard_output(capsys):
    text, binary = io.StringIO(), io.BytesIO()
    write_labels(text, None, [4, 4])
    write_labels(binary, None, [4, 4])
    write_labels("-", None, [4, 4])
    assert text.getvalue() == binary.getvalue().decode() == capsys.readouterr().out == "id,cluster_id\n0,4\n1,4\n"


def test_format_overrides_the_name(tmp_path):
    write_labels(tmp_path / "labels.out", None, [1, 0], format="txt")
    assert (tmp_path / "labels.out").read_text() == "1\n0\n"


def test_bad_arguments(tmp_path):
    with pytest.raises(ValueError, match=r"the extension must be one of \.csv, \.tsv, \.txt, \.npz"):
        write_labels(tmp_path / "l.parquet", None, [0])
    with pytest.raises(ValueError, match="unknown label format 'xml'"):
        write_labels(tmp_path / "l.csv", None, [0], format="xml")
    with pytest.raises(ValueError, match=r"one entry per node, got shapes \(2,\) and \(1,\)"):
        write_labels(tmp_path / "l.csv", [1, 2], [0])
    with pytest.raises(FileNotFoundError):
        write_labels(tmp_path / "none" / "l.csv", None, [0])
