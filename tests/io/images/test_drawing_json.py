"""Strokes as JSON."""

import json
import random

import numpy as np
import pytest

from frenemy.affinity.image import Stroke
from frenemy.io import read_marks, read_strokes, write_strokes

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


def test_joins_are_lists_of_points(tmp_path):
    path = tmp_path / "strokes.json"
    write_strokes(path, STROKES, joins=[[[1, 2], [3, 4.5]], Stroke([[5, 6]], 9)])
    assert json.loads(path.read_text())["joins"] == [[[1, 2], [3, 4.5]], [[5, 6]]]
    found = read_marks(path)
    assert found.strokes == STROKES
    assert found.joins == (Stroke([[1, 2], [3, 4.5]]), Stroke([[5, 6]]))
    write_strokes(path, STROKES)
    assert "joins" not in json.loads(path.read_text())
    assert read_marks(path).joins == read_marks(b'{"strokes": [], "joins": null}').joins == ()
    with pytest.raises(ValueError, match="join 1: points must be finite, got nan at point 0"):
        write_strokes(path, STROKES, joins=[[[1, 2]], [[np.nan, 2]]])


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
        (
            "[[[1, 2]], [[1e10, 2]]]",
            "the strokes: stroke 1: points must be within -1e9 to 1e9, got 10000000000.0",
        ),
        ("[7]", 'stroke 0: must be {"points": [[x, y], ...]} or a list of points, got 7'),
        ('[{"point": []}]', 'stroke 0: must be {"points": [[x, y], ...]} or a list of points, got {"point": []}'),
        ('[{"points": 5}]', "stroke 0: points must be a list of [x, y], got 5"),
        ('[[[1, 2]], {"points": [[1, 2]], "width": -1}]', "stroke 1: width must be a number above 0, got -1"),
        ('[{"points": [[1, 2]], "width": "3"}]', "stroke 0: width must be a number above 0"),
        ('{"stroke": []}', 'must be {"strokes": [...]} or a list of strokes, got {"stroke": []}'),
        ('{"strokes": {}}', "strokes must be a list, got {}"),
        ('{"strokes": [], "width": 2.5}', "width must be the pixels of the picture, a whole number, got 2.5"),
        ('{"strokes": [], "width": 3, "height": 9}', "a picture of 3 x 9 pixels, but this one has 4 x 5"),
        ('{"strokes": [], "merges": [[[1, 2]]]}', "merge 0: must be two points [[x, y], [x, y]], got [[1, 2]]"),
        ('{"strokes": [], "joins": {}}', "the strokes: joins must be a list, got {}"),
        ('{"strokes": [], "joins": [[[1, 2]], []]}', "the strokes: join 1: has no points"),
        ('{"strokes": [], "joins": [[[1, 2], [1, NaN]]]}', "join 0, point 1: must be two finite numbers, got [1, NaN]"),
        ('{"strokes": [], "joins": [[1, 2]]}', "join 0, point 0: must be two finite numbers, got 1"),
        ('{"strokes": [], "joins": [7]}', "join 0: must be"),
        ('{"strokes": [], "merges": {}}', "merges must be a list, got {}"),
        ('{"strokes": [], "names": 5}', "names must be a list, got 5"),
        ('{"strokes": [], "names": [{"name": "Tom"}]}', "the strokes: name 0: at must be a point [x, y], got 'None'"),
        ('{"strokes": [], "names": [{"at": [1, 2], "name": {}}]}', "the strokes: name 0: name must be text, got '{}'"),
        ('{"strokes": [], "classes": ["cat", "cat"]}', "the strokes: class 1: has the name of class 0, 'cat'"),
        ('{"strokes": [', "the strokes, line 1, column 14: is not JSON: expecting value"),
        ("[" * 100_000, "the JSON is nested too deeply"),
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


LEAVES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    10**400,
    "",
    "strokes",
    "\x00\ud800",
]
KEYS = ("strokes", "points", "width", "height", "merges", "names", "classes", "at", "name", "class", "color")


def random_value(rng, depth):
    """JSON of lists and of the keys that files of strokes have."""
    kind = rng.random()
    if depth == 0 or kind < 0.3:
        return rng.choice([*LEAVES, rng.gauss(0, 100)])
    if kind < 0.6:
        return [random_value(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    return {key: random_value(rng, depth - 1) for key in KEYS if rng.random() < 0.4}


def nearly_strokes(rng):
    """Valid strokes in which some values are replaced by others."""

    def maybe(value):
        return random_value(rng, 2) if rng.random() < 0.03 else value

    def points():
        return maybe([maybe([maybe(rng.gauss(0, 100)), maybe(rng.randint(0, 9))]) for _ in range(rng.randint(0, 4))])

    strokes = [maybe({"points": points(), "width": maybe(3)} if rng.random() < 0.5 else points()) for _ in range(3)]
    return maybe({"strokes": maybe(strokes), "width": maybe(9)} if rng.random() < 0.5 else strokes)


def test_anything_is_strokes_or_a_value_error():
    rng = random.Random(0)
    values = [random_value(rng, rng.randint(0, 5)) for _ in range(1000)] + [nearly_strokes(rng) for _ in range(1000)]
    contents = [json.dumps(value).encode() for value in values]
    n_read = 0
    for data in contents + [rng.randbytes(rng.randint(0, 50)) for _ in range(200)]:
        try:
            strokes, message = read_strokes(data), "the strokes"
        except ValueError as error:
            strokes, message = (), str(error)
        assert message.startswith("the strokes"), data
        assert all(isinstance(stroke, Stroke) and np.isfinite(stroke.points).all() for stroke in strokes), data
        n_read += len(strokes) > 0
    assert 100 < n_read < 1000
