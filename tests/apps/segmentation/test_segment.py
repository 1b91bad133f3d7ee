"""From a picture and strokes to objects: every kind of picture, every kind of stroke."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import frenemy as fr
from frenemy.apps.segmentation import sample

PICTURE, STROKES = sample.picture(), sample.strokes()
SMALL, FEW = sample.picture(120), sample.strokes(120)


@pytest.fixture(scope="module")
def whole():
    """The sample with all strokes, on two threads; several tests compare with it."""
    return fr.segment(PICTURE, STROKES, threads=2, seed=3)


def is_contiguous(labels):
    """0..k-1 in order of first appearance."""
    values, first = np.unique(labels, return_index=True)
    return (values == np.arange(len(values))).all() and (np.diff(first) > 0).all()


def test_the_objects_of_the_sample_are_found(whole):
    found = whole
    assert found.n_objects == len(sample.NAMES)
    assert found.labels.shape == (320, 480)
    assert found.labels.dtype == np.int32
    assert is_contiguous(found.labels)
    assert fr.metrics.adjusted_rand_index(found.labels.ravel(), sample.labels().ravel()) > 0.97
    assert found.problem.n_nodes == len(found.result.labels)
    assert found.status is found.result.status


def test_times_are_told_by_stage():
    told = []
    found = fr.segment(SMALL, FEW, on_stage=lambda stage, done: told.append((stage, done)))
    assert list(found.seconds) == list(dict.fromkeys(stage for stage, _ in told))
    assert {"picture", "appearance", "solve", "refinement", "objects"} <= set(found.seconds)
    assert all(seconds >= 0 for seconds in found.seconds.values())
    assert all(0 <= done <= 1 for _, done in told)


@pytest.mark.parametrize("stage", ["picture", "appearance", "solve", "refinement", "objects"])
def test_what_on_stage_raises_comes_through(stage):
    class Cancelled(Exception):
        pass

    def cancel(name, done):
        if name == stage and done > 0:
            raise Cancelled

    with pytest.raises(Cancelled):
        fr.segment(SMALL, FEW, on_stage=cancel)


@pytest.mark.parametrize(
    "image",
    [
        SMALL[:, :, 0],
        SMALL[:, :, :1],
        SMALL.astype(np.uint16) * 257,
        SMALL / 255.0,
        SMALL[:, :, 0] > 100,
        np.dstack([SMALL, np.full(SMALL.shape[:2], 255, np.uint8)]),
        np.asfortranarray(SMALL),
        SMALL[:, ::-1],
    ],
    ids=["grey", "one channel", "16 bits", "floats", "bool", "alpha", "fortran", "reversed"],
)
def test_every_kind_of_picture(image):
    found = fr.segment(image, FEW)
    assert found.labels.shape == image.shape[:2]
    assert found.overlay().shape == (*image.shape[:2], 3)
    assert is_contiguous(found.labels)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 2), (1, 500), (3, 200)])
def test_tiny_and_thin_pictures(shape):
    image = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
    found = fr.segment(image, [[(0, 0)], [(0, 0), (shape[1] / 2, shape[0] - 1)]])
    assert found.labels.shape == shape
    assert is_contiguous(found.labels)
    assert sum(one.area for one in found.objects) == image.size


def test_a_very_long_picture():
    image = np.zeros((1, 300_000), np.uint8)
    image[:, 150_000:] = 255
    found = fr.segment(image, [[(149_999.5, 0)]])
    assert found.labels.shape == (1, 300_000)
    assert found.labels[0, 0] != found.labels[0, -1]


def test_no_strokes_at_all():
    found = fr.segment(PICTURE)
    assert is_contiguous(found.labels)
    assert fr.segment(np.full((50, 60), 7, np.uint8)).n_objects == 1


def test_strokes_of_every_kind():
    found = fr.segment(SMALL, [fr.Stroke([[5, 5]], 1), np.array([[1.0, 2.0], [30, 40]]), [(7, 7), (7, 7), (7, 7)]])
    assert len(found.strokes) == 3
    assert found.ignored == ()


def test_strokes_outside_are_ignored_and_said_to_be():
    inside = fr.segment(SMALL, FEW)
    found = fr.segment(SMALL, [[(-50, -50), (-10, -20)], *FEW, [(500, 3), (600, 4)]])
    assert found.ignored == (0, len(FEW) + 1)
    assert (found.labels == inside.labels).all()


def test_strokes_that_leave_the_picture_are_cut_off():
    crossing = fr.segment(PICTURE, [[(-90, 100), (600, 100)]])
    within = fr.segment(PICTURE, [[(-0.5, 100), (479.5, 100)]])
    assert (crossing.labels == within.labels).all()
    assert len(np.intersect1d(crossing.labels[:99], crossing.labels[102:])) == 0


def test_the_same_stroke_twice_is_as_once_and_their_order_does_not_matter(whole):
    twice = fr.segment(PICTURE, [*STROKES[::-1], *STROKES], seed=3)
    assert (twice.labels == whole.labels).all()
    assert twice.ignored == tuple(range(len(STROKES), 2 * len(STROKES)))


def test_a_hundred_strokes():
    rng = np.random.default_rng(3)
    strokes = [rng.uniform((0, 0), (480, 320), (2, 2)) for _ in range(100)]
    found = fr.segment(PICTURE, strokes)
    assert is_contiguous(found.labels)


def test_time_limit_zero_still_gives_labels():
    found = fr.segment(SMALL, FEW, stop=fr.Stop(seconds=0))
    assert found.status is fr.Status.TIME_LIMIT
    assert found.labels.shape == SMALL.shape[:2]


def test_same_labels_on_any_number_of_threads_and_with_the_same_seed(whole):
    one = fr.segment(PICTURE, STROKES, threads=1, seed=3)
    assert (one.labels == whole.labels).all()


def test_other_solvers_can_be_chosen():
    found = fr.segment(SMALL, FEW, solver=fr.GreedyAdditive())
    assert isinstance(found.result.solver, fr.GreedyAdditive)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"recipe": "best"}, "recipe must be one of 'default', 'paper', got 'best'"),
        ({"solver": "swap"}, "solver must be a Solver"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"strokes": [[(0, 0)], [(1, float("nan"))]]}, "stroke 1: points must be finite"),
        ({"strokes": 7}, "strokes must be a list of strokes, got 7"),
        ({"merges": [((0, 0), (5, 5)), ((0, 0), (500, 5))]}, "merge 1: must be within the picture of 120 x 80"),
        ({"merges": [(1, 2)]}, "merge 0: must be two points"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        fr.segment(SMALL, **options)


coordinate = st.floats(-20, 140, width=32) | st.sampled_from([0.0, -0.5, 59.5, 39.5, 1e9, -1e9])
drawn = st.builds(
    fr.Stroke,
    st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=6),
    st.sampled_from([0.01, 1.0, 3.0, 17.0, 400.0]),
)


@settings(max_examples=30)
@given(strokes=st.lists(drawn, max_size=5), seed=st.integers(0, 3), channels=st.sampled_from([None, 1, 3, 4]))
def test_any_strokes_on_any_picture(strokes, seed, channels):
    shape = (40, 60) if channels is None else (40, 60, channels)
    rng = np.random.default_rng(seed)
    image = rng.integers(0, 256, shape).astype(np.uint8) if seed else np.zeros(shape, np.uint8)
    found = fr.segment(image, strokes)
    assert is_contiguous(found.labels)
    assert found.n_objects == found.labels.max() + 1 == len(found.ids) == len(found.objects) == len(found.colors)
    assert sum(one.area for one in found.objects) == 40 * 60
    for one in found.objects:
        left, top, right, bottom = one.box
        rows, columns = np.nonzero(found.labels == one.label)
        assert (left, top, right, bottom) == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert found.object_at(*one.center) == one.id
        assert one.area == len(rows)


def test_a_scribble_all_over_says_nothing_of_sides():
    """Thousands of crossings are not looked at one by one, and a wide brush has an end."""
    scribble = np.random.default_rng(0).uniform(0, 100, (3000, 2))
    found = fr.segment(np.zeros((100, 100), np.uint8), [scribble, fr.Stroke([[5, 5], [20, 30]], 1e9)])
    assert found.n_objects >= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stop": 3}, "stop must be a Stop such as"),
        ({"solver": fr.SwapExplore}, "solver must be a Solver such as"),
        ({"seed": -1}, "seed"),
        ({"seed": "a"}, "seed"),
        ({"threads": 0}, "threads"),
    ],
)
def test_settings_are_checked_first(options, message):
    with pytest.raises(ValueError, match=message):
        fr.segment(np.zeros((5, 5)), on_stage=lambda *_: pytest.fail("the work began"), **options)


def test_a_path_is_no_picture():
    with pytest.raises(ValueError, match="frenemy.io.read_picture reads files"):
        fr.segment("photo.jpg")
