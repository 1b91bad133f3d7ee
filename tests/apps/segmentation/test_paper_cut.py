"""The paper's recipe finds the objects of pictures that it suits."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.cut.paper_cut import paper_cut

SHAPE = (48, 64)


def quarters():
    """Four colors, a little noise, and a stroke on a part of each of their four borders."""
    rng = np.random.default_rng(5)
    y, x = np.indices(SHAPE)
    truth = 2 * (y >= 24) + (x >= 32)
    colors = np.array([[0.8, 0.2, 0.2], [0.2, 0.7, 0.2], [0.2, 0.3, 0.8], [0.8, 0.8, 0.3]])
    picture = np.clip(colors[truth] + 0.02 * rng.standard_normal((*SHAPE, 3)), 0, 1)
    ends = [[[31.5, 4], [31.5, 16]], [[31.5, 30], [31.5, 42]], [[6, 23.5], [22, 23.5]], [[40, 23.5], [58, 23.5]]]
    return picture, truth, [Stroke(end) for end in ends]


@pytest.mark.parametrize("solver", [None, fr.Multilevel(), fr.AdaptiveICM()])
def test_four_objects_from_parts_of_their_borders(solver):
    picture, truth, strokes = quarters()
    cut = paper_cut(picture, strokes, solver=solver, seed=1)
    assert cut.labels.shape == SHAPE
    assert cut.labels.dtype == np.int32
    assert cut.problem.n_nodes == truth.size
    assert isinstance(cut.result.solver, fr.SwapExplore if solver is None else type(solver))
    if not isinstance(solver, fr.AdaptiveICM):
        assert fr.metrics.adjusted_rand_index(cut.labels.ravel(), truth.ravel()) > 0.9
        large = np.bincount(cut.labels.ravel()) > 0.01 * truth.size
        assert large.sum() == 4


def test_labels_are_connected_regions():
    picture, _, strokes = quarters()
    cut = paper_cut(picture, strokes)
    assert cut.labels.max() + 1 > cut.result.n_clusters  # some were in several places
    again = fr._core.connected_regions(cut.labels)[0]
    assert np.array_equal(cut.labels, again)


def test_stages_are_told_and_can_end_the_work():
    picture, _, strokes = quarters()
    told = []
    paper_cut(picture, strokes, on_stage=lambda stage, done: told.append((stage, done)))
    assert list(dict.fromkeys(stage for stage, _ in told)) == ["soft segmentations", "solve", "regions"]

    class Enough(Exception):
        pass

    def enough(stage, done):
        if (stage, done) == ("solve", 0.0):
            raise Enough

    with pytest.raises(Enough):
        paper_cut(picture, strokes, on_stage=enough)


def test_same_labels_whatever_was_found_before():
    picture, _, strokes = quarters()
    soft = {}
    paper_cut(picture, strokes[2:], soft=soft)
    with_memory = paper_cut(picture, strokes, soft=soft, threads=2)
    assert len(soft) == 4
    assert np.array_equal(with_memory.labels, paper_cut(picture, strokes).labels)


def test_limits_hold():
    picture, _, strokes = quarters()
    cut = paper_cut(picture, strokes, stop=fr.Stop(rounds=1))
    assert cut.labels.shape == SHAPE


def test_no_strokes_leave_every_pixel_alone_or_together():
    cut = paper_cut(quarters()[0], [])
    assert cut.problem.n_edges == 0
    assert cut.result.energy == 0
