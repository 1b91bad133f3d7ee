"""Merge the rows of pairs that a table lists more than once, in either direction."""

from __future__ import annotations

import numpy as np

from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.ids.record_ids import Codes


def each_once(
    u: Codes, v: Codes, score: Floats, row: Ints, n: int, n_rows: int, *, is_sum: bool
) -> tuple[Codes, Codes, Floats, Ints, Codes, int]:
    """Each pair once, by its first row, with the mean or the sum of its scores; the pair of each row; how many had
    different scores."""
    pair_of_row = np.full(n_rows, -1, np.int32)
    key = u.astype(np.int64) * n + v
    in_order = np.sort(key)
    if not (in_order[1:] == in_order[:-1]).any():
        pair_of_row[row] = np.arange(len(row), dtype=np.int32)
        return u, v, score, row, pair_of_row, 0
    del in_order
    order = np.argsort(key)
    key = key[order]
    begins = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    counts = np.diff(np.concatenate((begins, [len(key)])))
    many = np.flatnonzero(np.repeat(counts > 2, counts))  # of these a sum depends on the order: take that of the rows
    order[many] = order[many[np.lexsort((order[many], key[many]))]]
    del key
    sorted_score = score[order]
    low, high = np.minimum.reduceat(sorted_score, begins), np.maximum.reduceat(sorted_score, begins)
    with np.errstate(invalid="ignore"):
        mean = np.add.reduceat(sorted_score, begins) / counts
    # The mean of a number and itself is that number, also where a sum would round; opposite infinities cancel out.
    mean = np.where(low == high, low, np.where(np.isnan(mean), 0.0, mean))
    merged = mean * counts if is_sum else mean
    first = np.minimum.reduceat(order, begins)
    is_first = np.zeros(len(order), np.bool_)
    is_first[first] = True
    rank = np.cumsum(is_first, dtype=np.int32)[first] - 1  # pairs stay in the order of the rows
    pair_of_row[row[order]] = np.repeat(rank, counts)
    in_rows = np.empty(len(first), np.float64)
    in_rows[rank] = merged
    return u[is_first], v[is_first], in_rows, row[is_first], pair_of_row, int(np.count_nonzero(low != high))
