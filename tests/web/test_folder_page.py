"""The routes of a folder of pictures."""

import json
import os
import time
import urllib.parse
from io import BytesIO

import numpy as np
import pytest
from local_server import HEIGHT, OUTLINES, WIDTH, LocalServer, png, scene
from PIL import Image
from small_disk import fill, mounted

from frenemy.web.limits import Limits
from frenemy.web.segment.folder.picture_folder import PictureFolder

DOCUMENT = {"strokes": OUTLINES, "merges": [[[20, 20], [40, 60]]], "width": WIDTH, "height": HEIGHT}

OTHERS = {"author": "Ann", "classes": [{"name": "sky", "color": "#3078cc"}]}


@pytest.fixture
def photos(tmp_path):
    path = tmp_path / "photos"
    path.mkdir()
    for name in ("cat 1.png", 'Ümlaut\'s "x".png'):
        (path / name).write_bytes(png(scene()[0]))
    return path


@pytest.fixture
def server(photos):
    running = LocalServer(folder=PictureFolder(photos))
    yield running
    running.close()


def listed(server):
    status, reply = server.json("GET", "/segment/folder")
    assert status == 200, reply
    return {picture["name"]: picture for picture in reply["folder"]["pictures"]}


def work_of(server, id):
    status, reply = server.json("GET", f"/segment/folder/{id}/work")
    assert status == 200, reply
    return reply


def save(server, id, document, base="", **headers):
    query = urllib.parse.urlencode({"base": base, "tab": "t"})
    return server.json("POST", f"/segment/folder/{id}/work?{query}", json.dumps(document), **headers)


def test_without_a_folder_the_page_is_as_before(served):
    assert served.json("GET", "/segment/folder") == (200, {"folder": None})
    assert served.ask("POST", "/segment/folder/x/open")[0] == 404


def test_a_picture_is_opened_worked_on_and_saved(server, photos):
    assert server.ask("GET", "/")[1]["location"] == "/segment/"
    pictures = listed(server)
    assert list(pictures) == ["cat 1.png", 'Ümlaut\'s "x".png']
    cat = pictures["cat 1.png"]
    assert (cat["state"], cat["problem"], cat["workProblem"]) == ("new", "", "")
    status, reply = server.json("POST", f"/segment/folder/{cat['id']}/open")
    assert (status, reply["width"], reply["height"]) == (201, WIDTH, HEIGHT)
    _, summary, _ = server.solve(reply["session"], OUTLINES)
    assert len(summary["objects"]) == 4

    assert work_of(server, cat["id"]) == {"name": "cat 1.strokes.json", "version": "", "text": None, "problem": ""}
    status, reply = save(server, cat["id"], {**DOCUMENT, "done": True, **OTHERS})
    assert status == 200, reply
    work = work_of(server, cat["id"])
    assert work["version"] == reply["version"]
    assert json.loads(work["text"]) == {**DOCUMENT, "done": True, **OTHERS, "picture": "cat 1.png"}
    assert listed(server)["cat 1.png"]["state"] == "done"
    status, reply = save(server, cat["id"], DOCUMENT, base="0" * 64)
    assert status == 200  # the same tab
    (photos / "cat 1.strokes.json").write_text('{"strokes": []}')
    status, reply = save(server, cat["id"], DOCUMENT, base=reply["version"])
    assert (status, reply["error"]) == (
        409,
        "the file cat 1.strokes.json has changed on the disk since it was read here",
    )
    assert (photos / "cat 1.strokes.json").read_text() == '{"strokes": []}'


@pytest.mark.parametrize(
    "document",
    [
        *([], "x", {"strokes": 1}, {"strokes": [{"points": []}]}, {"strokes": [], "merges": [[1, 2]]}),
        *({"strokes": [], "done": 1}, {"strokes": [], "drawn": 4}, {"strokes": [], "names": float("nan")}),
    ],
)
def test_what_could_not_be_opened_again_is_not_saved(server, photos, document):
    before = sorted(os.listdir(photos))
    status, reply = save(server, listed(server)["cat 1.png"]["id"], document)
    assert status == 400, reply
    assert sorted(os.listdir(photos)) == before


@pytest.mark.parametrize(
    "id", ["..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "cat%201.png", "x" * 5000, "%00"]
)
def test_requests_cannot_name_paths(server, photos, id):
    before = sorted(os.listdir(photos.parent)), sorted(os.listdir(photos))
    for method, route in (("GET", "work"), ("POST", "work"), ("POST", "open"), ("GET", "thumbnail")):
        status, _, content = server.ask(
            method, f"/segment/folder/{id}/{route}", json.dumps(DOCUMENT) if method == "POST" else None
        )
        assert status in (404, 405), content
        assert b"root:" not in content
    assert (sorted(os.listdir(photos.parent)), sorted(os.listdir(photos))) == before


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"}, {"Host": "evil.example"}]
)
def test_other_pages_save_nothing(server, photos, headers):
    id = listed(server)["cat 1.png"]["id"]
    status, _ = save(server, id, DOCUMENT, **headers)
    assert status == 403
    assert server.ask("POST", f"/segment/folder/{id}/open", **headers)[0] == 403
    assert not list(photos.glob("*.json"))
    if "Host" in headers:
        assert server.ask("GET", "/segment/folder", **headers)[0] == 403


def test_thumbnails_are_small_upright_and_kept(server, photos):
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(np.full((600, 1200, 3), 90, np.uint8)).save(photos / "turned.jpg", exif=exif)
    Image.fromarray(np.full((300, 400), 40_000, np.uint16)).save(photos / "sixteen.png")
    Image.fromarray(np.zeros((5, 5, 4), np.uint8)).save(photos / "clear.png")
    pictures = listed(server)
    for name, size in (
        ("cat 1.png", (160, 120)),
        ("turned.jpg", (96, 192)),
        ("sixteen.png", (192, 144)),
        ("clear.png", (5, 5)),
    ):
        path = f"/segment/folder/{pictures[name]['id']}/thumbnail?stamp={pictures[name]['stamp']}"
        status, headers, content = server.ask("GET", path)
        assert status == 200, content
        assert (Image.open(BytesIO(content)).size, headers["content-type"]) == (size, "image/jpeg")
        assert "immutable" in headers["cache-control"]
    old = f"/segment/folder/{pictures['cat 1.png']['id']}/thumbnail?stamp=made-up"
    assert server.ask("GET", old)[0] == 404


def test_what_is_no_picture_has_a_reason(server, photos):
    Image.fromarray(scene()[0]).save(photos / "two.gif", save_all=True, append_images=[Image.new("RGB", (9, 9))])
    reasons = {
        "text.jpg": (b"no picture", "is not a picture"),
        "empty.png": (b"", "empty"),
        "cut.png": (png(scene()[0])[:300], "damaged or cut short"),
        "phone.heic": (b"\0\0\0\x18ftypheic", "save it as JPEG first"),
        "two.gif": (None, "2 frames"),
    }
    for name, (content, _) in reasons.items():
        if content is not None:
            (photos / name).write_bytes(content)
    pictures = listed(server)
    for name, (_, reason) in reasons.items():
        for method, route in (("POST", "open"), ("GET", f"thumbnail?stamp={pictures[name]['stamp']}")):
            status, reply = server.json(method, f"/segment/folder/{pictures[name]['id']}/{route}")
            assert status == 422
            assert reason in reply["error"] or (name == "empty.png" and "not a picture" in reply["error"]), (
                name,
                reply,
            )
    assert server.ask("POST", f"/segment/folder/{pictures['cat 1.png']['id']}/open")[0] == 201


def test_the_limits_of_uploads_hold_here_too(photos):
    server = LocalServer(Limits(pixels=WIDTH * HEIGHT - 1), folder=PictureFolder(photos))
    try:
        id = listed(server)["cat 1.png"]["id"]
        status, reply = server.json("POST", f"/segment/folder/{id}/open")
        assert status == 413
        assert "too large" in reply["error"]
    finally:
        server.close()
    server = LocalServer(Limits(upload_bytes=100), folder=PictureFolder(photos))
    try:
        assert server.json("POST", f"/segment/folder/{id}/open")[0] == 413
    finally:
        server.close()


def test_a_folder_that_vanishes_and_a_disk_that_is_full(tmp_path):
    with mounted(tmp_path / "disk", "300k") as disk:
        photos = disk / "photos"
        photos.mkdir()
        (photos / "a.png").write_bytes(png(scene()[0]))
        server = LocalServer(folder=PictureFolder(photos))
        try:
            id = listed(server)["a.png"]["id"]
            version = save(server, id, DOCUMENT)[1]["version"]
            fill(disk)
            status, reply = save(server, id, {**DOCUMENT, "done": True}, base=version)
            assert (status, "the disk is full" in reply["error"]) == (507, True), reply
            assert work_of(server, id)["version"] == version
            os.unlink(disk / "filler")
            os.rename(photos, disk / "elsewhere")
            for reply in (
                save(server, id, DOCUMENT),
                server.json("GET", "/segment/folder"),
                server.json("POST", f"/segment/folder/{id}/open"),
            ):
                assert reply[0] == 410
                assert "is not there any more" in reply[1]["error"]
            os.rename(disk / "elsewhere", photos)
            assert save(server, id, {**DOCUMENT, "done": True}, base=version)[0] == 200
        finally:
            server.close()


def test_two_thousand_pictures_are_listed_quickly(tmp_path):
    content = png(scene()[0])
    for i in range(2000):
        (tmp_path / f"{i}.png").write_bytes(content)
        (tmp_path / f"{i}.strokes.json").write_text(json.dumps({**DOCUMENT, "done": i % 2 == 0}))
    server = LocalServer(folder=PictureFolder(tmp_path))
    try:
        listed(server)
        began = time.monotonic()
        pictures = listed(server)
        assert time.monotonic() - began < 5  # about 0.1 s; a busy machine is slow
    finally:
        server.close()
    assert [picture["state"] for picture in pictures.values()] == ["done", "begun"] * 1000
    assert list(pictures)[:3] == ["0.png", "1.png", "2.png"]
