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
    with pytest.raises(
        ValueError, match="unknown format 'xml'; there are pairs, multicut, gr, mtx, npz, npy, mat, graphml, gexf"
    ):
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


@pytest.mark.parametrize(
    ("name", "content", "clusters"),
    [
        ("p.csv", "ann,bob,2\nbob,carl,-1\n", [["ann", "bob"], ["carl"]]),
        ("p.tsv", "1001\t1007\t2\n1007\t1002\t-1\n", [[1001, 1007], [1002]]),
        ("p.txt", "MULTICUT\n5 7 2\n7 9 -1\n", [[5, 7], [9]]),
        ("p.gr", "p cep 3 1\n1 2\n", [[1, 2], [3]]),
        ("p.gr", "p cep 2 0\n", [[1], [2]]),
        ("p.csv", "0,1,2\n1,2,-1\n", [[0, 1], [2]]),
    ],
)
def test_a_file_that_is_solved_keeps_its_ids(tmp_path, name, content, clusters):
    (tmp_path / name).write_text(content)
    file = read(tmp_path / name)
    result = fr.solve(file)
    assert sorted(map(sorted, result.clusters())) == clusters
    assert list(result.labels_by_id) == file.ids.tolist()
    assert [file.problem.id_of(node) for node in range(file.problem.n_nodes)] == file.ids.tolist()
    assert fr.as_problem(file) is file.problem
    with pytest.raises(ValueError, match="missing and sizes cannot be set for an existing Problem"):
        fr.solve(file, missing=-1.0)


def test_numbers_that_are_numbers_of_nodes_are_no_ids():
    assert read(io.StringIO("0,1,2\n1,2,-1\n")).problem.ids is None


def test_is_reachable_from_the_package():
    assert fr.io.read is read
