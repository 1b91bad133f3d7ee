"""``fr.explore``: a page that is served in the background."""

import errno
import json
import os
import socket
import subprocess
import sys
import urllib.request

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("PIL")
pa = pytest.importorskip("pyarrow")

import frenemy as fr  # noqa: E402
from frenemy.apps.explore.open_file import open_file  # noqa: E402
from frenemy.web.explore.open_session import open_session  # noqa: E402

PAIRS = [("ann", "bob", 3.0), ("bob", "cid", 2.0), ("cid", "dee", -2.0)]


@pytest.fixture
def page():
    with fr.explore(fr.solve(PAIRS), browser=False) as page:
        yield page


def asked(page, path, change=None):
    body = None if change is None else json.dumps(change).encode()
    request = urllib.request.Request(f"{page.address}clusterings/main/{path}", body)
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.loads(answer.read())


def changed(page, **change):
    return asked(page, "change", {"revision": asked(page, "state")["revision"], **change})


def test_what_is_done_on_the_page_is_here(page):
    assert page.labels.tolist() == [0, 0, 0, 1]
    assert page.decisions.num_rows == 0
    changed(page, kind="apart", u=0, v=1)
    assert page.labels[0] != page.labels[1]
    said = page.decisions.to_pylist()
    assert [(row["id_1"], row["id_2"], row["decision"]) for row in said] == [("ann", "bob", "different")]
    assert asked(page, "state")["whyNoSave"]


def test_the_decisions_hold_in_cluster_table(page):
    changed(page, kind="apart", u=0, v=1)
    u, v, w = zip(*PAIRS, strict=True)
    table = pa.table({"id_1": u, "id_2": v, "weight": w})
    labels = fr.cluster_table(table, decisions=page.decisions).column("cluster_id").to_pylist()
    assert labels[0] != labels[1]


def test_it_is_told_and_opened(capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with fr.explore(np.array([[0, 1], [1, 0]])) as page:
        assert capsys.readouterr().out == f"frenemy is at {page.address}\n"
        assert opened == [page.address]
        assert repr(page) == f"<open page: {page.address}>"
    assert repr(page) == f"<closed page: {page.address}>"
    page.close()
    with pytest.raises(OSError, match="refused|reset"):
        urllib.request.urlopen(page.address, timeout=300)


def test_decisions_are_saved_where_you_say(tmp_path):
    path = tmp_path / "said.parquet"
    for n_before in (0, 1):
        with fr.explore(fr.solve(PAIRS), decisions=path, browser=False) as page:
            assert page.decisions.num_rows == n_before
            if not n_before:
                changed(page, kind="apart", u=0, v=1)
    assert os.listdir(tmp_path) == ["said.parquet"]


def test_a_file_opens_with_its_decisions_beside_it(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("ann,bob,2\nbob,cid,-1\n")
    (tmp_path / "people.csv").write_text("id,age\nann,1\nbob,2\ncid,3\n")
    with fr.explore(path, tmp_path / "people.csv", browser=False) as page:
        assert [column["name"] for column in asked(page, "state")["columns"]] == ["age"]
        changed(page, kind="together", u=0, v=2)
        with pytest.raises(ValueError, match="is in use by process"):
            fr.explore(path, browser=False)
    assert sorted(os.listdir(tmp_path)) == ["pairs.csv", "pairs.decisions.csv", "people.csv"]
    with pytest.raises(ValueError, match="X is for results in memory"):
        fr.explore(path, X=np.eye(3))


def test_a_folder_that_cannot_be_written_is_no_hindrance(tmp_path, monkeypatch):
    path = tmp_path / "pairs.csv"
    path.write_text("ann,bob,2\n")

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("frenemy.io.lock_file.os.open", refuse)
    source = open_file(path)
    with pytest.warns(UserWarning, match="cannot be saved in .*: Read-only file system; choose another place"):
        session = open_session(source)
    assert session.decisions_path is None
    session.close()
    with pytest.raises(ValueError, match="decisions cannot be saved in .*said.csv: Read-only"):
        open_session(source, tmp_path / "said.csv")


def test_contradictory_decisions_are_told_and_the_file_is_let_go(tmp_path):
    path = tmp_path / "said.csv"
    path.write_text("id_1,id_2,decision\nann,bob,same\nbob,cid,same\nann,cid,different\n")
    for _ in range(2):
        with pytest.raises(ValueError, match="said.csv: records 'ann' and 'cid' must be apart"):
            fr.explore(fr.solve(PAIRS), decisions=path, browser=False)


def test_a_port_in_use_is_told():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ValueError, match="is in use"):
        fr.explore(fr.solve(PAIRS), port=taken.getsockname()[1], browser=False)


def test_a_script_that_ends_lets_the_file_go(tmp_path):
    script = (
        "import sys, frenemy as fr\n"
        "page = fr.explore(fr.solve([('a', 'b', 1.0)]), decisions=sys.argv[1], browser=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "said.csv")], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr, os.listdir(tmp_path)) == (0, "", [])


def test_the_extra_is_named_where_it_is_missing(tmp_path):
    (tmp_path / "starlette.py").write_text("raise ModuleNotFoundError('hidden', name='starlette')\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-c", "import frenemy; frenemy.explore"], capture_output=True, text=True, env=environment
    )
    assert 'the page needs starlette: pip install "frenemy[web]"' in done.stderr


def test_a_notebook_shows_the_page(page):
    pytest.importorskip("anywidget", reason="the extra notebook is not installed")
    assert "application/vnd.jupyter.widget-view+json" in str(page._repr_mimebundle_())
    page.close()
    assert page._repr_mimebundle_() == {"text/plain": repr(page)}


def test_the_browser_opens_unless_a_notebook_shows_the_page(monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with fr.explore(fr.solve(PAIRS)) as page:
        assert opened == [page.address]
    monkeypatch.setattr("frenemy.web.explore.open_page._is_shown_in_notebook", lambda: True)
    fr.explore(fr.solve(PAIRS)).close()
    assert opened == [page.address]
    with fr.explore(fr.solve(PAIRS), browser=True) as other:
        assert opened == [page.address, other.address]
