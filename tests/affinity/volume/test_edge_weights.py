"""Weights by contrast: their unit does not matter, and the share of pairs that are together is estimated."""

import re
from dataclasses import replace

import numpy as np
import pytest

from frenemy.affinity.volume import BoundaryWeights, ContrastWeights, region_graph


def row_of_regions(faces, *, inside=0.1, size=8):
    """The graph of regions in a row; ``faces`` are the values between them."""
    n = len(faces) + 1
    regions = np.repeat(np.arange(n), size)[None].repeat(4, axis=0)
    boundaries = np.full(regions.shape, inside)
    for at, face in enumerate(faces):
        boundaries[:, (at + 1) * size - 1 : (at + 1) * size + 1] = face
    return region_graph(regions, boundaries)


FACES = [0.9] * 12 + [0.1, 0.15, 0.9, 0.2] * 4


def test_clear_faces_repel_and_flat_ones_attract():
    weights = ContrastWeights()(row_of_regions(FACES))
    assert np.array_equal(weights < 0, np.array(FACES) > 0.5)


@pytest.mark.parametrize(("scale", "offset"), [(0.2, 0.0), (0.2, 0.7), (1.0, 0.05)])
def test_neither_scale_nor_offset_matters(scale, offset):
    weights = [
        ContrastWeights()(row_of_regions(scale * np.array(FACES) + offset, inside=scale * 0.1 + offset))
        for scale, offset in ((1.0, 0.0), (scale, offset))
    ]
    assert weights[1] == pytest.approx(weights[0], abs=0.01)


def test_a_larger_prior_joins_more():
    graph = row_of_regions(FACES)
    low, high = (ContrastWeights(prior=prior, size_power=0.0)(graph) for prior in (0.1, 0.9))
    assert high - low == pytest.approx(2 * np.log(9))


def test_the_share_together_is_estimated():
    """At a contrast of half a clear one, a map of few flat faces repels, and one of many attracts."""
    few = ContrastWeights()(row_of_regions([0.9] * 30 + [0.1, 0.5]))[-1]
    many = ContrastWeights()(row_of_regions([0.9] * 8 + [0.1] * 30 + [0.5]))[-1]
    assert few < 0 < many


def test_membranes_around_a_region_are_not_its_inside():
    """A faint face repels, although the region's own membranes are as bright as it on average."""
    regions = np.repeat(np.arange(6), 7)[None].repeat(7, axis=0)
    boundaries = np.where(np.arange(42) % 7 % 6 == 0, 0.9, 0.0)[None].repeat(7, axis=0)
    boundaries[:, 20:22] = 0.25
    graph = region_graph(regions, boundaries)
    assert graph.interior[1:-1] == pytest.approx(np.zeros(4))
    weights = ContrastWeights(prior=0.02)(graph)
    assert (weights < 0).all()


def test_odds_grow_with_the_share_of_the_surface():
    """Two faces of the same contrast, of a third and two thirds of the surface of a region."""
    regions = np.zeros((9, 20), int)
    regions[:3, 10:], regions[3:, 10:] = 1, 2
    graph = replace(region_graph(regions), mean=np.array([0.1, 0.1, 0.9]))
    assert graph.n_faces.tolist() == [3, 6, 10]
    assert graph.surface_share == pytest.approx([3 / 9, 6 / 9, 10 / 13])
    weights = ContrastWeights(prior=0.5, size_power=0.0)(graph)
    assert weights[1] - weights[0] == pytest.approx(np.log(2))


def test_without_contrast_all_attract():
    assert (ContrastWeights()(row_of_regions([0.1] * 3)) > 0).all()
    assert (ContrastWeights()(row_of_regions([0.0] * 3, inside=0.5)) > 0).all()


def test_one_region_has_no_weights():
    assert ContrastWeights()(region_graph(np.zeros((3, 4), int), np.zeros((3, 4)))).shape == (0,)


@pytest.mark.parametrize("kind", [BoundaryWeights, ContrastWeights])
@pytest.mark.parametrize(
    ("settings", "message"),
    [({"prior": 1.0}, "prior must be above 0 and below 1, got 1.0"), ({"size_power": 3}, "size_power must be in 0..2")],
)
def test_bad_settings(kind, settings, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        kind(**settings)
