"""From pieces to regions to objects: problems that say what was measured, and a cut that follows them."""

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity.image import (
    Drawing,
    LearnedWeights,
    Network,
    Stroke,
    appearance_of,
    checked_picture,
    learned_weights,
    scene,
)
from frenemy.affinity.image.regions.appearance import work_shape
from frenemy.affinity.image.regions.region_evidence import N_FEATURES
from frenemy.apps.segmentation import sample
from frenemy.apps.segmentation.cut import Solving, automatic_cut, cut, prepare
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.apps.segmentation.objects.joining import JOINING_BIASES, join, join_pieces, join_regions


def says(log_odds):
    """A network that says the same of everything."""
    nothing = np.zeros((N_FEATURES, 1), np.float32)
    layer = (nothing, np.array([log_odds], np.float32))
    return Network(np.zeros(N_FEATURES, np.float32), np.ones(N_FEATURES, np.float32), (layer,))


def solved(problem):
    return fr.solve(problem, seed=0, threads=1)


@pytest.fixture(scope="module")
def looks():
    return appearance_of(checked_picture(sample.picture(160)), learned_weights().edge)


@pytest.fixture(scope="module")
def seen(looks):
    return scene(looks, sample.strokes(160), learned_weights().wire)


def weight_of(problem):
    u, v, weights = problem.edges()
    return dict(zip(zip(u.tolist(), v.tolist(), strict=True), weights.tolist(), strict=True))


def test_pieces_weigh_their_log_odds_by_the_border(seen):
    level = join_pieces(seen, says(1.5), solved, bias=-2.0)
    assert level.node_of_piece.tolist() == list(range(seen.evidence.n_pieces))
    pairs = seen.evidence.pairs(level.node_of_piece)
    expected = dict.fromkeys(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True), 0.0)
    for pair, length in zip(expected, pairs.length.tolist(), strict=True):
        expected[pair] = (-2.0 - 1.5) * length
    for u, v in np.sort(seen.apart, axis=1).tolist():
        expected[u, v] = expected.get((u, v), 0.0) - 5.0
    assert weight_of(level.problem) == pytest.approx(expected)


def test_regions_weigh_their_log_odds(seen):
    below = join_pieces(seen, learned_weights().border, solved)
    assert below.result.n_clusters > 3
    level = join_regions(seen, below, says(0.25), solved, bias=-1.0)
    np.testing.assert_array_equal(level.node_of_piece, below.region_of_piece)
    assert level.problem.n_nodes == below.result.n_clusters
    pairs = seen.evidence.pairs(level.node_of_piece)
    expected = dict.fromkeys(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True), -1.25)
    facing = np.sort(level.node_of_piece[seen.apart], axis=1)
    for u, v in facing[facing[:, 0] != facing[:, 1]].tolist():
        expected[u, v] = expected.get((u, v), 0.0) - 0.2
    assert weight_of(level.problem) == pytest.approx(expected, rel=1e-5)


def test_where_nothing_speaks_for_borders_only_strokes_do(looks):
    plain = scene(looks, (), learned_weights().wire)
    everything = join_pieces(plain, says(-9.0), solved)
    assert everything.result.n_clusters == 1
    assert join_regions(plain, everything, says(3.0), solved, bias=0.0).result.n_clusters == 1
    nothing = join_pieces(plain, says(9.0), solved)
    assert nothing.result.n_clusters == plain.evidence.n_pieces


def test_levels_only_join(seen):
    weights = learned_weights()
    level = join_pieces(seen, weights.border, solved)
    for bias in JOINING_BIASES:
        above = join_regions(seen, level, weights.region, solved, bias=bias)
        pairs = np.unique(np.stack((level.region_of_piece, above.region_of_piece)), axis=1)
        assert len(pairs[0]) == level.result.n_clusters  # each region is in one of the larger ones
        level = above
    np.testing.assert_array_equal(join(seen, weights, solved).region_of_piece, level.region_of_piece)


def cut_of(picture, strokes, joins=(), **options):
    looks = prepare(checked_picture(picture), stages=Stages())
    drawing = Drawing(tuple(strokes), tuple(joins))
    solving = Solving(**options)
    automatic = automatic_cut(looks, solving, stages=Stages())
    return cut(looks, drawing, automatic, solving, stages=Stages())


def test_the_cut_of_the_sample():
    picture, strokes = sample.picture(300), sample.strokes(300)
    assert work_shape(picture.shape[:2]) == picture.shape[:2]
    found = cut_of(picture, strokes)
    assert found.labels.shape == picture.shape[:2]
    assert found.labels.dtype == np.int32
    assert len(found.result.labels) == found.problem.n_nodes
    assert fr.metrics.adjusted_rand_index(found.labels.ravel(), sample.labels(300).ravel()) > 0.9
    again = cut_of(picture, strokes, threads=2)
    np.testing.assert_array_equal(again.labels, found.labels)


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (2, 2), (5, 1)])
def test_the_cut_of_very_little(shape):
    found = cut_of(
        np.random.default_rng(0).random(shape), [Stroke([[0, 0]]), Stroke([[0, 0], [shape[1] - 1, shape[0] - 1]])]
    )
    assert found.labels.shape == work_shape(shape)
    assert found.labels.min() == 0


def test_the_cut_follows_joins():
    picture, strokes = sample.picture(900), sample.strokes(900)
    assert work_shape(picture.shape[:2]) < picture.shape[:2]  # joins are in pixels of the picture
    apart = cut_of(picture, strokes)
    found = cut_of(picture, strokes, [Stroke([[236, 340], [240, 110]])])  # from the vase to the leaves
    assert len(np.unique(found.labels)) == len(np.unique(apart.labels)) - 1 == found.labels.max() + 1
    assert found.problem == apart.problem


def test_a_flat_picture_is_one_object():
    assert cut_of(np.full((50, 60), 0.4), []).labels.max() == 0


def test_the_stages_of_a_cut():
    told = []
    stages = Stages(lambda name, done: told.append((name, done)))
    looks = prepare(checked_picture(sample.picture(120)), stages=stages)
    automatic_cut(looks, Solving(), stages=stages)
    assert list(stages.seconds) == ["appearance", "evidence", "solve", "regions"]
    for name in stages.seconds:
        shares = [done for stage, done in told if stage == name]
        assert shares[0] == 0.0
        assert shares[-1] == 1.0
        assert shares == sorted(shares)


def test_weights_by_name():
    weights = learned_weights()
    assert isinstance(weights, LearnedWeights)
    assert set(weights.as_plain()) >= {"edge", "wire", "border", "region"}


@pytest.mark.parametrize("shape", [(60, 90), (100, 200), (320, 480)])
@pytest.mark.parametrize("noise", [0.0, 5.0])
def test_without_strokes_edges_speak(shape, noise):
    picture = np.zeros((*shape, 3))
    picture[:, : shape[1] // 2, 0] = picture[:, shape[1] // 2 :, 2] = 200.0
    picture += np.random.default_rng(0).normal(0.0, noise, picture.shape) if noise else 0.0
    found = fr.segment(np.clip(picture, 0, 255).astype(np.uint8))
    assert found.n_objects == 2
    assert found.labels[:, 2].max() == 0
    assert found.labels[:, -3].min() == 1
