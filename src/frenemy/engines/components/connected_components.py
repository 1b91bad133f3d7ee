"""Connected components of the attracting pairs: a forest for each batch of files, merged as a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import link_ends, open_array, pair_fields, save_array
from frenemy.tables.weighing.weighing import Weighing

_BATCH = 16  # files, or forests, per task


@dataclass(frozen=True)
class UniteChunks:
    """The forest of the links and of the attracting rows in some files; one such row is enough to connect a pair."""

    files: tuple[Path, ...]
    links: Path
    weighing: Weighing
    n_nodes: int
    out: Path

    def __call__(self) -> None:
        forest = np.arange(self.n_nodes, dtype=np.int32)
        for file in self.files:
            u, v, score = pair_fields(open_array(file))
            attracts = self.weighing(score).weights > 0.0
            _core.unite(forest, u[attracts], v[attracts])
        _core.unite(forest, *link_ends(open_array(self.links)))
        _core.flatten(forest)
        save_array(self.out, forest)


@dataclass(frozen=True)
class UniteForests:
    """Merges several forests into one."""

    forests: tuple[Path, ...]
    out: Path

    def __call__(self) -> None:
        merged = np.array(open_array(self.forests[0]))
        nodes = np.arange(len(merged), dtype=np.int32)
        for forest in self.forests[1:]:
            roots = open_array(forest)
            moved = np.flatnonzero(roots != nodes)
            _core.unite(merged, nodes[moved], np.ascontiguousarray(roots[moved]))
        _core.flatten(merged)
        save_array(self.out, merged)


def connected_components(
    stages: CheckpointedStages, files: Sequence[Path], links: Path, weighing: Weighing, n_nodes: int
) -> Path:
    """A file with the smallest node of each node's component, connected by attracting pairs and links."""
    folder = stages.folder / "parts"
    batches = _batches(files) or [()]
    paths = [folder / f"0-{at}.npy" for at in range(len(batches))]
    stages.run(
        "connect",
        {
            f"0-{at}": UniteChunks(batch, links, weighing, n_nodes, path)
            for at, (batch, path) in enumerate(zip(batches, paths, strict=True))
        },
    )
    level = 1
    while len(paths) > 1:
        batches = _batches(paths)
        merged = [folder / f"{level}-{at}.npy" for at in range(len(batches))]
        stages.run(
            "connect",
            {
                f"{level}-{at}": UniteForests(batch, path)
                for at, (batch, path) in enumerate(zip(batches, merged, strict=True))
            },
        )
        paths, level = merged, level + 1
    return paths[0]


def _batches(files: Sequence[Path]) -> list[tuple[Path, ...]]:
    return [tuple(files[first : first + _BATCH]) for first in range(0, len(files), _BATCH)]
