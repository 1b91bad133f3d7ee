"""Regions merged along lines."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.cut.joined_regions import rejoined, with_joins

STRIPES = np.repeat(np.arange(4, dtype=np.int32), 10)[None].repeat(20, axis=0)


def test_regions_that_follow_each_other_are_one():
    found = with_joins(STRIPES, [Stroke([(3, 5), (17, 5)])])
    assert found[0, [0, 10, 20, 30]].tolist() == [0, 0, 1, 2]
    assert found.dtype == np.int32
    both = with_joins(STRIPES, [Stroke([(23, 5), (37, 5)]), Stroke([(3, 5), (17, 5)])])
    assert both[0, [0, 10, 20, 30]].tolist() == [0, 0, 1, 1]
    assert with_joins(STRIPES, [Stroke([(3, 5), (37, 8)])]).max() == 0
    assert (with_joins(STRIPES, []) == STRIPES).all()


def test_short_ends_do_not_count():
    assert (with_joins(STRIPES, [Stroke([(2, 5), (11, 5)])]) == STRIPES).all()
    assert with_joins(STRIPES, [Stroke([(2, 5), (12, 5)])]).max() == 2
    assert with_joins(STRIPES, [Stroke([(9, 5), (10, 5)])]).max() == 2  # of a short line, all counts


def test_what_was_one_region_is_one_again():
    before = np.minimum(STRIPES, 1).astype(np.int32)  # the last three stripes were one
    assert rejoined(STRIPES, before, [Stroke([(12, 5), (28, 5)])])[0, [0, 10, 20, 30]].tolist() == [0, 1, 1, 2]
    # The first stripe was another region, so a join that runs through it changes nothing there.
    assert rejoined(STRIPES, before, [Stroke([(2, 5), (38, 5)])])[0, [0, 10, 20, 30]].tolist() == [0, 1, 1, 1]
    assert (rejoined(STRIPES, before, []) == STRIPES).all()


points = st.lists(st.tuples(st.integers(0, 39), st.integers(0, 19)), min_size=1, max_size=5)


@given(lines=st.lists(points, max_size=5), seed=st.integers(0, 99))
def test_labels_have_no_gaps_and_keep_their_order(lines, seed):
    joins = [Stroke(line) for line in lines]
    values, first = np.unique(np.random.default_rng(seed).integers(0, 30, (20, 40)), return_index=True)
    regions = np.random.default_rng(seed).integers(0, 30, (20, 40))
    regions = np.argsort(np.argsort(first))[np.searchsorted(values, regions)].astype(np.int32)
    found = with_joins(regions, joins)
    values, first = np.unique(found, return_index=True)
    assert (values == np.arange(len(values))).all()
    assert (np.diff(first) > 0).all()
    assert len(np.unique(regions.astype(np.int64) * 1000 + found)) == regions.max() + 1  # no region is split
    assert (with_joins(regions, [*joins[::-1], *joins]) == found).all()
