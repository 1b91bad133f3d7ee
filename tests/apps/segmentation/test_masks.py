"""Masks: painted pixels belong to an object, erased ones do not, whatever else is drawn."""

import pickle
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from three_areas import ABOVE, BELOW, JOIN, LEFT, PICTURE, STROKES

import frenemy as fr


def box(left, top, right, bottom):
    """The pixels from left and top to right and bottom, the latter not included."""
    pixels = np.zeros(PICTURE.shape, bool)
    pixels[top:bottom, left:right] = True
    return pixels


ACROSS = box(70, 20, 100, 40)  # over the border between the left area and the one above


@pytest.fixture(scope="module")
def start():
    found = fr.segment(PICTURE, STROKES)
    assert found.n_objects == 3
    return found


def ids(found, *points):
    return [found.object_at(*point) for point in points]


def test_painted_pixels_belong_to_the_object_and_nothing_else_changes(start):
    left = start.object_at(*LEFT)
    found = start.paint(ACROSS, left)
    assert found.object_at(*LEFT) == left
    assert (found.ids[found.labels][ACROSS] == left).all()
    assert (found.ids[found.labels][~ACROSS] == start.ids[start.labels][~ACROSS]).all()
    assert found.mask_ids == (left,)
    assert (found.labels == fr.segment(PICTURE, STROKES, masks=found.masks).labels).all()
    assert list(dict.fromkeys(found.labels.ravel().tolist())) == [0, 1, 2]  # by first appearance
    assert (start.paint(ACROSS.astype(np.uint8), left).labels == found.labels).all()


def test_paint_of_its_own(start):
    found = start.paint(ACROSS)
    assert found.n_objects == 4
    assert ((found.labels == found.labels[30, 80]) == ACROSS).all()
    (new,) = found.mask_ids
    assert new not in start.ids
    more = found.paint(box(60, 20, 70, 40), new)  # it has a point to go on from
    assert more.mask_ids == (new, new)
    assert (more.labels == more.labels[30, 80]).sum() == ACROSS.sum() + 200


def test_erased_pixels_go_to_the_nearest_other_object(start):
    left, above, below = ids(start, LEFT, ABOVE, BELOW)
    found = start.erase(box(60, 30, 100, 90), left)
    now = found.ids[found.labels]
    assert (now[box(60, 30, 80, 55)] == above).all()
    assert (now[box(60, 65, 80, 90)] == below).all()
    assert (now[:, :60] == left).all()
    assert (now[:, 80:] == start.ids[start.labels][:, 80:]).all()  # of other objects nothing is erased
    assert found.mask_ids == (left,)
    deep = start.erase(box(0, 50, 10, 60), left)  # far from all others
    assert {deep.object_at(5, 50), deep.object_at(5, 59)} <= {above, below}
    assert deep.object_at(30, 55) == left
    gone = start.erase(box(0, 0, 80, 120), left)
    assert gone.n_objects == 2
    assert gone.mask_ids == (None,)


def test_the_only_object_cannot_be_erased():
    one = fr.segment(np.zeros((30, 40), np.uint8))
    assert one.n_objects == 1
    pixels = np.zeros((30, 40), bool)
    pixels[3:5, 3:5] = True
    with pytest.raises(ValueError, match=r"^mask 0: an eraser gives pixels to the nearest other object, but there is"):
        one.erase(pixels, 1)
    assert (one.paint(pixels).n_objects, one.paint(np.ones((30, 40)) > 0, 1).n_objects) == (2, 1)


def test_later_masks_lie_over_earlier_ones(start):
    left, above = ids(start, LEFT, ABOVE)
    found = start.paint(ACROSS, left).paint(ACROSS, above)
    assert (found.ids[found.labels][ACROSS] == above).all()
    assert (found.unpaint(1).ids[found.unpaint(1).labels][ACROSS] == left).all()
    assert start.paint(ACROSS, above).paint(ACROSS, left).object_at(80, 30) == left
    again = found.erase(ACROSS, above)
    assert not (again.ids[again.labels][ACROSS] == above).any()


def test_paint_stays_over_later_strokes_joins_and_merges(start):
    left, below = ids(start, LEFT, BELOW)
    painted = start.paint(ACROSS, left)
    for found in (
        painted.add([(75, 10), (95, 50)]),
        painted.join(JOIN),
        painted.join([(120, 20), (121, 100)]),
        painted.merge(*ids(painted, ABOVE, BELOW)),
        painted.remove(0),
        painted.edit(strokes=[]),
        painted.undo().redo(),
    ):
        assert len(found.masks) == 1
        assert (found.labels[ACROSS] == found.labels[60, 20]).all()
        again = fr.segment(PICTURE, found.strokes, joins=found.joins, merges=found.merges, masks=found.masks)
        assert (again.labels == found.labels).all()
    assert painted.object_at(*BELOW) == below


def test_masks_are_edits_like_others(start):
    left = start.object_at(*LEFT)
    painted = start.paint(ACROSS, left)
    assert (painted.undo().labels == start.labels).all()
    assert (painted.undo().redo().labels == painted.labels).all()
    assert (painted.unpaint(-1).labels == start.labels).all()
    assert (painted.edit(masks=[]).labels == start.labels).all()
    assert painted.edit(names=[]).masks == painted.masks
    assert painted.name_object(left, "sea").object_names[painted.labels[30, 80]].name == "sea"
    again = pickle.loads(pickle.dumps(painted))
    assert again.masks == painted.masks
    assert (again.labels == painted.labels).all()
    assert "3 strokes, 1 mask, " in repr(painted)
    assert hash(again.masks[0]) == hash(painted.masks[0])
    with pytest.raises(ValueError, match="no mask 1: there are 1 masks, 0 to 0"):
        painted.unpaint(1)


def test_merges_of_objects_with_paint(start):
    left, above, below = ids(start, LEFT, ABOVE, BELOW)
    most = start.paint(box(85, 2, 158, 57), left)  # only a rim of the upper area is left
    merged = most.merge(above, below)
    assert merged.n_objects == 2
    assert merged.object_at(81, 1) == merged.object_at(*BELOW) != merged.object_at(*ABOVE)
    assert merged.object_at(*ABOVE) == left
    apart = merged.unmerge(merged.object_at(*BELOW))
    assert (apart.labels == most.labels).all()
    own = start.paint(ACROSS)  # an object of paint alone
    (new,) = own.mask_ids
    for pair in ((new, below), (below, new)):
        found = own.merge(*pair)
        assert (found.ids[found.labels][ACROSS] == below).all()
        assert found.n_objects == 3
    with pytest.raises(ValueError, match=f"object {new} was not merged"):
        own.unmerge(new)


def test_a_large_eraser_far_from_others_is_exact():
    picture = np.zeros((300, 400), np.uint8)
    found = fr.segment(picture, masks=[fr.Mask(np.arange(400) + np.zeros((300, 1)) < 3), fr.Mask(np.eye(300, 400) > 0)])
    label = found.labels[10, 200]
    erased = np.zeros((300, 400), bool)
    erased[50:250, 150:390] = True
    now = found.erase(erased, int(found.ids[label]))
    is_taken = erased & (found.labels == label)
    rows, columns = np.nonzero(found.labels != label)
    for y, x in np.argwhere(is_taken)[::997]:
        squares = (rows - y) ** 2 + (columns - x) ** 2
        nearest = set(found.labels[rows, columns][squares == squares.min()].tolist())
        assert now.labels[y, x] in nearest


@pytest.mark.parametrize(
    ("pixels", "options", "message"),
    [
        (np.zeros((5, 7), bool), {}, "a mask must have at least one pixel, got none"),
        (np.ones(5, bool), {}, r"pixels must be an array of the height and width of the picture, got shape \(5,\)"),
        (
            np.full((2, 2), 0.5),
            {},
            r"pixels must be True or False, or 1 or 0, got float64, for example (np\.float64\()?0\.5",
        ),
        (
            np.array([[0, 1], [7, 1]]),
            {},
            "pixels must be True or False, or 1 or 0, got 7 at row 1, column 0; for an object",
        ),
        ("abc", {}, "pixels must be an array of the height and width"),
        (np.ones((5, 7), bool), {"at": (7, 2)}, r"at must be within the picture of 7 x 5 pixels, got \(7, 2\)"),
        (
            np.ones((5, 7), bool),
            {"at": (1, float("nan"))},
            r"at must be within the picture of 7 x 5 pixels, got \(1, nan\)",
        ),
        (np.ones((5, 7), bool), {"at": 3}, r"at must be a point \(x, y\), got 3"),
        (np.ones((5, 7), bool), {"at": ("1", 2)}, "at must be within the picture of 7 x 5 pixels"),
        (np.ones((5, 7), bool), {"kind": "pen"}, "kind must be 'brush' or 'eraser', got 'pen'"),
        (np.ones((5, 7), bool), {"kind": "eraser"}, r"an eraser needs at=\(x, y\), a point of the object"),
        (np.ma.masked_equal([[1, 2]], 2), {}, "pixels: the value at 0, 1 is masked"),
    ],
)
def test_wrong_masks_are_named(pixels, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        fr.Mask(pixels, **options)


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        (
            [fr.Mask(ACROSS), fr.Mask(np.ones((4, 5), bool))],
            "mask 1: is for a picture of 5 x 4 pixels, but this one has 160 x",
        ),
        ([ACROSS], r"mask 0: must be as in Mask\(pixels, at=\(x, y\)\), got array"),
        (fr.Mask(ACROSS), r"masks must be a list of masks, got Mask\(brush, 600 of 160 x 120 pixels"),
        (7, "masks must be a list of masks, got 7"),
    ],
)
def test_masks_that_do_not_fit(start, masks, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        fr.segment(PICTURE, masks=masks)
    with pytest.raises(ValueError, match=f"^{message}"):
        start.edit(masks=masks)


def test_an_object_that_is_not_there(start):
    with pytest.raises(ValueError, match="no object 99; there are 1, 2, 3"):
        start.paint(ACROSS, 99)
    with pytest.raises(ValueError, match="no object 99"):
        start.erase(ACROSS, 99)


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (5, 1), (2, 2)])
def test_tiny_pictures(shape):
    pixels = np.zeros(shape, bool)
    pixels[-1, -1] = True
    found = fr.segment(np.zeros(shape), masks=[fr.Mask(pixels), fr.Mask(pixels, at=(0, 0))])
    assert found.n_objects == 1
    assert found.labels.max() == 0


WIDTH, HEIGHT = 24, 16
SMALL = np.where(np.arange(WIDTH) < 12, 40, 200) * np.ones((HEIGHT, 1))
points = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
lines = st.lists(points, min_size=2, max_size=3)


@st.composite
def masks_of_boxes(draw, kinds=("brush",)):
    (x0, y0), (x1, y1) = draw(points), draw(points)
    pixels = np.zeros((HEIGHT, WIDTH), bool)
    pixels[min(y0, y1) : max(y0, y1) + 1, min(x0, x1) : max(x0, x1) + 1] = True
    kind = draw(st.sampled_from(kinds))
    return fr.Mask(pixels, draw(points if kind == "eraser" else st.none() | points), kind)


@settings(max_examples=40, deadline=None)
@given(st.lists(lines, max_size=3), st.lists(lines, max_size=2), st.lists(masks_of_boxes(), min_size=1, max_size=4))
def test_labels_depend_on_the_input_alone(strokes, joins, masks):
    """In whatever order strokes and joins come, and whatever was before, paint is on top."""
    found = fr.segment(SMALL.astype(np.uint8), strokes, joins=joins, masks=masks)
    by_edits = fr.segment(SMALL.astype(np.uint8), masks=masks[:1])
    for join in joins[::-1]:
        by_edits = by_edits.join(join)
    for at in range(1, len(masks)):
        by_edits = by_edits.edit(masks=masks[: at + 1])
    for stroke in strokes[::-1]:
        by_edits = by_edits.add(stroke)
    assert (by_edits.labels == found.labels).all()
    last = masks[-1].pixels.array()
    assert len(np.unique(found.labels[last])) == 1  # later strokes keep painted pixels
    file = BytesIO()
    fr.io.write_strokes(file, found.strokes, found.shape, joins=found.joins, masks=found.masks)
    marks = fr.io.read_marks(file.getvalue(), shape=found.shape)
    assert marks.masks == tuple(masks)
    again = fr.segment(SMALL.astype(np.uint8), marks.strokes, joins=marks.joins, masks=marks.masks)
    assert (again.labels == found.labels).all()


@settings(max_examples=30, deadline=None)
@given(st.lists(lines, max_size=3), st.lists(masks_of_boxes(("brush", "eraser")), min_size=1, max_size=4))
def test_erasers_one_by_one_or_all_at_once(strokes, masks):
    by_edits = fr.segment(SMALL.astype(np.uint8), strokes)
    for at, mask in enumerate(masks):
        before = by_edits
        if mask.kind == "eraser" and before.n_objects == 1:
            with pytest.raises(ValueError, match=f"^mask {at}: an eraser gives pixels to the nearest other object"):
                before.edit(masks=masks[: at + 1])
            return
        by_edits = before.edit(masks=masks[: at + 1])
        if mask.kind == "eraser":
            erased = before.object_at(*mask.at)
            assert not (by_edits.labels == label_of(by_edits, erased))[mask.pixels.array()].any()
    found = fr.segment(SMALL.astype(np.uint8), strokes[::-1], masks=masks)
    assert (found.labels == by_edits.labels).all()


def label_of(found, id):
    """The label of an object, or -1."""
    return next(iter(np.flatnonzero(found.ids == id)), -1)
