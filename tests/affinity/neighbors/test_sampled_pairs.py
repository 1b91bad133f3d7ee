"""Random pairs inside groups."""

import numpy as np
import pytest

from frenemy.affinity.neighbors import group_pairs


@pytest.mark.parametrize("n_partners", [2, 3, 6, 8])
@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 8, 9, 10, 40])
def test_every_row_has_as_many_partners(size, n_partners):
    groups = np.repeat([5, 2], [size, 4])
    pairs = group_pairs(groups, n_partners=n_partners)
    assert (pairs.u < pairs.v).all()
    assert (groups[pairs.u] == groups[pairs.v]).all()
    assert len(set(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True))) == len(pairs.u)
    degree = np.bincount(np.concatenate((pairs.u, pairs.v)), minlength=size + 4)
    assert set(degree[:size].tolist()) == {min(size - 1, n_partners + n_partners % 2)}
    in_first = pairs.u < size
    assert pairs.scale[in_first].sum() == pytest.approx(size * (size - 1) / 2)
    assert pairs.scale[~in_first].sum() == pytest.approx(6)


def test_no_rows():
    assert len(group_pairs(np.empty(0, np.int32), n_partners=4).u) == 0


def test_sums_are_right_on_average():
    """Over many seeds, the scaled sum over drawn pairs is that over all pairs of a group."""
    values = np.random.default_rng(0).normal(size=(30, 30))
    groups = np.repeat([0, 1], [20, 10])
    all_pairs = group_pairs(groups, n_partners=100)
    true = values[all_pairs.u, all_pairs.v].sum()
    sums = [
        (values[pairs.u, pairs.v] * pairs.scale).sum()
        for pairs in (group_pairs(groups, n_partners=6, seed=seed) for seed in range(400))
    ]
    assert len(all_pairs.u) == 190 + 45
    assert abs(np.mean(sums) - true) < 4 * np.std(sums) / 20
    assert np.std(sums) > 1.0


def test_seeds():
    groups = np.zeros(50, np.int32)
    one, same, other = (group_pairs(groups, n_partners=4, seed=seed) for seed in (1, 1, 2))
    assert (one.u == same.u).all()
    assert (one.v == same.v).all()
    assert (one.u != other.u).any()
