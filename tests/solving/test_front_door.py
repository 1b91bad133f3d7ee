"""Names for solvers, times for limits, and ids in results."""

import datetime
import pickle
import sys

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr
from frenemy.run import as_stop
from frenemy.solvers import ON_CARD, PROVING, as_solver

PROBLEM = random_problem(40, 200, seed=1)
TRIPLES = [("ann", "bob", 3.0), ("bob", "cid", -2.0), ("cid", "dee", 4.0)]


@pytest.mark.parametrize("name", [*fr.SOLVERS, *PROVING, *ON_CARD])
def test_every_solver_has_a_name_in_any_case(name):
    kind = (fr.SOLVERS | PROVING | ON_CARD)[name]
    for given in (name, name.upper(), name.replace("_", "-"), kind.__name__, kind, kind()):
        assert as_solver(given) == kind()


def test_a_solver_by_name_class_or_instance_finds_the_same():
    found = [fr.solve(PROBLEM, given, seed=3) for given in ("Kernighan-Lin", fr.KernighanLin, fr.KernighanLin())]
    assert all(np.array_equal(one.labels, found[0].labels) for one in found)
    assert {one.solver for one in found} == {fr.KernighanLin()}


def test_a_plain_function_is_a_solver():
    def one_cluster(_problem, start, _run):
        return np.zeros(len(start), np.int32)

    assert fr.solve(PROBLEM, one_cluster, warn=False).n_clusters == 1


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        (
            "evolv",
            "unknown solver 'evolv'; there are automatic, evolve, .*gpu_evolve; did you mean 'evolve'?",
        ),
        ("zzz", "unknown solver 'zzz'; there are automatic, .*exact, .*gpu_evolve$"),
        (fr.Chain, "solver Chain needs arguments, so give an instance"),
        (3, "solver must be a Solver such as SwapExplore.*, or a name such as 'evolve', got 3"),
        (dict, "solver must be a Solver"),
    ],
)
def test_bad_solvers_are_named(solver, message):
    with pytest.raises(ValueError, match=message):
        fr.solve(PROBLEM, solver)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (5, 5),
        (0.5, 0.5),
        (np.float32(2), 2),
        ("30s", 30),
        ("30", 30),
        ("1.5 min", 90),
        ("2 Minutes", 120),
        ("1h", 3600),
        ("250 ms", 0.25),
        (datetime.timedelta(minutes=2), 120),
        (None, None),
        (fr.Stop(seconds=7), 7),
    ],
)
def test_limits_of_time(given, seconds):
    assert as_stop(given) == fr.Stop(seconds=seconds)


@pytest.mark.parametrize("given", ["", "soon", "3 days", "-1s", "1h30", [5], float("nan"), -2, True])
def test_bad_limits_are_shown(given):
    with pytest.raises(ValueError, match=r"(stop must be|seconds must)"):
        fr.solve(PROBLEM, stop=given)


def test_limits_work_everywhere():
    result = fr.solve(PROBLEM, stop="200ms")
    assert result.bounded(stop=0.2).lower_bound >= result.lower_bound
    assert fr.certify(PROBLEM, stop="100 ms").energy >= fr.lower_bound(PROBLEM, stop=0.1).value - 1e-9


def test_random_state_is_another_name_of_seed():
    assert fr.solve(PROBLEM, random_state=5).seed == fr.solve(PROBLEM, seed=5).seed == 5
    assert fr.solve(PROBLEM).seed == 0
    with pytest.raises(ValueError, match="seed and random_state are the same; give one, got 1 and 1"):
        fr.solve(PROBLEM, seed=1, random_state=1)


def test_results_carry_ids():
    result = fr.solve(TRIPLES)
    assert result.clusters() == [["ann", "bob"], ["cid", "dee"]]
    assert result.labels_by_id == {"ann": 0, "bob": 0, "cid": 1, "dee": 1}
    again = pickle.loads(pickle.dumps(result))
    assert again.clusters() == result.clusters()
    without = fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0]))
    assert (without.clusters(), without.labels_by_id) == ([[0, 1], [2]], {0: 0, 1: 0, 2: 1})


def test_results_as_a_table(monkeypatch):
    pandas = pytest.importorskip("pandas")
    frame = fr.solve(TRIPLES).to_frame()
    expected = {"id": ["ann", "bob", "cid", "dee"], "cluster": np.array([0, 0, 1, 1], np.int32)}
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(expected))
    tuples = fr.solve([((0, 1), (0, 2), 1.0)]).to_frame()
    assert tuples["id"].tolist() == [(0, 1), (0, 2)]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_frame needs pandas: pip install pandas; labels_by_id needs nothing"):
        fr.solve(TRIPLES).to_frame()


def test_the_report_shows_the_ids(tmp_path):
    fr.solve([("<ann>", "bob", 3.0), ("bob", "cid", -2.0)]).report(tmp_path / "report.html")
    assert "&lt;ann&gt;" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_graphs_with_clusters():
    nx = pytest.importorskip("networkx")
    graph = nx.Graph(name="friends")
    graph.add_weighted_edges_from(TRIPLES)
    result = fr.solve(graph)
    found = fr.to_networkx(result, graph=graph)
    assert dict(found.nodes(data="cluster")) == result.labels_by_id
    assert found.name == "friends"
    assert nx.get_node_attributes(graph, "cluster") == {}  # the given graph stays as it is
    made = fr.to_networkx(fr.solve(TRIPLES))
    assert dict(made.nodes(data="cluster")) == result.labels_by_id
    assert made["bob"]["cid"]["weight"] == -2.0
    with pytest.raises(ValueError, match="to_networkx needs a Result, or labels and their graph="):
        fr.to_networkx([0, 1])


def test_dir_shows_public_names_only():
    assert dir(fr) == sorted(fr.__all__)
    assert dir(fr.io) == sorted(fr.io.__all__)
