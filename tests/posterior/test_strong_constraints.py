"""Pairs that attract strongly and may not be joined: the draw is among the places that are open."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from enumerated import all_pairs, check
from interrupted import BEGIN, interrupted
from slowness import SLOWDOWN

import frenemy as fr
from frenemy.constraints import at_most_one_per_group, cannot_link

#: exp(-800) is 0, so the only place with a weight above 0 was the one that is closed.
TWO_NODES = "problem = fr.constraints.cannot_link(fr.Problem.from_edges([0], [1], [800.0]), [(0, 1)])"
UNLISTED_ATTRACT = """
rng = np.random.default_rng(0)
u = rng.integers(0, 35, 70); v = (u + rng.integers(1, 35, 70)) % 35
problem = fr.Problem.from_edges(u, v, rng.normal(size=70) * {scale}, n_nodes=35, missing=0.3 * {scale})
problem = fr.constraints.cannot_link(problem, [(0, 1), (2, 3)])
"""
SCRIPTS = {
    "two_nodes": TWO_NODES,
    "unlisted_attract": UNLISTED_ATTRACT.format(scale=100.0),
    "huge": UNLISTED_ATTRACT.format(scale=1e150),
}
scripts = pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)


@scripts
def test_a_time_limit_ends_it(script):
    script += """
found = fr.posterior(problem, n_samples=10**12, stop=fr.Stop(seconds=0.1))
print(found.status.name, found.probability_of(0, 1) if len(problem.edges()[0]) == 1 else 0.0)
"""
    command = [sys.executable, "-c", BEGIN + script]
    child = subprocess.run(command, capture_output=True, text=True, timeout=30 * SLOWDOWN, check=True)
    assert child.stdout == "TIME_LIMIT 0.0\n"


@scripts
def test_ctrl_c_ends_it(script):
    script += """
print("ready", flush=True)
print(fr.posterior(problem, n_samples=10**12).status.name)
"""
    assert interrupted(textwrap.dedent(script), seconds=0.2) == (0, "CANCELLED\n")


def strong_problem(n, missing, pairs, strength, seed):
    """Weights that leave much in doubt, but for a few pairs."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    w = rng.normal(0.0, 1.0, len(u))
    keep = rng.random(len(u)) < 0.7
    for pair in pairs:
        at = (u == pair[0]) & (v == pair[1])
        w[at], keep[at] = strength, True
    return fr.Problem.from_edges(u[keep], v[keep], w[keep], n_nodes=n, missing=missing)


@pytest.mark.parametrize("strength", [30.0, 800.0, 1e6])
@pytest.mark.parametrize("missing", [0.0, -0.4, 0.3])
def test_probabilities_are_those_of_the_partitions_that_are_allowed(strength, missing):
    """Brute force; only differences of energy matter, and the strong pairs are cut in every partition that is left."""
    pairs = [(0, 1), (1, 4), (2, 3)]
    problem = strong_problem(6, missing, pairs, strength, seed=3)
    found = fr.posterior(cannot_link(problem, pairs), pairs=all_pairs(problem), n_samples=20_000, seed=1)
    assert found.status is fr.Status.CONVERGED
    check(problem, found, keeps=lambda labels: all(labels[i] != labels[j] for i, j in pairs))


@pytest.mark.parametrize("missing", [0.0, -0.4, 0.3])
def test_probabilities_with_one_of_each_group(missing):
    groups = np.array([0, 0, 0, 1, 1, -1])
    problem = strong_problem(6, missing, [(0, 1), (0, 2), (1, 2), (3, 4)], 900.0, seed=5)
    found = fr.posterior(at_most_one_per_group(problem, groups), pairs=all_pairs(problem), n_samples=20_000, seed=1)
    assert found.status is fr.Status.CONVERGED
    check(problem, found, keeps=lambda c: len({c[0], c[1], c[2]}) == 3 and c[3] != c[4])


def test_the_clock_is_read_within_the_draw_of_one_node():
    """Each node may join no cluster, so a draw meets closed ones half a million times on average."""
    n = 500_000
    problem = at_most_one_per_group(fr.Problem.from_edges([], [], [], n_nodes=n), np.zeros(n, int))
    found = fr.posterior(problem, pairs=[(0, 1)], n_samples=10**9, stop=fr.Stop(seconds=0.3))
    assert found.status is fr.Status.TIME_LIMIT
    assert found.seconds < 2.0 * SLOWDOWN
    assert found.probabilities.tolist() == [0.0]
