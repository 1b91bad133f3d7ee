"""Promises that hold for every solver, be it of the catalogue or there to compare with."""

import itertools
import pickle

import numpy as np
import pytest
from reference import check_result, least_energy, random_problem

import frenemy as fr


def check_between_optimum_and_one_cluster(solver, problem):
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert least_energy(problem) - 1e-9 <= result.energy <= 1e-9


def check_never_worse_than_the_start(solver, problem, start, seed):
    result = fr.solve(problem, solver, start=start, seed=seed)
    check_result(problem, result)
    assert result.energy <= problem.energy(start) + 1e-9


def check_energy_falls_from_round_to_round(solver, *, least_rounds):
    problem = random_problem(200, 1200, seed=6)
    energies = [r.energy for r in fr.solve(problem, solver).history]
    assert all(b <= a + 1e-9 for a, b in itertools.pairwise(energies))
    assert len(energies) >= least_rounds


def check_energy_of_rounds_is_the_real_one(solver):
    problem = random_problem(80, 500, seed=6, missing=-0.01)

    def compare(progress):
        assert progress.energy == pytest.approx(problem.energy(progress.labels), rel=1e-9)

    fr.solve(problem, solver, on_round=compare)


def check_scaling_the_weights_changes_nothing(solver, factor):
    problem = random_problem(80, 600, seed=7)
    u, v, w = problem.edges()
    scaled = fr.Problem.from_edges(u, v, factor * w, n_nodes=80)
    a, b = fr.solve(problem, solver), fr.solve(scaled, solver)
    if factor != 3.0:  # powers of two scale every rounding with them
        assert np.array_equal(a.labels, b.labels)
    assert b.energy == pytest.approx(factor * a.energy, rel=0.05)


def check_same_seed_same_labels(solver):
    problem = random_problem(200, 1600, seed=9)
    first, again = fr.solve(problem, solver, seed=4), fr.solve(problem, solver, seed=4)
    assert np.array_equal(first.labels, again.labels)
    pickled = fr.solve(pickle.loads(pickle.dumps(problem)), pickle.loads(pickle.dumps(solver)), seed=4)
    assert np.array_equal(first.labels, pickled.labels)


def check_weights_far_apart(solver):
    rng = np.random.default_rng(0)
    problem = random_problem(60, 500, seed=11)
    u, v, w = problem.edges()
    wild = fr.Problem.from_edges(u, v, w * 10.0 ** rng.integers(-6, 7, len(w)), n_nodes=60)
    result = fr.solve(wild, solver)
    check_result(wild, result)
    tiny = fr.Problem.from_edges(u, v, w * 1e-300, n_nodes=60)
    check_result(tiny, fr.solve(tiny, solver))
    huge = fr.Problem.from_edges(u, v, w * 1e300, n_nodes=60)
    check_result(huge, fr.solve(huge, solver))
