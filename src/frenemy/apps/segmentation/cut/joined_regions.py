"""Merge the regions under joins: lines that lie within one object."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frenemy.affinity.image import Stroke, line_pixels
from frenemy.apps.segmentation.objects.ids import overlaps
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns
from frenemy.problem.array_types import Ints

_MIN_PIXELS = 3  # under a join: a shorter run of a region is a line drawn a little too far


def with_joins(regions: LabelMap, joins: Sequence[Stroke]) -> LabelMap:
    """The regions after merging those that follow each other under a join.

    Parameters
    ----------
    regions : (height, width) int32
        ``0..k-1`` by first appearance, as in the result.
    joins : sequence of Stroke
        On the grid of the regions.
    """
    return _merged(regions, [_consecutive(_long_runs(_under(join, regions))) for join in joins])


def rejoined(regions: LabelMap, joined: LabelMap, joins: Sequence[Stroke]) -> LabelMap:
    """The regions after merging again those under a join that were one region before.

    Parameters
    ----------
    regions : (height, width) int32
        ``0..k-1`` by first appearance, as in the result.
    joined : (height, width) int32
        The regions before, ``0..k-1``. A region was part of the one that it overlaps most.
    joins : sequence of Stroke
        On the same grid.
    """
    now, before, area = overlaps(LabelRuns.of(regions), LabelRuns.of(joined))
    by_area = np.argsort(area, kind="stable")
    region_before = np.zeros(int(regions.max()) + 1, np.int32)
    region_before[now[by_area]] = before[by_area]  # the largest overlap is assigned last
    pairs = []
    for join in joins:
        under = np.unique(_under(join, regions))
        one, other = _consecutive(under[np.argsort(region_before[under], kind="stable")]).T
        pairs.append(np.stack((one, other), axis=1)[region_before[one] == region_before[other]])
    return _merged(regions, pairs)


def _under(join: Stroke, regions: LabelMap) -> LabelMap:
    """The region of each pixel along a line."""
    return regions.ravel()[line_pixels(join, (regions.shape[0], regions.shape[1]))]


def _long_runs(under: LabelMap) -> LabelMap:
    """The region of each run of pixels along a line, without short runs."""
    starts = np.concatenate(([0], np.flatnonzero(under[1:] != under[:-1]) + 1))
    lengths = np.diff(starts, append=len(under))
    return under[starts[lengths >= min(_MIN_PIXELS, len(under) // 3)]]


def _consecutive(values: LabelMap) -> Ints:
    """(n - 1, 2): each value with the next one."""
    return np.stack((values[:-1], values[1:]), axis=1).astype(np.int64)


def _merged(regions: LabelMap, pairs: Sequence[Ints]) -> LabelMap:
    name = np.arange(int(regions.max()) + 1, dtype=np.int32)
    every = np.sort(np.concatenate([np.zeros((0, 2), np.int64), *pairs]), axis=1)
    for pair in np.unique(every, axis=0):
        kept, other = np.sort(name[pair])
        name[name == other] = kept
    # The first of the merged regions gives the name, so names are in order of first appearance, too.
    new = np.unique(name, return_inverse=True)[1].astype(np.int32)
    merged: LabelMap = new[regions]
    return merged
