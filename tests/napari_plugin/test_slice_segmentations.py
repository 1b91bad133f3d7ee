import numpy as np
import pytest


@pytest.fixture
def known():
    from frenemy.napari_plugin.slice_segmentations import SliceSegmentations

    return SliceSegmentations()


def test_objects_keep_their_ids_over_many_slices(known):
    from frenemy import segment

    picture = np.zeros((40, 60), np.uint8)
    picture[:, 30:] = 200
    first = segment(picture, [[(29.5, 5), (29.5, 35)]])
    split = first.add([(0, 20), (29, 20)]).remove(-1)
    for index in range(12):
        known.put((index,), split)
    assert known.get((99,)) is None
    for index in (0, 11, 5):  # early ones were packed
        found = known.get((index,))
        np.testing.assert_array_equal(found.ids, split.ids)
        np.testing.assert_array_equal(found.labels, split.labels)
        assert not found.can_undo
    known.clear()
    assert known.get((0,)) is None
