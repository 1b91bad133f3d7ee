"""When a solve says that something looks odd, and when it does not."""

import ast
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import random_problem

import frenemy as fr
from frenemy.solving.oddities import oddities

RNG = np.random.default_rng(0)
POINTS = np.concatenate([RNG.normal(size=(15, 2)) + center for center in ((0, 0), (9, 0), (0, 9))])
DISTANCES = np.linalg.norm(POINTS[:, None] - POINTS, axis=2)
SIMILAR = np.exp(-(DISTANCES**2))


def mirrored(n, values):
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n, 1)] = values
    return matrix + matrix.T


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SIMILAR, r"nothing repels: all 990 weights are between 0 and 1, .*affinity\.log_odds.*cluster_table"),
        (mirrored(6, np.linspace(0.01, 1, 15)), "nothing repels: all 15 weights are between 0 and 1"),
        (
            10 * SIMILAR,
            r"nothing repels: all 990 weights are at least 0, so everything that is.*log_odds.*from_modularity",
        ),
        (mirrored(6, np.ones(15)), "nothing repels: all 15 weights are 1, so .* frenemy.Problem.from_modularity"),
        (DISTANCES, "look like distances, where a small number means alike.*precomputed_distance"),
        (DISTANCES / DISTANCES.max(), "look like distances, where a small number means alike"),
        (-DISTANCES, "nothing attracts: all 990 weights are at most 0, so every node is alone"),
        ([("a", "b", 0.9), ("b", "c", 0.2), ("c", "d", 0.7)], "nothing repels: all 3 weights are between 0 and 1"),
        (
            fr.Problem.from_edges([1001, 1002, 1003], [1002, 1003, 1004], [1.0, -1.0, 1.0]),
            r"the nodes 0 to 1,000 are in no pair.*frenemy\.solve\(\(u, v, w\)\)",
        ),
        (5.0 - DISTANCES / 10, "nothing repels"),
        (
            2.0 - mirrored(40, RNG.exponential(1.0, 780)),
            "one cluster holds 40 of 40 nodes, and 8[0-9]% of the listed pairs",
        ),
    ],
)
def test_a_solve_warns_once_and_points_at_the_caller(data, message):
    with pytest.warns(UserWarning, match=f"this looks odd: .*{message}") as caught:
        result = fr.solve(data)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert len(result.warnings) == 1


def test_labels_that_leave_attracting_pairs_alone():
    problem = random_problem(30, 100, seed=1)
    assert "every node is alone, although" in oddities(problem, np.arange(30, dtype=np.int32))[0]


def test_warnings_can_be_switched_off_and_are_in_the_result():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = fr.solve(SIMILAR, warn=False)
    assert len(result.warnings) == 1
    assert "nothing repels" in result._repr_html_()


ORDINARY = [
    # The example of the paper, and problems of its experiments.
    fr.affinity.planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1)[0],
    *(fr.affinity.planted(300, balance=balance, noise=noise)[0] for balance in (0.2, 0.8) for noise in (0.0, 0.3)),
    *(fr.affinity.planted(n, seed=seed)[0] for n in (50, 500) for seed in range(3)),
    *(random_problem(n, 4 * n, seed=seed) for n in (4, 10, 100) for seed in range(5)),
    fr.as_problem(2.0 - DISTANCES),
    fr.as_problem(SIMILAR - 0.5),
    fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 4], [1.0, 2.0, 1.0, 1.0], missing=-0.5),
    fr.constraints.cannot_link(fr.as_problem(np.ones((5, 5))), [(0, 1)]),
    fr.constraints.must_link(fr.as_problem(-np.ones((5, 5))), [(0, 1)]),
    fr.Problem.from_modularity([0, 1, 2, 3, 4, 5, 2], [1, 2, 0, 4, 5, 3, 3]),
]


@pytest.mark.parametrize("problem", ORDINARY)
def test_ordinary_problems_give_no_alarm(problem):
    assert fr.solve(problem).warnings == ()


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("weight", [-1.0, 0.5, 1.0])
def test_of_few_nodes_anything_is_ordinary(n, weight):
    assert fr.solve(np.full((n, n), weight)).warnings == ()


@settings(max_examples=50)
@given(st.integers(4, 12), st.integers(0, 2**20))
def test_random_weights_of_both_signs_give_no_alarm(n, seed):
    weights = np.random.default_rng(seed).normal(size=n * (n - 1) // 2)
    weights[:2] = 1.0, -1.0
    assert fr.solve(mirrored(n, weights)).warnings == ()


@settings(max_examples=50)
@given(st.integers(4, 15), st.integers(0, 2**20), st.sampled_from([0.5, 1.0, 7.0]))
def test_weights_of_one_sign_always_give_one(n, seed, scale):
    weights = scale * np.random.default_rng(seed).random(n * (n - 1) // 2)
    assert "nothing repels" in fr.solve(mirrored(n, weights), warn=False).warnings[0]
    assert "nothing attracts" in fr.solve(mirrored(n, -weights), warn=False).warnings[0]


@settings(max_examples=30)
@given(st.integers(20, 40), st.integers(1, 3), st.integers(0, 2**20))
def test_distances_are_recognised(n, n_features, seed):
    points = np.random.default_rng(seed).normal(size=(n, n_features))
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    assert "look like distances" in fr.solve(distances, warn=False).warnings[0]


def test_a_solve_with_few_free_nodes_leaves_it_to_the_result():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = fr.solve(SIMILAR, start=np.zeros(45), free=[0])
    assert result.warnings


@pytest.mark.not_sanitized
def test_only_the_estimator_goes_through_the_front_door():
    """Commands, pages and apps use solve_problem, which never warns."""
    folder = Path(fr.__file__).parent
    users = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in ("frenemy.solving", "frenemy.solving.solve"):
                users |= {file.relative_to(folder).as_posix() for alias in node.names if alias.name == "solve"}
    assert users == {"__init__.py", "solving/__init__.py", "estimator/correlation_clustering.py"}


@pytest.mark.not_sanitized
def test_the_estimator_warns_about_given_weights_only():
    pytest.importorskip("sklearn")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fr.CorrelationClustering().fit(POINTS)
        fr.CorrelationClustering("precomputed_distance").fit(DISTANCES)
    with pytest.warns(UserWarning, match="this looks odd: nothing repels") as caught:
        fr.CorrelationClustering("precomputed").fit_predict(SIMILAR)
    assert caught[0].filename == __file__
