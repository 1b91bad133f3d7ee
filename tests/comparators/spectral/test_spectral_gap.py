"""Where a spectrum falls most, by each rule, and what the printed one comes to."""

import numpy as np
import pytest

from frenemy.comparators import spectral_gap

RULES = ["paper", "skip_first", "difference"]


def gaps(eigenvalues, **limits):
    return [spectral_gap(eigenvalues, rule=rule, **limits) for rule in RULES]


def test_rules_on_written_spectra():
    assert gaps([1.0, 0.9, 0.8, 0.2, 0.15]) == [3, 3, 3]
    assert gaps([1.0, 0.3, 0.28, 0.2, 0.19]) == [1, 3, 3]  # 1 / 0.3 is the largest ratio
    assert gaps([1.0, 0.9, 0.5, 0.2, 0.1]) == [3, 3, 2]  # 0.5 / 0.2 is 2.5, and 0.9 - 0.5 is 0.4


def test_limits():
    assert gaps([1.0, 0.9, 0.8, 0.2, 0.01], max_clusters=3) == [3, 3, 3]
    assert gaps([1.0, 0.9, 0.8, 0.2, 0.01], max_clusters=2) == [2, 2, 2]
    assert gaps([1.0, 0.9, 0.8, 0.2, 0.01], max_clusters=1)[0] == 1
    assert gaps([]) == [0, 0, 0]
    assert gaps([1.0]) == [1, 1, 1]
    assert gaps([1.0, 0.2]) == [1, 1, 1]  # from the second on there is no gap to see


def test_parts_are_not_joined():
    assert gaps([1.0, 1.0, 1.0, 0.4, 0.3]) == [3, 3, 3]
    assert gaps([1.0, 1.0 - 1e-12, 0.9, 0.4, 0.3]) == [3, 3, 3]
    assert gaps([1.0, 1.0, 1.0]) == [3, 3, 3]
    assert gaps([1.0, 1.0]) == [2, 2, 2]


def test_a_flat_spectrum_has_no_gap():
    assert gaps([1.0, 0.2, 0.2, 0.2]) == [1, 1, 1]
    assert gaps([0.0, 0.0, 0.0]) == [3, 3, 3]


def test_eigenvalues_of_zero_and_below():
    """Three clean blocks end in zeros, or in a little below 0 if nodes have no affinity to themselves."""
    assert gaps([1.0, 1.0, 1.0, 0.0, 0.0]) == [3, 3, 3]
    assert gaps([1.0, 1.0, 1.0, 1e-17, -1e-17]) == [3, 3, 3]
    assert gaps([1.0, 1.0, 1.0, -0.1, -0.1]) == [3, 3, 3]
    # A ratio ends at the first that is not positive: 0.05 / |-0.1| is no gap, whatever comes after.
    assert gaps([1.0, 0.9, 0.1, 0.05, -0.1, -0.1001]) == [2, 2, 2]
    # Where a spectrum comes near 0, ratios take any two small numbers for a gap.
    assert gaps([1.0, 0.9, 0.3, 0.2, 1e-4, 1e-6]) == [4, 4, 2]


def test_the_largest_eigenvalues_of_the_laplacian_say_nothing():
    """Read as printed: behind all others are its zeros, one for each part, so the answer is n less the parts."""
    rng = np.random.default_rng(0)
    for n_parts in (1, 3):
        blocks = [np.kron(np.eye(2), np.ones((5, 5))) + rng.random((10, 10)) for _ in range(n_parts)]
        affinity = np.zeros((10 * n_parts, 10 * n_parts))
        for i, block in enumerate(blocks):
            affinity[10 * i : 10 * i + 10, 10 * i : 10 * i + 10] = block + block.T
        root = 1 / np.sqrt(affinity.sum(axis=1))
        laplacian = np.eye(len(root)) - root[:, None] * affinity * root
        largest_first = np.linalg.eigvalsh(laplacian)[::-1]
        assert spectral_gap(largest_first, rule="paper") == len(root) - n_parts


def test_bad_spectra():
    with pytest.raises(ValueError, match="eigenvalues must be finite, got nan at 1"):
        spectral_gap([1.0, np.nan])
    with pytest.raises(ValueError, match="largest first, got 0.5 at 1 and 0.7 at 2"):
        spectral_gap([1.0, 0.5, 0.7])
    with pytest.raises(ValueError, match="rule must be 'paper', 'skip_first' or 'difference', got None"):
        spectral_gap([1.0, 0.5], rule=None)
    with pytest.raises(ValueError, match="max_clusters must be a whole number of at least 1, got 0"):
        spectral_gap([1.0, 0.5], max_clusters=0)
