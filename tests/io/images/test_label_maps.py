"""Label maps to files and back."""

import io
import json
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from frenemy.io import LABEL_MAP_FORMATS, read_label_map, write_label_map
from frenemy.io.images.label_maps import label_map_bytes

pytest.importorskip("PIL")

maps = hnp.arrays(np.int32, hnp.array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 3))

# A ring around a spot, and a label in two parts that touch at a corner.
NESTED = np.array([[0, 0, 0, 0], [0, 1, 0, 2], [0, 0, 2, 0], [2, 0, 0, 0]])


class Found:
    """What a Segmentation has of names and colors."""

    labels = np.array([[0, 0, 1], [2, 2, 1]], np.int32)
    ids = np.array([7, 3, 12])
    colors = np.array([[255, 0, 16], [1, 2, 3], [0, 255, 0]], np.uint8)


@settings(max_examples=60, deadline=None)
@given(maps, st.sampled_from(sorted(LABEL_MAP_FORMATS)), st.booleans())
def test_read_back(labels, format, polygons):
    read = read_label_map(label_map_bytes(labels, format, polygons=polygons))
    assert read.dtype == np.int32
    assert np.array_equal(read, labels)


@pytest.mark.parametrize("name", ["labels.png", "labels.npz", "labels.coco.json", "labels.json", "labels.geojson"])
def test_the_extension_chooses(tmp_path, name):
    write_label_map(tmp_path / name, NESTED)
    assert np.array_equal(read_label_map(tmp_path / name), NESTED)
    assert [path.name for path in tmp_path.iterdir()] == [name]  # nothing is left beside it


def test_png_has_16_bits(tmp_path):
    from PIL import Image

    labels = np.arange(65_536).reshape(256, 256)
    write_label_map(tmp_path / "l.png", labels)
    with Image.open(tmp_path / "l.png") as image:
        assert image.mode.startswith("I")
        assert np.array_equal(np.asarray(image), labels)
    with pytest.raises(ValueError, match=r"a PNG holds labels up to 65,535, got 65,536 \(65,537 objects\); write NPZ"):
        write_label_map(tmp_path / "l.png", np.arange(65_537).reshape(1, -1))
    write_label_map(tmp_path / "l.npz", np.arange(65_537).reshape(1, -1))
    assert read_label_map(tmp_path / "l.npz").max() == 65_536


def test_npz_has_names_and_areas(tmp_path):
    write_label_map(tmp_path / "l.npz", Found)
    with np.load(tmp_path / "l.npz", allow_pickle=False) as arrays:
        assert arrays["ids"].tolist() == [7, 3, 12]
        assert arrays["areas"].tolist() == [2, 2, 2]


def decoded(segmentation, height, width):
    """What COCO means by it, after its definition: pixel by pixel."""
    mask = np.zeros((height, width), bool)
    if isinstance(segmentation, dict):
        assert segmentation["size"] == [height, width]
        at, is_inside = 0, False
        for count in segmentation["counts"]:
            for flat in range(at, at + count):
                mask[flat % height, flat // height] = is_inside  # column by column
            at, is_inside = at + count, not is_inside
        assert at == height * width
        return mask
    for polygon in segmentation:
        points = list(zip(polygon[0::2], polygon[1::2], strict=True))
        for y in range(height):
            for x in range(width):
                crossings = 0
                for (x0, y0), (_, y1) in zip(points, points[1:] + points[:1], strict=True):
                    crossings += min(y0, y1) <= y < max(y0, y1) and x0 > x  # all edges are upright or level
                mask[y, x] |= crossings % 2 == 1
    return mask


@settings(max_examples=40, deadline=None)
@given(maps, st.booleans())
def test_coco_by_its_definition(labels, polygons):
    content = json.loads(label_map_bytes(labels, "coco", picture="photo.jpg", polygons=polygons))
    height, width = labels.shape
    assert content["images"] == [{"id": 1, "width": width, "height": height, "file_name": "photo.jpg"}]
    assert [one["id"] for one in content["categories"]] == [1]
    assert [one["id"] for one in content["annotations"]] == list(range(1, len(np.unique(labels)) + 1))
    for annotation in content["annotations"]:
        mask = labels == annotation["label"]
        assert np.array_equal(decoded(annotation["segmentation"], height, width), mask)
        assert annotation["area"] == mask.sum()
        y, x = np.nonzero(mask)
        assert annotation["bbox"] == [x.min(), y.min(), x.max() - x.min() + 1, y.max() - y.min() + 1]
        assert (annotation["image_id"], annotation["category_id"], annotation["iscrowd"]) == (1, 1, 0)
        assert polygons or isinstance(annotation["segmentation"], dict)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of theirs, with new versions of NumPy
def test_coco_is_read_by_pycocotools():
    coco_mask = pytest.importorskip("pycocotools.mask")
    rng = np.random.default_rng(0)
    for _ in range(20):
        labels = rng.integers(0, 3, (7, 9))
        for annotation in json.loads(label_map_bytes(labels, "coco"))["annotations"]:
            packed = coco_mask.frPyObjects(annotation["segmentation"], 7, 9)
            mask = coco_mask.decode(coco_mask.merge(packed) if isinstance(packed, list) else packed)
            assert np.array_equal(mask > 0, labels == annotation["label"])


def test_coco_holes_and_parts():
    around, spot, apart = json.loads(label_map_bytes(NESTED, "coco"))["annotations"]
    assert isinstance(around["segmentation"], dict)  # a polygon could not leave out the spot
    assert spot["segmentation"] == [[1, 1, 2, 1, 2, 2, 1, 2]]
    assert len(apart["segmentation"]) == 3


def test_names_go_along():
    content = json.loads(label_map_bytes(Found, "coco"))
    assert [one["object_id"] for one in content["annotations"]] == [7, 3, 12]


def test_coco_of_others():
    content = {
        "images": [{"id": 5, "width": 4, "height": 3}],
        "annotations": [{"segmentation": [[0.2, 0, 2, 0, 2, 2.5, 0, 2]]}, {"segmentation": [[3, 0, 4, 0, 4, 1, 3, 1]]}],
    }
    assert read_label_map(json.dumps(content).encode()).tolist() == [[0, 0, -1, 1], [0, 0, -1, -1], [-1] * 4]


def coco(**changes):
    annotation = {"segmentation": {"counts": [0, 6], "size": [2, 3]}} | changes
    return json.dumps({"images": [{"width": 3, "height": 2}], "annotations": [annotation]}).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"{", "is not JSON"),
        (b'{"a": 1}', r"is neither COCO \(annotations\) nor GeoJSON \(features\)"),
        (b'{"annotations": [], "images": []}', "must be about one picture, got 0 images"),
        (b'{"annotations": [], "images": [{"width": 0, "height": 2}]}', "height and width must be whole numbers"),
        (b'{"annotations": [], "images": [{"width": 60000, "height": 60000}]}', "too large"),
        (b'{"annotations": [3], "images": [{"width": 6, "height": 6}]}', "annotation 0: must be an object"),
        (coco(segmentation={"counts": [1, 2], "size": [2, 3]}), "annotation 0: counts must sum to 2 x 3 = 6, got 3"),
        (coco(segmentation={"counts": [9, -3], "size": [2, 3]}), "counts must be a list of whole numbers, 0 or more"),
        (coco(segmentation={"counts": [0.5], "size": [2, 3]}), "counts must be a list of whole numbers"),
        (coco(segmentation={"counts": "abc", "size": [2, 3]}), "annotation 0: its run lengths are packed"),
        (coco(segmentation={"counts": [6], "size": [3, 2]}), r"size must be \[2, 3\] as that of the picture"),
        (coco(segmentation=[[1, 2]]), "a polygon must be a list of three or more x, y"),
        (coco(segmentation=[["a"] * 6]), "two finite numbers"),
        (coco(segmentation=None), "segmentation must be run lengths or a list of polygons"),
        (b"PK\x03\x04broken", "cannot be read as a NumPy .npz file"),
        (b"nonsense", "is not a picture"),
    ],
)
def test_mistakes_in_label_maps(data, message):
    with pytest.raises(ValueError, match=f"^the label map[:,] .*{message}"):
        read_label_map(data)


def test_npz_of_something_else():
    file = io.BytesIO()
    np.savez(file, other=np.zeros(3))
    with pytest.raises(ValueError, match="labels must be whole numbers of shape .*, got no such array"):
        read_label_map(file.getvalue())
    file = io.BytesIO()
    np.savez(file, labels=np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"got float64 of shape \(2, 2\)"):
        read_label_map(file.getvalue())


def test_a_color_picture_is_no_label_map():
    from frenemy.io.images.png import png_bytes

    with pytest.raises(ValueError, match=r"a label map is grey, got a picture of shape \(2, 2, 3\)"):
        read_label_map(png_bytes(np.zeros((2, 2, 3), np.uint8)))


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (np.zeros((0, 3), int), r"not empty, got shape \(0, 3\)"),
        (np.zeros(3, int), r"must be \(height, width\)"),
        (np.zeros((2, 2)), "must be whole numbers, got float64"),
        (np.array([[0, 1], [0, -4]]), "must be 0 or more, got -4 at row 1, column 1"),
    ],
)
def test_labels_are_checked(labels, message):
    with pytest.raises(ValueError, match=message):
        label_map_bytes(labels, "png")


def test_formats_are_checked(tmp_path):
    with pytest.raises(ValueError, match=r"the extension must be one of \.png, \.npz, \.json, \.geojson"):
        write_label_map(tmp_path / "l.bmp", NESTED)
    with pytest.raises(ValueError, match="unknown format 'tiff'"):
        write_label_map(tmp_path / "l.png", NESTED, format="tiff")
    with pytest.raises(ValueError, match="for an open file name the format"):
        write_label_map(io.BytesIO(), NESTED)
    with pytest.raises(FileNotFoundError):
        write_label_map(tmp_path / "none" / "l.png", NESTED)
    assert list(tmp_path.iterdir()) == []


def test_large_and_scattered_label_values():
    labels = np.array([[2**31 - 1, 5], [5, 0]])
    assert np.array_equal(read_label_map(label_map_bytes(labels, "npz")), labels)
    assert np.array_equal(read_label_map(label_map_bytes(labels, "geojson")), labels)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60), st.sampled_from([b"", b"PK\x03\x04", b'{"annotations": [', b'{"features": [']))
def test_any_bytes_are_a_label_map_or_a_value_error(noise, start):
    try:
        read_label_map(start + noise, max_pixels=10_000)
    except ValueError as error:
        message = str(error)
    else:
        message = "the label map: "
    assert message.startswith(("the label map: ", "the label map, "))


def test_npz_members_that_are_not_arrays():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("labels", b"hello")
    with pytest.raises(ValueError, match=r"labels must be whole numbers of shape \(height, width\), got no such array"):
        read_label_map(file.getvalue())


@pytest.mark.parametrize("far", [1e308, -1e308, 1e300])
def test_polygons_far_outside_are_refused(far):
    ring = [[0, 0], [far, 1], [-far, far], [0, 0]]
    shape = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]}}
    content = {"type": "FeatureCollection", "width": 4, "height": 4, "features": [shape]}
    with pytest.raises(ValueError, match="each of two finite numbers, at most 1e"):
        read_label_map(json.dumps(content).encode())


@pytest.mark.parametrize("point", [{"x": 1}, None, "12", [], [1], ["a", "b"], [10**400, 1]])
def test_points_that_are_not_two_numbers_are_refused(point):
    shape = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0, 0], point, [1, 1]]]}}
    content = {"type": "FeatureCollection", "width": 4, "height": 4, "features": [shape]}
    with pytest.raises(ValueError, match="a ring must be a list of points"):
        read_label_map(json.dumps(content).encode())
