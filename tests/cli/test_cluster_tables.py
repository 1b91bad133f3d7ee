"""``frenemy cluster`` on tables of scores, as a user meets it."""

import gzip
import io
import json
import math
import os
import sys

import numpy as np
import pytest
from terminal import shown_on_a_terminal

import frenemy as fr
from frenemy.affinity import planted

pa = pytest.importorskip("pyarrow")
from pyarrow import csv, feather, parquet  # noqa: E402

from frenemy.tables.readers.stated_facts import stated_facts  # noqa: E402

LEFT = ["ann 1", "ann 1", "ann 2", "bob 1", "bob 1", "bob 2", "ann 3"]
RIGHT = ["ann 2", "ann 3", "ann 3", "bob 2", "bob 3", "bob 3", "bob 1"]
BITS = [9.0, 6.0, 7.0, 8.0, 6.0, 9.0, 5.0]  # the last one is wrong
CLUSTERS = {"ann 1": 0, "ann 2": 0, "ann 3": 0, "bob 1": 1, "bob 2": 1, "bob 3": 1}


def scores(**columns):
    probabilities = [1 / (1 + 2**-bits) for bits in BITS]
    return pa.table(
        {"unique_id_l": LEFT, "unique_id_r": RIGHT, "match_weight": BITS, "match_probability": probabilities} | columns
    )


@pytest.fixture
def pairs_parquet(tmp_path):
    path = tmp_path / "pairs.parquet"
    parquet.write_table(scores(), path)
    return path


def read(path):
    """The cluster of each record, from a file of any kind."""
    path = str(path)
    if path.endswith(".parquet"):
        table = parquet.read_table(path)
    elif path.endswith((".feather", ".arrow")):
        table = feather.read_table(path)
    else:
        delimiter = "\t" if ".tsv" in path else ","
        table = csv.read_csv(path, parse_options=csv.ParseOptions(delimiter=delimiter))
    assert table.column_names[-3:] == ["cluster_id", "margin", "doubtful"]
    return dict(zip(table.column(0).to_pylist(), table.column("cluster_id").to_pylist(), strict=True))


def told(done):
    """The summary as one line, however it was broken."""
    return " ".join(done.stderr.replace("│", " ").split())


def test_the_summary_says_that_records_in_no_pair_are_left_out(frenemy_here, pairs_parquet, tmp_path):
    parquet.write_table(pa.table({"unique_id": ["ann 1", "ann 2", "bob 1", "bob 2", "eve"]}), tmp_path / "n.parquet")
    note = "records in no pair are left out; --nodes adds them"
    assert note in told(frenemy_here("cluster", pairs_parquet, "-o", "c.csv"))
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--nodes", "n.parquet", "--unknown", "add")
    assert done.returncode == 0, done.stderr
    assert note not in told(done)


@pytest.mark.usefixtures("pairs_parquet")
def test_the_command_of_the_manual(frenemy, tmp_path):
    parquet.write_table(
        pa.table({"unique_id": ["ann 1", "ann 2", "bob 1"], "cluster_id": [7, 7, 3]}), tmp_path / "old.parquet"
    )
    done = frenemy(
        *("cluster", "pairs.parquet", "-o", "clusters.parquet", "--report", "report.html"),
        *("--previous", "old.parquet"),
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert read(tmp_path / "clusters.parquet") == {name: 3 if "bob" in name else 7 for name in CLUSTERS}
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "7 rows are 7 pairs of 6 records" in page
    shown = told(done)
    for part in (
        "input pairs.parquet: 7 rows are 7 pairs of 6 records",
        "a pair that was not compared weighs",
        "entities 2 of 6 records of 3-5 2 largest 3 records",
        "changes 2 grown (3 records)",
        "energy ",
        "(picked by automatic), seed 0: ",
        "written clusters.parquet (entities) report.html (report)",
    ):
        assert part in shown, part
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("output", ["c.parquet", "c.feather", "c.arrow", "c.csv", "c.tsv", "c.csv.gz", "C.CSV"])
def test_the_ending_says_what_is_written(frenemy_here, pairs_parquet, tmp_path, output):
    done = frenemy_here("cluster", pairs_parquet, "-o", output, "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert read(tmp_path / output) == CLUSTERS


@pytest.mark.parametrize("output", ["c.parquet", "c.feather"])
def test_files_say_how_they_were_made(frenemy_here, pairs_parquet, tmp_path, output):
    done = frenemy_here("cluster", pairs_parquet, "-o", output, "--json")
    schema = parquet.read_schema(output) if output.endswith(".parquet") else feather.read_table(output).schema
    facts, shown = stated_facts(schema), json.loads(done.stdout)
    assert facts.pop("version") == fr.__version__
    assert facts["values"] == "match_weights"
    assert facts == {name: shown[name] for name in facts}
    assert {"chosen", "missing", "n_entities", "energy", "lower_bound", "gap", "status", "seed"} <= facts.keys()
    content = (tmp_path / output).read_bytes()
    frenemy_here("cluster", pairs_parquet, "-o", output)
    assert (tmp_path / output).read_bytes() == content, "the same for the same input and options"


@pytest.mark.parametrize("name", ["s.csv", "s.tsv", "s.csv.gz", "s.feather", "s.arrow"])
def test_what_is_read(frenemy_here, tmp_path, name):
    if name.endswith((".feather", ".arrow")):
        feather.write_feather(scores(), str(tmp_path / name))
    else:
        between = "\t" if "tsv" in name else ","
        rows = [("unique_id_l", "unique_id_r", "match_weight"), *zip(LEFT, RIGHT, map(str, BITS), strict=True)]
        text = "".join(between.join(row) + "\n" for row in rows).encode()
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    done = frenemy_here("cluster", name, "-o", "c.csv", "-q")
    assert done.returncode == 0, done.stderr
    assert read(tmp_path / "c.csv") == CLUSTERS


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet", "feather"])
def test_standard_input_of_every_kind(frenemy_here, tmp_path, monkeypatch, kind):
    path = tmp_path / f"s.{kind}"
    if kind == "parquet":
        parquet.write_table(scores(), path)
    elif kind == "feather":
        feather.write_feather(scores(), str(path))
    else:
        csv.write_csv(scores(), path, csv.WriteOptions(delimiter="\t" if kind == "tsv" else ","))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    done = frenemy_here("cluster", "-")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == '"unique_id","cluster_id","margin","doubtful"'
    assert [line.split(",")[:2] for line in lines[1:]] == [[f'"{name}"', str(c)] for name, c in CLUSTERS.items()]
    assert "standard input: 7 rows" in done.stderr


def test_errors_of_a_pipe_name_it(frenemy):
    done = frenemy("cluster", "-", "--format", "table", stdin="a,b\n1,2\n")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "error: no columns of ids: name them with --id-left and --id-right, and the weights with"
    )


def test_signed_pairs_stay_what_they_were(frenemy_here, pairs, groups, tmp_path):
    assert frenemy_here("cluster", pairs, "-q").stdout == groups
    (tmp_path / "named.csv").write_text("id_1,id_2,weight\n" + pairs.read_text())
    assert frenemy_here("cluster", "named.csv", "-q").stdout == groups
    (tmp_path / "scores.csv").write_text("a,b,match_weight\n" + pairs.read_text())
    assert frenemy_here("cluster", "scores.csv", "-q", "--format", "pairs").stdout == groups


def test_named_columns_make_a_table(frenemy_here, tmp_path):
    (tmp_path / "s.csv").write_text("who,whom,p\n007,7,0.9\n7,8,0.2\n")
    options = ("--id-left", "who", "--id-right", "whom", "--probability", "p")
    done = frenemy_here("cluster", "s.csv", "-q", *options)
    assert [line.split(",")[:2] for line in done.stdout.splitlines()] == [
        ['"id"', '"cluster_id"'],
        ['"007"', "0"],
        ['"7"', "0"],
        ['"8"', "1"],
    ]


def test_ids_of_several_columns(frenemy_here, tmp_path):
    table = pa.table({"a": ["x", "x"], "b": [1, 1], "c": ["y", "y"], "d": [1, 2], "weight": [3.0, -3.0]})
    parquet.write_table(table, tmp_path / "s.parquet")
    parquet.write_table(pa.table({"shop": ["y", "y", "x"], "no": [2, 1, 1]}), tmp_path / "n.parquet")
    ids = ("--id-left", "a", "--id-left", "b", "--id-right", "c", "--id-right", "d", "--id", "shop", "--id", "no")
    done = frenemy_here("cluster", "s.parquet", "-q", *ids, "--nodes", "n.parquet", "--report", "r.html")
    assert [line.split(",")[:3] for line in done.stdout.splitlines()[1:]] == [
        ['"y"', "2", "0"],
        ['"y"', "1", "1"],
        ['"x"', "1", "1"],
    ], done.stderr
    assert "x · 1" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_json_says_the_same(frenemy_here, tmp_path):
    table = scores(bad=[False] * 6 + [True])
    table = pa.concat_tables([table, table.slice(0, 1)])
    parquet.write_table(table, tmp_path / "s.parquet")
    done = frenemy_here("cluster", "s.parquet", "-o", "c.csv", "--json", "-q", "--missing", "-1", "--doubt", "0.5")
    assert done.stderr == ""
    summary = json.loads(done.stdout)
    expected = {
        "input": "s.parquet",
        "output": "c.csv",
        "n_rows": 8,
        "n_records": 6,
        "n_pairs": 7,
        "missing": -1.0,
        "n_entities": 2,
        "sizes": {"1": 0, "2": 0, "3-5": 2, "6-10": 0, ">10": 0},
        "largest": 3,
        "n_doubtful": 0,
        "doubt": 0.5,
        "status": "OPTIMAL",
        "seed": 0,
        "picked_by": "automatic",
        "n_changes": None,
        "changes": None,
        "review": None,
        "report": None,
    }
    assert {name: summary[name] for name in expected} == expected
    assert summary["left_out"]["repeated_rows"] == 1
    assert any("-1.00 nats: as it was given" in line for line in summary["chosen"])
    assert summary["compared"]["low"] < summary["compared"]["share"] == 1.0 == summary["compared"]["high"]
    assert any("100 % (" in line and "within entities were compared" in line for line in summary["chosen"])
    assert set(summary["stages"]) >= {"read", "number", "weigh", "solve", "explain", "write"}


def test_left_out_is_told(frenemy_here, tmp_path):
    table = pa.table({"id_1": ["a", "b", "a", None], "id_2": ["b", "b", "b", "c"], "probability": [0.9, 0.9, 0.7, 0.5]})
    parquet.write_table(table, tmp_path / "s.parquet")
    done = frenemy_here("cluster", "s.parquet", "-o", "c.csv", "--nulls", "drop")
    shown = told(done)
    assert "4 rows are 1 pair of 2 records" in shown
    assert "left out: 1 row that pairs a record with itself" in shown
    assert "left out: 1 row that repeats a pair (for 1 pair the scores differ, and the mean counts)" in shown
    assert "left out: 1 row without an id" in shown


def test_weights_as_they_are_asked_for(frenemy_here, pairs_parquet, tmp_path):
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--calibration", "none", "--missing", "0")
    assert len(set(read(tmp_path / "c.csv").values())) == 1  # the wrong pair chains
    assert "scores are taken as they are" in told(done)
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--blocking-recall", "0.9")
    assert "nats: 90 % of the true pairs were compared, as given" in told(done)
    labels = ["same"] * 6 + ["different"]
    parquet.write_table(scores().append_column("label", pa.array(labels)), tmp_path / "labels.parquet")
    done = frenemy_here(
        *("cluster", pairs_parquet, "-o", "c.csv", "--labeled", "labels.parquet", "--calibration", "isotonic")
    )
    assert "recalibrated (isotonic) by 7 labelled pairs, 6 of them the same" in told(done)


def test_what_is_known(frenemy_here, pairs_parquet, tmp_path):
    (tmp_path / "apart.csv").write_text("unique_id_l,unique_id_r\nann 1,ann 2\n")
    frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--cannot-link", "apart.csv")
    found = read(tmp_path / "c.csv")
    assert found["ann 1"] != found["ann 2"]
    (tmp_path / "answers.csv").write_text("unique_id_l,unique_id_r,decision\nann 1,bob 1,same\n")
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--decisions", "answers.csv")
    assert len(set(read(tmp_path / "c.csv").values())) == 1
    assert "1 decision of people, certain" in told(done)
    done = frenemy_here(
        *("cluster", pairs_parquet, "-o", "c.csv", "--decisions", "answers.csv", "--decision-weight", "0.1")
    )
    assert read(tmp_path / "c.csv") == CLUSTERS
    (tmp_path / "n.csv").write_text("unique_id,source\n" + "".join(f"{name},{name[-1]}\n" for name in CLUSTERS))
    frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--nodes", "n.csv", "--one-per", "source")
    assert read(tmp_path / "c.csv") == CLUSTERS  # none had two of a number
    parquet.write_table(scores(known=[False] * 6 + [True]), tmp_path / "marked.parquet")
    frenemy_here("cluster", "marked.parquet", "-o", "c.csv", "--must-link", "known")
    assert len(set(read(tmp_path / "c.csv").values())) == 1


def test_changes_and_pairs_to_review(frenemy_here, pairs_parquet, tmp_path):
    frenemy_here("cluster", pairs_parquet, "-o", "old.csv")
    (tmp_path / "apart.csv").write_text("id_1,id_2\nann 1,ann 2\n")
    done = frenemy_here(
        *("cluster", pairs_parquet, "-o", "new.parquet", "--previous", "old.csv", "--cannot-link", "apart.csv"),
        *("--changes", "changes.csv", "--review", "ask.csv", "--budget", "2", "--json"),
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "changes.csv").read_text().splitlines()[1] == '"split",0,2,1,3,1,"[""ann 1""]"'
    summary = json.loads(done.stdout)
    assert summary["n_changes"]["split"] == {"steps": 1, "records": 1}
    assert (summary["changes"], summary["review"]) == ("changes.csv", "ask.csv")
    assert "changes 1 split (1 record)" in told(done)
    ask = csv.read_csv(tmp_path / "ask.csv")
    assert ask.num_rows == 2
    assert {"unique_id_l", "unique_id_r", "together", "probability", "why"} <= set(ask.column_names)
    # What comes back filled in is taken as it is.
    assert ask["decision"].to_pylist() == [None, None]
    answered = ask.set_column(ask.column_names.index("decision"), "decision", pa.array(["same", "unsure"]))
    csv.write_csv(answered, tmp_path / "answered.csv")
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--decisions", "answered.csv")
    assert "1 decision of people, certain" in told(done)


def test_nothing_changed(frenemy_here, pairs_parquet):
    frenemy_here("cluster", pairs_parquet, "-o", "old.parquet")
    done = frenemy_here("cluster", pairs_parquet, "-o", "new.parquet", "--previous", "old.parquet")
    assert "changes none since the previous run" in told(done)


def test_an_empty_table(frenemy_here, tmp_path):
    parquet.write_table(scores().slice(0, 0), tmp_path / "s.parquet")
    done = frenemy_here("cluster", "s.parquet", "-o", "c.csv", "--report", "r.html", "--review", "ask.csv")
    assert done.returncode == 0, done.stderr
    assert "entities 0 of 0 records" in told(done)
    assert read(tmp_path / "c.csv") == {}


def test_time_limit_is_a_result(frenemy_here, pairs_parquet, tmp_path):
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--seconds", "0")
    assert done.returncode == 0
    assert "out of time, best so far" in told(done)
    assert len(read(tmp_path / "c.csv")) == 6


# ---------------------------------------------------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(
    ("input", "options", "message"),
    [
        (
            "pairs.parquet",
            ("-o", "c.txt"),
            "--output: cannot write a table to c.txt: a table's name must end in .parquet",
        ),
        ("pairs.parquet", ("-o", "c"), "cannot write a table to c: a table's name must end in .parquet"),
        ("pairs.parquet", ("--review", "-"), "--review: cannot write a table to -"),
        ("pairs.parquet", ("--report", "r.csv"), "the extension must be .html, got r.csv"),
        (
            "pairs.parquet",
            ("--header",),
            "--header: this is for signed pairs and matrices, and pairs.parquet is read as ",
        ),
        ("pairs.parquet", ("--symmetrize", "mean"), "since it is a Parquet file; leave it out"),
        ("pairs.parquet", ("--one-per-group", "g.csv"), "--one-per COLUMN does the same for tables"),
        ("pairs.parquet", ("--changes", "c.csv"), "--changes: this is for --previous, which is not given"),
        ("pairs.parquet", ("--budget", "3"), "--budget: this is for --review, which is not given"),
        ("pairs.parquet", ("--id", "x"), "--id: this is for --nodes, which is not given"),
        ("pairs.parquet", ("--one-per-weight", "3"), "--one-per-weight: this is for --one-per, which is not given"),
        ("pairs.parquet", ("--decision-weight", "3"), "this is for --decisions, which is not given"),
        ("pairs.parquet", ("--missing", "some"), "--missing: expected a number or auto, got 'some'"),
        ("pairs.parquet", ("--calibration", "best"), "--calibration"),
        ("pairs.parquet", ("--nulls", "keep"), "--nulls"),
        ("pairs.parquet", ("--solver", "nope"), "unknown solver 'nope'"),
        ("pairs.parquet", ("--json",), "-o labels.csv"),
        ("scores.csv", ("--no-header",), "since it has 4 columns; leave it out, or give --format pairs"),
        (
            "pairs.csv",
            ("-f", "pairs", "--previous", "x"),
            "--previous: this is for tables, and pairs.csv is read as signed ",
        ),
        ("pairs.csv", ("-f", "pairs", "--one-per", "x"), "--one-per-group FILE does the same for signed pairs"),
        ("pairs.csv", ("--missing", "auto"), "auto is for tables of scores"),
        ("pairs.csv", ("-f", "csv", "--weight", "w"), "is read as signed pairs, since --format says so; leave it out"),
        ("pairs.npz", ("--nodes", "x"), "since only .parquet, .feather, .csv and .tsv files are tables; leave it out"),
        (
            "pairs.csv",
            ("-f", "xml"),
            "unknown format 'xml'; there are pairs, multicut, gr, mtx, npz, npy, mat, graphml, gexf, table",
        ),
    ],
)
@pytest.mark.usefixtures("pairs", "pairs_parquet")
def test_usage_errors_tell_the_way_out(frenemy_here, tmp_path, input, options, message):
    (tmp_path / "scores.csv").write_text("id_1,id_2,match_weight,town\na,b,1,Rome\n")
    before = sorted(os.listdir(tmp_path))
    done = frenemy_here("cluster", input, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in told(done)
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--nodes", "none.csv"), "none.csv: there is no such file"),
        (("--previous", "nodes.csv"), "previous has no column 'cluster_id'; it has unique_id"),
        (("--nodes", "nodes.csv"), "--unknown add takes them as records"),
        (
            ("--match-weight", "bits"),
            "no column 'bits' (match_weight); found 'unique_id_l', 'unique_id_r', 'match_weight'",
        ),
        (
            ("--probability", "match_weight"),
            "probabilities must be in 0..1 (--values says what else they are)",
        ),
        (("--calibration", "platt"), "--calibration platt learns from labelled pairs: give them with --labeled"),
        (
            ("--must-link", "same"),
            "--must-link: same is neither a file nor a column of pairs.parquet, which has unique_id",
        ),
        (("--prior", "0.1"), "so --tool-prior must say which"),
        (("--prior", "0.1"), "got --prior 0.1 and --tool-prior None"),
        (("--one-per", "shop"), "there is no column 'shop'"),
        (("--missing", "nan"), "missing must be 'auto' or a finite number of nats, got nan"),
        (("-o", "none/c.csv"), "cannot write to none/c.csv: there is no folder none"),
        (("-o", "folder.csv"), "cannot write to folder.csv: it is a folder"),
        (("--report", "none/r.html"), "cannot write to none/r.html: there is no folder none"),
        (("--review", "none/r.csv"), "cannot write to none/r.csv: there is no folder none"),
        (("-o", "pairs.parquet"), "which is read as INPUT"),
        (
            ("-o", "nodes.csv", "--previous", "nodes.csv"),
            "--output would overwrite nodes.csv, which is read as --previous",
        ),
        (("-o", "c.csv", "--review", "./c.csv"), "--output and --review would both write ./c.csv"),
    ],
)
def test_bad_data_exits_1_with_one_line(frenemy_here, pairs_parquet, tmp_path, options, message):
    (tmp_path / "nodes.csv").write_text("unique_id\nann 1\n")
    (tmp_path / "folder.csv").mkdir()
    before = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    done = frenemy_here("cluster", pairs_parquet, *options)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == before


def test_places_that_cannot_be_written_are_told_before_the_work(frenemy_here, pairs_parquet, tmp_path, monkeypatch):
    from frenemy.cli import output_files

    (tmp_path / "there.csv").write_text("mine")
    # As it is for those who are not root.
    monkeypatch.setattr(output_files.os, "access", lambda path, _mode: str(path) not in (".", "there.csv"))
    for name, reason in (("new.csv", "the folder . is read-only"), ("there.csv", "it is read-only")):
        done = frenemy_here("cluster", pairs_parquet, "-o", name)
        assert (done.returncode, done.stderr) == (1, f"error: cannot write to {name}: {reason}\n")
    assert (tmp_path / "there.csv").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.parquet", None, "error: gone.parquet: there is no such file\n"),
        ("bad.parquet", b"no parquet", "error: bad.parquet: cannot be read as parquet: "),
        (
            "s.csv",
            b"match_weight,from_here,to_there,town\n1,a,b,c\n",
            "no columns of ids: name them with --id-left and --id-right, and the weights with --weight",
        ),
        ("s.csv", b"id_1,id_2,match_weight\na,b,x\n", "s.csv, line 2: the weight 'x' is not a number"),
    ],
)
def test_bad_inputs(frenemy_here, tmp_path, name, content, message):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = frenemy_here("cluster", name)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_pyarrow_one_line_names_the_extra(frenemy_here, pairs_parquet, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("frenemy.apps.records", "frenemy.tables"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = frenemy_here("cluster", pairs_parquet)
    assert done.returncode == 1
    assert done.stderr == 'error: tables of records need pyarrow, 16 or newer: pip install "frenemy[tables]"\n'


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
def test_entities_are_written_even_if_the_rest_cannot_be(frenemy_here, pairs_parquet, tmp_path):
    (tmp_path / "report.html").symlink_to("/dev/full")
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv", "--json", "--report", "report.html")
    assert done.returncode == 1
    assert read(tmp_path / "c.csv") == CLUSTERS
    assert json.loads(done.stdout)["report"] is None
    assert (
        "written c.csv (entities) error: cannot write to report.html: No space left on device; c.csv is written"
        in told(done)
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
def test_a_full_disk_leaves_what_was_there(frenemy_here, pairs_parquet, tmp_path, monkeypatch):
    from frenemy.tables.readers import table_files

    (tmp_path / "c.csv").write_text("mine")

    def full(_table, _path, _kind, *, safe_csv):  # noqa: ARG001
        with open("/dev/full", "wb") as file:
            file.write(b"x")

    monkeypatch.setattr(table_files, "_write", full)
    done = frenemy_here("cluster", pairs_parquet, "-o", "c.csv")
    assert done.returncode == 1
    assert done.stderr == "error: cannot write to c.csv: No space left on device; nothing is written\n"
    assert (tmp_path / "c.csv").read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["c.csv", "pairs.parquet"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_interrupt_on_a_terminal_still_writes_entities(tmp_path):
    problem, _ = planted(6000, sizes=np.linspace(1, 5, 60), degree=60, balance=0.1, noise=0.35)
    u, v, weight = problem.edges()
    names = np.array([f"r{k}" for k in range(6000)])
    table = pa.table({"id_1": names[u], "id_2": names[v], "match_weight": weight / math.log(2)})
    parquet.write_table(table, tmp_path / "hard.parquet")
    options = ["--seconds", "60", "--calibration", "none", "--missing", "0"]
    arguments = ("cluster", "hard.parquet", "-o", "c.parquet", *options)
    text = shown_on_a_terminal(tmp_path, *arguments, interrupt_at="solve (Ctrl-C: stop)")
    assert "interrupted, best so far" in " ".join(text.split())
    assert len(read(tmp_path / "c.parquet")) == 6000


def test_real_scores_of_splink(frenemy_here, shared_data, tmp_path):
    """The records of splink's own example, scored crudely by what they have in common."""
    source = shared_data / "er" / "splink_fake_1000.csv"
    if not source.exists():
        pytest.skip("splink's example is not among the real data")
    people = csv.read_csv(source)
    columns = [name for name in ("first_name", "surname", "dob", "city", "email") if name in people.column_names]
    rows = people.select(columns).to_pydict()
    keys = [str(key) for key in people.column("unique_id").to_pylist()]
    blocks = {}
    for name in columns[:3]:
        for place, value in enumerate(rows[name]):
            if value is not None:
                blocks.setdefault((name, value), []).append(place)
    found = sorted({(a, b) for block in blocks.values() for a in block for b in block if a < b})
    bits = [
        sum(4.0 if x == y else -1.5 for x, y in ((rows[c][a], rows[c][b]) for c in columns) if None not in (x, y))
        for a, b in found
    ]
    left, right = ([keys[pair[side]] for pair in found] for side in (0, 1))
    parquet.write_table(
        pa.table({"unique_id_l": left, "unique_id_r": right, "match_weight": bits}), tmp_path / "s.parquet"
    )
    done = frenemy_here("cluster", "s.parquet", "--nodes", source, "-o", "c.parquet", "--json", "--report", "r.html")
    summary = json.loads(done.stdout)
    assert summary["n_records"] == 1000
    assert 1 < summary["n_entities"] < 1000
    assert list(read(tmp_path / "c.parquet")) == keys  # all of them, in their order
    assert (tmp_path / "r.html").stat().st_size < 500_000
