"""Which pairs are looked at where there are too many to look at all."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_Places = npt.NDArray[np.int64]
_MOST_PAIRS, _MOST_THIRDS = 100_000, 4_000_000  # more say nothing new


def drawn_places(n_pairs: int, rng: np.random.Generator) -> _Places:
    """Places of pairs drawn at random, as many as may be looked at."""
    if n_pairs <= _MOST_PAIRS:
        return np.arange(n_pairs, dtype=np.int64)
    return rng.choice(n_pairs, _MOST_PAIRS, replace=False).astype(np.int64)


def affordable(places: _Places, n_thirds: _Places, rng: np.random.Generator) -> _Places:
    """As many of them, sorted, as have not too many thirds together; at least one.

    Parameters
    ----------
    n_thirds : (n_places,) int64
        How many each has to be looked at with.
    """
    if n_thirds.sum() > _MOST_THIRDS:
        mixed = rng.permutation(len(places))
        total = np.cumsum(n_thirds[mixed])
        places = places[mixed][: max(1, int(np.searchsorted(total, _MOST_THIRDS)))]
    return np.sort(places)
