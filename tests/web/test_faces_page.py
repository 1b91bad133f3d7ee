"""The routes of the faces page: every change is what Python would give, saved, and seen by all tabs."""

import csv
import hashlib
import json
import os
import re
import threading
import zipfile
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from alike_people import MERGED
from local_server import LocalServer, eventually
from PIL import Image
from synthetic_album import Center, SyntheticPhotos, SyntheticStore, alike_store, jpeg, portrait

from frenemy.apps.faces import DlibFaces
from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album.album_folder import AlbumFolder
from frenemy.apps.faces.corrections.corrections_json import corrections_from_json
from frenemy.apps.faces.photos.scan import scan
from frenemy.web.faces.folder_store import describer_named, open_folder
from frenemy.web.faces.session import AlbumSession
from frenemy.web.limits import Limits

SIZES = (6, 5, 4, 1)
ALBUM = "/faces/albums/album"


class Room:
    """A server with a painted album."""

    def __init__(self, store):
        self.store = store
        self.session = store if isinstance(store, AlbumSession) else AlbumSession(store, store.open())
        self.served = LocalServer(album=self.session)

    def get(self, path):
        status, reply = self.served.json("GET", ALBUM + path)
        assert status == 200, reply
        return reply

    def post(self, body):
        return self.served.json("POST", f"{ALBUM}/change", json.dumps({"revision": self.session.revision, **body}))

    def change(self, **body):
        status, reply = self.post(body)
        assert status == 200, reply
        assert reply["state"] == self.get("/state")
        return reply["state"], reply["news"]

    def face(self, k):
        """The id of a face by its number."""
        return self.session.album.faces.faces[k].id


@pytest.fixture
def room():
    opened = Room(SyntheticStore(SyntheticPhotos(SIZES)))
    yield opened
    opened.served.close()


@pytest.fixture(scope="module")
def quiet_room():
    """For what changes nothing."""
    opened = Room(SyntheticStore(SyntheticPhotos(SIZES)))
    yield opened
    opened.served.close()


def groups(state):
    return {frozenset(person["faces"]) for person in state["people"]}


def test_the_page_and_what_it_is_told(quiet_room):
    room = quiet_room
    status, headers, _ = room.served.ask("GET", "/")
    assert (status, headers["location"]) == (307, "/faces/")
    status, headers, content = room.served.ask("GET", "/faces/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"http" not in content  # nothing from the network
    assert room.served.json("GET", "/faces/home")[1]["album"] == "album"
    state, table = room.get("/state"), room.get("/faces")
    assert [len(person["faces"]) for person in state["people"]] == sorted(SIZES, reverse=True)
    assert len(table["faces"]) == state["nFaces"] == sum(SIZES)
    assert len(table["photos"]) == state["nPhotos"] == sum(SIZES)
    people = room.session.album.people
    assert [person["faces"] for person in state["people"]] == [people.members(p).tolist() for p in range(4)]


def test_thumbnails_and_photos_come_by_id_only(quiet_room):
    room = quiet_room
    face, photo = room.get("/faces")["faces"][0][0], room.get("/faces")["photos"][0][0]
    status, headers, content = room.served.ask("GET", f"{ALBUM}/thumbs/{face}")
    assert (status, headers["content-type"]) == (200, "image/jpeg")
    assert "immutable" in headers["cache-control"]
    assert "private" in headers["cache-control"]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert Image.open(BytesIO(content)).size == (120, 120)
    status, headers, content = room.served.ask("GET", f"{ALBUM}/photos/{photo}")
    assert (status, headers["content-type"]) == (200, "image/jpeg")
    assert Image.open(BytesIO(content)).size == (320, 240)
    for odd in ("thumbs/x", "photos/x", "photos/..%2f..%2fx", "photos/day%200/photo_0000.jpg", f"photos/{face}"):
        status, reply = room.served.json("GET", f"{ALBUM}/{odd}")
        assert status == 404
        assert reply["error"]


def test_photos_are_upright_small_and_those_that_were_scanned(room):
    store, faces = room.store, room.session.album.faces
    first, second, third = list(faces.photos.values())[:3]
    del store.painted.files[first.paths[0]]
    status, reply = room.served.json("GET", f"{ALBUM}/photos/{first.id}")
    assert status == 404
    assert "moved or deleted; scan for new photos" in reply["error"]
    store.painted.files[second.paths[0]] = b"another"
    status, reply = room.served.json("GET", f"{ALBUM}/photos/{second.id}")
    assert status == 410
    assert "has changed since" in reply["error"]
    large = Image.new("RGB", (4000, 1000), (90, 20, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    file = BytesIO()
    large.save(file, "JPEG", exif=exif)
    data = file.getvalue()
    store.painted.files[third.paths[0]] = data
    object.__setattr__(third, "id", hashlib.sha256(data).hexdigest()[:20])
    faces.photos[next(id for id, photo in faces.photos.items() if photo is third)]
    status, _, content = room.served.ask("GET", f"{ALBUM}/photos/{list(faces.photos)[2]}")
    assert status == 200
    assert Image.open(BytesIO(content)).size == (400, 1600)


def test_every_change_is_what_python_gives_and_is_saved(room):
    ids = [face.id for face in room.session.album.faces.faces]
    album = room.session.album

    def same_as(after, state):
        assert groups(state) == {frozenset(after.people.members(p).tolist()) for p in range(after.people.n_people)}
        assert [person["name"] for person in state["people"]] == list(after.people.names)
        assert room.store.saved == after.corrections
        assert room.store.open().people.labels.tolist() == after.people.labels.tolist()  # as after a restart
        return after

    state, news = room.change(do="name", person="p1", text='  Ann <b>"O\'" 🙂 ')
    album = same_as(album.name("p1", 'Ann <b>"O\'" 🙂'), state)
    assert news["nMoved"] == 0
    state, _ = room.change(do="move", faces=[ids[0]], to="p2")
    album = same_as(album.move([ids[0]], "p2"), state)
    state, _ = room.change(do="move", faces=[ids[1], ids[2]], to=None)
    album = same_as(album.move([ids[1], ids[2]], None), state)
    state, _ = room.change(do="apart", faces=[ids[3], ids[4]])
    album = same_as(album.not_same(ids[3], ids[4]), state)
    state, news = room.change(do="same", faces=[ids[3], ids[4]])
    album = same_as(album.same(ids[3], ids[4]), state)
    assert news["dropped"] == ["apart"]
    state, _ = room.change(do="apart_people", people=["p2", "p3"])
    one, other = (album.people.faces_of(album.person(id))[0].id for id in ("p2", "p3"))
    album = same_as(album.not_same(one, other), state)
    state, _ = room.change(do="merge", people=["p2", "p3"])
    album = same_as(album.merge("p2", "p3"), state)
    state, _ = room.change(do="not_faces", faces=ids[-1:])
    album = same_as(album.remove_face(ids[-1]), state)
    assert state["nFaces"] == sum(SIZES) - 1
    n_steps = 8
    assert state["undo"] == "“not a face”"
    for _ in range(n_steps):
        state, _ = room.change(do="undo")
    same_as(Album(room.session.album.faces), state)
    assert (state["undo"], state["redo"]) == (None, "name")
    for _ in range(n_steps):
        state, _ = room.change(do="redo")
    same_as(album, state)
    status, reply = room.post({"do": "redo"})
    assert status == 409
    assert "nothing to redo" in reply["error"]


def test_several_at_once_are_one_step(room):
    ids = [face.id for face in room.session.album.faces.faces]
    before = room.get("/state")
    state, _ = room.change(do="same", faces=[ids[0], ids[6], ids[11]])
    assert any({0, 6, 11} <= group for group in groups(state))
    room.change(do="undo")
    state, _ = room.change(do="move", faces=[ids[0], ids[6]], to=None, name="Zoë")
    assert next(person["faces"] for person in state["people"] if person["name"] == "Zoë")
    room.change(do="undo")
    state, _ = room.change(do="merge", people=["p3", "p1", "p2"])
    assert frozenset(range(15)) in groups(state)
    room.change(do="undo")
    state, _ = room.change(do="not_faces", faces=[ids[0], ids[6]])
    assert state["nFaces"] == sum(SIZES) - 2
    state, _ = room.change(do="undo")
    assert groups(state) == groups(before)
    assert [person["id"] for person in state["people"]] == [person["id"] for person in before["people"]]


def test_questions_and_a_split():
    room = Room(alike_store())
    try:
        state = room.get("/state")
        assert [(one["kind"], one["people"], sorted(one["faces"])) for one in state["questions"]] == [
            ("split", [0], list(MERGED)),
            ("join", [2, 3], [11, 12, 13]),
        ]
        side = room.get("/cuts/p1")["faces"]
        assert {room.face(k) for k in MERGED} == set(side)
        assert room.served.json("GET", f"{ALBUM}/cuts/nobody")[0] == 404
        state, news = room.change(do="split", people=["p1"], faces=side)
        assert news["what"] == "split"
        assert state["undo"] == "split"
        assert len(state["people"]) == 5
        assert [one["kind"] for one in state["questions"]] == ["join"]
        (entry,) = state["corrections"]
        assert (entry["kind"], entry["label"]) == ("batch", "3 faces split from")
        assert room.change(do="undo")[0]["corrections"] == []
        assert room.change(do="redo")[0]["corrections"] == [entry]
        state, _ = room.change(do="take_back", kind="batch", faces=entry["faces"], text=entry["text"])
        assert state["corrections"] == []
        assert len(state["people"]) == 4
        assert room.post({"do": "split", "people": ["p1"], "faces": []})[0] == 400
        assert room.post({"do": "split", "people": ["p2"], "faces": side})[0] == 409
    finally:
        room.served.close()


def test_a_move_of_four_faces_is_one_correction(room):
    faces = [room.face(k) for k in range(4)]
    state, _ = room.change(do="move", faces=faces, to="p2")
    assert [(one["kind"], one["label"]) for one in state["corrections"]] == [("batch", "4 faces moved to")]
    assert room.change(do="undo")[0]["corrections"] == []


def test_moved_faces_do_not_pull_others_out(room):
    # However unlike the person they are.
    ids = [face.id for face in room.session.album.faces.faces]
    state, news = room.change(do="move", faces=ids[:3], to="p2")
    target = next(person for person in state["people"] if person["id"] == "p2")
    assert {0, 1, 2, 6, 7, 8, 9, 10} == set(target["faces"])
    assert news["nMoved"] == 0


@pytest.mark.parametrize("kind", ["same", "apart", "name", "not_face"])
def test_any_correction_can_be_taken_back(room, kind):
    ids = [face.id for face in room.session.album.faces.faces]
    before = room.get("/state")
    made = {
        "same": {"do": "same", "faces": [ids[0], ids[6]]},
        "apart": {"do": "apart", "faces": [ids[0], ids[1]]},
        "name": {"do": "name", "person": "p1", "text": "Ann"},
        "not_face": {"do": "not_faces", "faces": [ids[0]]},
    }[kind]
    room.change(do="name", person="p2", text="Bob")
    state, _ = room.change(**made)
    (one,) = [it for it in state["corrections"] if it["kind"] == kind and it.get("text") != "Bob"]
    state, _ = room.change(do="take_back", **{name: one.get(name) for name in ("kind", "faces", "text")})
    assert groups(state) == groups(before)
    assert [it["text"] for it in state["corrections"]] == ["Bob"]
    assert room.store.saved == room.session.album.corrections


def test_a_tab_that_is_behind(room):
    first = room.session.revision
    room.change(do="name", person="p1", text="Ann")
    status, reply = room.post({"do": "name", "person": "p2", "text": "Bob", "revision": first})
    assert status == 200
    assert reply["news"]["isRebased"]
    assert {person["name"] for person in reply["state"]["people"]} == {"Ann", "Bob", None}
    room.change(do="merge", people=["p2", "p3"])
    status, reply = room.post({"do": "name", "person": "p3", "text": "Cy", "revision": first})
    assert status == 409
    assert "another tab" in reply["error"]
    status, reply = room.post({"do": "undo", "revision": first})
    assert status == 409
    status, reply = room.post({"do": "name", "person": "p1", "text": "Cy", "revision": "0badf00d-0"})
    assert status == 409
    assert "has restarted" in reply["error"]
    assert room.get("/pulse")["revision"] == room.session.revision


def test_tabs_at_once_lose_nothing(room):
    ids = [face.id for face in room.session.album.faces.faces]
    answers = []
    first = room.session.revision

    def report(k):
        answers.append(room.post({"do": "not_faces", "faces": [ids[k]], "revision": first})[0])

    threads = [threading.Thread(target=report, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 8
    assert set(room.store.saved.not_faces) == set(ids[:8])


def test_what_cannot_be_saved_is_not_made(room):
    room.store.is_full = True
    before = room.get("/state")
    status, reply = room.post({"do": "name", "person": "p1", "text": "Ann"})
    assert status == 507
    assert "No space left" in reply["error"]
    assert room.get("/state") == before


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"do": "format the disk"}', 400),
        (b'{"do": "same", "faces": ["a"]}', 400),
        (b'{"do": "same", "faces": [1, 2]}', 400),
        (b'{"do": "same", "faces": "ab"}', 400),
        (b'{"do": "name", "person": 3, "text": "x"}', 400),
        (b'{"do": "name", "person": "p1", "text": 7}', 400),
        (b'{"do": "merge", "people": ["p1"]}', 400),
        (b'{"do": "take_back", "faces": ["a"], "kind": "all"}', 400),
        (b'{"do": "same", "faces": ["no", "such"]}', 409),
        (b'{"do": "same", "faces": ["FACE", "FACE"]}', 400),
        (b'{"do": "apart", "faces": ["FACE", "FACE"]}', 400),
        (b'{"do": "merge", "people": ["p1", "p1"]}', 400),
        (b'{"do": "merge", "people": ["p1", "p99"]}', 409),
        (b'{"do": "move", "faces": ["FACE"], "to": "p99"}', 409),
        (b'{"do": "name", "person": "p1", "text": "' + b"x" * 101 + b'"}', 409),
        (b'{"do": "undo"}', 409),
        (b" " * 2_000_001, 413),
    ],
)
def test_bad_changes_are_refused_and_change_nothing(quiet_room, body, status):
    room = quiet_room
    before = room.get("/state")
    body = body.replace(b"FACE", room.face(0).encode())
    if body.startswith(b'{"do'):
        body = body[:-1] + f', "revision": "{room.session.revision}"}}'.encode()
    found, reply = room.served.json("POST", f"{ALBUM}/change", body)
    assert found == status, reply
    assert reply["error"]
    assert room.get("/state") == before


def test_new_photos_come_and_names_and_corrections_stay():
    room = Room(SyntheticStore(SyntheticPhotos(SIZES), n_photos=12))
    try:
        room.change(do="name", person="p1", text="Ann")
        room.change(do="apart", faces=[room.face(0), room.face(1)])
        before = room.get("/state")
        assert room.served.json("POST", f"{ALBUM}/scan")[0] == 202
        assert eventually(lambda: not room.get("/pulse")["scan"]["isRunning"])
        scan = room.get("/pulse")["scan"]
        assert (scan["nNew"], scan["error"], scan["isCancelled"]) == (4, None, False)
        state = room.get("/state")
        assert state["generation"] == before["generation"] + 1
        assert state["nFaces"] == sum(SIZES)
        assert state["skipped"] == [["notes <b>.txt", "not a picture"]]
        ann = next(person for person in state["people"] if person["name"] == "Ann")
        assert ann["id"] == "p1"
        assert [it["kind"] for it in state["corrections"]] == ["name", "apart"]
        state, _ = room.change(do="undo")
        assert [it["kind"] for it in state["corrections"]] == ["name"]
        assert state["nFaces"] == sum(SIZES)
    finally:
        room.served.close()


def test_a_scan_can_be_stopped_and_runs_once(room):
    room.store.gate.clear()
    status, reply = room.served.json("POST", f"{ALBUM}/scan")
    assert (status, reply["isRunning"]) == (202, True)
    assert room.served.json("POST", f"{ALBUM}/scan")[0] == 202  # the one that runs
    room.change(do="name", person="p1", text="Ann")  # meanwhile
    assert room.served.json("DELETE", f"{ALBUM}/scan")[0] == 200
    assert eventually(lambda: not room.get("/pulse")["scan"]["isRunning"])
    assert room.get("/pulse")["scan"]["isCancelled"]
    assert room.get("/state")["people"][0]["name"] == "Ann"
    room.store.gate.set()


def test_exports_are_what_the_command_writes(room):
    room.change(do="name", person="p1", text="=Ann <b>")
    kinds = ("people.csv", "people.html", "corrections.json", "photos.csv")
    files = {kind: room.served.ask("GET", f"{ALBUM}/export/{kind}")[2] for kind in kinds}
    assert files["people.csv"].count(b"\n") == sum(SIZES) + 1
    assert corrections_from_json(files["corrections.json"].decode()) == room.session.album.corrections
    assert b"=Ann &lt;b&gt;" in files["people.html"]
    assert b"<b>" not in files["people.html"].split(b"<body", 1)[1]
    assert files["photos.csv"].decode("utf-8-sig").splitlines()[1] == "day 0/photo_0000.jpg,'=Ann <b>"
    status, headers, content = room.served.ask("GET", f"{ALBUM}/export/album.zip")
    assert status == 200
    assert headers["content-disposition"] == 'attachment; filename="album.zip"'
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    assert room.served.json("GET", f"{ALBUM}/export/passwd")[0] == 404


def numbers_on_the_page(room):
    """The number of each face's person."""
    faces = [row[0] for row in room.get("/faces")["faces"]]
    return {faces[k]: person["number"] for person in room.get("/state")["people"] for k in person["faces"]}


def numbers_in_the_table(content):
    return {row["face"]: int(row["person"]) for row in csv.DictReader(StringIO(content.decode("utf-8-sig")))}


def test_numbers_stay_and_exports_have_those_of_the_page(room):
    before = numbers_on_the_page(room)
    assert sorted(before.values(), key=list(before.values()).count, reverse=True)[:6] == [1] * 6  # the largest
    room.change(do="merge", people=["p3", "p2"])  # 9 faces: now the largest
    room.change(do="move", faces=[room.face(0)], to=None)
    now = numbers_on_the_page(room)
    assert now == {face: {2: 3}.get(n, n) if face != room.face(0) else 5 for face, n in before.items()}
    files = {
        kind: room.served.ask("GET", f"{ALBUM}/export/{kind}")[2]
        for kind in ("people.csv", "people.html", "photos.csv")
    }
    assert numbers_in_the_table(files["people.csv"]) == now
    assert set(re.findall(r">Person (\d+)<", files["people.html"].decode())) == {"1", "3", "4", "5"}
    assert files["photos.csv"].decode("utf-8-sig").splitlines()[1] == "day 0/photo_0000.jpg,Person 5"


# ------------------------------------------------------------------------------------------------ an album in a folder


@pytest.fixture
def folder(tmp_path):
    """Photos in six folders with names to stumble over, and their album."""
    photos = tmp_path / "photos"
    for who, name in enumerate(["plain", "a b", "<b>'\"&", "日本", "אב", "🙂"]):
        place = photos / name
        place.mkdir(parents=True)
        for k in range(2):
            (place / f"{name}{k}.jpg").write_bytes(jpeg(portrait(who, k)))
    (photos / "broken.jpg").write_bytes(b"hello")
    (tmp_path / "people").mkdir()
    scan(photos, cache=tmp_path / "people" / "faces.sqlite", describer=Center())
    return tmp_path / "people"


def test_a_restart_loses_nothing(folder):
    first = Room(open_folder(folder, describer=Center()))
    state = first.get("/state")
    assert state["title"] == "people"
    assert state["skipped"][0][0] == "broken.jpg"
    assert {row[1].partition("/")[0] for row in first.get("/faces")["photos"]} == {
        *("plain", "a b", "<b>'\"&", "日本", "אב", "🙂")
    }
    for photo, *_ in first.get("/faces")["photos"]:
        assert first.served.ask("GET", f"{ALBUM}/photos/{photo}")[0] == 200
    exec(state["python"], {})
    first.change(do="name", person="p1", text="Ann")
    first.change(do="not_faces", faces=[first.face(3)])
    on_disk = json.loads((folder / "corrections.json").read_text())
    assert [name["text"] for name in on_disk["names"]] == ["Ann"]
    (folder.parent / "photos" / "new.jpg").write_bytes(jpeg(portrait(0, 5)))
    assert first.served.json("POST", f"{ALBUM}/scan")[0] == 202
    assert eventually(lambda: not first.get("/pulse")["scan"]["isRunning"])
    assert first.get("/pulse")["scan"]["nNew"] == 1
    before = first.get("/state")
    first.served.close()
    (ann,) = [person for person in before["people"] if person["name"] == "Ann"]
    assert (folder / "people.csv").read_bytes().count(b"Ann") == len(ann["faces"])
    second = Room(open_folder(folder, describer=Center()))
    after = second.get("/state")
    second.served.close()
    assert after["corrections"] == before["corrections"]
    assert groups(after) == groups(before)
    assert [person["name"] for person in after["people"]] == [person["name"] for person in before["people"]]


def test_undo_survives_a_restart(folder):
    room = Room(open_folder(folder, describer=Center()))
    states = [room.get("/state")]
    states.append(room.change(do="name", person="p1", text="Ann")[0])
    states.append(room.change(do="merge", people=["p2", "p3"])[0])
    states.append(room.change(do="not_faces", faces=[room.face(3)])[0])
    for kind, at, undo, redo in (
        ("undo", 2, "merge", "“not a face”"),
        ("undo", 1, "name", "merge"),
        ("redo", 2, "merge", "“not a face”"),
        ("undo", 1, "name", "merge"),
        ("undo", 0, None, "name"),
    ):
        room.served.close()
        room = Room(open_folder(folder, describer=Center()))
        state, _ = room.change(do=kind)
        assert (state["undo"], state["redo"]) == (undo, redo)
        assert state["corrections"] == states[at]["corrections"]
        assert groups(state) == groups(states[at])
    room.served.close()


def test_the_page_begins_with_the_numbers_of_the_table(folder):
    for _ in range(2):
        room = Room(open_folder(folder, describer=Center()))
        album = room.session.album
        AlbumFolder(folder).write_outcome(album.people)  # as the command does
        table = (folder / "people.csv").read_bytes()
        assert numbers_on_the_page(room) == numbers_in_the_table(table)
        people = [person["id"] for person in room.get("/state")["people"]]
        room.change(do="merge", people=[people[-1], people[-2]])
        assert (folder / "people.csv").read_bytes() == table  # until the server ends
        room.served.close()
        assert (folder / "people.csv").read_bytes() != table


def test_folders_whose_names_are_no_text(tmp_path):
    place = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 \xff")
    photos, folder = f"{place} photos", f"{place} people"
    try:
        os.mkdir(photos)
    except OSError:
        pytest.skip("this file system takes names that are UTF-8 only")
    os.mkdir(folder)
    for who in range(2):
        with open(os.path.join(photos, f"{who}.jpg"), "wb") as file:
            file.write(jpeg(portrait(who, 0)))
    scan(photos, cache=os.path.join(folder, "faces.sqlite"), describer=Center())
    os.rename(photos, f"{photos} moved")
    room = Room(open_folder(folder, describer=Center()))
    try:
        state = room.get("/state")
        assert state["title"] == "caf\ufffd \ufffd people"
        assert state["whyNoScan"].endswith("caf\ufffd \ufffd photos")
        status, reply = room.served.json("POST", f"{ALBUM}/scan")
        assert (status, reply["error"]) == (409, state["whyNoScan"])
        known = {}
        exec(state["python"], known)
        assert known["people"].n_people == room.session.album.people.n_people
        (_, photo), *_ = [row[:2] for row in room.get("/faces")["photos"]]
        assert photo == "0.jpg"
        room.change(do="name", person="p1", text="Ann")
    finally:
        room.served.close()
    assert b"Ann" in Path(folder, "people.csv").read_bytes()


def test_what_another_program_wrote_is_not_lost(folder):
    room = Room(open_folder(folder, describer=Center()))
    other = AlbumFolder(folder)
    other.save(other.open().name(0, "Bob"))
    status, reply = room.post({"do": "name", "person": "p2", "text": "Ann"})
    assert status == 409
    assert "another program has changed the corrections" in reply["error"]
    assert room.get("/state")["people"][0]["name"] == "Bob"
    state, _ = room.change(do="name", person="p2", text="Ann")
    room.served.close()
    assert {person["name"] for person in state["people"]} >= {"Ann", "Bob"}
    assert {name.text for name in AlbumFolder(folder).read_corrections().names} == {"Ann", "Bob"}


def test_folders_that_hold_no_album(tmp_path):
    with pytest.raises(ValueError, match="frenemy faces photos/ -o"):
        open_folder(tmp_path)
    with pytest.raises(ValueError, match="frenemy faces photos/ -o"):
        open_folder(tmp_path / "nowhere")


def test_faces_that_were_described_otherwise_cannot_be_looked_for(folder):
    room = Room(open_folder(folder))
    try:
        assert "described by 'dlib, or so: center 1'" in room.get("/state")["whyNoScan"]
        assert room.served.json("POST", f"{ALBUM}/scan")[0] == 409
    finally:
        room.served.close()
    for describer in (DlibFaces(), DlibFaces(detector="cnn"), DlibFaces(upsample=2, threshold=0.25, jitter=3)):
        assert describer_named(describer.name).name == describer.name
    assert describer_named("something else") is None


# ------------------------------------------------------------------------------------------- photos that are dropped


def looked(served, photos):
    """An album of dropped photos, scanned: the path of its routes."""
    status, reply = served.json("POST", "/faces/albums")
    assert status == 201, reply
    path = f"/faces/albums/{reply['album']}"
    for name, data in photos:
        status, _, content = served.ask("POST", f"{path}/photos?name={name}", data)
        assert status == 204, content
    assert served.json("POST", f"{path}/scan")[0] == 202
    assert eventually(lambda: not served.json("GET", f"{path}/pulse")[1]["scan"]["isRunning"])
    return path


def test_a_look_at_dropped_photos():
    served = LocalServer(describer=Center())
    try:
        status, reply = served.json("GET", f"{ALBUM}/state")
        assert status == 404
        assert "frenemy serve --faces" in reply["error"]
        names = ["..%2F..%2Fetc%2Fpasswd", "a%20%3Cb%3E.JPG", "no%20ending", "notes.txt"]
        pictures = [jpeg(portrait(who, who)) for who in range(3)]
        path = looked(served, zip(names, [*pictures, b"hello"], strict=True))
        state, table = (served.json("GET", f"{path}/{what}")[1] for what in ("state", "faces"))
        assert [row[1] for row in table["photos"]] == ["../../etc/passwd", "a <b>.JPG", "no ending"]
        assert state["nFaces"] == 3
        assert served.ask("GET", f"{path}/photos/{table['photos'][0][0]}")[0] == 200
        body = json.dumps({"do": "name", "person": "p1", "text": "Ann", "revision": state["revision"]})
        assert served.json("POST", f"{path}/change", body)[0] == 200
        assert served.ask("DELETE", path)[0] == 204
        assert served.json("GET", f"{path}/state")[0] == 404
    finally:
        served.close()


def test_looks_leave_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    served = LocalServer(Limits(upload_bytes=20_000, photos=2, album_bytes=30_000), describer=Center())
    try:
        path = looked(served, [("a.jpg", jpeg(portrait(0, 0)))])
        assert list(tmp_path.iterdir())
        assert served.json("POST", f"{path}/photos?name=b.jpg", b"")[0] == 422
        assert served.json("POST", f"{path}/photos?name=b.jpg", b"x" * 20_001)[0] == 413
        assert served.ask("POST", f"{path}/photos?name=b.jpg", b"x")[0] == 204
        status, reply = served.json("POST", f"{path}/photos?name=c.jpg", b"x")
        assert status == 413
        assert "use frenemy faces for more" in reply["error"]
        looked(served, [])
    finally:
        served.close()
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_page_says_so(monkeypatch):
    monkeypatch.setattr("frenemy.web.faces.missing_packages.find_spec", lambda _: None)
    served = LocalServer()
    try:
        reply = served.json("GET", "/faces/home")[1]
        assert (reply["album"], reply["canLook"]) == (None, False)
        assert 'pip install "frenemy[faces]"' in reply["why"]
        assert served.json("POST", "/faces/albums")[0] == 409
    finally:
        served.close()


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_other_pages_cannot_change_anything(quiet_room, method):
    room = quiet_room
    path = f"{ALBUM}/{'change' if method == 'POST' else 'scan'}"
    assert room.served.json(method, path, b"{}", Origin="http://evil.example")[0] == 403
    assert room.served.json(method, path, b"{}", Sec_Fetch_Site="cross-site")[0] == 403
    assert room.served.json("GET", f"{ALBUM}/state", Host="evil.example")[0] == 403


def test_albums_with_nobody_and_with_one():
    for painted, n_people in ((SyntheticPhotos([]), 0), (SyntheticPhotos([1]), 1)):
        room = Room(SyntheticStore(painted))
        try:
            state = room.get("/state")
            assert len(state["people"]) == n_people
            assert state["doubtful"] == []
            for kind in ("people.csv", "people.html", "photos.csv"):
                assert room.served.ask("GET", f"{ALBUM}/export/{kind}")[0] == 200
        finally:
            room.served.close()
