import io

import pytest

import frenemy as fr
from frenemy.io import read


def test_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.csv")
    with pytest.raises(IsADirectoryError):
        read(tmp_path)


def test_unknown_format_lists_what_there_is():
    with pytest.raises(ValueError, match="unknown format 'xml'; there are pairs, multicut, gr, mtx, npz, npy, mat"):
        read(io.StringIO("1,2,3\n"), format="xml")


@pytest.mark.parametrize("format", ["pairs", "csv", "TSV", ".csv"])
def test_format_aliases(format):
    assert read(io.StringIO("1,2,3\n"), format=format).format == "pairs"


def test_options_of_other_formats_are_refused():
    with pytest.raises(ValueError, match="variable= is for Matlab files"):
        read(io.StringIO("1,2,3\n"), variable="W")
    with pytest.raises(ValueError, match="symmetrize='mean' is for matrices"):
        read(io.StringIO("1,2,3\n"), symmetrize="mean")
    with pytest.raises(ValueError, match="symmetrize must be"):
        read(io.StringIO("1,2,3\n"), symmetrize="max")


def test_not_a_file():
    with pytest.raises(ValueError, match="give a path or an open file, got int"):
        read(3)


def test_wrong_extension_is_found_by_the_content(tmp_path):
    path = tmp_path / "graph.dat"
    path.write_text("c PACE\np cep 2 1\n1 2\n")
    assert read(path).format == "gr"


def test_infinite_missing_is_refused():
    with pytest.raises(ValueError, match="missing must be a finite number, got inf"):
        read(io.StringIO("1,2,3\n"), missing=float("inf"))


def test_is_reachable_from_the_package():
    assert fr.io.read is read
