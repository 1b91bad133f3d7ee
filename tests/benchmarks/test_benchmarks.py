"""Every benchmark runs on small problems, and its energies make sense. Times are never asserted."""

import json
import os
import subprocess
import sys

import pytest
from in_process import ROOT, run_command

import frenemy as fr

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="peak memory and SIGINT are measured on POSIX only")


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    """The benchmarks are run from the root and never installed."""
    monkeypatch.syspath_prepend(ROOT)


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """The tables of a benchmark's quick form, by title."""

    def tables(name, *, from_a_shell=False):
        out = tmp_path / name
        arguments = [name, "--quick", "--repeats", "1", "--out", str(out)]
        if from_a_shell:
            command = [sys.executable, "-m", "benchmarks", *arguments]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, env=os.environ)
        else:
            monkeypatch.setenv("FRENEMY_BENCHMARKS_FORKED", "1")
            done = run_command("benchmarks", arguments, capsys=capsys, monkeypatch=monkeypatch)
        assert done.returncode == 0, done.stderr
        stored = json.loads((out / f"{name}.json").read_text(encoding="utf-8"))
        markdown = (out / f"{name}.md").read_text(encoding="utf-8")
        assert markdown.strip() == done.stdout.strip()
        assert set(stored["machine"]) == {"command", "date", "hardware", "software"}
        assert all(f"### {table['title']}\n" in markdown for table in stored["tables"])
        return {table["title"]: table["rows"] for table in stored["tables"]}

    return tables


def measured(rows):
    """The rows without those that only say that a peer is not installed."""
    kept = [row for row in rows if "not installed" not in row["method"]]
    assert kept
    return kept


def test_editing(run):
    (rows,) = run("editing").values()
    assert {row["seeds"] for row in rows} == {"tuned", "fresh"}
    assert all(row["long"] <= row["pass"] for row in rows)


def test_kinds(run):
    tables = run("kinds")
    once = tables["One pass on further kinds"]
    assert tables["One pass by stage"] == once
    assert {(row["problem"], row["seeds"]) for row in once} == {
        (problem, seeds) for problem in ("power law", "components") for seeds in ("tuned", "fresh")
    }
    assert all(row["energy"] < 0.0 and row["met"] == "yes" for row in once)
    assert all(row["short_energy"] < 0.0 and row["short_seconds"] > 0.0 for row in once)
    for row in run("more_time")["More time on further kinds"]:
        assert row["above"] == "no"


def test_binary(run):
    tables = run("binary")
    assert len(tables) == 3
    for row in measured(tables["QPBO-I on 4-connected grids"]):
        assert max(row["energies"]) < 0.0  # the start has 0
        assert row["best"] <= row["energy"]
    plain = measured(tables["Plain QPBO with unary terms"])
    assert len({round(row["lower_bound"], 6) for row in plain}) == 1
    assert all(row.get("differ", 0) == 0 for row in plain)
    assert all(0.0 < row["share_labeled"] <= 1.0 for row in plain)
    cuts = measured(tables["Submodular problems: minimum cuts"])
    assert len({row["energy"] for row in cuts}) == 1  # whole numbers: equal to the digit
    assert all(row.get("share_labeled", 1.0) == 1.0 for row in cuts)


def test_paper_solvers(run):
    tables = run("paper_solvers")
    (round_row,) = tables["A round of AdaptiveICM"]
    assert round_row["rounds"] > 5
    if "Synthetic problems with energies on record" in tables:  # where their generator is
        for row in measured(tables["Synthetic problems with energies on record"]):
            assert -1692.62 <= row["energy"] < -1400.0  # above the bound on record; one cluster has 0
    pictures = {row["method"]: row for row in measured(tables["A picture with strokes"])}
    assert all(row["energy"] < 0.0 and row["parts"] >= row["clusters"] > 1 for row in pictures.values())
    assert pictures["AdaptiveICM, SwapExplore"]["energy"] <= pictures["AdaptiveICM"]["energy"]
    (built,) = tables["Building a large problem"]
    assert built["pairs"] > built["nodes"]
    for row in tables["Time limits and Ctrl-C"]:
        assert row["limit_status"] in ("TIME_LIMIT", "CONVERGED")
        assert row["stop_status"] in ("CANCELLED", "CONVERGED", "ended before")


def test_segmentation(run):
    tables = run("segmentation")
    (row,) = tables["Pen-up to overlay"]
    assert row["objects"] > 1
    assert 0.0 < row["further_wall"] < 60.0
    stages = {row["stage"]: row for row in tables["Stages"]}
    assert {"solve", "overlay"} <= set(stages)
    assert stages["appearance"]["further"] is None  # once per picture


def test_features(run):
    tables = run("features")
    (row,) = tables["Matrix to labels"]
    assert row["ari"] > 0.9
    assert row["pairs"] < 50 * 2_500
    assert {"neighbors", "weights", "groups", "solve"} <= {row["stage"] for row in tables["Stages"]}
    exact, cells, usearch = tables["15 nearest neighbours"]
    assert exact["recall"] > 0.999
    assert cells["recall"] > 0.95
    assert usearch["recall"] is None or usearch["recall"] > 0.95


def test_records(run):
    pytest.importorskip("pyarrow")
    tables = run("records")
    entities, giant = tables["Table of pairs to table of entities"]
    assert entities["f"] > 0.9
    assert entities["pairs"] == giant["pairs"] == 20_000
    assert entities["largest"] < 0.1 < 0.9 < giant["largest"]
    stages = ["read", "number", "weigh", "solve", "explain", "write"]
    assert [row["stage"] for row in tables["Stages of records"]] == stages * 2


def test_drawn_pairs(run):
    pytest.importorskip("pyarrow")
    for row in run("drawn_pairs")["Pairs drawn by chance"]:
        assert row["ours"] > 0.9
        assert row["best"] < row["ours"]


@pytest.mark.filterwarnings("ignore:Port 8787")  # another Dask on this machine
def test_beyond(run):
    for extra in ("psutil", "pyarrow", "duckdb", "distributed", "dask.dataframe"):
        pytest.importorskip(extra)
    tables = run("beyond")
    (equal,) = tables["From disk and in memory"]
    assert equal["same"] is True
    assert equal["energy"] == pytest.approx(0.0, abs=1e-12)
    costs = {row["stage"]: row for row in tables["What each stage reads, writes and holds"]}
    assert costs["route"]["written_mb"] == pytest.approx(16 * 20_000 / 1e6, rel=0.02)  # a pair is stored in 16 bytes
    assert costs["pairs"]["read_mb"] > 0.1
    assert min(row["held_mb"] for row in costs.values()) > 10
    ours, *peers = tables["Beside components"]
    assert [row["method"] for row in peers] == ["DuckDB", "SciPy in memory", "Dask DataFrame"]
    assert len({row["clusters"] for row in peers}) == 1
    assert all(ours["f"] > row["f"] == pytest.approx(peers[0]["f"]) for row in peers)


def test_beside(run):
    for extra in ("sklearn", "pyarrow", "pandas"):
        pytest.importorskip(extra)
    tables = run("beside")
    assert list(tables) == ["Vectors", "Communities", "Scored pairs", "Signed graphs"]
    for ours, *peers in tables.values():
        assert ours["method"] == "frenemy"
        assert ours["f"] > 0.9
        assert ours["ratio"] == 1.0
        for peer in peers:
            assert peer["true_clusters"] == ours["true_clusters"] > 1
            assert 0.0 < peer["f"] <= 1.0
    assert [row["method"] for row in tables["Vectors"]] == ["frenemy", "HDBSCAN", "HDBSCAN, at least 15"]


def test_what_a_tool_leaves_out_is_alone():
    from benchmarks.beside.beside import _alone_if_left_out

    labels, share = _alone_if_left_out([0, -1, 0, 1, -1])
    assert labels.tolist() == [0, 2, 0, 1, 3]
    assert share == 0.4


def test_faithfulness(run):
    (row,) = run("faithfulness")["Some pairs instead of all"]
    assert row["feature_problem"] > 0.9
    assert row["energy"] == pytest.approx(1.0, abs=0.05)


def test_updates(run):
    pytest.importorskip("pyarrow")
    tables = run("updates")
    assert [row["missing"] for row in tables["Record by record, from nothing"]] == [-1.0, -0.3, 0.0]
    for row in tables["Clusters after all updates"]:
        assert row["cost_more"] < 1.0
        assert row["f"] > row["full_f"] - 0.01 > 0.8
    for row in tables["Time of an update"]:
        assert row["touched"] < row["pairs"] / 5  # records
    for row in tables["Entities after all updates of tables"]:
        assert row["cost_more"] < 1.0
        assert row["other_margins"] == 0


def test_reductions(run):
    tables = run("reductions")
    (kernel,) = tables["Kernels"]
    assert 0 < kernel["kernel_pairs"] < kernel["pairs"]
    (stages,) = tables["Which rules pay"]
    assert stages["triangle"] <= stages["edge"] < stages["components"] < 1.0
    for row in tables["A solver with and without"]:
        assert row["energy"] < 0.0
        assert row["reduced_energy"] <= 0.95 * row["energy"]


def test_dense_bounds(run):
    rows = run("dense_bounds")["Lower bounds on dense noise"]
    assert all(row["gap"] <= row["packed_gap"] for row in rows)


def test_bound_cost(run):
    rows = run("bound_cost")["The cost of a bound"]
    assert [row["problem"] for row in rows] == ["planted", "random", "grid"]
    assert all(500 < row["pairs"] < 2000 and 0.0 <= row["gap"] < 1.0 for row in rows)


def test_report_page(run):
    (row,) = run("report_page")["Reports"]
    assert 0 < row["kilobytes"] < 2000
    assert row["clusters"] > 1


def test_explore_page(run):
    pytest.importorskip("starlette", reason="the extra web is not installed")
    (row,) = run("explore_page")["The page to explore a clustering"]
    assert row["groups"] > 1
    assert all(row[name] >= 0 for name in ("first_view", "search", "split", "undo", "question", "bias", "tile"))


def test_weights(run):
    (rows,) = run("weights").values()
    assert sum(row["fit_seconds"] is not None for row in rows) == 5
    assert len(rows) == 10


def test_hand_made_parts(run):
    parts, systems = run("hand_made_parts").values()
    found = {row["part"]: row for row in parts if row["ratio"] is not None}
    for part in ("polygon fill", "16-bit RGB PNG", "16-bit RGB TIFF, LZW"):
        assert found.get(part, {"difference": "none"})["difference"] == "none"
    assert all(row["residual"] < 1e-5 for row in systems if row["one"] is not None)


def test_image_kernels(run):
    (rows,) = run("image_kernels").values()
    assert len(rows) == 14
    assert all(row["tiny ours"] > 0.0 for row in rows)


def test_soft_segmentations(run):
    (rows,) = run("soft_segmentations").values()
    assert [(row["strokes"], row["reach"]) for row in rows] == [(40, "None"), (1, "None"), (40, "40")]
    assert all(row["residual"] < 1e-12 for row in rows)


def test_explain(run):
    (row,) = run("explain")["An explanation"]
    assert row["clusters"] > 1
    assert row["explain_products"] > 0.0
    assert 0 <= row["exact"] <= 20


def test_bounds(run):
    (row,) = run("bounds", from_a_shell=True)["Lower bounds"]  # as users call it
    assert row["packed"] <= row["energy"]
    assert row["packed"] <= row["searched"] + 1e-6
    assert row["searched"] <= row["energy"] + 1e-6


def test_exact(run):
    pytest.importorskip("highspy")
    tables = run("exact")
    (proof,) = tables["Exact: networks"]
    assert proof["is_proven"]
    (relaxed,) = tables["LPRelaxation"]
    assert relaxed["bound"] <= proof["energy"] + 1e-6
    assert relaxed["energy"] >= proof["energy"] - 1e-6


def test_solvers(run):
    tables = run("solvers")
    for rows in tables.values():
        assert not any("failed" in str(row.get("outcome")) for row in rows)
    (first,) = tables["One pass against Leiden"]
    assert first["energy"] < 0.0
    assert first["products"] > 0.0
    (second,) = tables["One pass against Leiden: second set"]
    assert second["problem"] != first["problem"]
    for rows in (tables["With time"], tables["With time: second set"]):
        assert all(row["worst"] >= row["best"] for row in measured(rows))
    ours = [row for row in tables["Growth"] if row["problem"] == "planted"]
    assert ours[1]["pairs"] > 2 * ours[0]["pairs"]
    assert "exponent" in ours[1]
    one, two = tables["Threads"]
    assert one["labels"] == two["labels"]
    curves = [row for row in measured(tables["Energy against time"]) if row["method"] == "frenemy"]
    assert [row["how"] for row in curves] == ["one pass", "with time"]
    for row in curves:
        energies = [energy for _, energy in row["curve"]]
        assert energies == sorted(energies, reverse=True)
        assert energies[-1] == pytest.approx(row["energy"])
    for row in tables.get("CP-Lib", ()):  # where its data is
        assert 0.0 < row["value"] <= row["known"]
    for row in tables.get("PACE 2021", ()):
        assert row["long_edits"] >= row["known"]  # proven


def test_options_are_checked(capsys, monkeypatch):
    for arguments, message in (
        (["nothing"], "invalid choice: 'nothing' (choose from"),
        (["binary", "--only", "pp1e4"], "--only, --peers, --seconds and --huge are for solvers"),
        (
            ["one_pass", "--quick", "--only", "elsewhere"],
            "nothing to measure: no problem of one_pass is called elsewhere",
        ),
        (["with_time", "--seconds", "0"], "--seconds must be above 0, got 0.0"),
    ):
        done = run_command("benchmarks", arguments, capsys=capsys, monkeypatch=monkeypatch)
        assert done.returncode == 2
        assert message in done.stderr


def test_chunks_are_a_problem():
    """Made in pieces, stored and mapped again: the same as in one piece."""
    from harness.data import large_problems, recipes

    for name, arguments in {
        "planted_chunks": {"n_nodes": 300, "n_clusters": 5, "degree": 9.0, "seed": 3},
        "grid_chunks": {"height": 30, "width": 20, "regions": 4, "seed": 3},
    }.items():
        n_nodes, chunks = large_problems.CHUNKED[name](**arguments)
        pieces = list(chunks)
        whole = recipes.make(name, **arguments)
        assert whole.n_nodes == n_nodes
        assert sum(piece[2].sum() for piece in pieces) == pytest.approx(whole.w.sum())
        assert (whole.u < whole.v).all()
        assert (whole.v < n_nodes).all()


def test_review(run):
    tables = run("review")
    useful, nearest, random = tables["Answers"]
    assert useful["f_0"] == nearest["f_0"] == random["f_0"] < useful["f_50"] <= 1.0
    assert useful["f_50"] > max(nearest["f_50"], random["f_50"])
    for row in tables["Scores on demand"]:
        assert row["before"] < row["clean"]
        if row["method"] == "ours":
            assert row["f_1000"] > row["before"]


def test_posterior(run):
    (rows,) = run("posterior").values()
    assert [row["missing"] for row in rows] == [0.0, -1.0]
    for row in rows:
        assert row["sweeps"] > 0.0
        assert 1.0 <= row["mean_clusters"] <= row["nodes"]


def test_stored_pairs(tmp_path):
    from harness.data import pair_files

    pieces = [([0, 1], [1, 2], [1.0, -2.0]), ([4], [3], [0.5])]
    assert pair_files.write(str(tmp_path), pieces, 6, missing=-1.0) == 3
    pairs = pair_files.load(str(tmp_path))
    assert (pairs.u.tolist(), pairs.v.tolist(), pairs.w.tolist()) == ([0, 1, 4], [1, 2, 3], [1.0, -2.0, 0.5])
    assert (pairs.n_nodes, pairs.missing) == (6, -1.0)
    assert pairs.problem().n_nodes == 6
    assert pair_files.write(str(tmp_path), [], 2) == 0
    assert len(pair_files.load(str(tmp_path)).u) == 0


def test_unlisted_pairs_in_leiden():
    """Peers see the same problem: two triangles and an edge between them, every other pair repels."""
    pytest.importorskip("igraph")
    import numpy as np

    from harness.data.problems import Pairs
    from harness.peers.clustering import LEIDEN_10, PEERS

    triangles = np.array([[0, 1], [0, 2], [1, 2], [2, 3], [3, 4], [3, 5], [4, 5]])
    pairs = Pairs(triangles[:, 0], triangles[:, 1], np.ones(7), 6, missing=-1.0)
    peer = PEERS[LEIDEN_10].loaded()
    labels = peer.run(peer.build(pairs), 0)
    assert pairs.problem().energy(labels) == 1.0 - 8.0  # one edge and all 8 other pairs between the triangles are cut


def test_gpu(run):
    try:
        fr.solve_on_card([0], [1], [1.0])
    except ValueError as error:
        pytest.skip(str(error))
    tables = run("gpu")
    (row,) = tables["One pass on the card"]
    assert row["energy"] < 0.98 * row["cpu_energy"]
    assert row["is_same"] == "yes"


def test_lifted(run):
    for row in run("lifted")["Lifted problems"]:
        assert row["energy"] < 0.0
