"""``frenemy cluster`` as a user meets it: real processes, pipes, signals and exit codes."""

import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import scipy.sparse as sp
from terminal import shown_on_a_terminal

from frenemy.affinity import planted


def test_labels_to_standard_output_and_summary_to_standard_error(frenemy, pairs, groups):
    done = frenemy("cluster", pairs)
    assert (done.returncode, done.stdout) == (0, groups)
    assert "5 nodes, 5 pairs" in done.stderr
    assert "2 clusters" in done.stderr
    assert "energy -4, proved optimal" in done.stderr
    assert "\x1b" not in done.stderr  # no live line where there is no terminal


def test_quiet(frenemy_here, pairs, groups):
    done = frenemy_here("cluster", pairs, "-q")
    assert (done.stdout, done.stderr) == (groups, "")


def test_rows_about_the_same_pair_are_counted(frenemy, tmp_path):
    (tmp_path / "trust.csv").write_text("a,b,1\nb,a,2\nb,c,-1\n")
    done = frenemy("cluster", str(tmp_path / "trust.csv"))
    assert "3 rows are 2 pairs: rows about the same two ids, in either order, add up" in done.stderr


def test_labels_to_a_file(frenemy, pairs, groups, tmp_path):
    done = frenemy("cluster", pairs, "-o", "groups.csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "groups.csv").read_text() == groups
    assert "labels written to groups.csv" in done.stderr


def test_pipe(frenemy, pairs, groups):
    assert frenemy("cluster", "-", stdin=pairs.read_text()).stdout == groups


def test_pipe_of_a_binary_format(frenemy, tmp_path):
    sp.save_npz(tmp_path / "W.npz", sp.coo_array(np.triu([[0, 1.0, -1.0], [0, 0, -1.0], [0, 0, 0]])))
    done = frenemy("cluster", "-", "--format", "npz", stdin=(tmp_path / "W.npz").read_bytes())
    assert done.stdout.replace(b"\r", b"") == b"id,cluster_id\n0,0\n1,0\n2,1\n"


def test_json_summary(frenemy, pairs):
    done = frenemy("cluster", pairs, "-o", "groups.tsv", "--json", "--seed", "3", "--threads", "2")
    summary = json.loads(done.stdout)
    seconds = summary.pop("seconds")
    rounds = summary.pop("rounds")
    assert seconds >= 0
    assert rounds >= 1
    assert summary == {
        "input": str(pairs),
        "output": "groups.tsv",
        "values": "weights",
        "n_nodes": 5,
        "n_pairs": 5,
        "n_clusters": 2,
        "energy": -4.0,
        "lower_bound": -4.0,
        "gap": 0.0,
        "status": "OPTIMAL",
        "seed": 3,
        "picked_by": "automatic",
        "solver": summary["solver"],
        "parameters": summary["parameters"],
        "report": None,
    }
    assert summary["solver"] != "automatic"
    assert f"\n{summary['solver']} " in done.stderr
    assert " (picked by automatic), seed 3: " in done.stderr


def test_json_and_labels_cannot_share_standard_output(frenemy, pairs):
    done = frenemy("cluster", pairs, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "-o labels.csv" in done.stderr


def test_solver_and_parameters(frenemy_here, pairs):
    options = ("--solver", "adaptive-icm", "--param", "order=random", "-o", "groups.csv", "--json")
    summary = json.loads(frenemy_here("cluster", pairs, *options).stdout)
    assert (summary["solver"], summary["parameters"]) == ("adaptive_icm", {"order": "random"})
    assert summary["picked_by"] is None


def test_summary_names_a_solver_within_a_solver(frenemy_here, pairs):
    done = frenemy_here("cluster", pairs, "--solver", "reduced", "--param", "solver=swap_explore", "-o", "groups.csv")
    assert "reduced solver=swap_explore, seed 0: " in done.stderr


def test_missing_changes_the_answer(frenemy_here, pairs):
    done = frenemy_here("cluster", pairs, "--missing", "-10", "-o", "groups.csv", "--json")
    # Any two nodes that are not listed repel strongly, so no cluster has more than two nodes.
    assert json.loads(done.stdout)["n_clusters"] == 3


def test_time_limit_is_a_result(frenemy_here, pairs, tmp_path):
    done = frenemy_here("cluster", pairs, "--seconds", "0", "-o", "groups.csv")
    assert done.returncode == 0
    assert "out of time" in done.stderr
    assert (tmp_path / "groups.csv").exists()


def test_warnings_are_lines(frenemy):
    done = frenemy("cluster", "-", stdin="1,2,1\n3,3,1\n")
    assert "warning: standard input, line 2: left out 1 pair(s)" in done.stderr
    assert done.stdout == "id,cluster_id\n1,0\n2,0\n3,1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--solver", "nope"), "unknown solver 'nope'; there are automatic, evolve"),
        (("--solver", "adaptive_icm", "--param", "size=3"), "AdaptiveICM has no parameter 'size'; it has order=index"),
        (("--solver", "adaptive_icm", "--param", "order=up"), "order must be 'index' or 'random', got 'up'"),
        (("--param", "order"), "expected name=value, got 'order'"),
        (("--seconds", "-1"), "--seconds"),
        (("--seconds", "nan"), "--seconds"),
        (("--threads", "0"), "--threads"),
        (("--seed", "x"), "--seed"),
        (("--symmetrize", "max"), "--symmetrize"),
        (("--format", "xml"), "unknown format 'xml'"),
        (("-o", "groups.xml"), "the extension must be one of"),
        (("--frobnicate",), "--frobnicate"),
    ],
)
def test_usage_errors_exit_2(frenemy_here, pairs, arguments, message):
    done = frenemy_here("cluster", pairs, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    shown = " ".join(done.stderr.replace("│", " ").split())
    assert message in shown
    assert "Traceback" not in shown


_MTX = b"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1.0\n"


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (b"", (), "is empty"),
        (b"1,2,x\n", (), "line 1: the weight 'x' is not a number"),
        (b"1,2,nan\n", (), "line 1: the weight must be finite, got nan"),
        (b"a,b,1\na,b\n", (), "line 2: expected 3 columns"),
        (b"\x89PNG\x00\x00\x00", (), "holds binary data"),
        (b"PK\x03\x04broken", ("--format", "npz"), "cannot be read as a NumPy .npz file"),
        (b"1,2,3\n", ("--missing", "nan"), "missing must be a finite number, got nan"),
        (_MTX + b"3 1 6.03E", ("--format", "mtx"), "line 4: the value must be a finite number, got '6.03E'"),
        (_MTX + b"3 1 1\0", ("--format", "mtx"), "holds binary data (a zero byte at offset 67)"),
        (_MTX + b"3 1 1junk\n", ("--format", "mtx"), "line 4: the value must be a finite number, got '1junk'"),
        (b"p cep " + b"1" * 5000 + b" 3\n", ("--format", "gr"), "line 1: expected 'p cep n_nodes n_edges'"),
        (b"1,2,3\n", ("--one-per-group", "long.csv"), "long.csv, line 2: a field has more than 131,072 characters"),
        (b"1,2,3\n", ("--one-per-group", "stray.csv"), "stray.csv, line 2: holds a carriage return inside a row"),
        (b"1,2,3\n", ("-q", "--threads", str(2**40)), "threads must be at most 4096, got 1099511627776"),
        (b"1,2,3\n", ("--variable", "W"), "for Matlab files"),
        (b"1,2,3\n", ("-o", "none/groups.csv"), "there is no folder none"),
        (b"1,2,3\n", ("-o", "hidden.csv"), "it is a folder"),
    ],
)
def test_bad_data_exits_1_with_one_line(frenemy_here, tmp_path, content, arguments, message):
    (tmp_path / "hidden.csv").mkdir()
    (tmp_path / "long.csv").write_text(f"id,source\n1,{'x' * 140_000}\n2,y\n")
    (tmp_path / "stray.csv").write_bytes(b"id,source\n\r,0\n1,1\n")
    (tmp_path / "bad.csv").write_bytes(content)
    done = frenemy_here("cluster", "bad.csv", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_missing_file(frenemy):
    done = frenemy("cluster", "nowhere.csv")
    assert (done.returncode, done.stderr) == (1, "error: nowhere.csv: No such file or directory\n")


def hard_problem(path):
    """One that keeps the solver busy for much longer than the test waits."""
    problem, _ = planted(6000, sizes=np.linspace(1, 5, 60), degree=60, balance=0.1, noise=0.35)
    u, v, w = problem.edges()
    np.savez(path, u=u, v=v, w=w)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_interrupt_still_writes_labels(tmp_path):
    hard_problem(tmp_path / "hard.npz")
    command = [sys.executable, "-m", "frenemy", "cluster", "hard.npz", "-o", "groups.csv", "--json", "--seconds", "60"]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert "6,000 nodes" in running.stderr.readline()  # it has read its input and goes to work
        time.sleep(0.5)
        asked = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=300)
        answered = time.monotonic() - asked
    finally:
        running.kill()
    assert running.returncode == 0, err
    assert json.loads(out)["status"] == "CANCELLED"
    assert "interrupted, best so far" in err
    assert len((tmp_path / "groups.csv").read_text().splitlines()) == 6001
    assert answered < 25, "not at the end of its minute"


def on_a_terminal(tmp_path, columns, *options):
    hard_problem(tmp_path / "hard.npz")
    return shown_on_a_terminal(tmp_path, "cluster", "hard.npz", "-o", "groups.txt", *options, columns=columns)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_live_line_on_a_terminal(tmp_path):
    shown = on_a_terminal(tmp_path, 100, "--seconds", "1.5")
    assert re.search(r"round \d+, energy -[\d,]+, \d+ clusters, \d+ s, \d s left \(Ctrl-C: stop\)", shown)
    assert "out of time" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_live_line_is_one_line_on_a_narrow_terminal(tmp_path):
    shown = on_a_terminal(tmp_path, 40, "--seconds", "1.5")
    lines = [line.strip() for line in re.split(r"[\r\n]+", shown) if "clusters" in line and "round" in line]
    assert lines
    assert all(len(line) <= 40 for line in lines)
    assert "Ctrl-C" not in shown.partition("energy")[2]  # cut off instead of wrapped


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_pipe_is_no_traceback(tmp_path):
    (tmp_path / "many.csv").write_text("".join(f"{i},{i + 1},1\n" for i in range(50_000)))
    command = f"{sys.executable} -m frenemy cluster many.csv -q --solver adaptive_icm | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stdout == "id,cluster_id\n"
    assert "Traceback" not in done.stderr


def test_constraints_from_files(frenemy_here, pairs, tmp_path):
    (tmp_path / "same.csv").write_text("ann,dora\n")
    (tmp_path / "other.csv").write_text("id1,id2\nann,bob\n")
    done = frenemy_here("cluster", pairs, "-q", "--must-link", "same.csv", "--cannot-link", "other.csv")
    labels = dict(line.split(",") for line in done.stdout.splitlines()[1:])
    assert labels["ann"] == labels["dora"] != labels["bob"]
    # Without constraints ann, bob and carl are together: one of each group only.
    (tmp_path / "sources.csv").write_text("id,source\nann,x\nbob,x\ncarl,x\nzoe,x\ndora,\n")
    done = frenemy_here("cluster", pairs, "-q", "--one-per-group", "sources.csv")
    labels = dict(line.split(",") for line in done.stdout.splitlines()[1:])
    assert len({labels["ann"], labels["bob"], labels["carl"]}) == 3


@pytest.mark.parametrize("name", ["people.csv"] if sys.platform == "win32" else ["people.csv", "at 10:30.csv"])
def test_groups_from_a_column_of_a_table(frenemy_here, pairs, tmp_path, name):
    (tmp_path / name).write_text("id,town,source\n\nann,Rome,x\nbob,Rome,x\ncarl,Bonn,\nzoe,Rome,x\n")
    done = frenemy_here("cluster", pairs, "-q", "--one-per-group", f"{name}:source")
    labels = dict(line.split(",") for line in done.stdout.splitlines()[1:])
    assert labels["ann"] != labels["bob"] == labels["carl"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("source", "error: --one-per-group: there is no file source; pairs have no column for groups, so give a file"),
        ("nobody.csv:source", "there is no file nobody.csv; "),
        ("people.csv", "people.csv, line 1: expected 2 columns (an id and a group), got 3; to use one of several"),
        ("people.csv:shop", "people.csv, line 1: the column 'shop' is not there; for groups there are town, source"),
        ("people.csv:id", "people.csv, line 1: the column 'id' is the column of the ids; for groups there are town"),
        ("short.csv:source", "short.csv, line 3: expected 3 columns as in the header, got 2"),
        ("wrong.csv:source", "wrong.csv: names no id of"),
        ("blank.csv:source", "blank.csv, line 1: the column 'source' is not there"),
    ],
)
def test_bad_columns_of_groups_tell_the_way_out(frenemy_here, pairs, tmp_path, value, message):
    (tmp_path / "people.csv").write_text("id,town,source\nann,Rome,x\nbob,Rome,x\n")
    (tmp_path / "short.csv").write_text("id,town,source\nann,Rome,x\nbob,Rome\n")
    (tmp_path / "blank.csv").write_text(",,\n")
    (tmp_path / "wrong.csv").write_text("town,id,source\nRome,ann,x\n")
    done = frenemy_here("cluster", pairs, "--one-per-group", value)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_help_shows_a_file_of_groups(frenemy_here):
    shown = [line.strip() for line in frenemy_here("cluster", "--help").stdout.splitlines()]
    assert shown[shown.index("ann,shop") + 1] == "bob,bank"
    assert any("people.csv:source" in line for line in shown)


def test_constraints_with_whole_numbers_as_ids(frenemy_here, tmp_path):
    (tmp_path / "numbers.csv").write_text("10,20,1\n20,30,1\n")
    (tmp_path / "apart.tsv").write_text("30\t10\n")
    done = frenemy_here("cluster", "numbers.csv", "-q", "--cannot-link", "apart.tsv")
    labels = dict(line.split(",") for line in done.stdout.splitlines()[1:])
    assert labels["10"] != labels["30"]


@pytest.mark.parametrize(
    ("option", "content", "message"),
    [
        ("--must-link", "ann,bob\nann,zoe\n", "rules.csv, line 2: there is no id 'zoe' in"),
        ("--must-link", "ann,bob,1\n", "rules.csv, line 1: expected 2 columns (two ids), got 3"),
        ("--cannot-link", "ann,ann\n", "apart from itself, got node 0 twice at pair 0"),
        ("--one-per-group", "ann,x\nann,y\n", "rules.csv, line 2: the id 'ann' is in a second group, 'y'"),
        ("--one-per-group", "ann,x,y\n", "rules.csv, line 1: expected 2 columns (an id and a group), got 3"),
        ("--one-per-group", "ann\n", "rules.csv, line 1: expected 2 columns (an id and a group), got 'ann'"),
        ("--one-per-group", "zoe,x\n", "rules.csv: names no id of"),
        ("--cannot-link", "", "rules.csv: is empty"),
    ],
)
def test_bad_constraints_exit_1_with_one_line(frenemy_here, pairs, tmp_path, option, content, message):
    (tmp_path / "rules.csv").write_text(content)
    done = frenemy_here("cluster", pairs, option, "rules.csv")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert message in done.stderr


def test_contradictory_constraints_are_named_by_node(frenemy_here, pairs, tmp_path):
    (tmp_path / "rules.csv").write_text("ann,bob\n")
    done = frenemy_here("cluster", pairs, "--must-link", "rules.csv", "--cannot-link", "rules.csv")
    assert done.returncode == 1
    assert "ann and bob must be apart, but must-links join them: ann-bob" in done.stderr


def test_decisions_hold_for_signed_pairs(frenemy_here, pairs, tmp_path):
    (tmp_path / "said.csv").write_text("id_1,id_2,decision,step\nann,carl,different,1\nann,eve,same,2\nbob,eve,,3\n")
    done = frenemy_here("cluster", pairs, "--decisions", "said.csv")
    assert done.stdout == "id,cluster_id\nann,0\nbob,0\ncarl,1\ndora,2\neve,0\n"
    assert "2 decisions of people, certain" in done.stderr


def test_decisions_hold_for_matrices(frenemy_here, tmp_path):
    np.save(tmp_path / "W.npy", np.array([[0, 2, 1], [2, 0, 1], [1, 1, 0]]))
    (tmp_path / "said.csv").write_text("id_1,id_2,decision\n0,1,different\n")
    done = frenemy_here("cluster", "W.npy", "--decisions", "said.csv", "-q")
    assert done.stdout in ("id,cluster_id\n0,0\n1,1\n2,0\n", "id,cluster_id\n0,0\n1,1\n2,1\n")


def test_decisions_with_a_weight_may_be_outvoted(frenemy_here, pairs, groups, tmp_path):
    (tmp_path / "said.csv").write_text("id_1,id_2,decision\nann,dora,same\n")
    assert frenemy_here("cluster", pairs, "--decisions", "said.csv", "--decision-weight", "0.5").stdout == groups
    done = frenemy_here("cluster", pairs, "--decision-weight", "0.5")
    assert (done.returncode, "this is for --decisions" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("ann,bob,perhaps\n", "got 'perhaps' at row 0"),
        ("ann,zoe,same\n", "row 0 (from 0) names a record that is not in pairs"),
        ("ann,bob,same\nbob,carl,same\nann,carl,different\n", "must-links join them: 'ann'-'bob', 'bob'-'carl'"),
    ],
)
def test_bad_decisions_about_signed_pairs_are_told(frenemy_here, pairs, tmp_path, said, message):
    (tmp_path / "said.csv").write_text("id_1,id_2,decision\n" + said)
    done = frenemy_here("cluster", pairs, "--decisions", "said.csv", "-o", "out.csv")
    assert (done.returncode, message in done.stderr) == (1, True), done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_large_gap_names_the_way_to_close_it(frenemy_here, tmp_path):
    rng = np.random.default_rng(0)
    u, v = np.triu_indices(60, 1)
    rows = zip(u.tolist(), v.tolist(), rng.normal(size=len(u)).tolist(), strict=True)
    (tmp_path / "noise.csv").write_text("".join(f"{a},{b},{w:.3f}\n" for a, b, w in rows))
    assert "--seconds 30 searches longer" in frenemy_here("cluster", "noise.csv").stderr
    assert "--seconds 30" not in frenemy_here("cluster", "noise.csv", "--seconds", "0.2").stderr
