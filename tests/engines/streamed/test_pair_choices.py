"""Which pairs of a level are solved in memory: as many as asked for, the strongest, whatever chunk they come in."""

import numpy as np
import pytest

from frenemy.engines.scratch.stored_arrays import save_array
from frenemy.engines.streamed import row_files
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.pair_choices import StrongestPairs
from frenemy.engines.streamed.row_files import RowFiles, row_chunks, save_rows


def level_of(folder, u, v, w, n):
    both = [np.concatenate(ends) for ends in ((u, v), (v, u), (w, w))]
    order = np.lexsort((both[1], both[0]))
    lengths = np.bincount(both[0], minlength=n).astype(np.int32)
    save_rows(folder, 0, lengths, both[1][order].astype(np.int32), both[2][order])
    save_array(folder / "sizes.npy", np.ones(n))
    save_array(folder / "apart.npy", np.empty((0, 2), np.int32))
    return Level(RowFiles(folder, (0, n), len(u), 1.0), folder / "sizes.npy", 0.0, folder / "apart.npy")


def chosen_of(level, n_pairs):
    is_chosen = StrongestPairs(n_pairs).of(level)
    pairs = [chunk.pairs() for chunk in row_chunks(level.rows)]
    return tuple(np.concatenate(parts) for parts in zip(*((*one, is_chosen(*one)) for one in pairs), strict=True))


@pytest.fixture
def ends():
    u, v = np.triu_indices(60, 1)
    return u.astype(np.int32), v.astype(np.int32)


def test_the_strongest_pairs_are_chosen(tmp_path, ends):
    rng = np.random.default_rng(0)
    level = level_of(tmp_path, *ends, rng.normal(0.0, 1.0, len(ends[0])), 60)
    *_, w, is_chosen = chosen_of(level, 500)
    assert abs(np.count_nonzero(is_chosen) - 500) <= 1
    assert np.abs(w[is_chosen]).min() >= np.abs(w[~is_chosen]).max() * (1.0 - 1e-6)


def test_of_equally_strong_pairs_a_random_share_is_chosen(tmp_path, ends):
    w = np.where(np.arange(len(ends[0])) % 3 == 0, 1.0, -1.0)
    *_, w, is_chosen = chosen_of(level_of(tmp_path, *ends, w, 60), 885)  # half of 1,770
    assert abs(np.count_nonzero(is_chosen) - 885) <= 1
    assert 0.4 < is_chosen[w > 0.0].mean() < 0.6
    assert 0.4 < is_chosen[:400].mean() < 0.6


def test_the_choice_does_not_depend_on_chunks(tmp_path, ends, monkeypatch):
    level = level_of(tmp_path, *ends, np.ones(len(ends[0])), 60)
    whole = chosen_of(level, 300)
    monkeypatch.setattr(row_files, "_MAX_ENTRIES", 70)
    np.testing.assert_array_equal(chosen_of(level, 300)[3], whole[3])


def test_all_pairs_are_chosen_if_there_is_room(tmp_path, ends):
    level = level_of(tmp_path, *ends, np.ones(len(ends[0])), 60)
    assert chosen_of(level, 10**6)[3].all()
