"""What attracting pairs hold together, found chunk by chunk and merged like a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.apps.records.weighing import Weighing
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, open_array, save_array

_AT_ONCE = 16  # chunks, or forests, that one task takes


@dataclass(frozen=True)
class UniteChunks:
    """The forest of links, and of the rows in some files that attract; of a pair with several rows, one is enough."""

    files: tuple[Path, ...]
    links: Path
    weighing: Weighing
    n_nodes: int
    out: Path

    def __call__(self) -> None:
        forest = np.arange(self.n_nodes, dtype=np.int32)
        for file in self.files:
            u, v, score = ends(open_array(file))
            attracts = self.weighing(score).weights > 0.0
            _core.unite(forest, u[attracts], v[attracts])
        links = open_array(self.links)
        _core.unite(forest, *(np.ascontiguousarray(links[:, end]) for end in (0, 1)))
        _core.flatten(forest)
        save_array(self.out, forest)


@dataclass(frozen=True)
class UniteForests:
    """One forest of several."""

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


def joined_parts(stages: Stages, files: Sequence[Path], links: Path, weighing: Weighing, n_nodes: int) -> Path:
    """A file that has, for each node, the smallest node that attracting pairs and links connect it with."""
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
    return [tuple(files[first : first + _AT_ONCE]) for first in range(0, len(files), _AT_ONCE)]
