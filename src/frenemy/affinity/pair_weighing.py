"""Many pairs of rows weighed, block by block."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors.block_work import OnStage, do_blocks
from frenemy.affinity.pair_weigher import PairWeights

_AT_ONCE = 2**15  # pairs: some hundredths of a second, even with many coordinates


def weigh(
    rows: PairWeights,
    u: npt.NDArray[np.int32],
    v: npt.NDArray[np.int32],
    /,
    *,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> npt.NDArray[np.float64]:
    """What the pairs weigh, (n_pairs,); an error shows the first weight that is not finite."""
    found = np.empty(len(u))

    def work(begin: int) -> None:
        part = slice(begin, begin + _AT_ONCE)
        weights = rows.weights(u[part], v[part])
        bad = np.flatnonzero(~np.isfinite(weights))
        if len(bad):
            at = begin + bad[0]
            raise ValueError(f"weights must be finite, got {weights[bad[0]]} of rows {u[at]} and {v[at]}")
        found[part] = weights

    do_blocks(work, range(0, len(u), _AT_ONCE), threads=threads, stage="weights", on_stage=on_stage)
    return found
