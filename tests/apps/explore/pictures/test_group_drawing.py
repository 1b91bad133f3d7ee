"""The drawing of a group."""

import numpy as np
import pytest
from hypothesis import given
from labeled_problems import problems, random_problem

import frenemy as fr
from frenemy.apps.explore.pictures.group_drawing import group_drawing


@given(problems(30))
def test_a_drawing_is_finite_and_the_same_every_time(given_problem):
    problem, labels = given_problem
    for group in np.unique(labels).tolist():
        drawing, again = group_drawing(problem, labels, group), group_drawing(problem, labels, group)
        np.testing.assert_array_equal(drawing.places, again.places)
        assert np.isfinite(drawing.places).all()
        assert ((drawing.places >= 0) & (drawing.places <= 1)).all()
        members = np.flatnonzero(labels == group)
        np.testing.assert_array_equal(drawing.things[: len(members)], members)
        assert len(np.unique(drawing.things)) == len(drawing.things)
        weights = {(int(u), int(v)): w for u, v, w in zip(*problem.edges(), strict=True)}
        for (i, j), weight in zip(drawing.things[drawing.ends].tolist(), drawing.weights.tolist(), strict=True):
            assert weights[min(i, j), max(i, j)] == pytest.approx(weight)
            assert labels[i] == group or labels[j] == group


def test_a_drawing_of_many_things_shows_the_strongest():
    problem, _ = random_problem(2000, 20_000)
    labels = (np.arange(2000) >= 1000).astype(int)
    drawing = group_drawing(problem, labels, 0)
    assert len(drawing.things) == 300
    assert len(drawing.weights) <= 2000
    assert drawing.n_left_out == 1000 - int((labels[drawing.things] == 0).sum()) == 760


def test_things_that_attract_are_nearer_than_those_that_do_not():
    """A chain of four: neighbors in it are nearer than its ends."""
    problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [2.0, 2.0, 2.0])
    places = group_drawing(problem, np.zeros(4, int), 0).places
    gaps = np.sqrt(((places[:, None] - places) ** 2).sum(axis=2))
    assert gaps[0, 1] < gaps[0, 2] < gaps[0, 3]
