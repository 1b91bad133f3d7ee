"""Names and classes of objects: they stay with a point of the object over edits, and go into files."""

import io
import json
import pickle

import numpy as np
import pytest

import frenemy as fr
from frenemy.io import ObjectClass, ObjectName, read_marks, write_label_map, write_object_table, write_strokes

PICTURE = np.zeros((60, 90, 3), np.uint8)
PICTURE[:, 45:] = 200
LEFT, RIGHT = (20, 30), (70, 30)
START = fr.segment(PICTURE, [[(44.5, 5), (44.5, 55)]])
ODD = 'Tom "T" \'s <script>alert(1)</script> 🐈\u202e\n'


def name_at(found, point):
    label = found.labels[point[1], point[0]]
    return found.objects[label].name, found.objects[label].class_name


def test_a_name_stays_with_its_object():
    named = START.name_object(START.object_at(*LEFT), ODD, class_name="cat")
    assert START.names == ()
    assert name_at(named, LEFT) == (ODD, "cat")
    assert name_at(named, RIGHT) == ("", "")
    assert (named.labels == START.labels).all()
    assert named.undo().names == ()
    assert named.undo().redo().names == named.names
    split = named.add([(45, 12), (89, 12)]).add([(45, 48), (89, 48)])
    assert split.n_objects > START.n_objects
    assert name_at(split, LEFT) == (ODD, "cat")
    assert name_at(pickle.loads(pickle.dumps(split)), LEFT) == (ODD, "cat")
    again = fr.segment(PICTURE, split.strokes, names=split.names, classes=split.classes)
    assert name_at(again, LEFT) == (ODD, "cat")
    assert "1 name," in repr(named)


def test_of_several_names_in_one_object_the_last_one_counts():
    left, right = START.object_at(*LEFT), START.object_at(*RIGHT)
    both = START.name_object(left, "one", class_name="a").name_object(right, "other", class_name="b")
    assert [one.name for one in both.classes] == ["a", "b"]
    merged = both.merge(left, right)
    assert merged.n_objects == 1
    assert name_at(merged, LEFT) == ("other", "b")
    assert name_at(merged.unmerge(int(merged.ids[0])), LEFT) == ("one", "a")  # nothing was lost
    renamed = merged.name_object(int(merged.ids[0]), "all")
    assert [one.name for one in renamed.names] == ["all"]
    assert renamed.name_object(int(merged.ids[0])).names == ()


def test_classes_have_colors_and_those_of_names_are_among_them():
    found = fr.segment(
        PICTURE,
        names=[{"at": LEFT, "class": "dog"}, ObjectName(RIGHT, "Tom", "cat")],
        classes=["bird", ObjectClass("cat", "#3078CC")],
    )
    assert [one.name for one in found.classes] == ["bird", "cat", "dog"]
    colors = [one.color for one in found.classes]
    assert colors[1] == "#3078cc"
    assert len(set(colors)) == 3
    assert [one.name for one in found.edit(classes=[]).classes] == ["dog", "cat"]
    assert found.edit(classes=[], names=[]).classes == ()


def test_colors_by_class():
    named = START.edit(names=[ObjectName(LEFT, "", "cat")], classes=[ObjectClass("cat", "#ff0000")])
    colored = named.overlay(1.0, strokes=False, color_by="class")
    assert colored[5, 5].tolist() == [255, 0, 0]
    assert len(set(colored[5, 85].tolist())) > 1  # grey with a touch of blue
    assert (named.overlay() == START.overlay()).all()
    with pytest.raises(ValueError, match="color_by must be 'object' or 'class', got 'size'"):
        named.overlay(color_by="size")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([ObjectName((90, 3), "x")], r"name 0: must be within the picture of 90 x 60 pixels, got \(90.0, 3.0\)"),
        ([ObjectName(LEFT), {"name": "x"}], r"name 1: at must be a point \[x, y\], got 'None'"),
        ([{"at": [1, float("nan")]}], r"name 0: at must be a point"),
        ([{"at": LEFT, "name": 7}], "name 0: name must be text, got '7'"),
        ([{"at": LEFT, "class": ["cat"]}], "name 0: class must be text"),
        ([{"at": LEFT, "name": "a" * 10_000}], "name 0: name has 10,000 characters, at most 200 are allowed, got 'aaa"),
        ([5], "name 0: must be .*, got '5'"),
        ("Tom", "names must be a list, got"),
        (5, "names must be a list, got '5'"),
    ],
)
def test_odd_names_are_refused(names, message):
    with pytest.raises(ValueError, match=message):
        START.edit(names=names)


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (["cat", "dog", "cat"], "class 2: has the name of class 0, 'cat'"),
        ([{"color": "#112233"}], "class 0: must have a name"),
        ([{"name": "cat", "color": "red"}], "class 0: color must be as in '#3078cc', got 'red'"),
        ([{"name": "cat", "color": 3}], "class 0: color must be as in"),
        ([{"name": "a" * 201}], "class 0: name has 201 characters"),
        ([3], "class 0: must be"),
        ("cat", "classes must be a list"),
    ],
)
def test_odd_classes_are_refused(classes, message):
    with pytest.raises(ValueError, match=message):
        START.edit(classes=classes)
    with pytest.raises(ValueError, match=message):
        fr.segment(PICTURE, classes=classes)


def written(write, *args, **options):
    file = io.BytesIO()
    write(file, *args, **options)
    return file.getvalue()


NAMED = START.edit(
    names=[ObjectName(LEFT, ODD, "cat")], classes=[ObjectClass("dog", "#010203"), ObjectClass("cat", "#ff0000")]
)


def test_strokes_json_has_them_all():
    marks = read_marks(
        written(
            write_strokes, NAMED.strokes, NAMED.shape, merges=[(LEFT, RIGHT)], names=NAMED.names, classes=NAMED.classes
        )
    )
    assert (marks.strokes, marks.names, marks.classes) == (NAMED.strokes, NAMED.names, NAMED.classes)
    assert marks.merges == (((20.0, 30.0), (70.0, 30.0)),)
    assert json.loads(written(write_strokes, NAMED.strokes)).keys() == {"strokes"}  # as before there were names


def test_coco_categories_and_attributes():
    content = json.loads(written(write_label_map, NAMED, format="coco"))
    assert [(one["id"], one["name"]) for one in content["categories"]] == [(1, "dog"), (2, "cat"), (3, "object")]
    assert content["categories"][1]["color"] == [255, 0, 0]
    left, right = content["annotations"]
    assert (left["category_id"], left["attributes"]) == (2, {"name": ODD})
    assert right["category_id"] == 3
    assert "attributes" not in right
    plain = json.loads(written(write_label_map, START, format="coco"))
    assert plain["categories"] == [{"id": 1, "name": "object", "supercategory": ""}]
    own = START.edit(names=[ObjectName(LEFT, "", "object")])
    content = json.loads(written(write_label_map, own, format="coco"))
    assert [one["category_id"] for one in content["annotations"]] == [1, 1]


def test_geojson_npz_and_the_table():
    left, right = json.loads(written(write_label_map, NAMED, format="geojson"))["features"]
    assert (left["properties"]["name"], left["properties"]["class"]) == (ODD, "cat")
    assert not {"name", "class"} & right["properties"].keys()
    with np.load(io.BytesIO(written(write_label_map, NAMED, format="npz"))) as arrays:
        assert arrays["names"].tolist() == [ODD, ""]
        assert arrays["classes"].tolist() == ["cat", ""]
    with np.load(io.BytesIO(written(write_label_map, START, format="npz"))) as arrays:
        assert set(arrays.files) == {"labels", "ids", "areas"}
    table = json.loads(written(write_object_table, NAMED))
    assert table["objects"][0] | {"area": 0, "color": ""} == {
        "label": 0,
        "id": 1,
        "area": 0,
        "color": "",
        "name": ODD,
        "class": "cat",
    }
    assert table["classes"] == [{"name": "dog", "color": "#010203"}, {"name": "cat", "color": "#ff0000"}]
    assert (table["width"], table["height"]) == (90, 60)
