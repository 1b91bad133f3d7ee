"""From pairs of ids to pairs of node numbers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.engines.pairs.dataset_files import Chunk
from frenemy.engines.pairs.pair_rows import RowReader
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, save_array


@dataclass(frozen=True)
class NumberPairs:
    """Writes the rows of a chunk as pairs ``u < v`` with their scores; a node is the position of its id among all keys.

    Pairs of a node with itself are dropped and counted.
    """

    chunk: Chunk
    reader: RowReader
    keys: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        keys = open_array(self.keys)
        counted = {"n": 0, "self_pairs": 0}
        parts = []
        for left, right, scores, counts in self.reader.pairs(self.chunk):
            u, v = _core.positions(keys, left), _core.positions(keys, right)
            assert min(u.min(initial=0), v.min(initial=0)) == 0, "all ids were collected before"
            is_pair = u != v
            parts.append(pair_array(np.minimum(u, v)[is_pair], np.maximum(u, v)[is_pair], scores[is_pair]))
            counted["self_pairs"] += int(np.count_nonzero(~is_pair))
            for name, count in counts.items():
                counted[name] = counted.get(name, 0) + count
        pairs = np.concatenate(parts) if parts else pair_array(*(np.empty(0) for _ in range(3)))
        counted["n"] = len(pairs)
        save_array(self.out, pairs)
        return counted
