"""Files of lifted problems."""

import numpy as np
import pytest
from lifted_reference import grid_problem

import frenemy as fr


def test_what_is_written_is_read(tmp_path):
    problem = grid_problem(5, 5, seed=0)
    fr.io.write_lifted(tmp_path / "grid.npz", problem)
    found = fr.io.read(tmp_path / "grid.npz")
    assert found.problem == problem
    assert fr.solve(found).energy == fr.solve(problem).energy


def test_base_edges_without_weight_and_lone_nodes_are_kept(tmp_path):
    problem = fr.Problem.lifted([[0, 1]], [0.0], [[1, 2]], [1.0], n_nodes=5)
    fr.io.write_lifted(tmp_path / "p.npz", problem)
    assert fr.io.read(tmp_path / "p.npz").problem == problem


def test_errors_name_the_file_and_the_row(tmp_path):
    arrays = {"base_edges": [[0, 1]], "base_weights": [np.nan], "lifted_edges": np.empty((0, 2)), "lifted_weights": []}
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(ValueError, match=r"bad.npz: base_weights must be finite, got nan at row 0"):
        fr.io.read(tmp_path / "bad.npz")


def test_plain_problems_are_not_written():
    with pytest.raises(ValueError, match="no base graph"):
        fr.io.write_lifted("-", fr.Problem.from_edges([0], [1], [1.0]))
