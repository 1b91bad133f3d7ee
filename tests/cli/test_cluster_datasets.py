"""``frenemy cluster`` on Parquet files that need not fit in memory, as a user meets it."""

import json
import os
import re
import sys
import time

import pytest

from frenemy.affinity import planted

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from frenemy.tables.readers.stated_facts import stated_facts  # noqa: E402

LEFT = ["ann 1", "ann 1", "ann 2", "bob 1", "bob 1", "bob 2", "ann 3"]
RIGHT = ["ann 2", "ann 3", "ann 3", "bob 2", "bob 3", "bob 3", "bob 1"]
BITS = [9.0, 6.0, 7.0, 8.0, 6.0, 9.0, 5.0]  # the last one is wrong
CLUSTERS = {"ann 1": 0, "ann 2": 0, "ann 3": 0, "bob 1": 1, "bob 2": 1, "bob 3": 1}
RAW = ("--calibration", "none", "--missing", "0")
REPEL = ("--missing", "-3")  # so that the wrong one does not chain


@pytest.fixture
def big(tmp_path):
    """A folder of two files."""
    folder = tmp_path / "big"
    folder.mkdir()
    probabilities = [1 / (1 + 2**-bits) for bits in BITS]
    table = pa.table(
        {"unique_id_l": LEFT, "unique_id_r": RIGHT, "match_weight": BITS, "match_probability": probabilities}
    )
    pq.write_table(table.slice(0, 4), folder / "0.parquet")
    pq.write_table(table.slice(4), folder / "1.parquet")
    return folder


def labels(folder):
    table = pa.concat_tables([pq.read_table(file) for file in sorted(folder.glob("*.parquet"))])
    assert table.column_names == ["unique_id", "cluster_id"]
    return dict(zip(*(column.to_pylist() for column in table.columns), strict=True))


def told(done):
    """What was shown as one line, however it was broken."""
    return " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.usefixtures("big")
def test_the_command_of_the_manual(frenemy, tmp_path):
    done = frenemy("cluster", "big/0.parquet", "big/1.parquet", "-o", "labels/", "--memory", "4GB", *REPEL)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert labels(tmp_path / "labels") == CLUSTERS
    shown = told(done)
    for part in (
        "input big/0.parquet and 1 more: 2 files, ",
        "7 rows are 7 pairs of 6 records",
        "weights column 'match_weight' has match weights, log-odds in bits",
        "scores are multiplied by ",
        "a pair that was not compared weighs -3.00 nats: as it was given",
        "clusters 2 of 6 records of 1 0 largest 3 records",
        "cut 0 pairs between parts",
        "tasks 1 task large no part was too large for a task",
        "energy ",
        "solver reduced solver=ByParts(",
        "seconds ",
        "written labels/ (1 file)",
    ):
        assert part in shown, part
    assert "\x1b" not in done.stderr


def test_splinks_columns_are_known_without_probabilities(frenemy, big, tmp_path):
    for file in big.iterdir():
        pq.write_table(pq.read_table(file).drop_columns("match_probability"), file)
    done = frenemy("cluster", "big/", "-o", "labels/", "--json", *REPEL)
    assert (done.returncode, labels(tmp_path / "labels")) == (0, CLUSTERS), done.stderr
    shown = json.loads(done.stdout)
    assert shown["values"] == "match_weights"
    facts = stated_facts(pq.read_schema(tmp_path / "labels" / "part-00000.parquet"))
    assert {"values", "missing", "energy", "lower_bound", "version"} == facts.keys()
    assert all(facts[name] == shown[name] for name in facts.keys() - {"version"})
    assert "match weights, log-odds in bits: the columns are splink's; --values weights takes them as" in told(done)
    for file in big.iterdir():
        table = pq.read_table(file)
        pq.write_table(table.append_column("match_probability", pa.array([0.5] * len(table))), file)
    done = frenemy("cluster", "big/", "-o", "others/", *REPEL)
    assert "unclear, as none is below 0" in told(done), "probabilities that disagree are evidence"


@pytest.mark.usefixtures("big")
@pytest.mark.parametrize(
    "arguments",
    [
        ("big", "-o", "labels"),
        ("big/*.parquet", "-o", "labels"),
        ("big/?.parquet", "-o", "labels/"),
        ("big/0.parquet", "big/1.parquet", "-o", "labels"),
        ("big", "-o", "deep/er/labels", "--memory", "300MB"),
        ("big", "-o", "labels", "--scratch", "between"),
        ("big", "-o", "labels", "--format", "table", "--calibration", "none"),
    ],
)
def test_all_ways_to_name_a_dataset(frenemy_here, tmp_path, arguments):
    done = frenemy_here("cluster", *arguments, "-q", *REPEL)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert labels(tmp_path / arguments[arguments.index("-o") + 1]) == CLUSTERS


@pytest.mark.usefixtures("big")
@pytest.mark.parametrize("more", [("-o", "l/"), ("-o", "l", "--memory", "1GB"), ("-o", "l", "--scratch", "s")])
def test_one_file_is_a_dataset_if_asked_for(frenemy_here, tmp_path, more):
    done = frenemy_here("cluster", "big/0.parquet", *more)
    assert done.returncode == 0, done.stderr
    assert "input big/0.parquet: 1 file, " in told(done)
    assert len(labels(tmp_path / "l")) == 5


@pytest.mark.usefixtures("big")
def test_one_file_alone_stays_a_table(frenemy_here):
    done = frenemy_here("cluster", "big/0.parquet")
    assert done.returncode == 0
    assert done.stdout.startswith('"unique_id","cluster_id","margin","doubtful"')


@pytest.mark.usefixtures("big")
def test_a_process_finds_the_same(frenemy, tmp_path):
    done = frenemy("cluster", "big", "-o", "labels", "--workers", "1", *REPEL)
    assert done.returncode == 0, done.stderr
    assert labels(tmp_path / "labels") == CLUSTERS


@pytest.mark.usefixtures("big")
def test_what_a_cluster_is_told(frenemy_here, tmp_path, monkeypatch):
    from frenemy.engines import solve_dataset as module

    asked = {}

    def refuse(pairs, output, **options):
        asked.update(pairs=pairs, output=output, **options)
        raise RuntimeError("no scheduler answers")

    monkeypatch.setattr(module, "solve_dataset", refuse)
    done = frenemy_here("cluster", "big", "-o", "l", "--scheduler", "tcp://host:8786", "--scratch", "s")
    assert (done.returncode, done.stderr) == (1, "error: no scheduler answers\n")
    assert asked.pop("on_stage")
    assert asked == {
        "pairs": ["big"],
        "output": str(tmp_path / "l"),  # its workers may be in other folders
        "client": "tcp://host:8786",
        "scratch": "s",
        "solver": None,
        "seed": 0,
    }


@pytest.mark.usefixtures("big")
def test_json_says_the_same(frenemy_here):
    done = frenemy_here("cluster", "big", "-o", "labels", "-q", "--json", "--seed", "3", "--solver", "multilevel", *RAW)
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    expected = {
        "input": ["big"],
        "output": "labels",
        "n_files": 2,
        "n_rows": 7,
        "n_pairs": 7,
        "n_records": 6,
        "missing": 0.0,
        "n_clusters": 1,  # nothing speaks against
        "n_single": 0,
        "largest": 6,
        "n_dropped": 0,
        "n_tasks": 1,
        "n_large": 0,
        "energy": 0.0,
        "gap": 0.0,
        "solver": "multilevel",
        "seed": 3,
        "is_resumed": False,
    }
    assert {name: summary[name] for name in expected} == expected
    assert set(summary["stages"]) == {"read", "connect", "sort", "solve", "write"}  # nothing had to be found to weigh
    assert summary["seconds"] == pytest.approx(sum(summary["stages"].values()))
    assert summary["left_out"]["self_pairs"] == 0


def test_large_parts_are_told(frenemy_here, tmp_path, monkeypatch):
    from frenemy.cli.clustering.datasets.dataset_clock import STEPS
    from frenemy.engines import solve_dataset as module
    from frenemy.engines.budget import Budget

    problem, _ = planted(150, sizes=[1] * 20, degree=20, noise=0.1)
    u, v, w = problem.edges()
    pq.write_table(pa.table({"id_1": u, "id_2": v, "weight": w}), tmp_path / "a.parquet", row_group_size=200)
    monkeypatch.setattr(module, "read_memory", lambda limit: Budget(8 * 150 * 100))  # noqa: ARG005
    done = frenemy_here("cluster", "a.parquet", "-o", "l/", "--json", "--missing", "-0.1", "--values", "scores")
    assert done.returncode == 0, done.stderr
    assert "large 1 part too large for a task, solved one at a time" in told(done)
    summary = json.loads(done.stdout)
    assert summary["n_large"] == 1
    assert summary["n_tasks"] > 1
    assert summary["gap"] > 0.0
    assert list(summary["stages"]) == list(STEPS)  # every stage of the library belongs to one of them


def test_what_is_left_out_is_told(frenemy_here, tmp_path):
    table = {"id_1": ["a", "b", None, "a"], "id_2": ["b", "b", "c", "c"], "probability": [0.9, 0.9, 0.5, None]}
    (tmp_path / "in").mkdir()
    pq.write_table(pa.table(table), tmp_path / "in" / "s.parquet")
    done = frenemy_here("cluster", "in", "-o", "labels")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "has no id in row 2 (from 0); --nulls drop leaves such rows out" in done.stderr
    shown = told(frenemy_here("cluster", "in", "-o", "labels", "--nulls", "drop"))
    assert "4 rows are 1 pair of " in shown
    for line in ("1 row that pairs a record with itself", "1 row without an id", "1 row without a score"):
        assert f"left out: {line}" in shown


def test_named_columns_and_links(frenemy_here, big, tmp_path):
    renamed = pa.concat_tables([pq.read_table(file) for file in sorted(big.iterdir())])
    pq.write_table(renamed.rename_columns(["a", "b", "c", "d"]), tmp_path / "s.parquet")
    (tmp_path / "apart.csv").write_text("a,b\nann 1,ann 2\n")
    (tmp_path / "same.csv").write_text("a,b\nann 2,bob 1\n")
    names = ("--id-left", "a", "--id-right", "b", "--match-weight", "c")
    links = ("--cannot-link", "apart.csv", "--must-link", "same.csv")
    done = frenemy_here("cluster", "s.parquet", "-o", "labels/", *names, *links, *REPEL)
    assert done.returncode == 0, done.stderr
    (part,) = (tmp_path / "labels").iterdir()
    found = dict(zip(*(column.to_pylist() for column in pq.read_table(part).columns), strict=True))
    assert found["ann 1"] != found["ann 2"] == found["bob 1"]
    done = frenemy_here("cluster", "s.parquet", "-o", "new/", *names, "--must-link", "apart.csv", *links[:2])
    assert done.returncode == 1
    assert "keeps two ids apart that --must-link ties together" in done.stderr


# -------------------------------------------------------------------------------------------------------- wrong usage


@pytest.mark.usefixtures("big")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("big",), "--output: labels of datasets go to a folder: name one, as -o labels/"),
        (("big", "-o", "c.parquet"), "several Parquet files in a folder: name one, as -o labels/, got c.parquet"),
        (("big", "-o", "l", "--json", "--memory", "some"), "--memory: expected at least 268 MB, as in 4GB"),
        (("big", "-o", "l", "--memory", "1MB"), "--memory: expected at least 268 MB"),
        (("big", "-o", "l", "--workers", "0"), "--workers"),
        (("big", "-o", "l", "--workers", "2", "--scheduler", "tcp://x:1"), "choose one of --workers and --scheduler"),
        (("big", "-o", "l", "--scheduler", "x"), "as tcp://host:8786, or ray, or ray://host:10001, got 'x'"),
        (("big", "-o", "l", "--missing", "2"), "must be at most 0, got 2"),
        (("big", "-o", "l", "--seconds", "2"), "--seconds: this is not for datasets, and the input is one, since big"),
        (("big", "-o", "l", "--threads", "2"), "--workers N is for datasets"),
        (("big", "-o", "l", "--report", "r.html"), "leave it out, or give one file and -o FILE to solve it in memory"),
        (("big", "-o", "l", "--review", "r.csv"), "leave it out, or give one file and -o FILE"),
        (("big", "-o", "l", "--header"), "since big is a folder; leave it out"),
        (("big", "-o", "l", "--one-per", "x"), "give the pairs that it keeps apart with --cannot-link"),
        (("big", "-o", "l", "--decisions", "x"), "give the answers with --must-link and --cannot-link"),
        (
            ("big", "-o", "l", "--calibration", "isotonic"),
            "auto or none, got isotonic; in Python, weights= of frenemy.solve_dataset",
        ),
        (
            ("big", "-o", "l", "--labeled", "x"),
            "weights= of frenemy.solve_dataset takes a calibration learned from labelled",
        ),
        (("big", "-o", "l", "--format", "pairs"), "the name of a file says what it is"),
        (("big", "-o", "l", "--solver", "nope"), "unknown solver 'nope'"),
        (
            ("pairs.npz", "-o", "l/"),
            "since -o l/ is a folder, and pairs.npz is not a Parquet, CSV or TSV file or a DuckDB database; to",
        ),
        (("pairs.npz", "-o", "l", "--memory", "4GB"), "since --memory is given, and pairs.npz is not a Parquet"),
        (("pairs.npz", "big", "-o", "l"), "database; leave it out, or write the pairs to Parquet first"),
        (("pairs.csv", "-o", "-", "--query", "t"), "--output: labels of datasets go to a folder"),
        (("-", "-o", "l/"), "standard input is not a Parquet, CSV or TSV file"),
    ],
)
def test_wrong_usage_exits_2_and_tells_the_way_out(frenemy_here, pairs, tmp_path, arguments, message):
    assert pairs.exists()
    before = sorted(os.listdir(tmp_path))
    done = frenemy_here("cluster", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in told(done)
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.usefixtures("big")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none/*.parquet", "-o", "l"), "error: there is no file 'none/*.parquet'"),
        (("full", "-o", "l"), "error: full has no .parquet file"),
        (("gone.parquet", "-o", "l/"), "error: there is no file 'gone.parquet'"),
        (("bad.parquet", "-o", "l/"), "bad.parquet is not a complete Parquet file"),
        (("big", "-o", "full"), "error: -o full is not empty: it has mine; name a new folder, or empty it"),
        (("big", "-o", "bad.parquet/x"), "cannot write to bad.parquet/x: "),
        (("big", "-o", "big/labels"), "-o big/labels is in big, where it would be read as INPUT next time"),
        (("big", "-o", "l", "--scratch", "l/s"), "-o l and --scratch l/s must not hold each other"),
        (("big", "-o", "l", "--scratch", "full"), "scratch must be a new or empty folder"),
        (("big", "-o", "l", "--must-link", "none.csv"), "none.csv"),
    ],
)
def test_bad_data_exits_1_with_one_line(frenemy_here, tmp_path, arguments, message):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("precious")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 no more")
    before = sorted(tmp_path.rglob("*"))
    done = frenemy_here("cluster", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


# ------------------------------------------------------------------------------------------------- runs that were ended


@pytest.mark.usefixtures("big")
def test_an_ended_run_goes_on(frenemy_here, tmp_path, monkeypatch):
    from frenemy.engines.components.solve_task import SolveRows

    with monkeypatch.context() as patch:
        patch.setattr(SolveRows, "__call__", _interrupted)
        done = frenemy_here("cluster", "big", "-o", "l", "--scratch", "s", *REPEL)
        assert (done.returncode, done.stderr) == (
            1,
            "error: interrupted; finished work is kept in s, and the same command resumes from there\n",
        )
        done = frenemy_here("cluster", "big", "-o", "l", *REPEL)
        assert done.stderr.startswith("error: interrupted, and nothing is kept: the next run starts over")
    for _ in range(2):  # the second time, all labels are there
        done = frenemy_here("cluster", "big", "-o", "l", "--scratch", "s", *REPEL)
        assert done.returncode == 0, done.stderr
        assert re.search("(some of the work|all of it) was done by an earlier run", told(done))
        assert labels(tmp_path / "l") == CLUSTERS
    done = frenemy_here("cluster", "big", "-o", "l", *REPEL)
    assert done.returncode == 1
    assert (
        "-o l is not empty: it has part-00000.parquet; name a new folder, or empty it; an interrupted run"
        in done.stderr
    )
    done = frenemy_here("cluster", "big", "-o", "l", "--scratch", "other", *REPEL)
    assert done.returncode == 1
    assert "-o l is not empty" in done.stderr
    done = frenemy_here("cluster", "big", "-o", "l", "--scratch", "s", "--seed", "5", *REPEL)
    assert done.returncode == 1
    assert "belongs to a run with other seed" in done.stderr


def _interrupted(_task):
    raise KeyboardInterrupt


def test_lost_workers_are_one_line(frenemy_here, big, monkeypatch):
    from frenemy.engines.components.solve_task import SolveRows

    def lost(_task):
        raise RuntimeError("a worker died, ask for a smaller memory_limit")

    monkeypatch.setattr(SolveRows, "__call__", lost)
    done = frenemy_here("cluster", big, "-o", "l")
    assert (done.returncode, done.stderr) == (1, "error: a worker died, ask for a smaller --memory\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_and_interrupt_on_a_terminal(tmp_path):
    """Ctrl-C as a terminal sends it, to all processes, in the middle of a solve."""
    import pty

    problem, _ = planted(600, sizes=[1] * 20, degree=60, balance=0.1, noise=0.35)
    u, v, w = problem.edges()
    (tmp_path / "in").mkdir()
    pq.write_table(pa.table({"id_1": u, "id_2": v, "weight": w}), tmp_path / "in" / "a.parquet")
    # It would take minutes, so that is what it is at when it is asked to end.
    slow = ("--solver", "anneal", "--param", "sweeps=1000000")
    command = [sys.executable, "-m", "frenemy", "cluster", "in", "-o", "l", "--scratch", "s", *slow, *RAW]
    pid, terminal = pty.fork()
    if pid == 0:  # the child, with a terminal of its own
        os.chdir(tmp_path)
        os.environ |= {"TERM": "xterm", "COLUMNS": "100"}
        os.execv(sys.executable, command)
    shown, is_asked = b"", False
    try:
        while True:
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            shown += piece
            if b"solve" in shown and not is_asked:
                time.sleep(0.2)
                os.write(terminal, b"\x03")
                is_asked = True
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    finally:
        os.close(terminal)
    text = " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).split())
    assert code == 1, text
    assert "Traceback" not in text
    assert re.search(r"read: ids +0%", text)  # however short the stage
    assert "error: interrupted; finished work is kept in s, and the same command resumes from there" in text
    assert not (tmp_path / "l").exists(), "the best so far is not what the run that goes on would find"
    assert list((tmp_path / "s" / "done" / "connect").iterdir())
