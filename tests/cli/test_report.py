"""``frenemy cluster --report``."""

import json
import os
import sys

import numpy as np
import pytest
from pages import Page

import frenemy as fr
from frenemy.bounds.gap import gap_text
from frenemy.report.numbers import MINUS


def test_report_in_the_ids_of_the_file(frenemy, tmp_path):
    (tmp_path / "pairs.csv").write_text("ann & co,<bob>,2\n<bob>,carl,1\nann & co,dora,-3\n", encoding="utf-8")
    done = frenemy("cluster", "pairs.csv", "-o", "groups.csv", "--report", "report.html")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-2:] == ["labels written to groups.csv", "report written to report.html"]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '<h1 dir="auto">pairs.csv</h1>' in page
    assert "&lt;bob&gt;" in page
    assert "ann &amp; co" in page


def test_report_beside_labels_on_standard_output(frenemy_here, pairs, groups, tmp_path):
    done = frenemy_here("cluster", pairs, "-q", "--report", "report.HTM")
    assert (done.returncode, done.stdout, done.stderr) == (0, groups, "")
    assert (tmp_path / "report.HTM").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_report_with_constraints(frenemy_here, pairs, tmp_path):
    (tmp_path / "same.csv").write_text("ann,dora\n")
    done = frenemy_here("cluster", pairs, "-o", "groups.csv", "--must-link", "same.csv", "--report", "report.html")
    assert done.returncode == 0, done.stderr
    assert "that keeps the constraints" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_json_names_the_report(frenemy_here, pairs):
    done = frenemy_here("cluster", pairs, "-o", "groups.csv", "--json", "--report", "report.html")
    assert json.loads(done.stdout)["report"] == "report.html"


@pytest.mark.parametrize("name", ["report.csv", "report", "-"])
def test_only_html_is_written(frenemy_here, pairs, tmp_path, name):
    done = frenemy_here("cluster", pairs, "-o", "groups.csv", "--report", name)
    assert done.returncode == 2
    assert f"the extension must be .html, got {name}" in " ".join(done.stderr.replace("│", " ").split())
    assert not (tmp_path / "groups.csv").exists()


def test_what_cannot_be_written_is_told_before_the_work(frenemy_here, pairs, tmp_path):
    (tmp_path / "folder.html").mkdir()
    for name, message in (("none/report.html", "there is no folder none"), ("folder.html", "it is a folder")):
        done = frenemy_here("cluster", pairs, "-o", "groups.csv", "--report", name)
        assert (done.returncode, done.stderr) == (1, f"error: cannot write to {name}: {message}\n")
        assert not (tmp_path / "groups.csv").exists()


def test_no_input_is_overwritten(frenemy_here, pairs, tmp_path):
    content = pairs.read_text()
    (tmp_path / "pairs.html").write_text(content)
    done = frenemy_here("cluster", "pairs.html", "--format", "pairs", "--report", "./pairs.html")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error: --report would overwrite pairs.html, which is read as INPUT (./pairs.html is the same file); choose "
        "another name\n"
    )
    groups = "id,town,source\nann,Rome,x\nbob,Rome,y\n"
    (tmp_path / "people.html").write_text(groups)
    done = frenemy_here("cluster", pairs, "--one-per-group", "people.html:source", "--report", "people.html")
    assert "--report would overwrite people.html, which is read as --one-per-group; choose" in done.stderr
    assert (tmp_path / "pairs.html").read_text() == content
    assert (tmp_path / "people.html").read_text() == groups


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
def test_labels_are_written_even_if_the_report_cannot_be(frenemy_here, pairs, groups, tmp_path):
    (tmp_path / "report.html").symlink_to("/dev/full")
    done = frenemy_here("cluster", pairs, "-o", "groups.csv", "--json", "--report", "report.html")
    assert done.returncode == 1
    assert (tmp_path / "groups.csv").read_text() == groups
    assert json.loads(done.stdout)["report"] is None
    assert done.stderr.splitlines()[-1] == "error: cannot write the report to report.html: No space left on device"


def test_report_needs_no_plot_extra(frenemy, pairs, tmp_path, without):
    done = frenemy("cluster", pairs, "-o", "g.csv", "--report", "r.html", environment=without("matplotlib", "PIL"))
    assert done.returncode == 0, done.stderr
    assert sys.getsizeof((tmp_path / "r.html").read_bytes()) > 1000


def test_terminal_report_json_and_python_say_the_same_numbers(frenemy_here, tmp_path):
    problem, _ = fr.affinity.planted(300, noise=0.3, seed=1)
    u, v, w = problem.edges()
    lines = "".join(f"{a},{b},{c}\n" for a, b, c in zip(u, v, w, strict=True))
    (tmp_path / "pairs.csv").write_text(lines)
    result = fr.solve(fr.io.read(tmp_path / "pairs.csv").problem)
    assert result.gap > 0
    shown = f"at most {gap_text(result.gap)} from the best possible"

    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json")
    assert json.loads(done.stdout)["gap"] == result.gap
    assert shown in done.stderr
    result.report(tmp_path / "python.html")
    assert f"at most {gap_text(result.gap)} from" in (tmp_path / "python.html").read_text(encoding="utf-8")

    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json", "--report", "report.html")
    said = json.loads(done.stdout)
    shown = "this is proved" if said["gap"] == 0 else f"at most {gap_text(said['gap'])} from"
    assert ("proved optimal" if said["gap"] == 0 else shown) in done.stderr
    explanation = fr.explain(result.problem, result.labels)
    linked = explanation.doubtful_nodes(None)  # to the place that they could move to
    n_doubtful = int((explanation.margins[linked] < np.median(np.abs(w))).sum())
    assert n_doubtful > 0
    for name in ("python.html", "report.html"):
        page = Page((tmp_path / name).read_text(encoding="utf-8"))
        assert f"{n_doubtful} of 300 nodes would change sides" in page.text["head"]
        assert f"{n_doubtful} nodes count as in doubt" in page.text["nodes"]
        assert_same_energy_and_clusters(page, done.stderr, result)
    assert shown in page.text["head"]
    assert (said["energy"], said["n_clusters"]) == (result.energy, result.n_clusters)
    assert f"{result.n_clusters} clusters: the largest" in done.stderr


def test_terminal_report_json_and_python_say_the_same_about_records(frenemy_here, tmp_path):
    csv = pytest.importorskip("pyarrow.csv")
    rng = np.random.default_rng(3)
    left, right = rng.integers(120, size=(2, 900))
    rows = [f"r{a},r{b},{p:.6f}\n" for a, b, p in zip(left, right, rng.beta(0.3, 1.0, 900), strict=True) if a != b]
    (tmp_path / "pairs.csv").write_text("id_1,id_2,probability\n" + "".join(rows))
    found = fr.find_entities(csv.read_csv(tmp_path / "pairs.csv"))
    n_doubtful = int(found.doubtful.sum())
    assert 0 < n_doubtful < found.n_records

    done = frenemy_here("cluster", "pairs.csv", "-o", "entities.csv", "--json", "--report", "report.html")
    said = json.loads(done.stdout)
    assert (said["n_entities"], said["n_doubtful"], said["energy"]) == (
        found.n_entities,
        n_doubtful,
        found.result.energy,
    )
    table = csv.read_csv(tmp_path / "entities.csv")
    assert sum(table["doubtful"].to_pylist()) == n_doubtful
    assert f"{n_doubtful} records with a margin below" in done.stderr
    assert f"{found.n_entities} of {found.n_records} records" in done.stderr
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert f"{n_doubtful} of {found.n_records} records would change sides" in page.text["head"]
    assert f"{n_doubtful} records count as in doubt" in page.text["nodes"]
    assert_same_energy_and_clusters(page, done.stderr, found.result)
    sure = "proved" if said["gap"] == 0 else f"at most {gap_text(said['gap'])} from"
    assert sure in done.stderr
    assert sure in page.text["head"]


def assert_same_energy_and_clusters(page, terminal, result):
    energy = f"{result.energy:,.10g}"
    assert energy in terminal
    assert f"Energy{energy.replace('-', MINUS)}\n" in page.text["origin"]
    assert f"\n{result.n_clusters}" in page.text["head"]
