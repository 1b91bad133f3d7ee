"""Pairs of ids to pairs of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.distributed.dataset_files import Chunk
from frenemy.distributed.pair_rows import RowReader
from frenemy.distributed.stored_arrays import open_array, pair_array, save_array


@dataclass(frozen=True)
class NumberPairs:
    """The rows of a chunk as pairs, ``u < v``, with the positions of their ids among all keys and with their scores;
    those of a node with itself are left out and counted."""

    chunk: Chunk
    reader: RowReader
    keys: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        keys = open_array(self.keys)
        told = {"self_pairs": 0}
        parts = []
        for left, right, scores, counts in self.reader.pairs(self.chunk):
            u, v = _core.positions(keys, left), _core.positions(keys, right)
            assert min(u.min(initial=0), v.min(initial=0)) == 0, "all ids were collected before"
            is_pair = u != v
            parts.append(pair_array(np.minimum(u, v)[is_pair], np.maximum(u, v)[is_pair], scores[is_pair]))
            told["self_pairs"] += int(np.count_nonzero(~is_pair))
            for name, count in counts.items():
                told[name] = told.get(name, 0) + count
        pairs = np.concatenate(parts) if parts else pair_array(*(np.empty(0) for _ in range(3)))
        save_array(self.out, pairs)
        return told
