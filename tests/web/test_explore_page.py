"""The routes of the explore page: what it shows is what Python gives, every change is saved, and bad input is told."""

import gzip
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from explored import people, source_of_problem
from local_server import LocalServer

import frenemy as fr
from frenemy.apps.explore.decisions_file import DecisionsFile
from frenemy.web.explore.session import ExploreSession
from frenemy.web.limits import Limits

MAIN = "/explore/clusterings/main"


class Room:
    """A server with a clustering, and its decisions in a file."""

    def __init__(self, path=None, source=None):
        self.source = source or people()
        self.file = None if path is None else DecisionsFile(path, self.source.things)
        self.session = ExploreSession(self.source, self.file)
        self.served = LocalServer(clustering=self.session)

    def get(self, path, status=200):
        found, reply = self.served.json("GET", f"{MAIN}/{path}")
        assert found == status, reply
        return reply

    def change(self, status=200, **body):
        known = {"revision": self.session.revision, **body}
        found, reply = self.served.json("POST", f"{MAIN}/change", json.dumps(known))
        assert found == status, reply
        return reply

    def labels(self):
        _, _, content = self.served.ask("GET", f"{MAIN}/labels")
        return np.frombuffer(content, "<i4")

    def close(self):
        self.served.close()


@pytest.fixture
def room(tmp_path):
    running = Room(tmp_path / "test.decisions.csv")
    yield running
    running.close()


def test_the_overview_has_the_numbers_of_the_result(room):
    state, result = room.get("state"), room.source.result
    assert state["nGroups"] == result.n_clusters
    assert state["energy"] == pytest.approx(result.energy)
    assert state["gap"] == pytest.approx(result.gap)
    assert state["nThings"] == 60
    assert [column["name"] for column in state["columns"]] == ["town", "born"]
    assert room.served.json("GET", "/explore/home")[1]["clustering"] == "main"
    status, headers, _ = room.served.ask("GET", "/")
    assert (status, headers["location"]) == (307, "/explore/")


def test_groups_are_found_sorted_and_filtered(room):
    listed = room.get("groups?sort=-size&limit=3")
    assert len(listed["rows"]) == 3
    assert listed["total"] == room.source.result.n_clusters
    found = room.get("groups?q=paris")
    assert found["total"] == 1
    assert found["rows"][0]["summary"][1] == "1900"
    group = room.get(f"groups/{found['rows'][0]['group']}")
    row = next(row for row in group["members"]["rows"] if row["name"] == "r001")
    assert row["values"][0] == "Paris"
    assert row["isUsual"][0] is False
    assert 0 in group["differing"]


def test_reasons_call_groups_by_their_names(room):
    (row,) = room.get("groups?sort=-size&limit=1")["rows"]
    group = room.get(f"groups/{row['group']}")
    u, v = (member["thing"] for member in group["members"]["rows"][:2])
    assert f"in group {group['name']} ({group['size']} things)" in room.get(f"why?u={u}&v={v}")["sentences"][0]


def test_correct_undo_redo_and_come_back(room, tmp_path):
    before = room.labels()
    groups = [row["group"] for row in room.get("groups?sort=size&limit=2")["rows"]]
    reply = room.change(kind="join", groups=groups)
    assert reply["state"]["undo"] == "join groups"
    assert reply["news"]["nMoved"] > 0
    joined = room.labels()
    assert not np.array_equal(before, joined)
    room.change(kind="undo")
    np.testing.assert_array_equal(room.labels(), before)
    room.change(kind="redo")
    np.testing.assert_array_equal(room.labels(), joined)
    room.change(
        kind="apart", u=int(np.flatnonzero(joined == joined[0])[0]), v=int(np.flatnonzero(joined == joined[0])[1])
    )
    room.change(kind="undo")
    labels = room.labels()
    room.close()
    again = Room(tmp_path / "test.decisions.csv")
    np.testing.assert_array_equal(again.labels(), labels)
    assert again.get("state")["redo"] == "apart"
    assert again.change(kind="undo")["state"]["undo"] is None
    np.testing.assert_array_equal(again.labels(), before)
    again.close()
    room.served = LocalServer()  # what the fixture closes


def test_the_exported_decisions_give_the_same_constraints(room, tmp_path):
    group = room.get("groups?sort=-size&limit=1")["rows"][0]["group"]
    room.change(kind="split", group=group)
    _, headers, content = room.served.ask("GET", f"{MAIN}/export/decisions.csv")
    assert "attachment" in headers["content-disposition"]
    path = tmp_path / "exported.csv"
    path.write_bytes(content)
    said = DecisionsFile(path, room.source.things).steps.decisions
    assert said == room.session.exploration.steps.decisions
    labels = room.labels()
    assert all((labels[one.u] == labels[one.v]) == one.is_same for one in said)


def test_exports(room):
    from pyarrow import csv, parquet

    for name, read in (("labels.csv", csv.read_csv), ("labels.parquet", parquet.read_table)):
        _, _, content = room.served.ask("GET", f"{MAIN}/export/{name}")
        table = read(io.BytesIO(content))
        assert table.column("id").to_pylist() == [f"r{i:03d}" for i in range(60)]
        np.testing.assert_array_equal(table.column("cluster_id").to_numpy(), room.labels())
        margins = room.session.exploration.clustering.explanation.margins
        expected = [None if np.isinf(margin) else margin for margin in margins]
        assert table.column("margin").to_pylist() == pytest.approx(expected)
        doubtful = margins < room.session.exploration.doubt
        np.testing.assert_array_equal(table.column("doubtful").to_numpy(zero_copy_only=False), doubtful)
    _, headers, content = room.served.ask("GET", f"{MAIN}/export/report.html")
    assert b"test.csv" in content
    assert headers["content-disposition"] == "attachment; filename*=UTF-8''test.report.html"
    assert room.get("state")["fileStem"] == "test"
    assert room.served.json("GET", f"{MAIN}/export/passwords")[0] == 404


def test_exports_of_a_source_with_any_name():
    room = Room(source=replace(people(), title='Müller "1".csv.gz'))
    _, headers, _ = room.served.ask("GET", f"{MAIN}/export/labels.csv")
    assert headers["content-disposition"] == "attachment; filename*=UTF-8''M%C3%BCller%20%221%22.labels.csv"
    room.close()


def test_a_group_of_one_has_no_weakest_member(room):
    largest = room.get("groups?limit=1")["rows"][0]["group"]
    assert room.get(f"groups/{largest}")["weakest"] is not None
    single = room.get("groups?limit=1&filter=singles&bias=-9")["rows"][0]["group"]
    assert room.get(f"groups/{single}?bias=-9")["weakest"] is None


def test_a_bias_is_the_view_of_one_tab(room):
    state = room.get("state?bias=-9")
    assert state["nGroups"] > room.get("state")["nGroups"]
    assert room.get("groups?bias=-9&filter=singles")["total"] == state["nSingles"]
    labels = room.labels()
    same = np.flatnonzero(labels == labels[0])
    reply = room.change(kind="together", u=int(same[0]), v=int(same[1]), bias=-9)
    assert reply["state"]["bias"] == -9
    assert reply["state"]["nDecisions"] == room.get("state")["nDecisions"] == 1
    assert room.change(kind="undo", bias=-9)["state"]["nDecisions"] == 0


def test_two_tabs(room):
    old = room.session.revision
    room.change(kind="together", u=0, v=30)
    reply = room.change(409, revision=old, kind="apart", u=0, v=1)
    assert "another tab" in reply["error"]
    reply = room.change(409, revision="other-0", kind="undo")
    assert "restarted" in reply["error"]


def test_why_and_questions(room):
    labels = room.labels()
    same = np.flatnonzero(labels == labels[0])
    why = room.get(f"why?u={same[0]}&v={same[1]}")
    assert why["isTogether"]
    assert why["uName"] == f"r{same[0]:03d}"
    assert all("cluster" not in text for text in why["sentences"])
    asked = room.get("question")
    question = asked["question"]
    assert "of the doubt" in asked["settles"][0]
    assert not asked["settles"][0].endswith(".")  # more is said after it
    room.change(
        kind="question-same" if question["isTogether"] else "question-different", u=question["u"], v=question["v"]
    )
    after = room.get("question")
    assert (after["question"]["u"], after["question"]["v"]) != (question["u"], question["v"])
    assert after["nAnswered"] == 1


def test_a_contradiction_is_told_with_names(room):
    room.change(kind="together", u=0, v=30)
    room.change(kind="together", u=30, v=50)
    reply = room.change(409, kind="apart", u=0, v=50)
    assert "'r000' and 'r050' must be apart" in reply["error"]
    assert room.get("state")["nDecisions"] == 2


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("state?bias=much", 400),
        ("state?bias=nan", 400),
        ("groups?sort=color", 400),
        ("groups?filter=blue", 400),
        ("groups?offset=one", 400),
        ("groups/99999", 404),
        ("why?u=0&v=0", 400),
        ("why?u=0", 400),
        ("why?u=0&v=99999", 404),
        ("why?u=-1&v=2", 404),
        ("things?ids=a,b", 400),
        ("picture?thing=0&column=0", 404),
        ("picture?thing=99999&column=0", 404),
        ("nothing", 404),
    ],
)
def test_bad_requests_are_told(room, path, status):
    assert "error" in room.get(path, status)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"kind": "join"}',
        b'{"revision": 1, "kind": "undo"}',
        b'{"revision": "x", "kind": "join", "groups": ["a"]}',
        b'{"revision": "x", "kind": "join", "more": 1}',
        b'{"revision": "x", "kind": "apart", "u": true, "v": 1}',
        b'{"revision": "x", "kind": "undo", "bias": "1e999"}',
        b"[" * 100_000,
    ],
)
def test_bad_changes_are_told(room, body):
    status, reply = room.served.json("POST", f"{MAIN}/change", body)
    assert status == 400, reply
    assert "cannot be read" in reply["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "join", "groups": [0]},
        {"kind": "join", "groups": [0, 99999]},
        {"kind": "split", "group": 0, "side": []},
        {"kind": "split", "group": 0, "side": [59]},
        {"kind": "split"},
        {"kind": "move", "things": []},
        {"kind": "move", "things": [99999], "group": None},
        {"kind": "apart", "u": 3, "v": 3},
        {"kind": "together", "u": 0, "v": 99999},
        {"kind": "together", "u": -1, "v": 2},
        {"kind": "dance"},
        {"kind": "undo"},
        {"kind": "redo"},
    ],
)
def test_changes_that_cannot_be_are_told_and_change_nothing(room, body):
    before = room.labels()
    assert room.change(409, **body)["error"]
    np.testing.assert_array_equal(room.labels(), before)
    assert room.get("state")["nDecisions"] == 0


def test_a_full_disk_loses_nothing(room, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    before = room.labels()
    monkeypatch.setattr(room.file, "save", full)
    reply = room.change(507, kind="together", u=0, v=30)
    assert "not applied" in reply["error"]
    np.testing.assert_array_equal(room.labels(), before)
    monkeypatch.undo()
    room.change(kind="together", u=0, v=30)


def test_a_file_that_another_program_changed_is_not_overwritten(room, tmp_path):
    room.change(kind="together", u=0, v=30)
    path = tmp_path / "test.decisions.csv"
    path.write_text("id_1,id_2,decision\nr000,r001,different\n")
    reply = room.change(409, kind="together", u=0, v=40)
    assert "not applied" in reply["error"]
    assert "r001,different" in path.read_text()


def test_dropped_files_are_separate(room):
    bodies = {"a.csv": b"a,b,w\nann,bob,2\nbob,cid,-1\n", "b.csv": b"a,b,w\nx,y,1\ny,z,-3\nx,z,-1\n"}
    keys = []
    for name, body in bodies.items():
        status, reply = room.served.json("POST", f"/explore/clusterings?name={name}", body)
        assert status == 201, reply
        keys.append(reply["clustering"])
    states = [room.served.json("GET", f"/explore/clusterings/{key}/state")[1] for key in keys]
    assert [state["title"] for state in states] == ["a.csv", "b.csv"]
    assert [state["nThings"] for state in states] == [3, 3]
    assert room.served.ask("DELETE", f"/explore/clusterings/{keys[0]}")[0] == 204
    assert room.served.json("GET", f"/explore/clusterings/{keys[0]}/state")[0] == 404
    assert room.served.json("DELETE", MAIN)[0] == 409


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("a.csv", b""),
        ("a.csv", b"\xff\xfe\x00"),
        ("a.parquet", b"PAR1"),
        ("a.npy", b"no"),
        ("a.mtx", b"%%Matrix"),
        ("a", b"x"),
    ],
)
def test_broken_files_are_told(room, name, body):
    status, reply = room.served.json("POST", f"/explore/clusterings?name={name}", body)
    assert status == 422, reply
    assert reply["error"]


def test_pictures_come_from_the_folder_only(tmp_path):
    from PIL import Image

    from frenemy.apps.explore.things import Things
    from frenemy.tables.arrow import pa

    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
        Image.new("RGB", (4, 4)).save(folder / "a.png")
    (inside / "link.png").symlink_to(outside / "a.png")
    names = ["a.png", "../out/a.png", str(outside / "a.png"), "link.png", "none.png"]
    problem = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 4], [1.0, -1.0, 1.0, 1.0])
    source = source_of_problem(problem)
    things = Things(source.things.ids, columns=pa.table({"photo": names}), folder=inside)
    room = Room(source=type(source)("t", "pairs", problem, source.result, things))
    answers = [room.served.ask("GET", f"{MAIN}/picture?thing={i}&column=0") for i in range(5)]
    room.close()
    assert [status for status, _, _ in answers] == [200, 404, 404, 404, 404]
    assert answers[0][1]["content-type"] == "image/png"


def test_foreign_hosts_and_pages_are_rejected(room):
    assert room.served.json("GET", f"{MAIN}/state", Host="evil.example")[0] == 403
    assert room.served.json("POST", f"{MAIN}/change", b"{}", Origin="http://evil.example")[0] == 403


def test_packed_files_are_unpacked_within_limits():
    running = LocalServer(limits=Limits(upload_bytes=1000))
    post = "/explore/clusterings?name=pairs.csv.gz"
    status, reply = running.json("POST", post, gzip.compress(b"a,b,w\nann,bob,2\nbob,cid,-1\n"))
    bomb = running.json("POST", post, gzip.compress(b"ann,bob,2\n" * 10_000))
    cut = running.json("POST", post, gzip.compress(b"ann,bob,2\n" * 10)[:-9])
    running.close()
    assert status == 201, reply
    assert bomb[0] == 422
    assert "unpacks to more than 0.008 MB" in bomb[1]["error"]
    assert cut[0] == 422
    assert "gzip" in cut[1]["error"]
