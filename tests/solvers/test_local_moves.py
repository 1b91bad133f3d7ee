"""What is LocalMoves' own: the queue."""

import numpy as np
import pytest
from reference import is_one_optimal, random_problem

import frenemy as fr


def test_order_must_be_known():
    with pytest.raises(ValueError, match="order must be 'index' or 'random', got 'up'"):
        fr.LocalMoves(order="up")


@pytest.mark.parametrize("order", ["index", "random"])
@pytest.mark.parametrize("missing", [0.0, -0.05, 0.02])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_who_wants_to_move_is_overlooked(order, missing, seed):
    """The slack of a node spares looks at it, never one that would have moved it."""
    problem = random_problem(150, 1500, seed=seed, mean=0.05, missing=missing)
    start = np.random.default_rng(seed).integers(30, size=150)
    assert is_one_optimal(problem, fr.solve(problem, fr.LocalMoves(order=order), start=start, seed=seed).labels)
