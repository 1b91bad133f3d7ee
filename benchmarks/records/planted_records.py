"""Generated scored pairs of records with known entities, in the order in which the records arrive."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MISSING = -1.0
MATES, STRANGERS = 4.0, 2  # records of an entity on average; pairs with other entities that a record is compared with
OFFERED = 0.9  # share of the pairs of an entity that are compared at all
FALSE = 0.02  # wrong pairs that score high, as a share of all


class PlantedRecords(NamedTuple):
    """Scored pairs, ``u < v``, in the order of v; and the entity of each record."""

    u: npt.NDArray[np.int64]
    v: npt.NDArray[np.int64]
    w: npt.NDArray[np.float64]
    truth: npt.NDArray[np.int64]


def planted_records(n_pairs: int, *, seed: int) -> PlantedRecords:
    """Entities of uneven sizes in random order; most of their pairs are compared, and a few others."""
    rng = np.random.default_rng(seed)
    n = n_pairs // 5
    sizes = rng.geometric(1.0 / MATES, size=n)
    truth = np.repeat(np.arange(n), sizes)[:n]
    own = _pairs_of_groups(np.bincount(truth))
    own = own[rng.random(len(own)) < OFFERED]
    strangers = rng.integers(0, n, (STRANGERS * n, 2))
    strangers = strangers[truth[strangers[:, 0]] != truth[strangers[:, 1]]]
    pairs = np.sort(np.concatenate((own, strangers)), axis=1)
    weights = np.concatenate((rng.normal(3.0, 2.0, len(own)), rng.normal(-3.0, 2.0, len(strangers))))
    # The last pairs are of different entities: some of them score high.
    n_false = int(FALSE * len(pairs))
    weights[-n_false:] = rng.normal(4.0, 1.0, n_false)
    _, once = np.unique(pairs[:, 0] * n + pairs[:, 1], return_index=True)
    number = rng.permutation(n)  # records come in no order
    ends = np.sort(number[pairs[once]], axis=1)
    order = np.lexsort((ends[:, 0], ends[:, 1]))
    by_number = np.empty(n, np.int64)
    by_number[number] = truth
    return PlantedRecords(ends[order, 0], ends[order, 1], weights[once][order], by_number)


def _pairs_of_groups(sizes: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """All pairs inside groups of consecutive numbers."""
    end = np.repeat(np.cumsum(sizes), sizes)
    number = np.arange(len(end))
    n_later = end - number - 1
    first = np.repeat(number, n_later)
    step = np.arange(len(first)) - np.repeat(np.cumsum(n_later) - n_later, n_later)
    return np.stack((first, first + 1 + step), axis=1)
