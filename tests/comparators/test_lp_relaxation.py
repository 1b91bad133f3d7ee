"""The linear relaxation: its value is a bound, and its rounding a clustering."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from reference import PROBLEMS, check_result, least_energy, problems, random_problem

import frenemy as fr
from frenemy.comparators import LPRelaxation
from frenemy.comparators.ball_growing import grown_balls


def relaxed(problem, stop=None, **parameters):
    run = fr.Run(stop)
    labels = LPRelaxation(**parameters)(problem, np.zeros(problem.n_nodes, np.int32), run)
    return labels, problem.energy(labels), run


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, optimum = PROBLEMS[name]
    result = fr.solve(problem, LPRelaxation())
    check_result(problem, result)
    if name == "missing_attracts":  # two ways are equally good, and prices are in between
        assert optimum < result.energy < 0.0
    else:
        assert result.energy == pytest.approx(optimum)


@given(problem=problems(max_nodes=7))
def test_value_below_and_rounding_above_the_optimum(problem):
    _, energy, run = relaxed(problem)
    optimum = least_energy(problem)
    assert run.lower_bound <= optimum + 1e-9
    assert optimum - 1e-9 <= energy <= 0.0
    assert problem.repelling_weight <= run.lower_bound + 1e-9


def test_the_value_of_an_odd_wheel():
    """A hub that attracts five nodes in a ring that repel each other: a half for every spoke is cheaper than whole."""
    hub, ring = np.zeros(5, int), np.arange(1, 6)
    weights = 1.5 * np.r_[np.ones(5), -np.ones(5)]
    problem = fr.Problem.from_edges(np.r_[hub, ring], np.r_[ring, np.roll(ring, 1)], weights)
    _, energy, run = relaxed(problem)
    assert run.lower_bound == pytest.approx(-7.5 + 3.75)  # five triangles ask for 1.5, and each spoke is in two
    assert least_energy(problem) == -3.0 <= energy  # two of the ring stay with the hub, three spokes are cut


def test_balls():
    """Two chains, short inside, with a long pair between them: two balls, from whichever node they grow."""
    problem = fr.Problem.from_edges([0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 5, 5], [1.0, 1.0, 1.0, 1.0, 1.0, -1.0])
    lengths = np.zeros(6)
    lengths[problem.edges()[0] == 2] = 1.0
    for order in (np.arange(6), np.arange(6)[::-1]):
        assert grown_balls(problem, lengths, order).tolist() == [0, 0, 0, 1, 1, 1]
    apart = grown_balls(problem, np.ones(6), np.arange(6))
    assert apart.tolist() == [0, 1, 2, 3, 4, 5]


def test_balls_end_at_a_limit_with_what_there_is():
    """The first is made, and the nodes that are left are alone."""
    problem = fr.Problem.from_edges([0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 5, 5], [1.0, 1.0, 1.0, 1.0, 1.0, -1.0])
    lengths = np.zeros(6)
    lengths[problem.edges()[0] == 2] = 1.0
    answers = iter([False, True])
    assert grown_balls(problem, lengths, np.arange(6), lambda: next(answers)).tolist() == [0, 0, 0, 1, 2, 3]
    assert grown_balls(problem, lengths, np.arange(6), lambda: True).tolist() == list(range(6))


def test_growing_asks_the_run():
    class Asked(fr.Run):
        n_asked = 0

        def expired(self):
            self.n_asked += 1
            if self.n_asked == 4:
                self.cancel()
            return super().expired()

    problem = random_problem(60, 500, seed=3)
    run = Asked()
    labels = LPRelaxation()(problem, np.zeros(60, np.int32), run)
    assert (run.n_asked, run.status) == (4, fr.Status.CANCELLED)
    assert problem.energy(labels) == run.history[-1].energy


def test_limits_and_start():
    problem = random_problem(60, 500, seed=3)
    _, energy, run = relaxed(problem, stop=fr.Stop(seconds=0.0))
    assert run.lower_bound <= energy == 0.0
    best = fr.solve(problem, fr.Evolve(), stop=fr.Stop(rounds=30))
    assert fr.solve(problem, LPRelaxation(), start=best.labels).energy <= best.energy
    assert relaxed(problem)[1] <= 0.0


def test_bad_parameters_and_size():
    with pytest.raises(ValueError, match=r"too large for LPRelaxation: 60 nodes with 1770 pairs, .* at most 1000"):
        relaxed(random_problem(60, 500, seed=3, missing=-1.0), max_pairs=1000)
    with pytest.raises(ValueError, match="n_thresholds must be a whole number of at least 1, got 0"):
        LPRelaxation(n_thresholds=0)
    assert pickle.loads(pickle.dumps(LPRelaxation(n_growths=2))) == LPRelaxation(n_growths=2)
