"""Strokes as JSON."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frenemy.affinity.image import Stroke
from frenemy.io import read_strokes, write_strokes

STROKES = (Stroke([[1.25, -2], [3, 1e-7], [0.1, 5]], 4.5), Stroke([[7, 8]]))


def test_round_trip(tmp_path):
    path = tmp_path / "strokes.json"
    write_strokes(path, STROKES, (48, 64, 3))
    assert read_strokes(path) == STROKES
    assert read_strokes(path, shape=(48, 64)) == STROKES
    content = json.loads(path.read_text())
    assert (content["width"], content["height"]) == (64, 48)
    write_strokes(path, [[[1, 2], [3, 4]]])
    assert read_strokes(path) == (Stroke([[1, 2], [3, 4]]),)


@pytest.mark.parametrize(
    "text",
    [
        '{"strokes": [{"points": [[1, 2], [3, 4.5]], "width": 3, "color": "red"}]}',
        '{"strokes": [[[1, 2], [3, 4.5]]], "width": null}',
        "[[[1, 2], [3, 4.5]]]",
        ' \n[{"points": [[1, 2], [3, 4.5]]}]',
        "\ufeff[[[1, 2], [3, 4.5]]]",
    ],
)
def test_every_way_to_write_it(text):
    assert read_strokes(text.encode()) == (Stroke([[1, 2], [3, 4.5]]),)


def test_no_strokes():
    assert read_strokes(b'{"strokes": []}') == read_strokes(b"[]") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[[1, 2]], [[1, 2], [1]]]", "^the strokes: stroke 1, point 1: must be two finite numbers, got [1]"),
        ("[[[1, NaN]]]", "stroke 0, point 0: must be two finite numbers, got [1, NaN]"),
        ("[[[1, 1e999]]]", "stroke 0, point 0: must be two finite numbers, got [1, Infinity]"),
        ('[[[1, "2"]]]', 'stroke 0, point 0: must be two finite numbers, got [1, \\"2\\"]'),
        ("[[[1, true]]]", "stroke 0, point 0: must be two finite numbers, got [1, true]"),
        ("[[[1, 2, 3]]]", "got [1, 2, 3]"),
        ("[[1, 2]]", "stroke 0, point 0: must be two finite numbers, got 1"),
        ("[[]]", "stroke 0: has no points"),
        ("[7]", 'stroke 0: must be {"points": [[x, y], ...]} or a list of points, got 7'),
        ('[{"point": []}]', 'stroke 0: must be {"points": [[x, y], ...]} or a list of points, got {"point": []}'),
        ('[{"points": 5}]', "stroke 0: points must be a list of [x, y], got 5"),
        ('[[[1, 2]], {"points": [[1, 2]], "width": -1}]', "stroke 1: width must be a number above 0, got -1"),
        ('[{"points": [[1, 2]], "width": "3"}]', "stroke 0: width must be a number above 0"),
        ('{"stroke": []}', 'must be {"strokes": [...]} or a list of strokes, got {"stroke": []}'),
        ('{"strokes": {}}', "strokes must be a list, got {}"),
        ('{"strokes": [], "width": 2.5}', "width must be the pixels of the picture, a whole number, got 2.5"),
        ('{"strokes": [], "width": 3, "height": 9}', "a picture of 3 x 9 pixels, but this one has 4 x 5"),
        ('{"strokes": [', "the strokes, line 1, column 14: is not JSON: expecting value"),
        ("[" * 100_000, "is not JSON that can be read (RecursionError)"),
        ("[[[" + "9" * 400 + ", 1]]]", "stroke 0, point 0: must be two finite numbers, got [9999"),
        ("[[[" + "9" * 5000 + ", 1]]]", "is not JSON"),
        ("hello", "the strokes: holds no strokes: it is neither JSON nor a picture with lines in it"),
        ("", "the strokes: is empty"),
    ],
)
def test_mistakes_are_named(text, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read_strokes(text.encode(), shape=(5, 4))
    assert message.removeprefix("^").replace('\\"', '"') in str(caught.value).replace('\\"', '"')


def test_a_file_named_json_is_read_as_such(tmp_path):
    (tmp_path / "s.json").write_text("hello")
    with pytest.raises(ValueError, match=r"s\.json, line 1, column 1: is not JSON: expecting value"):
        read_strokes(tmp_path / "s.json")
    with pytest.raises(FileNotFoundError):
        read_strokes(tmp_path / "none.json")


values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["strokes", "points", "width", "height"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(values | st.binary(max_size=50))
def test_anything_is_strokes_or_a_value_error(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    try:
        strokes = read_strokes(data)
    except ValueError as error:
        told = str(error)
    else:
        told = "the strokes"
        assert all(isinstance(stroke, Stroke) and np.isfinite(stroke.points).all() for stroke in strokes)
    assert told.startswith("the strokes")
