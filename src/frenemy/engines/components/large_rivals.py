"""The weights of the pairs of large components of linked tables, given the rivals of each pair.

What the pairs of a node bring to it is a sum over files, twice; the sums of all nodes fit in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy.affinity.self_calibration.linked_tables import RivalOdds, less_rivals, odds_once, odds_twice
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, pair_fields, save_array
from frenemy.problem.array_types import Floats


@dataclass(frozen=True)
class SumOdds:
    """Writes the sums of a file: by the scores, or given the sums of all files by the scores."""

    pairs: Path
    once: Path | None
    n_nodes: int
    out: Path

    def __call__(self) -> None:
        pairs = pair_fields(open_array(self.pairs))
        if self.once is None:
            save_array(self.out, odds_once(*pairs, self.n_nodes))
        else:
            save_array(self.out, odds_twice(*pairs, np.asarray(open_array(self.once))))


@dataclass(frozen=True)
class LessRivals:
    """Writes the pairs of a file with their weights given all rivals, minus that of an unlisted pair."""

    pairs: Path
    once: Path
    twice: Path
    missing: float
    out: Path

    def __call__(self) -> None:
        u, v, weights = pair_fields(open_array(self.pairs))
        rivals = RivalOdds(np.asarray(open_array(self.once)), np.asarray(open_array(self.twice)))
        save_array(self.out, pair_array(u, v, less_rivals(u, v, weights, rivals) - self.missing))


def less_rivals_of_large(
    stages: CheckpointedStages, files: Sequence[Path], *, missing: float, n_nodes: int
) -> tuple[Path, ...]:
    """Files of the pairs with their weights, minus ``missing``."""
    folder = stages.folder / "large-rivals"

    def summed(name: str, once: Path | None) -> Path:
        parts = [folder / f"{name}-{at}.npy" for at in range(len(files))]
        own = zip(files, parts, strict=True)
        tasks = {str(at): SumOdds(file, once, n_nodes, part) for at, (file, part) in enumerate(own)}
        stages.run(f"large rivals: {name}", tasks)
        whole = folder / f"{name}.npy"
        stages.here(f"large rivals: sum {name}", lambda: save_array(whole, _sum(parts)))
        return whole

    once = summed("once", None)
    twice = summed("twice", once)
    out = tuple(folder / file.name for file in files)
    both = enumerate(zip(files, out, strict=True))
    stages.run(
        "large rivals: weigh",
        {str(at): LessRivals(file, once, twice, missing, written) for at, (file, written) in both},
    )
    return out


def _sum(parts: Sequence[Path]) -> Floats:
    total = np.array(open_array(parts[0]))
    for part in parts[1:]:
        total += open_array(part)
    return total
