"""``frenemy serve pairs.csv``: a clustering is opened, corrected, left and opened again."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("PIL")
pa = pytest.importorskip("pyarrow")

from pyarrow import parquet  # noqa: E402

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent differently there")


@contextmanager
def served(*options, cwd):
    """The address of a server, and what it says on standard error."""
    command = [sys.executable, "-m", "frenemy", "serve", "--port", "0", "--no-browser", *map(str, options)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)
    said = []
    try:
        line = running.stdout.readline()
        assert line, running.communicate()[1]
        yield re.search(r"http://127\.0\.0\.1:\d+/", line)[0], said
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=300)
    finally:
        running.kill()
        running.wait()
    said += err.splitlines()
    assert (running.returncode, out) == (0, "")


def asked(address, path, change=None):
    body = None if change is None else json.dumps(change).encode()
    request = urllib.request.Request(f"{address}explore/clusterings/main/{path}", body)
    if body is not None:
        request.add_header("Origin", address.rstrip("/"))
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def changed(address, **change):
    _, state = asked(address, "state")
    return asked(address, "change", {"revision": state["revision"], **change})


def test_corrections_outlive_the_server_and_hold_in_cluster(frenemy_here, pairs, tmp_path):
    with served(pairs, cwd=tmp_path) as (address, said):
        status, state = asked(address, "state")
        assert (status, state["nGroups"], state["title"]) == (200, 2, "pairs.csv")
        assert state["decisionsFile"] == str(tmp_path / "pairs.decisions.csv")
        assert changed(address, kind="apart", u=0, v=1)[0] == 200
        assert changed(address, kind="together", u=0, v=4)[0] == 200
        assert changed(address, kind="undo")[0] == 200
        assert sorted(os.listdir(tmp_path)) == ["pairs.csv", "pairs.decisions.csv", "pairs.decisions.csv.lock"]
        groups = {tuple(row["examples"]) for row in asked(address, "groups")[1]["rows"]}
    assert said[0] == f"pairs.csv: 5 things in 2 groups; decisions are saved in {tmp_path / 'pairs.decisions.csv'}"
    assert "  no header was found, so the first line is a pair; --header says otherwise" in said
    assert sorted(os.listdir(tmp_path)) == ["pairs.csv", "pairs.decisions.csv"]
    labels = frenemy_here("cluster", pairs, "--decisions", "pairs.decisions.csv", "-q").stdout.split()[1:]
    found = dict(row.split(",") for row in labels)
    assert found["ann"] != found["bob"]
    assert found["ann"] != found["eve"]
    with served(pairs, cwd=tmp_path) as (address, said):
        status, state = asked(address, "state")
        assert (state["nDecisions"], state["redo"] is None) == (1, False)
        assert {tuple(row["examples"]) for row in asked(address, "groups")[1]["rows"]} == groups
        assert changed(address, kind="redo")[0] == 200
    found = dict(
        row.split(",")
        for row in frenemy_here("cluster", pairs, "--decisions", "pairs.decisions.csv", "-q").stdout.split()[1:]
    )
    assert (found["ann"] == found["eve"], found["ann"] == found["bob"]) == (True, False)


def test_a_second_server_is_told(frenemy_here, pairs, tmp_path):
    with served(pairs, cwd=tmp_path):
        done = frenemy_here("serve", pairs, "--port", 0, "--no-browser")
        assert done.returncode == 1
        assert "pairs.decisions.csv is in use by process" in done.stderr
        assert "or choose another file by --decisions" in done.stderr
        with served(pairs, "--decisions", "mine.parquet", cwd=tmp_path) as (address, _):
            assert changed(address, kind="apart", u=0, v=1)[0] == 200
    assert parquet.read_table(tmp_path / "mine.parquet").column("decision").to_pylist() == ["different"]


def test_decisions_that_change_under_the_server_are_kept(pairs, tmp_path):
    said = tmp_path / "pairs.decisions.csv"
    with served(pairs, cwd=tmp_path) as (address, _):
        assert changed(address, kind="apart", u=0, v=1)[0] == 200
        edited = said.read_text() + "bob,eve,different,2,apart,\n"
        said.write_text(edited)
        status, reply = changed(address, kind="undo")
        assert (status, "was changed by another program since it was read" in reply["error"]) == (409, True)
        assert asked(address, "state")[1]["nDecisions"] == 1
        assert said.read_text() == edited


def test_a_table_with_its_records(tmp_path):
    scores = {"unique_id_l": ["a", "b"], "unique_id_r": ["b", "c"], "match_probability": [0.9, 0.2], "n": [1, 2]}
    parquet.write_table(pa.table(scores), tmp_path / "pairs.parquet")
    (tmp_path / "people.csv").write_text("unique_id,town,face\na,Rome,a.png\nb,Rome,../b.png\nc,Oslo,c.png\n")
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "a.png").write_bytes(b"png")
    (tmp_path / "b.png").write_bytes(b"secret")
    with served("pairs.parquet", "--nodes", "people.csv", "--pictures", "faces", cwd=tmp_path) as (address, _):
        state = asked(address, "state")[1]
        assert (state["kind"], state["columns"]) == (
            "table",
            [{"name": "town", "isPicture": False}, {"name": "face", "isPicture": True}],
        )
        place = f"{address}explore/clusterings/main/picture?column=1&thing="
        with urllib.request.urlopen(f"{place}0", timeout=300) as answer:
            assert answer.read() == b"png"
        for thing in (1, 2):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{place}{thing}", timeout=300)


def test_an_earlier_run_is_compared_with(frenemy_here, pairs, tmp_path):
    assert frenemy_here("cluster", pairs, "-o", tmp_path / "before.csv", "--quiet").returncode == 0
    before = tmp_path / "before.csv"
    rows = before.read_text().splitlines()
    before.write_text("\n".join([*rows[:-1], "someone else,99"]) + "\n")  # one is new, one is gone
    with served(pairs, "--before", before, cwd=tmp_path) as (address, said):
        _, state = asked(address, "state")
        assert state["before"] == {"title": "before.csv", "nChanged": 1, "nNew": 1, "nGone": 1}
    assert any(re.search(r"since before.csv: 1 of \d groups changed; things: 1 new, 1 gone", line) for line in said)


def test_the_first_line_may_be_told_to_be_a_pair(tmp_path):
    (tmp_path / "p.csv").write_text("u,v\nv,w\n")
    with served("p.csv", "--no-header", cwd=tmp_path) as (address, _):
        assert asked(address, "state")[1]["nThings"] == 3


def test_the_missing_weight_may_be_zero(tmp_path):
    (tmp_path / "g.gr").write_text("p cep 3 1\n1 2\n")
    with served("g.gr", "--missing", "0", "--seconds", "0.5", cwd=tmp_path) as (address, _):
        assert asked(address, "state")[1]["missing"] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nowhere.csv",), 1, "there is no folder or file nowhere.csv"),
        (("empty.csv",), 1, "empty.csv: is empty"),
        (("pairs.csv", "--nodes", "people.csv"), 1, "people.csv: there is no such file"),
        (("pairs.csv", "--nodes", "empty.csv"), 1, "empty.csv: cannot be read as csv"),
        (("pairs.csv", "--before", "bad.csv"), 1, "before has no column 'id'; it has id_1, id_2, decision"),
        (("pairs.csv", "--missing", "some"), 2, "expected a number or auto, got 'some'"),
        (("pairs.csv", "--pictures", "."), 1, "columns: none; --nodes gives some"),
        (("pairs.csv", "--values", "odd"), 2, "--values"),
        (("pairs.csv", "--decisions", "pairs.csv"), 1, "--decisions would overwrite pairs.csv, which is read as FILE"),
        (("pairs.csv", "--decisions", "no/said.csv"), 1, "there is no folder no"),
        (("pairs.csv", "--decisions", "said.txt"), 1, "said.txt: a table's name must end in"),
        (("pairs.csv", "--decisions", "bad.csv"), 1, "bad.csv: an answer must be 'same'"),
        (("pairs.csv", "--decisions", "against.csv"), 1, "against.csv: records 'ann' and 'carl' must be apart"),
        (("pairs.csv", "--recursive"), 2, "frenemy serve photos/ --recursive"),
        (("--nodes", "pairs.csv"), 2, "this is for a clustering: give its file"),
        ((".", "--vectors"), 2, "this is for a clustering: give its file"),
        (("cat.jpg",), 1, "cat.jpg is not a folder"),
        (("notes.docx",), 1, "notes.docx"),
        (("pairs.csv", "--vectors"), 1, "vectors are read from .npy and .npz files"),
        (("W.npy",), 1, "--symmetrize"),
    ],
)
@pytest.mark.usefixtures("pairs")
def test_what_cannot_be_opened_is_told(frenemy_here, tmp_path, arguments, code, message):
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "cat.jpg").write_bytes(b"")
    (tmp_path / "notes.docx").write_bytes(b"PK\x03\x04no")
    (tmp_path / "bad.csv").write_text("id_1,id_2,decision\nann,bob,perhaps\n")
    (tmp_path / "against.csv").write_text("id_1,id_2,decision\nann,bob,same\nbob,carl,same\nann,carl,different\n")
    np.save(tmp_path / "W.npy", np.array([[0, 1], [2, 0]]))
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    done = frenemy_here("serve", "--port", 0, "--no-browser", *arguments)
    assert (done.returncode, " ".join(message.split()) in " ".join(done.stderr.split())) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_missing_packages_are_named(frenemy_here, tmp_path, monkeypatch):
    (tmp_path / "g.gexf").write_text("<gexf/>")
    monkeypatch.setitem(sys.modules, "networkx", None)
    done = frenemy_here("serve", "--port", 0, "--no-browser", "g.gexf")
    assert (done.returncode, done.stderr) == (1, "error: g.gexf: GEXF files need networkx: pip install networkx\n")


def test_help_teaches(frenemy_here):
    done = frenemy_here("serve", "--help")
    for text in ("frenemy serve pairs.csv", "--nodes", "--pictures", "pairs.decisions.csv", "--decisions", "graphml"):
        assert text in done.stdout
