"""Every benchmark runs on small problems, and its energies make sense. Times are never asserted."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="peak memory and SIGINT are measured on POSIX only")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The tables of a benchmark's quick form, by title."""

    def tables(name):
        out = tmp_path_factory.mktemp(name)
        command = [sys.executable, "-m", "benchmarks", name, "--quick", "--repeats", "1", "--out", str(out)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
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


def test_binary(run):
    tables = run("binary")
    assert len(tables) == 3
    for row in measured(tables["QPBO-I on 4-connected grids"]):
        assert max(row["energies"]) < 0.0  # the start has 0
        assert row["best"] <= row["energy"]
    plain = measured(tables["Plain QPBO with unary terms"])
    assert len({round(row["lower_bound"], 6) for row in plain}) == 1
    assert all(row.get("differ", 0) == 0 for row in plain)
    assert all(0.0 < row["share_labelled"] <= 1.0 for row in plain)
    cuts = measured(tables["Submodular problems: minimum cuts"])
    assert len({row["energy"] for row in cuts}) == 1  # whole numbers: equal to the digit
    assert all(row.get("share_labelled", 1.0) == 1.0 for row in cuts)


def test_paper_solvers(run):
    tables = run("paper_solvers")
    assert len(tables) == 5
    (round_row,) = tables["A round of AdaptiveICM"]
    assert round_row["rounds"] > 5
    for row in measured(tables["Synthetic problems of the paper"]):
        assert row["relative"] < -0.8  # the planted clustering has -1
        assert row["clusters"] > 1
    pictures = {row["method"]: row for row in measured(tables["A picture with strokes"])}
    assert all(row["energy"] < 0.0 and row["parts"] >= row["clusters"] > 1 for row in pictures.values())
    assert pictures["AdaptiveICM, SwapExplore"]["energy"] <= pictures["AdaptiveICM"]["energy"]
    (built,) = tables["Building a large problem"]
    assert built["pairs"] > built["nodes"]
    for row in tables["Time limits and Ctrl-C"]:
        assert row["limit_status"] in ("TIME_LIMIT", "CONVERGED")
        assert row["stop_status"] in ("CANCELLED", "CONVERGED", "ended before")


def test_reductions(run):
    tables = run("reductions")
    (kernel,) = tables["Kernels"]
    assert 0 < kernel["kernel_pairs"] < kernel["pairs"]
    (stages,) = tables["Which rules pay"]
    assert stages["triangle"] <= stages["edge"] < stages["components"] < 1.0
    for row in tables["A solver with and without"]:
        assert row["energy"] < 0.0
        assert row["reduced_energy"] <= 0.95 * row["energy"]


def test_names_are_checked():
    done = subprocess.run([sys.executable, "-m", "benchmarks", "nothing"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "paper_solvers" in done.stderr
