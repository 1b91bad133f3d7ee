"""GeoJSON and the outlines it is made of."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from frenemy import _core
from frenemy.io import read_label_map
from frenemy.io.images.label_maps import label_map_bytes
from frenemy.io.images.objects.outlines import outlines

maps = hnp.arrays(np.int32, hnp.array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 3))


def area(ring):
    x, y = np.asarray(ring).T
    return (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2


@settings(max_examples=100, deadline=None)
@given(maps)
def test_outlines_enclose_their_pixels(labels):
    _, n_regions = _core.connected_regions(labels)
    parts = outlines(labels)
    assert sum(map(len, parts)) == n_regions
    for label, of_label in enumerate(parts):
        assert sum(area(p.outer) + sum(map(area, p.holes)) for p in of_label) == (labels == label).sum()
        for part in of_label:
            assert area(part.outer) > 0
            assert all(area(hole) < 0 for hole in part.holes)
            for ring in (part.outer, *part.holes):
                assert len(np.unique(ring, axis=0)) == len(ring)  # simple: no corner twice
                steps = np.roll(ring, -1, axis=0) - ring
                assert ((steps == 0).sum(axis=1) == 1).all()  # along rows and columns in turn
                assert ((steps[:, 0] == 0) != (np.roll(steps[:, 0], 1) == 0)).all()


def test_a_ring_that_touches_itself_is_cut():
    # Around (1, 1) and out through the corner at (1, 1) of pixels: a hole that touches the rim.
    labels = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]], np.int32)
    (part,), spots = outlines(labels)
    assert len(part.holes) == 1
    assert area(part.outer) == 8
    assert area(part.holes[0]) == -1
    assert len(spots) == 2


def test_features():
    class Found:
        labels = np.array([[0, 0, 1], [2, 0, 1]], np.int32)
        ids = np.array([7, 3, 12])
        colors = np.array([[255, 0, 16], [1, 2, 3], [0, 255, 0]], np.uint8)

    content = json.loads(label_map_bytes(Found, "geojson"))
    assert (content["type"], content["width"], content["height"]) == ("FeatureCollection", 3, 2)
    first, second, third = content["features"]
    assert first["properties"] == {"id": 7, "label": 0, "area": 3, "color": "#ff0010"}
    assert (second["id"], third["id"]) == (3, 12)
    assert second["geometry"] == {"type": "Polygon", "coordinates": [[[2, 0], [3, 0], [3, 2], [2, 2], [2, 0]]]}


def test_parts_and_holes():
    labels = np.array([[0, 0, 0, 1], [0, 2, 0, 0], [0, 0, 0, 1]])
    around, parts, _ = json.loads(label_map_bytes(labels, "geojson"))["features"]
    assert around["geometry"]["type"] == "Polygon"
    outer, hole = around["geometry"]["coordinates"]
    assert outer[0] == outer[-1]
    assert hole == [[1, 1], [1, 2], [2, 2], [2, 1], [1, 1]] or sorted(hole[1:]) == [[1, 1], [1, 2], [2, 1], [2, 2]]
    assert parts["geometry"]["type"] == "MultiPolygon"
    assert len(parts["geometry"]["coordinates"]) == 2


def test_polygons_are_valid_to_gis_programs():
    shapely = pytest.importorskip("shapely.geometry")
    rng = np.random.default_rng(0)
    for _ in range(50):
        for feature in json.loads(label_map_bytes(rng.integers(0, 2, (6, 6)), "geojson"))["features"]:
            assert shapely.shape(feature["geometry"]).is_valid


def test_files_of_others():
    feature = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[1, 0], [3, 0], [3, 2], [1, 2]]]}}
    content = {"type": "FeatureCollection", "features": [feature]}
    assert read_label_map(json.dumps(content).encode()).tolist() == [[-1, 0, 0], [-1, 0, 0]]


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ([], "no polygon of it is within a picture"),
        ([{"geometry": {"type": "Point", "coordinates": [1, 2]}}], "feature 0: must be a Polygon or a MultiPolygon"),
        ([7], "feature 0: must be a Polygon or a MultiPolygon, got None"),
        ([{"geometry": {"type": "Polygon", "coordinates": 5}}], "feature 0: its coordinates must be lists of rings"),
        ([{"geometry": {"type": "Polygon", "coordinates": [[1, 2]]}}], "a ring must be a list of points"),
        ([{"geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1e9, 0], [1e9, 1e9]]]}}], "too large"),
    ],
)
def test_mistakes(features, message):
    with pytest.raises(ValueError, match=f"^the label map: .*{message}"):
        read_label_map(json.dumps({"features": features}).encode())
