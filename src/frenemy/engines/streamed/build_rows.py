"""Rows from pairs, or from the rows of nodes that are contracted: a group-by over files.

Each chunk is split into entries by ranges of contracted nodes, and each range is sorted and summed. Nothing is summed
before, so that sums do not depend on the chunks.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy import _core
from frenemy.engines.executors.executor import Task
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, pair_fields, read_slice, save_array
from frenemy.engines.streamed.pair_source import PairSource
from frenemy.engines.streamed.row_files import RowFiles, row_chunks, save_rows
from frenemy.problem.array_types import Floats, Ints, Ints32

_PULLS_PER_FILE = 256  # nodes whose pull is looked at, for the unit of temperature
_NODES_PER_UNIT = 10.0  # the unit is the pull of a node with ten pairs of weight 1


def equal_ranges(counts: Ints, max_count: int) -> tuple[int, ...]:
    """Where ranges of nodes begin that have about ``max_count`` entries each, and the end of the last."""
    total = np.cumsum(counts)
    n_ranges = max(1, -(-int(total[-1]) // max_count)) if len(counts) else 1
    inner = np.searchsorted(total, np.arange(1, n_ranges) * max_count) + 1
    return (0, *np.unique(inner[inner < len(counts)]).tolist(), len(counts))


@dataclass(frozen=True)
class SplitPairs:
    """Writes the entries of a chunk of pairs, by ranges of the nodes that its nodes are contracted to."""

    source: PairSource
    numbers: Path
    edges: tuple[int, ...]
    out: Path

    def __call__(self) -> list[int]:
        edges = np.array(self.edges, np.int32)
        numbers = np.array(open_array(self.numbers))
        return _save_entries(self.out, [_core.entries_of_pairs(*self.source(), numbers, edges)])


@dataclass(frozen=True)
class SplitRows:
    """The same for a file of rows."""

    rows: RowFiles
    at: int
    numbers: Path
    edges: tuple[int, ...]
    out: Path

    def __call__(self) -> list[int]:
        numbers, edges = np.array(open_array(self.numbers)), np.array(self.edges, np.int32)
        chunks = row_chunks(self.rows, [self.at])
        return _save_entries(self.out, [_core.entries_of_rows(*chunk, numbers, edges) for chunk in chunks])


def _save_entries(out: Path, parts: Sequence[tuple[Ints32, Ints32, Floats, Ints]]) -> list[int]:
    """Entries of a range follow each other, in the order of the parts; where those of each range begin, and the end."""
    n_ranges = len(parts[0][3]) - 1
    counts = np.array([np.diff(begins) for *_, begins in parts])
    begins = np.concatenate(([0], np.cumsum(counts.sum(axis=0))))
    entries = pair_array(*(np.empty(int(begins[-1]), kind) for kind in (np.int32, np.int32, np.float64)))
    next_free = begins[:-1].copy()
    for nodes, neighbors, weights, of_part in parts:
        for k in range(n_ranges):
            here = slice(int(of_part[k]), int(of_part[k + 1]))
            there = slice(int(next_free[k]), int(next_free[k]) + here.stop - here.start)
            entries["u"][there], entries["v"][there], entries["w"][there] = nodes[here], neighbors[here], weights[here]
            next_free[k] = there.stop
    save_array(out, entries)
    found: list[int] = begins.tolist()
    return found


class FileRange(NamedTuple):
    """The entries ``begin..end - 1`` of a file."""

    file: Path
    begin: int
    end: int


@dataclass(frozen=True)
class SumRows:
    """Writes the rows of one range from the entries of all chunks."""

    entries: tuple[FileRange, ...]
    at: int
    edges: tuple[int, ...]
    folder: Path
    is_annealed: bool

    def __call__(self) -> dict[str, Any]:
        low, high = self.edges[self.at : self.at + 2]
        lengths, neighbors, weights = _core.sum_rows(low, high, *read_entries(self.entries))
        save_rows(self.folder, self.at, lengths, neighbors, weights)
        return {"n": len(neighbors), "pulls": _pulls(lengths, weights) if self.is_annealed else []}


def file_ranges(files: Sequence[Path], begins: Iterable[Sequence[int]], at: int) -> tuple[FileRange, ...]:
    """Where files have the entries of range ``at``, given where ranges begin in each."""
    return tuple(FileRange(file, *own[at : at + 2]) for file, own in zip(files, begins, strict=True))


def read_entries(ranges: Sequence[FileRange]) -> tuple[Ints32, Ints32, Floats]:
    """Nodes, neighbors and weights."""
    return pair_fields(np.concatenate([read_slice(*own) for own in ranges]))


def _pulls(lengths: Ints32, weights: Floats) -> list[float]:
    """How strongly some nodes are attracted in all: the root of the sum of squared attracting weights."""
    ends = np.cumsum(lengths, dtype=np.int64)
    pulls = []
    for node in range(0, len(lengths), max(1, len(lengths) // _PULLS_PER_FILE)):
        row = weights[ends[node] - lengths[node] : ends[node]]
        heaviest = float(row.max(initial=0.0))
        if heaviest > 0.0:
            pulls.append(heaviest * float(np.sqrt((np.maximum(row, 0.0) / heaviest) ** 2 @ np.ones(len(row)))))
    return pulls


def sum_entries(
    stages: CheckpointedStages,
    name: str,
    folder: Path,
    edges: tuple[int, ...],
    split: Sequence[Callable[[Path], Task]],
    *,
    is_annealed: bool = False,
) -> RowFiles:
    """Rows from what ``split`` tasks write to the given path; the unit of temperature is found if it is needed."""
    parts = tuple(folder / "entries" / f"{at}.npy" for at in range(len(split)))
    begins = stages.run(
        f"{name}: split", {str(at): make(part) for at, (make, part) in enumerate(zip(split, parts, strict=True))}
    ).values()
    ranges = (file_ranges(parts, begins, at) for at in range(len(edges) - 1))
    summed = stages.run(
        f"{name}: sum", {str(at): SumRows(own, at, edges, folder, is_annealed) for at, own in enumerate(ranges)}
    ).values()
    shutil.rmtree(folder / "entries", ignore_errors=True)  # the rows hold it all
    pulls = [pull for one in summed for pull in one["pulls"]]
    unit = float(np.median(pulls)) / _NODES_PER_UNIT**0.5 if pulls else 1.0
    return RowFiles(folder, edges, sum(one["n"] for one in summed) // 2, unit)
