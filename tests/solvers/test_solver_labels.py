"""A solver may be anyone's: what it returns and reports is checked before compiled code reads it."""

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr

PROBLEM = random_problem(40, 300, seed=0)
APART = fr.constraints.cannot_link(PROBLEM, [(0, 1)])
TOGETHER = fr.constraints.must_link(PROBLEM, [(0, 1), (2, 3)])
N = PROBLEM.n_nodes

BAD = {
    "short": (lambda _: np.zeros(3, np.int32), r"must have shape \(\d+,\), one per node, got \(3,\)"),
    "flat": (lambda _: np.int32(0), r"must have shape \(\d+,\), one per node, got \(\)"),
    "negative": (lambda n: np.full(n, -5, np.int32), "must not be negative, got -5 at node 0"),
    "noise": (lambda n: np.r_[np.zeros(n - 1, np.int64), -1], r"must not be negative, got -1 at node \d+"),
    "fractions": (lambda n: np.arange(n) * 0.5, "must be whole numbers, got 0.5 at node 1"),
    "nan": (lambda n: np.full(n, np.nan), "must be whole numbers, got nan at node 0"),
    "text": (lambda n: ["a"] * n, "must be integers, got <U1"),
    "nothing": (lambda _: None, "must be one whole number per node, got None; does the solver return its labels"),
}
GOOD = {
    "int64": lambda n: np.arange(n),
    "list": lambda n: [0] * n,
    "gaps": lambda n: (np.arange(n) % 2 * 100).astype(np.int32),
    "huge": lambda n: np.where(np.arange(n) % 2, 2**31 - 1, 0).astype(np.int32),
    "beyond 32 bits": lambda n: np.where(np.arange(n) % 2, 2**62, 5),
    "unsigned": lambda n: np.where(np.arange(n) % 2, 2**64 - 1, 5).astype(np.uint64),
}


def returning(make):
    def mine(problem, start, run):  # noqa: ARG001
        return make(problem.n_nodes)

    return mine


@pytest.mark.parametrize("problem", [PROBLEM, APART, TOGETHER], ids=["plain", "apart", "together"])
@pytest.mark.parametrize("wrap", [lambda s: s, fr.Reduced, fr.ByParts, lambda s: fr.Chain((s, fr.LocalMoves()))])
@pytest.mark.parametrize("name", BAD)
def test_bad_labels_are_one_clear_error(problem, wrap, name):
    make, message = BAD[name]
    with pytest.raises(ValueError, match=f"labels of mine {message}"):
        fr.solve(problem, wrap(returning(make)))


@pytest.mark.parametrize("problem", [PROBLEM, APART, TOGETHER], ids=["plain", "apart", "together"])
@pytest.mark.parametrize("name", GOOD)
def test_whole_numbers_of_any_kind_are_labels_and_come_back_without_gaps(problem, name):
    result = fr.solve(problem, returning(GOOD[name]))
    assert result.labels.dtype == np.int32
    assert sorted(set(result.labels.tolist())) == list(range(result.n_clusters))
    assert result.energy == pytest.approx(problem.energy(result.labels))


def test_a_solver_may_change_the_start_that_it_gets():
    start = np.arange(N)

    def careless(problem, labels, run):  # noqa: ARG001
        labels[:] = 2**31 - 1
        return np.zeros(problem.n_nodes, np.int32)

    assert fr.solve(APART, careless, start=start).n_clusters > 1
    assert start.tolist() == list(range(N))


@pytest.mark.parametrize("problem", [PROBLEM, APART], ids=["plain", "apart"])
@pytest.mark.parametrize("wrap", [lambda s: s, fr.Reduced])
@pytest.mark.parametrize("name", ["negative", "fractions", "text", "huge", "flat"])
def test_bad_labels_of_a_round_are_an_error(problem, wrap, name):
    make = (BAD | {"huge": (GOOD["huge"], "")})[name][0]

    def mine(problem, start, run):
        run.round_done(-1e9, make(problem.n_nodes))
        return start

    with pytest.raises(ValueError, match="labels of a round must be"):
        fr.solve(problem, wrap(mine))


def test_a_round_of_too_few_labels_is_an_error():
    def mine(problem, start, run):  # noqa: ARG001
        run.round_done(-1e9, np.zeros(3, np.int32))
        return start

    with pytest.raises(ValueError, match=r"must have shape \(40,\), one per node, got \(3,\)"):
        fr.solve(APART, mine)


def test_errors_of_the_solver_itself_pass():
    with pytest.raises(ZeroDivisionError):
        fr.solve(PROBLEM, returning(lambda n: n / 0))
