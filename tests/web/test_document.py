"""What the page sends: read, or refused with a word on what is wrong."""

import json

import pytest

from frenemy.affinity.image import Stroke
from frenemy.io import Marks, ObjectClass, ObjectName
from frenemy.io.images.objects.mask import Mask
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.segment.document import Document, read_document

LIMITS = Limits(strokes=3, points=10, masks=2, names=4, classes=2)
MASK = {"kind": "brush", "at": [1, 1], "size": [3, 4], "counts": [2, 5]}


def test_strokes_and_merges():
    body = json.dumps(
        {"strokes": [{"points": [[1, 2], [3, 4.5]], "width": 2}], "merges": [[[0, 1], [2, 3]]], "drawn": 1}
    )
    found = read_document(body.encode(), LIMITS)
    marks = Marks((Stroke([[1, 2], [3, 4.5]], 2.0),), merges=(((0.0, 1.0), (2.0, 3.0)),))
    assert found == Document(marks, 1)
    assert hash(found.marks) == hash(marks)
    assert read_document(b"{}", LIMITS) == Document(Marks())


def test_joins():
    found = read_document(b'{"strokes": [], "joins": [[[1, 2], [3, 4.5]]]}', LIMITS)
    assert found == Document(Marks(joins=(Stroke([[1, 2], [3, 4.5]]),)))
    assert found != Document(Marks())


def test_masks():
    found = read_document(json.dumps({"masks": [MASK]}).encode(), LIMITS)
    assert found == Document(Marks(masks=(Mask.of_counts([2, 5], size=(3, 4), at=(1, 1)),)))
    assert found != Document(Marks())


def test_names_and_classes():
    body = {"names": [{"at": [1, 2], "name": "<b>", "class": "cat"}], "classes": [{"name": "cat", "color": "#112233"}]}
    found = read_document(json.dumps(body).encode(), LIMITS).marks
    assert found.names == (ObjectName((1.0, 2.0), "<b>", "cat"),)
    assert found.classes == (ObjectClass("cat", "#112233"),)
    assert found.without_names() == Marks()  # the same objects, so the same result


@pytest.mark.parametrize(
    ("document", "status", "message"),
    [
        ("{", 400, "not JSON"),
        ("[" * 100_000, 400, "not JSON"),
        ("[]", 400, 'object with "strokes"'),
        ({"strokes": 3}, 400, "strokes must be a list, got 3"),
        ({"strokes": [5]}, 400, 'stroke 0: must be {"points": [[x, y], ...]} or a list of points, got 5'),
        ({"strokes": [{"points": [[0, 0]]}, {"points": []}]}, 400, "stroke 1: has no points"),
        ({"strokes": [{"points": [[0, "1"]]}]}, 400, "stroke 0, point 0: must be two finite numbers, got [0,"),
        ({"strokes": [{"points": [[0, True]]}]}, 400, "stroke 0, point 0: must be two finite numbers, got [0, true]"),
        ({"strokes": [{"points": [[0, 1, 2]]}]}, 400, "stroke 0, point 0: must be two finite numbers, got [0, 1, 2]"),
        ('{"strokes": [{"points": [[0, NaN]]}]}', 400, "stroke 0, point 0: must be two finite numbers, got [0, NaN]"),
        ('{"strokes": [{"points": [[0, 1e999]]}]}', 400, "two finite numbers, got [0, Infinity]"),
        ({"strokes": [{"points": [[0, 10**400]]}]}, 400, "stroke 0"),
        ({"strokes": [{"points": [[0, 0]], "width": 0}]}, 400, "stroke 0: width must be a number above 0, got 0"),
        ({"strokes": [{"points": [[0, 0]], "width": "3"}]}, 400, "stroke 0: width must be a number above 0"),
        ({"merges": [[[0, 0], [1, 1], [2, 2]]]}, 400, "merge 0: must be two points"),
        ({"merges": [5]}, 400, "merge 0"),
        ({"joins": 3}, 400, "joins must be a list, got 3"),
        ({"joins": [[[0, 0]], []]}, 400, "join 1: has no points"),
        ({"joins": [{"points": 0}]}, 400, "join 0: points must be a list of"),
        ('{"joins": [[[0, NaN]]]}', 400, "join 0, point 0: must be two finite numbers"),
        ({"joins": [[[0, 0]]] * 4}, 413, "too many joins: 4, at most 3"),
        ({"joins": [[[0, 0]] * 11]}, 413, "too many points in the strokes and joins: 11"),
        ({"masks": 3}, 400, "masks must be a list, got 3"),
        ({"masks": [MASK, {**MASK, "counts": [99]}]}, 400, "mask 1: counts must be from 0 to 12, got 99 at 0"),
        ({"masks": [{**MASK, "size": [10**9, 10**9]}]}, 400, "mask 0: 1,000,000,000 x 1,000,000,000 ="),
        ({"masks": [MASK] * 3}, 413, "too many masks: 3, at most 2"),
        ({"drawn": 1}, 400, '"drawn" must be'),
        ({"strokes": [{"points": [[0, 0]]}], "drawn": True}, 400, '"drawn" must be'),
        ({"strokes": [{"points": [[0, 0]]}] * 4}, 413, "too many strokes: 4, at most 3"),
        ({"merges": [[[0, 0], [1, 1]]] * 4}, 413, "too many merges"),
        ({"names": {}}, 400, "names must be a list, got {}"),
        ({"names": [{"at": [0, 1], "name": "a" * 10_000}]}, 400, "name 0: name has 10,000 characters, at most 200"),
        ({"names": [{"at": [0, 1], "name": ["a"]}]}, 400, "name 0: name must be text"),
        ({"names": [{"name": "Tom"}]}, 400, "name 0: at must be a point"),
        ({"names": [{"at": [0, 1]}] * 5}, 413, "too many names: 5, at most 4"),
        ({"classes": [{"name": "cat"}, {"name": "cat"}]}, 400, "class 1: has the name of class 0"),
        ({"classes": ["a", "b", "c"]}, 413, "too many classes: 3, at most 2"),
        ({"strokes": [{"points": [[0, 0]] * 6}] * 2}, 413, "too many points in the strokes and joins: 12"),
    ],
)
def test_anything_else_is_refused(document, status, message):
    body = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(RequestError, match=".*") as refused:
        read_document(body.encode(), LIMITS)
    assert refused.value.status == status
    assert message in str(refused.value)
