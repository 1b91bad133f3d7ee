import numpy as np
import pytest

from frenemy.apps.segmentation import sample


def test_it_is_the_same_every_time_and_of_any_size():
    assert (sample.picture() == sample.picture()).all()
    for width in (3, 96, 480, 961):
        picture, labels = sample.picture(width), sample.labels(width)
        assert picture.shape == (*labels.shape, 3)
        assert picture.shape[1] == width
        assert picture.dtype == np.uint8
    with pytest.raises(ValueError, match="width must be a whole number of at least 3, got 2"):
        sample.picture(2)


def test_all_objects_are_there_and_touch():
    labels = sample.labels()
    assert (np.bincount(labels.ravel(), minlength=7) > 2000).all()
    assert set(np.unique(labels)) == set(range(len(sample.NAMES)))


@pytest.mark.parametrize("width", [480, 1440])
def test_strokes_lie_on_boundaries(width):
    labels = sample.labels(width)
    scale = width / 480
    edge = np.zeros(labels.shape, bool)
    edge[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    edge[1:] |= labels[1:] != labels[:-1]
    y, x = np.nonzero(edge)
    for stroke in sample.strokes(width):
        far = np.hypot(stroke.points[:, :1] - x, stroke.points[:, 1:] - y).min(axis=1)
        assert far.max() < 3 * scale


def test_more_of_the_boundary_is_drawn_if_wished():
    lengths = [sum(stroke.length for stroke in sample.strokes(share=share)) for share in (0.2, 0.6, 1.0)]
    assert lengths == sorted(lengths)
