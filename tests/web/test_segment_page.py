"""The routes of the page: pictures in, labels and files out, and nothing a client sends ends in a 500."""

import json
import struct
import threading
import time
import zlib
from io import BytesIO

import numpy as np
import pytest
from local_server import HEIGHT, N_OBJECTS, OUTLINES, SPLITTING, WIDTH, LocalServer, eventually, png, scene
from PIL import Image

import frenemy as fr
from frenemy.metrics import adjusted_rand_index
from frenemy.web.limits import Limits
from frenemy.web.segment.session import SegmentSession

EMPTY = json.dumps({"strokes": [], "merges": []})


@pytest.fixture(scope="module")
def session(served):
    return served.opened(scene()[0])


def test_the_start_leads_to_the_page(served):
    status, headers, _ = served.ask("GET", "/")
    assert (status, headers["location"]) == (307, "/segment/")
    status, headers, content = served.ask("GET", "/segment/")
    assert status == 200
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert b"http" not in content.replace(b"http-equiv", b"")  # nothing from the network


@pytest.mark.parametrize("path", ["shared/base.css", "segment/main.js", "shared/frame/icon.svg"])
def test_files_are_kept_by_the_browser_until_they_change(served, path):
    status, headers, content = served.ask("GET", f"/static/{path}")
    assert status == 200
    assert content
    assert served.ask("GET", f"/static/{path}", If_None_Match=headers["etag"])[0] == 304


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/static/../server.py", 404),
        ("GET", "/static/%2e%2e/server.py", 404),
        ("GET", "/static//etc/passwd", 404),
        ("GET", "/nowhere", 404),
        ("PUT", "/segment/limits", 405),
        ("GET", "/segment/sessions", 405),
        ("GET", "/segment/sessions/unknown/picture", 404),
        ("POST", "/segment/sessions/unknown/solve", 404),
        ("DELETE", "/segment/sessions/unknown", 404),
        ("POST", "/segment/sessions/" + "x" * 5000 + "/solve", 404),
    ],
)
def test_what_is_not_there(served, method, path, status):
    found, reply = served.json(method, path, body=EMPTY if method == "POST" else None)
    assert found == status
    assert reply["error"]


def test_a_picture_falls_into_its_objects(served):
    picture, truth = scene()
    session = served.opened(picture)  # of its own: a known result has no stages
    stages, summary, labels = served.solve(session, OUTLINES)
    assert len(summary["objects"]) == N_OBJECTS
    assert adjusted_rand_index(labels.ravel(), truth.ravel()) > 0.99
    assert stages[0]["stage"]
    assert sum(one["area"] for one in summary["objects"]) == HEIGHT * WIDTH
    for label, one in enumerate(summary["objects"]):
        x, y = one["center"]
        assert labels[y, x] == label
    strokes = [fr.Stroke(one["points"], one["width"]) for one in OUTLINES]
    assert np.array_equal(labels, fr.segment(picture, strokes).labels)


def test_strokes_split_merges_join_and_ids_stay(served, session):
    _, before, _ = served.solve(session, OUTLINES)
    _, after, labels = served.solve(session, [*OUTLINES, SPLITTING])
    assert len(after["objects"]) == N_OBJECTS + 2
    color_of = {one["id"]: one["color"] for one in before["objects"]}
    assert color_of.items() <= {one["id"]: one["color"] for one in after["objects"]}.items()
    one, other = (after["objects"][labels[y, x]] for x, y in ((30, 60), (50, 60)))
    _, merged, labels = served.solve(session, [*OUTLINES, SPLITTING], [[one["center"], other["center"]]])
    assert len(merged["objects"]) == N_OBJECTS + 1
    assert labels[60, 30] == labels[60, 50]


def test_a_stroke_along_a_merged_border_takes_the_merge_back(served, session):
    _, after, labels = served.solve(session, [*OUTLINES, SPLITTING])
    centers = [after["objects"][labels[y, x]]["center"] for x, y in ((30, 60), (50, 60))]
    along = {"points": [[40, 36], [40, 84]], "width": 3}
    _, merged, _ = served.solve(session, [*OUTLINES, SPLITTING, along], [centers], drawn=1)
    assert merged["merges"] == []
    assert len(merged["objects"]) == N_OBJECTS + 2
    _, kept, _ = served.solve(session, [*OUTLINES, SPLITTING, along], [centers])
    assert len(kept["merges"]) == 1


CIRCLE = [[40 + 20 * np.cos(t), 60 + 20 * np.sin(t)] for t in np.linspace(0, 2 * np.pi, 50)]


@pytest.mark.parametrize(
    "strokes",
    [
        [{"points": [[10, 10]]}],
        [{"points": [[-50, -50], [-10, -20]]}],
        [{"points": [[500, 500]], "width": 9}],
        [{"points": [[-1e6, 60], [1e6, 60]]}],
        [{"points": CIRCLE}],
        [SPLITTING, SPLITTING, SPLITTING],
        [{"points": [[5, 5], [5, 5], [5, 5]]}],
        [{"points": [[20, 20], [30, 30]], "width": 1e5}],
        [{"points": [[x, 0], [x + 3, 110]], "width": 2} for x in np.linspace(0, 155, 100)],
    ],
    ids=["point", "outside", "point outside", "beyond both sides", "closed", "thrice", "no length", "huge", "hundred"],
)
def test_odd_strokes_have_a_sane_result(served, session, strokes):
    _, summary, labels = served.solve(session, strokes)
    assert sum(one["area"] for one in summary["objects"]) == labels.size == HEIGHT * WIDTH


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"strokes": [1]}', b'{"strokes": [{"points": [[0, NaN]]}]}'])
def test_bad_documents_are_refused_and_the_session_stays(served, session, body):
    status, reply = served.json("POST", f"/segment/sessions/{session}/solve", body)
    assert status == 400
    assert reply["error"]
    assert len(served.solve(session, OUTLINES)[1]["objects"]) == N_OBJECTS


def test_a_merge_outside_is_told(served, session):
    body = json.dumps({"merges": [[[0, 0], [1000, 0]]]})
    _, _, content = served.ask("POST", f"/segment/sessions/{session}/solve", body)
    assert "within the picture" in json.loads(content.splitlines()[-1])["error"]


def _animation():
    file = BytesIO()
    frames = [Image.new("RGB", (8, 8), color) for color in ("red", "blue")]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    return file.getvalue()


def _bomb():
    """A PNG that says it has 40,000 x 40,000 pixels and has none."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("file", "status", "message"),
    [
        (b"", 422, "empty"),
        (b"hello", 422, "the picture is not a picture"),
        (png(scene()[0])[:300], 422, "the picture is damaged"),
        (_animation(), 422, "the picture has 2 frames (an animation, or several pages); save one of them as a picture"),
        (_bomb(), 413, "the picture is too large"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 422, "not a picture"),
    ],
    ids=["empty", "text", "cut short", "animation", "bomb", "svg"],
)
def test_what_is_no_picture_is_told(served, file, status, message):
    found, reply = served.json("POST", "/segment/sessions", file)
    assert found == status
    assert message in reply["error"]
    assert "choose it" not in reply["error"]


def test_files_beyond_the_limit_are_refused_before_they_are_read():
    small = LocalServer(Limits(upload_bytes=1000, pixels=500))
    try:
        connection = small.connect()
        connection.putrequest("POST", "/segment/sessions")
        connection.putheader("Content-Length", "1001")
        connection.endheaders()  # and not one byte of it
        answer = connection.getresponse()
        assert answer.status == 413
        assert "at most 0.001 MB" in json.loads(answer.read())["error"]
        connection.close()
        # The same without an announced length.
        connection = small.connect()
        connection.putrequest("POST", "/segment/sessions")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        connection.send(b"3e9\r\n" + b"x" * 1001 + b"\r\n")
        assert connection.getresponse().status == 413
        connection.close()
        status, reply = small.json("POST", "/segment/sessions", png(np.zeros((25, 21), np.uint8)))
        assert status == 413
        assert "too large" in reply["error"]
        assert small.json("GET", "/segment/limits") == (200, {"bytes": 1000, "pixels": 500})
    finally:
        small.close()


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1), np.uint8),
        np.zeros((1, 300, 3), np.uint8),
        np.linspace(0, 65535, 40 * 30).reshape(40, 30).astype(np.uint16),
        np.full((20, 20, 4), 128, np.uint8),
    ],
    ids=["one pixel", "one row", "16 bits", "alpha"],
)
def test_pictures_of_any_kind(served, picture):
    session = served.opened(picture)
    _, summary, _ = served.solve(session, [{"points": [[0, 0], [1, 0]]}])
    assert (summary["height"], summary["width"]) == picture.shape[:2]
    status, headers, content = served.ask("GET", f"/segment/sessions/{session}/picture")
    assert status == 200
    assert headers["content-type"] == "image/png"
    assert Image.open(BytesIO(content)).size == picture.shape[1::-1]


def test_large_pictures_are_shown_as_jpeg(served):
    session = served.opened(np.tile(np.arange(1500, dtype=np.uint8), (1100, 1)))
    _, headers, content = served.ask("GET", f"/segment/sessions/{session}/picture")
    assert headers["content-type"] == "image/jpeg"
    assert Image.open(BytesIO(content)).size == (1500, 1100)


def test_the_sample_opens(served):
    status, reply = served.json("POST", "/segment/sessions/sample")
    assert status == 201
    assert served.solve(reply["session"])[1]["objects"]


@pytest.mark.parametrize("kind", ["labels.png", "labels.npz", "coco.json", "objects.geojson"])
def test_exports_hold_the_labels(served, session, kind):
    body = json.dumps({"strokes": [SPLITTING]})
    status, _, content = served.ask("POST", f"/segment/sessions/{session}/export/{kind}?name=..%2Fodd.png", body)
    assert status == 200
    found = fr.segment(scene()[0], [SPLITTING["points"]])
    assert adjusted_rand_index(fr.io.read_label_map(content).ravel(), found.labels.ravel()) == 1


def test_exports_of_what_was_drawn(served, session):
    body = json.dumps({"strokes": [SPLITTING]})
    path = f"/segment/sessions/{session}/export/"
    _, _, content = served.ask("POST", path + "strokes.json", body)
    assert fr.io.read_strokes(content) == (fr.Stroke(SPLITTING["points"], SPLITTING["width"]),)
    overlays = [served.ask("POST", f"{path}overlay.png?opacity={share}", body)[2] for share in (0, 1)]
    assert [fr.io.read_picture(one).shape for one in overlays] == [(HEIGHT, WIDTH, 3)] * 2
    assert overlays[0] != overlays[1]
    for odd in ("passwd", "overlay.png?opacity=2", "overlay.png?opacity=x", "..%2f..%2fx"):
        assert served.ask("POST", path + odd, body)[0] in (400, 404)


def test_exports_have_names_and_classes(served, session):
    document = {
        "strokes": OUTLINES,
        "merges": [[[120, 20], [120, 100]]],
        "names": [{"at": [40, 60], "name": "<script>🐈", "class": "cat"}],
        "classes": [{"name": "dog", "color": "#010203"}, {"name": "cat", "color": "#ff0000"}],
    }
    path = f"/segment/sessions/{session}/export/"

    def exported(kind):
        status, _, content = served.ask("POST", path + kind, json.dumps(document))
        assert status == 200
        return content

    marks = fr.io.read_marks(exported("strokes.json"))
    assert [name.as_json() for name in marks.names] == document["names"]
    assert [one.as_json() for one in marks.classes] == document["classes"]
    assert len(marks.merges) == 1
    coco = json.loads(exported("coco.json"))
    assert {one["category_id"]: one.get("attributes") for one in coco["annotations"]} == {
        3: None,
        2: {"name": "<script>🐈"},
    }
    features = json.loads(exported("objects.geojson"))["features"]
    assert [one["properties"]["class"] for one in features if "name" in one["properties"]] == ["cat"]
    assert [one["name"] for one in json.loads(exported("names.json"))["objects"] if one["class"]] == ["<script>🐈"]
    colored = fr.io.read_picture(exported("overlay.png?opacity=1&colors=class"))
    assert colored[60, 40].tolist() == [255, 0, 0]
    assert fr.io.read_picture(exported("overlay.png?opacity=1"))[60, 40].tolist() != [255, 0, 0]
    assert served.ask("POST", path + "overlay.png?colors=odd", json.dumps(document))[0] == 400
    document["names"] = [{"at": [400, 60], "name": "Tom"}]
    status, reply = served.json("POST", path + "coco.json", json.dumps(document))
    assert status == 422
    assert "name 0: must be within the picture" in reply["error"]


def test_forgotten_sessions_are_told(served):
    session = served.opened(scene()[0])
    assert served.ask("DELETE", f"/segment/sessions/{session}")[0] == 204
    status, reply = served.json("POST", f"/segment/sessions/{session}/solve", EMPTY)
    assert status == 404
    assert "send its pictures again" in reply["error"]


def test_users_at_once_do_not_mix(served):
    pictures = [np.full((40, 50 + i, 3), 90, np.uint8) for i in range(6)]
    for i, picture in enumerate(pictures):
        for edge in range(i):  # stripes: i + 1 objects
            picture[:, 8 * (edge + 1) :] = 90 + 25 * (edge + 1)
    found = {}

    def work(i):
        session = served.opened(pictures[i])
        for _ in range(3):
            found.setdefault(i, []).append(served.solve(session)[2])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i, picture in enumerate(pictures):
        alone = fr.segment(picture).labels
        assert len(found[i]) == 3
        assert all(np.array_equal(labels, alone) for labels in found[i])


@pytest.fixture
def held(monkeypatch):
    """Solves wait, until they are called off or the event is set; ``held.began`` says that one has begun."""
    event, real = threading.Event(), SegmentSession._cut
    event.began, event.n_running = threading.Event(), 0

    def waiting(self, document, job):
        event.n_running += 1
        event.began.set()
        try:
            while not event.is_set():
                job.report("waiting", 0.3)
                time.sleep(0.005)
        finally:
            event.n_running -= 1
        return real(self, document, job)

    monkeypatch.setattr(SegmentSession, "_cut", waiting)
    yield event
    event.set()


def _asked(served, session, strokes):
    connection = served.connect()
    connection.request("POST", f"/segment/sessions/{session}/solve", json.dumps({"strokes": strokes}))
    return connection


def test_a_client_that_leaves_frees_the_thread(served, held):
    session = served.opened(scene()[0])
    connection = _asked(served, session, [])
    assert held.began.wait(60)
    assert connection.getresponse().read(10)  # progress
    connection.close()
    connection.sock = None
    assert eventually(lambda: held.n_running == 0)
    held.set()
    assert len(served.solve(session, OUTLINES)[1]["objects"]) == N_OBJECTS


def test_a_newer_question_calls_the_older_off(served, held):
    session = served.opened(scene()[0])
    older = _asked(served, session, [])
    assert held.began.wait(60)
    newer = _asked(served, session, [SPLITTING])
    assert json.loads(older.getresponse().read().splitlines()[-1]) == {"cancelled": True}
    held.set()
    assert b'"result"' in newer.getresponse().read()
    older.close()
    newer.close()


def test_a_server_that_ends_waits_for_nobody(held):
    ending = LocalServer()
    connection = _asked(ending, ending.opened(scene()[0]), [])
    assert held.began.wait(60)
    began = time.monotonic()
    ending.close()
    assert time.monotonic() - began < 20, "what is held waits for good"
    assert eventually(lambda: held.n_running == 0)
    connection.close()
