"""The threshold of a map, from samples of it."""

import numpy as np
import pytest

from frenemy.affinity.volume import cell_volume
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.samples import looks_inverted, otsu_threshold, smoothed_samples


def test_the_threshold_is_between_two_classes():
    assert otsu_threshold([np.array([0.1, 0.1, 0.2], np.float32), np.array([0.8, 0.9], np.float32)]) == pytest.approx(
        0.5, abs=0.1
    )
    assert otsu_threshold([np.full(5, 0.3, np.float32)]) == 0.5


def test_the_threshold_has_the_lowest_variance_within_both_classes():
    values = np.random.default_rng(2).random(400).astype(np.float32) ** 2
    cuts = np.sort(values)[1:]
    within = [len(a) * a.var() + len(b) * b.var() for a, b in ((values[values < c], values[values >= c]) for c in cuts)]
    assert otsu_threshold([values]) == pytest.approx(cuts[np.argmin(within)], abs=0.02)


@pytest.mark.parametrize(("shape", "n"), [((1, 1, 1), 1), ((70, 64, 500), 9), ((1, 900, 300), 9), ((5, 6), 1)])
def test_samples_are_few(shape, n):
    samples = smoothed_samples(BoundaryMap(np.zeros(shape)), (1, 1, 1), is_flat=False)
    assert len(samples) == n


def test_inverted_maps_are_known():
    boundaries, _ = cell_volume((40, 60, 60), cell_size=20)
    for values, expected in ((boundaries, False), (1 - boundaries, True), (0 * boundaries, False)):
        samples = smoothed_samples(BoundaryMap(values), (1, 1, 1), is_flat=False)
        assert looks_inverted(samples, otsu_threshold(samples)) is expected
