"""Values that NumPy or Python would quietly turn into something else."""

import numpy as np
import pytest

import frenemy as fr

PROBLEM = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0])
MASKED = np.ma.array([1.0, 99.0], mask=[False, True])


def edges(u=(0, 1), v=(1, 2), w=(1.0, 2.0), **others):
    return lambda: fr.Problem.from_edges(u, v, w, **others)


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (edges(w=np.array([1 + 5j, 2])), "w must be real numbers, got complex numbers, for example"),
        (edges(w=np.array([5, 6], "m8[s]")), "w must be real numbers, got times"),
        (edges(w=np.array([5, 6], "M8[s]")), "w must be real numbers, got dates"),
        (edges(w=[np.timedelta64(5, "s"), 1.0]), "w must be real numbers, got times"),
        (edges(w=np.array([1.0, np.complex128(1j)], object)), "w must be real numbers, got complex numbers"),
        (edges(w=MASKED), "w: the value at 1 is masked; remove masked values, or fill them"),
        (edges(u=np.ma.array([0, 1], mask=[0, 1])), "u: the value at 1 is masked"),
        (edges(sizes=np.array([1, 1j, 1])), "sizes must be real numbers"),
        (edges(missing=None), "missing must be a finite number, got None"),
        (edges(missing="0"), "missing must be a finite number, got '0'"),
        (edges(missing=1j), "missing must be a finite number, got 1j"),
        (edges(n_nodes=float("inf")), "n_nodes must be a whole number of at least 0, got inf"),
        (edges(n_nodes="3"), "n_nodes must be a whole number of at least 0, got '3'"),
        (edges(n_nodes=2**31), "n_nodes must be at most 2147483647, got 2147483648"),
        (edges(n_nodes=10**5000), "n_nodes must be at most 2147483647, got an integer of 16610 bits"),
        (
            edges(u=np.array([0, 2**31 - 1], np.int32)),
            "in 0..2147483646, got 2147483647 at edge 1 of u",
        ),
        (edges(u=np.array([0, -1], np.int32)), "node ids must be in 0..2147483646, got -1 at edge 1 of u"),
        (lambda: fr.Problem.from_modularity([0], [1], [1j]), "w must be real numbers"),
        (lambda: fr.Problem.from_modularity([0], [1], n_nodes=float("inf")), "n_nodes must be a whole number"),
        (lambda: fr.Problem.from_modularity([0], [1], n_nodes=1), "n_nodes must be at least 2 for these edges, got 1"),
        (lambda: fr.Problem.from_cpm([0], [1], resolution=None), "resolution must be a finite number, got None"),
        (lambda: fr.Problem.from_cpm([0], [1], resolution=-1), "resolution must be at least 0, got -1"),
        (lambda: fr.as_problem(np.ma.array(np.ones((2, 2)), mask=np.eye(2) == 0)), "the value at 0, 1 is masked"),
        (lambda: fr.as_problem(np.ones((2, 2)), missing="x"), "missing must be a finite number, got 'x'"),
        (lambda: PROBLEM.energy(np.ma.array([0, 1, 1], mask=[0, 0, 1])), "labels: the value at 2 is masked"),
        (lambda: fr.solve(PROBLEM, start=[0, 1, np.nan]), "start must be whole numbers, got nan at node 2"),
        (lambda: fr.solve(PROBLEM, start=[0, 0, 0], free=np.ma.array([0], mask=[1])), "free: the value at 0 is masked"),
        (lambda: fr.constraints.must_link(PROBLEM, np.ma.array([[0, 1]], mask=True)), "pairs: the value at 0, 0"),
        (
            lambda: fr.constraints.at_most_one_per_group(PROBLEM, [0, 0, 1], weight="x"),
            "weight must be a finite number",
        ),
        (lambda: fr.solve(PROBLEM, threads=2**40), "threads must be at most 4096, got 1099511627776"),
        (lambda: fr.solve(PROBLEM, threads=None), "threads must be a whole number of at least 1, got None"),
        (lambda: fr.solve(PROBLEM, seed=2**70), "seed must be at most 18446744073709551615"),
        (lambda: fr.Stop(rounds=2**70), "rounds must be at most 9223372036854775807, .*leave it out for no limit"),
        (lambda: fr.Stop(stall=float("inf")), "stall must be a whole number of at least 1, got inf"),
        (lambda: fr.Stop(seconds="5"), "seconds must be a number, got '5'"),
        (lambda: fr.Stop(target=1j), "target must be a number, got 1j"),
    ],
)
def test_odd_values_are_named(use, message):
    with pytest.raises(ValueError, match=message):
        use()


def test_masked_arrays_without_masked_values_are_arrays():
    plain = edges()()
    assert fr.Problem.from_edges([0, 1], [1, 2], np.ma.array([1.0, 2.0], mask=False)) == plain
