"""Two linked tables: partners of one record are rivals, unless tables have duplicates."""

from __future__ import annotations

import numpy as np
import pytest

import frenemy as fr
from frenemy.affinity import self_calibrate
from frenemy.metrics import b_cubed

N = 400  # records of each table


def linked_tables(*, duplicates=0.0, shift=0.0, seed=0):
    """Records ``i`` and ``N + i`` match. Each record is compared with its partner and ten others of the other table."""
    rng = np.random.default_rng(seed)
    truth = np.tile(np.arange(N), 2)
    again = rng.choice(N, round(duplicates * N), replace=False)
    truth = np.concatenate((truth, again))
    right = np.arange(N, len(truth))
    u = np.concatenate((truth[right], np.repeat(np.arange(N), 10)))
    v = np.concatenate((right, rng.choice(right, 10 * N)))
    u, v = np.unique(np.stack((u, v)), axis=1).astype(np.int32)
    scores = np.where(truth[u] == truth[v], rng.normal(3, 2, len(u)), rng.normal(-3, 2, len(u))) + shift
    return u, v, scores, truth


def found_entities(u, v, scores, truth):
    fit = self_calibrate(u, v, scores, n_nodes=len(truth))
    weights = fit.pair_weights(u, v, scores, n_nodes=len(truth))
    problem = fr.Problem.from_edges(u, v, weights, n_nodes=len(truth), missing=fit.missing)
    return fit, fr.solve(problem).labels


@pytest.mark.parametrize("shift", [-2.0, 0.0, 2.0])
def test_rivals_calibrate_the_scores_of_clean_tables(shift):
    u, v, scores, truth = linked_tables(shift=shift)
    fit, labels = found_entities(u, v, scores, truth)
    assert fit.is_linked
    assert fit.lone > 0.0
    assert np.bincount(labels).max() == 2
    plain = fr.solve(fr.Problem.from_edges(u, v, scores - shift, n_nodes=len(truth), missing=-20.0)).labels
    assert b_cubed(labels, truth).f1 > b_cubed(plain, truth).f1 - 0.005


def test_two_strong_pairs_of_one_record_never_count_together():
    u, v, scores, truth = linked_tables()
    fit, _ = found_entities(u, v, scores, truth)
    assert fit.missing <= -fit.weights([40.0])[0]


def test_scores_of_tables_with_duplicates_are_taken_as_they_are():
    u, v, scores, truth = linked_tables(duplicates=0.5)
    fit, labels = found_entities(u, v, scores, truth)
    assert fit.is_linked
    assert fit.lone is None
    assert (fit.shift, fit.slope) == (0.0, 1.0)
    assert b_cubed(labels, truth).f1 > 0.7


def test_one_table_is_not_taken_for_two():
    rng = np.random.default_rng(0)
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(400, 1))
    is_near = (u // 20 == v // 20) & (rng.random(len(u)) < 0.5)
    scores = np.where(u // 2 == v // 2, 4.0, -4.0)
    assert not self_calibrate(u[is_near], v[is_near], scores[is_near], n_nodes=400).is_linked


def test_the_account_names_linked_tables():
    import pyarrow as pa

    u, v, scores, _ = linked_tables()
    pairs = pa.table({"id_1": u, "id_2": v, "probability": 1.0 / (1.0 + np.exp(-scores))})
    notes = " ".join(fr.find_entities(pairs).notes.choices)
    assert "only records of different tables seem to be compared" in notes
    assert "a record has at most one partner" in notes
