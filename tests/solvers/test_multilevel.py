"""What is Multilevel's own: passes, and where it begins."""

import numpy as np
import pytest
from reference import random_problem, same_partition

import frenemy as fr


@pytest.mark.parametrize("parameters", [{"sweeps": -1}, {"passes": 0}, {"passes": 1.5}])
def test_parameters_that_make_no_sense(parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least"):
        fr.Multilevel(**parameters)


def test_finds_what_is_hidden():
    problem, truth = fr.affinity.planted(2000, sizes=np.full(20, 100), degree=20, noise=0.1, seed=1)
    result = fr.solve(problem, fr.Multilevel())
    assert result.energy <= problem.energy(truth)
    assert same_partition(result.labels, truth)


def test_passes_are_rounds_and_the_last_finds_nothing():
    problem = random_problem(400, 3000, seed=3)
    result = fr.solve(problem, fr.Multilevel(passes=50))
    energies = [r.energy for r in result.history]
    assert len(energies) < 50
    assert energies[-1] == pytest.approx(energies[-2], rel=1e-12)
    assert len(fr.solve(problem, fr.Multilevel(passes=1)).history) == 1


def test_goes_on_from_a_start():
    problem = random_problem(400, 3000, seed=4)
    start = fr.solve(problem, fr.LocalMoves()).labels
    assert fr.solve(problem, fr.Multilevel(), start=start).energy < problem.energy(start)
