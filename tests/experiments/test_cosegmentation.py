"""Two pictures as a problem, on pictures that are drawn here."""

from pathlib import Path

import numpy as np
import pytest

import frenemy as fr

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("skimage")


SKY, MEADOW, COW = (120, 160, 220), (70, 140, 50), (110, 50, 20)


def drawn(column, *, seed):
    """A brown disk on a meadow under the sky, with a little noise; and which of the three each pixel shows."""
    height, width = 120, 160
    y, x = np.indices((height, width))
    shows = np.where(y < 40, 0, 1)
    shows[(y - 75) ** 2 + (x - column) ** 2 < 28**2] = 2
    picture = np.array([SKY, MEADOW, COW], float)[shows] + np.random.default_rng(seed).normal(0, 4, (height, width, 1))
    return np.clip(picture, 0, 255).astype(np.uint8), shows


@pytest.mark.parametrize("n_nodes", [90, 300])
def test_problems_are_like_those_of_the_paper(n_nodes):
    from experiments.coclustering.cosegmentation import cosegmentation

    made = cosegmentation(drawn(70, seed=1)[0], drawn(95, seed=2)[0], n_nodes=n_nodes)
    problem = made.problem
    n = problem.n_nodes
    assert n == len(made.first) + len(made.second) == n_nodes
    u, v, w = problem.edges()
    assert (u < v).all()
    assert len({*zip(u.tolist(), v.tolist(), strict=True)}) == len(u)
    assert np.isfinite(w).all()
    share = len(w) / (n * (n - 1) / 2)
    assert 0.06 <= share <= 0.51
    assert share * (n - 1) == pytest.approx(min(45.0, 0.5 * (n - 1)), rel=0.05)
    assert 0.4 <= (w > 0).mean() <= 0.6
    n_first = len(made.first)
    for one, other in ((u < n_first, v < n_first), (u >= n_first, v >= n_first), (u < n_first, v >= n_first)):
        weights = w[one & other]  # within the first, within the second, across
        assert weights.min() < 0 < weights.max()


def test_the_same_thing_is_found_in_both_pictures():
    from experiments.coclustering.cosegmentation import cosegmentation

    pictures = [drawn(70, seed=1), drawn(95, seed=2)]
    made = cosegmentation(pictures[0][0], pictures[1][0], n_nodes=120)
    labels = fr.solve(made.problem).labels
    clusters = []
    for pieces, offset, (_, shows) in zip((made.first, made.second), (0, len(made.first)), pictures, strict=True):
        is_cow = np.bincount(pieces.piece.ravel(), shows.ravel() == 2) / np.bincount(pieces.piece.ravel()) > 0.9
        found = labels[offset : offset + len(pieces)]
        cow = np.bincount(found[is_cow]).argmax()
        assert (found[is_cow] == cow).mean() > 0.7
        assert cow != np.bincount(found[~is_cow]).argmax()
        clusters.append(cow)
    assert clusters[0] == clusters[1]


def test_same_pictures_same_problem():
    from experiments.coclustering.cosegmentation import cosegmentation

    first, second = (
        cosegmentation(drawn(70, seed=1)[0], drawn(95, seed=2)[0], n_nodes=90).problem.edges() for _ in range(2)
    )
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)


def test_superpixels():
    from experiments.coclustering.superpixels import superpixels

    pieces = superpixels(drawn(70, seed=1)[0], 60)
    assert len(pieces) == 60
    assert np.array_equal(np.unique(pieces.piece), np.arange(len(pieces)))
    np.testing.assert_allclose(pieces.colors.sum(axis=1), 1.0)
    assert (pieces.place >= 0).all()
    assert (pieces.place <= 1).all()
    assert 1 <= len(superpixels(np.zeros((6, 8, 3), np.uint8), 5)) <= 5  # nothing to see
    assert len(superpixels(np.zeros((6, 8, 3), np.uint8), 1)) == 1


def test_cues():
    from experiments.coclustering.superpixels import color_distance, contour_between, superpixels

    one, other = np.array([[0.5, 0.5, 0.0]]), np.array([[0.0, 0.0, 1.0]])
    assert color_distance(one, one) == 0.0
    assert color_distance(one, other) == 1.0
    pieces = superpixels(drawn(70, seed=1)[0], 60)
    top = np.flatnonzero(pieces.place[:, 0] < 0.1)[:2]
    bottom = np.flatnonzero(pieces.place[:, 0] > 0.6)[:2]
    within = contour_between(pieces, top[:1], top[1:])
    across = contour_between(pieces, top, bottom)  # over the horizon
    assert within[0] < 0.5 * across.min()
    np.testing.assert_array_equal(across, contour_between(pieces, bottom, top))


def test_plans(tmp_path):
    from experiments.coclustering.cosegmentation import plans

    for name in "dbca":
        (tmp_path / f"{name}.bmp").touch()
    (tmp_path / "notes.txt").touch()
    found = plans(tmp_path, min_nodes=90, max_nodes=140)
    assert [plan.name for plan in found] == ["a+b", "a+c", "a+d", "b+c", "b+d", "c+d"]
    assert sorted(plan.n_nodes for plan in found) == [90, 100, 110, 120, 130, 140]
    assert plans(tmp_path / "nothing") == []
