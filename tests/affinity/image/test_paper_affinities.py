"""The weights are those of the paper: cosines of membership vectors, and repulsion across strokes."""

import numpy as np
import pytest

from frenemy.affinity.image import Stroke, across, paper_affinities, soft_segmentations

EIGHT = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]


def three_stripes(shape=(24, 36)):
    picture = np.zeros((*shape, 3))
    for k, color in enumerate([(0.9, 0.2, 0.1), (0.2, 0.7, 0.3), (0.1, 0.2, 0.8)]):
        picture[:, k * shape[1] // 3 : (k + 1) * shape[1] // 3] = color
    return picture + 0.02 * np.random.default_rng(0).random((*shape, 3))


STROKES = (Stroke([[11.5, 4], [11.5, 14]]), Stroke([[23.5, 20], [23.5, 10]]))


def weights_by_hand(picture, strokes, reach, confidence=False):
    """One pair after the other."""
    height, width = picture.shape[:2]
    soft = soft_segmentations(picture, strokes, reach=reach)
    v = np.stack([one.within(picture.shape) for one in soft], axis=2).astype(float)
    weights = {}
    for y, x in np.ndindex(height, width):
        for dy, dx in EIGHT:
            if not (0 <= y + dy < height and 0 <= x + dx < width):
                continue
            a, b = v[y, x], v[y + dy, x + dx]
            lengths = np.linalg.norm(a), np.linalg.norm(b)
            if min(lengths) > 1e-6:
                pair = tuple(sorted((y * width + x, (y + dy) * width + x + dx)))
                weights[pair] = a @ b / (lengths[0] * lengths[1]) * (min(lengths) if confidence else 1.0)
    for i, j, w in zip(*across(strokes, picture.shape), strict=True):
        weights[i, j] = weights.get((i, j), 0.0) + w
    return {pair: w for pair, w in weights.items() if w != 0.0}


@pytest.mark.parametrize("reach", [None, 6])
def test_every_pair(reach):
    picture = three_stripes()
    u, v, w = paper_affinities(picture, STROKES, reach=reach).edges()
    expected = weights_by_hand(picture, STROKES, reach)
    assert set(zip(u.tolist(), v.tolist(), strict=True)) == {tuple(map(int, pair)) for pair in expected}
    assert w == pytest.approx(np.array([expected[pair] for pair in zip(u, v, strict=True)]), abs=1e-9)
    is_far = w < -1
    assert np.abs(w[~is_far]).max() <= 1
    assert is_far.sum() == len(across(STROKES, picture.shape)[0])


def test_pixels_that_no_stroke_reaches_have_no_pairs():
    problem = paper_affinities(three_stripes(), STROKES[:1], reach=6)
    u, v, _ = problem.edges()
    assert problem.n_nodes == 24 * 36
    assert max(u.max() % 36, v.max() % 36) <= 17


def test_without_strokes_there_are_no_pairs():
    assert paper_affinities(three_stripes(), []).n_edges == 0


def test_identical_strokes_count_once():
    picture = three_stripes()
    once, twice = paper_affinities(picture, STROKES), paper_affinities(picture, (*STROKES, *STROKES))
    assert once == twice


def test_found_soft_segmentations_are_used_and_added():
    picture, soft = three_stripes(), {}
    first = paper_affinities(picture, STROKES[:1], soft=soft)
    assert list(soft) == list(STROKES[:1])
    kept = soft[STROKES[0]]
    both = paper_affinities(picture, STROKES, soft=soft)
    assert soft[STROKES[0]] is kept
    assert first != both
    assert both == paper_affinities(picture, STROKES)


def test_confidence_weighs_by_length_and_lets_colors_speak():
    picture = three_stripes()
    u, v, w = paper_affinities(picture, STROKES, reach=6, confidence=True).edges()
    expected = weights_by_hand(picture, STROKES, 6, confidence=True)
    extra = w - [expected.get(pair, 0.0) for pair in zip(u, v, strict=True)]
    assert extra.min() >= -1e-9
    assert extra.max() <= 0.2
    is_edge = (u % 36 == 11) & (v == u + 1)
    assert extra[is_edge].max() < 0.01
    assert np.median(extra) > 0.15
    # Eight neighbors of every pixel, and the pairs across strokes.
    n_neighbors = 24 * 35 + 23 * 36 + 2 * 23 * 35
    far = across(STROKES, picture.shape)[0]
    assert n_neighbors <= len(u) <= n_neighbors + len(far)
