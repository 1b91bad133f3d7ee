"""Masks in files: written, read again, and refused with what is wrong."""

import json
import tracemalloc
from io import BytesIO

import numpy as np
import pytest

import frenemy as fr
from frenemy.io import read_marks, write_strokes

PIXELS = np.array([[0, 1, 1, 0], [0, 1, 0, 0], [1, 1, 0, 0]], bool)
MASK = {"kind": "brush", "at": [1, 1], "size": [3, 4], "counts": [2, 5]}  # down the columns: 001 111 100 000


def read(*masks, **others):
    return read_marks(json.dumps({"strokes": [], "masks": list(masks), **others}).encode()).masks


def test_written_and_read_again():
    masks = [fr.Mask(PIXELS, (1, 1)), fr.Mask(~PIXELS), fr.Mask(PIXELS, (0.5, 2), "eraser")]
    file = BytesIO()
    write_strokes(file, [], (3, 4), masks=masks)
    assert json.loads(file.getvalue())["masks"][0] == {
        "kind": "brush",
        "at": [1.0, 1.0],
        "size": [3, 4],
        "counts": [2, 5, 5],
    }
    marks = read_marks(file.getvalue(), shape=(3, 4, 3))
    assert marks.masks == tuple(masks)
    assert (marks.masks[0].pixels.array() == PIXELS).all()
    assert (marks.masks[1].pixels.array() == ~PIXELS).all()


def test_files_without_masks_are_as_before():
    file = BytesIO()
    write_strokes(file, [[(1, 2), (3, 2)]], (3, 4))
    assert "masks" not in json.loads(file.getvalue())
    assert read_marks(file.getvalue()).masks == ()
    assert read_marks(b"[]").masks == ()
    assert read_marks(b'{"strokes": [], "masks": null}').masks == ()


@pytest.mark.parametrize("counts", [[2, 5], [2, 5, 5], [2, 3, 0, 2], [0, 0, 2, 5, 0, 0, 5], [2, 5, 0, 0, 0, 0]])
def test_the_same_pixels_are_the_same_mask(counts):
    assert fr.Mask.of_counts(counts, size=(3, 4)) == fr.Mask(PIXELS)
    assert hash(fr.Mask.of_counts(counts, size=(3, 4))) == hash(fr.Mask(PIXELS))


@pytest.mark.parametrize("seed", range(20))
def test_counts_and_pixels(seed):
    rng = np.random.default_rng(seed)
    pixels = rng.random((rng.integers(1, 9), rng.integers(1, 9))) < rng.random()
    pixels[0, -1] = True
    mask = fr.Mask(pixels)
    assert (mask.pixels.array() == pixels).all()
    assert mask.pixels.n_inside == pixels.sum()
    assert fr.Mask.of_counts(mask.pixels.counts, size=pixels.shape) == mask


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": [4, 3]}, "mask 0: is for a picture of 3 x 4 pixels, but this one has 4 x 3"),
        ({"size": None}, '"size" must be [height, width] of the picture, got None'),
        ({"size": [3, -4]}, '"size" must be [height, width] of the picture, got [3, -4]'),
        ({"size": [3, True]}, '"size" must be [height, width]'),
        ({"size": [10**6, 10**6]}, "1,000,000 x 1,000,000 = 1,000,000,000,000 pixels are too many"),
        ({"size": [10**40, 10**40]}, "pixels are too many"),
        ({"counts": []}, "counts must be whole numbers from 0 to 12, one at least, got []"),
        ({"counts": "23"}, "\"counts\" must be a list of whole numbers, got '23'"),
        ({"counts": [1, 2.5]}, '"counts" must be a list of whole numbers, got [1, 2.5]'),
        ({"counts": [1, True]}, '"counts" must be a list of whole numbers, got [1, True]'),
        ({"counts": [1, -2]}, "counts must be from 0 to 12, got -2 at 1"),
        ({"counts": [1, 10**12]}, "counts must be from 0 to 12, got 1000000000000 at 1"),
        ({"counts": [1, 10**30]}, "counts must be whole numbers from 0 to 12"),
        ({"counts": [1, 6, 6]}, "counts must sum to 4 x 3 = 12 at most, got 13"),
        ({"counts": [12]}, "a mask must have at least one pixel, got none"),
        ({"kind": "pen"}, "kind must be 'brush' or 'eraser', got 'pen'"),
        ({"kind": ["brush"]}, "kind must be 'brush' or 'eraser', got ['brush']"),
        ({"kind": "eraser", "at": None}, "an eraser needs at=(x, y)"),
        ({"at": [4, 1]}, "at must be within the picture of 4 x 3 pixels, got [4, 1]"),
        ({"at": [float("nan"), 1]}, "at must be within the picture of 4 x 3 pixels, got [nan, 1]"),
        ({"at": "ab"}, "at must be within the picture"),
        ({"at": 3}, "at must be a point (x, y), got 3"),
    ],
)
def test_wrong_masks_are_named(change, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read({**MASK, **change}, width=4, height=3)
    assert str(caught.value).startswith("the strokes: mask 0: ")
    assert message in str(caught.value)


def test_masks_that_are_no_masks():
    with pytest.raises(ValueError, match="^the strokes: masks must be a list, got 7"):
        read_marks(b'{"strokes": [], "masks": 7}')
    with pytest.raises(ValueError, match='^the strokes: mask 1: must have "kind", "at", "size" and "counts", got 7'):
        read(MASK, 7)


def test_memory_is_that_of_the_file():
    huge = {**MASK, "size": [40_000, 50_000], "counts": [1, 1_900_000_000]}
    tracemalloc.start()
    (mask,) = read(huge)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert mask.pixels.n_inside == 1_900_000_000
    assert peak < 1_000_000
    with pytest.raises(ValueError, match="for a picture of 50,000 x 40,000 pixels, but this one has 4 x 3"):
        read_marks(json.dumps({"strokes": [], "masks": [huge]}).encode(), shape=(3, 4))
