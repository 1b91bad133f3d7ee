import csv
import io

import pytest

import frenemy as fr
from frenemy.io import read

PATH = "c a path of three\np cep 3 2\n1 2\nc in between\n2 3\n"


def test_edges_attract_and_missing_ones_repel():
    file = read(io.StringIO(PATH))
    assert (file.format, file.ids.tolist(), file.problem.missing) == ("gr", [1, 2, 3], -1.0)
    # One edge cut (+1), the missing pair 1-3 cut (-1): energy 0. Together: nothing cut.
    assert file.problem.energy([0, 0, 1]) == 0.0
    # Apart: two edges and the missing pair cut.
    assert file.problem.energy([0, 1, 2]) == 1.0


def test_missing_can_be_changed():
    assert read(io.StringIO(PATH), missing=-0.25).problem.missing == -0.25


def test_no_edges():
    assert read(io.StringIO("p cep 4 0\n")).problem.n_nodes == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n", "line 1: expected 'p cep n_nodes n_edges', got '1 2'"),
        ("c only a comment\n", "expected 'p cep"),
        ("p cep three 2\n", "line 1: expected 'p cep"),
        (f"p cep {'1' * 5000} 2\n", "line 1: expected 'p cep n_nodes n_edges', got 'p cep 1111"),
        (f"p cep 3 {'1' * 5000}\n", "line 1: expected 'p cep"),
        (f"p cep {2**40} 2\n", "line 1: there may be 2147483647 nodes at most, got 1099511627776"),
        ("p cep 3 2\n1 2\n", "promises 2 edges, got 1; is the file truncated"),
        ("p cep 3 1\n1 2\n2 3\n", "promises 1 edges, got 2"),
        ("c\np cep 3 1\n1 4\n", "line 3: nodes must be in 1..3, as line 2 says, got 4"),
        ("p cep 3 1\n0 1\n", "line 2: nodes must be in 1..3"),
        ("p cep 3 1\n1 2 3\n", "line 2: expected two nodes, got '1 2 3'"),
        ("p cep 3 1\n1 x\n", "line 2: expected two nodes, got '1 x'"),
    ],
)
def test_bad_files_say_what_and_where(text, message):
    with pytest.raises(ValueError, match=message):
        read(io.StringIO(text), format="gr")


def test_real_instance_has_at_least_the_proven_number_of_edits(shared_data):
    folder = shared_data / "pace2021"
    file = read(folder / "exact" / "exact001.gr")
    n, m = file.problem.n_nodes, file.problem.n_edges
    assert (n, m) == (10, 11)
    # Edits are the edges cut plus the missing edges not cut: the energy plus all missing edges.
    edits = fr.solve(file.problem, seed=0).energy + n * (n - 1) // 2 - m
    with open(folder / "best_known_kapoce.csv") as table:
        known = {row["instance"]: row for row in csv.DictReader(table)}["exact001.gr"]
    assert known["proven_optimal"] == "True"
    assert edits >= float(known["edits"])
