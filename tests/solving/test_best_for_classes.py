"""Which of several problems known classes choose."""

import numpy as np

import frenemy as fr
from frenemy.solving.best_for_classes import best_for_classes


def problem_of(labels):
    """The only best clustering is the one given."""
    u, v = np.triu_indices(len(labels), 1)
    return fr.Problem.from_edges(u, v, np.where(labels[u] == labels[v], 1.0, -1.0))


CLASSES = np.repeat(np.arange(4), 10)
PAIRS_OF_CLASSES = CLASSES // 2


def test_the_one_that_agrees_clearly_better():
    problems = [problem_of(PAIRS_OF_CLASSES), problem_of(np.zeros(40, int)), problem_of(CLASSES)]
    assert best_for_classes(problems, CLASSES) == 2


def test_the_first_of_equals():
    assert best_for_classes([problem_of(CLASSES), problem_of(CLASSES)], CLASSES) == 0


def test_a_small_gain_may_be_by_chance():
    two_wrong, one_wrong = CLASSES.copy(), CLASSES.copy()
    two_wrong[[0, 11]] = 3, 2
    one_wrong[22] = 0
    assert best_for_classes([problem_of(two_wrong), problem_of(one_wrong)], CLASSES) == 0


def test_only_known_classes_count():
    known = np.full(40, -1)
    known[[0, 1, 10, 11]] = [0, 0, 1, 1]
    wrong_elsewhere = np.where(CLASSES >= 2, np.arange(40), CLASSES)
    assert best_for_classes([problem_of(PAIRS_OF_CLASSES), problem_of(wrong_elsewhere)], known) == 1
    assert best_for_classes([problem_of(CLASSES), problem_of(wrong_elsewhere)], known) == 0
