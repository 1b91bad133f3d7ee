"""Weights learned from volumes whose cells are known."""

import pickle
import re

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity.volume import cell_volume
from frenemy.affinity.volume.learned_weights import majority_cells
from frenemy.metrics import adapted_rand_error

pytest.importorskip("sklearn")

KNOWN = [cell_volume((16, 40, 40), cell_size=11, broken=0.25, seed=seed) for seed in (1, 2)]
OTHER = cell_volume((16, 40, 40), cell_size=11, broken=0.25, seed=3)


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_learned_weights_find_cells(model):
    weights = fr.fit_volume([v.boundaries for v in KNOWN], [v.truth for v in KNOWN], model=model)
    found = fr.segment_volume(OTHER.boundaries, weights=weights)
    assert adapted_rand_error(found.labels, OTHER.truth) < 0.3
    again = fr.segment_volume(OTHER.boundaries, weights=pickle.loads(pickle.dumps(weights)))
    assert np.array_equal(found.labels, again.labels)


def test_regions_without_a_clear_cell_teach_nothing():
    regions = np.array([0, 0, 0, 1, 1, 2, 2, 2], np.int32)
    truth = np.array([5, 5, 7, 5, 7, 0, 0, 0])
    assert majority_cells(regions, truth, 4).tolist() == [5, -1, -1, -1]


def test_a_volume_without_pairs_has_no_weights():
    weights = fr.fit_volume([v.boundaries for v in KNOWN], [v.truth for v in KNOWN], model="logistic")
    assert fr.segment_volume(np.zeros((4, 4, 4)), weights=weights).n_cells == 1


@pytest.mark.parametrize(
    ("boundaries", "truth", "arguments", "message"),
    [
        (KNOWN[0].boundaries, KNOWN[0].truth[0], {}, "truth must have the shape of its volume, got (40, 40) and"),
        (KNOWN[0].boundaries, KNOWN[0].boundaries, {}, "truth must be whole numbers, got float32"),
        ([KNOWN[0].boundaries], [], {}, "one truth for each volume, got 1 volumes and 0 truths"),
        (KNOWN[0].boundaries, KNOWN[0].truth * 0, {}, "got 0 pairs, of which 0 are together"),
        (KNOWN[0].boundaries, KNOWN[0].truth, {"model": "svm"}, "model must be 'logistic' or 'forest', got 'svm'"),
    ],
)
def test_bad_input(boundaries, truth, arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        fr.fit_volume(boundaries, truth, **arguments)
