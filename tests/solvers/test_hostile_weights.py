"""Weights at the ends of what floats can hold, and ties everywhere: every solver ends, in time and without a limit."""

import math

import numpy as np
import pytest
from slowness import SLOWDOWN

import frenemy as fr

TINY = 5e-324  # the smallest number above 0; half of it is 0
HUGE = 1e307  # nearly the largest sum of weights


def dense(n, weigh, **options):
    u, v = np.triu_indices(n, 1)
    return fr.Problem.from_edges(u, v, weigh(np.random.default_rng(0), len(u)), n_nodes=n, **options)


def sparse(n, n_edges, weigh, **options):
    rng = np.random.default_rng(1)
    u = rng.integers(0, n, n_edges)
    v = (u + rng.integers(1, n, n_edges)) % n
    return fr.Problem.from_edges(u, v, weigh(rng, n_edges), n_nodes=n, **options)


def signs(rng, n):
    return rng.choice([-1.0, 1.0], n)


HOSTILE = {
    "huge": dense(16, lambda rng, n: 1e300 * rng.normal(size=n)),
    "near_overflow": dense(16, lambda rng, n: signs(rng, n) * (HUGE / n)),
    "near_overflow_in_few": fr.Problem.from_edges([0, 1, 0, 2], [1, 2, 2, 3], HUGE / 4 * np.array([1, 1, -1, 1])),
    "tiny": dense(16, lambda rng, n: TINY * rng.integers(-3, 4, n)),
    "tiny_equal": dense(16, lambda rng, n: TINY * signs(rng, n)),
    "denormal": dense(16, lambda rng, n: 1e-310 * rng.normal(size=n)),
    "all_scales": dense(16, lambda rng, n: signs(rng, n) * 10.0 ** rng.uniform(-300, 300, n)),
    "equal": dense(20, signs),
    "all_attract": dense(20, lambda _, n: np.ones(n)),
    "all_repel": dense(20, lambda _, n: -np.ones(n)),
    "nothing": sparse(20, 60, lambda _, n: np.zeros(n)),
    "gains_of_rounding": sparse(40, 300, lambda rng, n: signs(rng, n) / 3.0, missing=0.1 / 3.0),
    "missing_huge": sparse(20, 60, lambda rng, n: rng.normal(size=n), missing=2e304),
    "missing_huge_repels": sparse(20, 60, lambda rng, n: rng.normal(size=n), missing=-2e304),
    "missing_tiny": sparse(20, 60, lambda rng, n: TINY * rng.integers(-5, 6, n), missing=TINY),
    "sizes_of_all_scales": sparse(
        20, 60, lambda rng, n: rng.normal(size=n), missing=0.1, sizes=10.0 ** np.linspace(-150, 150, 20)
    ),
}
solvers = pytest.mark.parametrize("name", fr.SOLVERS)
hostile = pytest.mark.parametrize("problem", HOSTILE.values(), ids=HOSTILE)


@solvers
def test_a_time_limit_is_kept(name):
    for problem in HOSTILE.values():
        result = fr.solve(problem, fr.SOLVERS[name](), stop=fr.Stop(seconds=0.2), seed=3)
        assert result.seconds < 0.2 + 5.0 * SLOWDOWN  # a busy machine is slow; a loop without an end is slower
        assert math.isfinite(result.energy)
        assert result.energy == problem.energy(result.labels)


@solvers
@pytest.mark.parametrize("kind", ["tiny", "tiny_equal", "denormal", "missing_tiny", "near_overflow_in_few"])
def test_it_ends_without_a_limit(name, kind):
    result = fr.solve(HOSTILE[kind], fr.SOLVERS[name](), seed=3)
    assert result.status in (fr.Status.CONVERGED, fr.Status.OPTIMAL)


@hostile
def test_samples_and_certificates_keep_a_time_limit(problem):
    found = fr.posterior(problem, stop=fr.Stop(seconds=0.05))
    assert found.seconds < 0.05 + 5.0 * SLOWDOWN
    known = fr.constraints.cannot_link(problem, [(0, 1), (1, 3)])
    assert fr.posterior(known, pairs=[(0, 1)], stop=fr.Stop(seconds=0.05)).probabilities.tolist() == [0.0]
    fr.certify(problem, stop=fr.Stop(seconds=0.05))
