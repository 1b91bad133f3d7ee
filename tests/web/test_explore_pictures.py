"""The requests of the pictures of a clustering."""

import json
from io import BytesIO

import numpy as np
import pytest
from local_server import LocalServer, eventually
from PIL import Image
from planted_clustering import N_THINGS, SIZES, planted_source

from frenemy.web.explore.session import ExploreSession

HOME = "/explore/clusterings/main/"


@pytest.fixture(scope="module")
def served():
    running = LocalServer(clustering=ExploreSession(planted_source()))
    yield running
    running.close()


def get(served, path):
    status, reply = served.json("GET", HOME + path)
    assert status == 200, reply
    return reply


def trace(served, **given):
    """The stages of a path and its end."""
    status, _, content = served.ask("POST", f"{HOME}path", json.dumps(given))
    lines = [json.loads(line) for line in content.splitlines()]
    return status, lines[:-1], lines[-1]


def test_the_matrix_has_tiles_and_cells(served):
    matrix = get(served, "matrix")
    assert (matrix["n"], matrix["ends"]) == (N_THINGS, np.cumsum(SIZES).tolist())
    status, headers, content = served.ask("GET", f"{HOME}tiles/0/0/0.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    picture = np.asarray(Image.open(BytesIO(content)).convert("RGBA"))
    assert picture.shape == (256, 256, 4)
    cell = next(c for x in range(1, 20) if (c := get(served, f"matrix/at?x={x}&y=0"))["weight"] is not None)
    assert cell["uGroup"] == cell["vGroup"]
    assert cell["weight"] > 0
    inside, outside = picture[:100, :100], picture[:100, 160:]  # blue attracts in the first block, orange repels beside
    for part, is_blue in ((inside, True), (outside, False)):
        colored = part[part[..., 3] > 0].astype(int)
        assert len(colored) > 1000
        assert ((colored[:, 2] > colored[:, 0]) == is_blue).all()


def test_what_is_not_there_is_said(served):
    for path, error in [
        ("tiles/0/1/0.png", "there is no tile 0/1/0"),
        ("matrix/at?x=0&y=50", "from 0 to 49"),
        ("groups/99/drawing", "there is no group 99 any more"),
    ]:
        status, reply = served.json("GET", HOME + path)
        assert status == 404
        assert error in reply["error"]
    status, reply = served.json("GET", f"{HOME}map?kind=sea")
    assert (status, "pca or umap, got 'sea'" in reply["error"]) == (422, True)
    status, reply = served.json("POST", f"{HOME}path", json.dumps({"low": 1, "high": 0, "steps": 5}))
    assert (status, "low must be below high" in reply["error"]) == (400, True)


def test_a_group_is_drawn_with_its_neighbors(served):
    group = get(served, "groups?sort=-size&limit=1")["rows"][0]["group"]
    drawing = get(served, f"groups/{group}/drawing")
    inside = [one for one in drawing["things"] if one["group"] == group]
    assert len(inside) == SIZES[0]
    assert len(drawing["things"]) == N_THINGS
    assert drawing["groups"][0]["group"] == group
    assert {one["name"] for one in drawing["things"]} == {f"t{i:03d}" for i in range(N_THINGS)}
    assert all(0 <= one[axis] <= 1 for one in drawing["things"] for axis in ("x", "y"))
    assert drawing == get(served, f"groups/{group}/drawing")


def test_the_path_tells_progress_and_keeps_decisions(served):
    state = get(served, "state")
    low, high = state["biasRange"]
    status, stages, end = trace(served, low=low, high=high, steps=9)
    assert status == 200
    assert {line["stage"] for line in stages} <= {"solving"}
    path = end["result"]["path"]
    assert path[0]["nGroups"] > len(SIZES) > path[-1]["nGroups"]
    assert next(point for point in path if point["bias"] == 0)["nGroups"] == state["nGroups"] == len(SIZES)
    [stretch] = [one for one in end["result"]["stable"] if one[0] <= 0 <= one[1]]
    assert stretch[2] == len(SIZES)
    decided = {"revision": state["revision"], "kind": "apart", "u": 0, "v": 1}
    assert served.json("POST", f"{HOME}change", json.dumps(decided))[0] == 200
    far = trace(served, low=low, high=10 * high, steps=3)[2]["result"]["path"][-1]
    assert far["nGroups"] == 2  # all attract all, but two things were decided to be apart
    undone = {"revision": get(served, "state")["revision"], "kind": "undo"}
    assert served.json("POST", f"{HOME}change", json.dumps(undone))[0] == 200


def test_a_path_ends_when_nobody_waits_for_it(served):
    connection = served.connect()
    connection.request("POST", f"{HOME}path", body=json.dumps({"low": -9, "high": 9, "steps": 100}))
    connection.sock.recv(20)
    connection.close()
    assert eventually(lambda: get(served, "state")["nGroups"] == len(SIZES))


def test_the_map_has_a_place_for_each_vector(served):
    status, headers, content = served.ask("GET", f"{HOME}map?kind=pca")
    assert (status, headers["x-frenemy-map"]) == (200, "pca")
    places = np.frombuffer(content, "<f4").reshape(-1, 2)
    labels = np.frombuffer(served.ask("GET", f"{HOME}labels")[2], "<i4")
    assert len(places) == len(labels) == N_THINGS
    centers = np.array([places[labels == group].mean(axis=0) for group in np.unique(labels)])
    nearest = np.argmin(((places[:, None] - centers) ** 2).sum(axis=2), axis=1)
    np.testing.assert_array_equal(np.unique(labels)[nearest], labels)
