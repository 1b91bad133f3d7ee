"""A lower bound for rows on disk: nodes are put into groups that fit in memory, whose bounds add up.

No pair is in two groups, so the sum of the bounds of all groups, and of all pairs between groups, is a bound.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from math import fsum
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.bounds import Bounding
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, save_array
from frenemy.engines.streamed.build_rows import FileRange, file_ranges, read_entries
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.packing import pack
from frenemy.engines.streamed.row_files import row_chunks
from frenemy.problem import Problem
from frenemy.run import Run, cancel_on_interrupt, raise_if_cancelled

_MIN_VISITS, _VISITS_PER_PAIR = 400_000, 16  # of pairs by the packing: about a tenth of the time of a solve


@dataclass(frozen=True)
class GroupNodes:
    """Writes a group for each node: first clusters are united along attracting pairs, then their neighbors.

    Attributes
    ----------
    max_entries : int
        Of the nodes of a group.
    """

    level: Level
    labels: Path
    max_entries: int
    out: Path

    def __call__(self) -> int:
        labels = self.level.labels(self.labels)
        forest = np.arange(len(labels), dtype=np.int32)
        counts = self.level.rows.lengths()
        for is_inside in (True, False):
            for chunk in row_chunks(self.level.rows):
                u, v, w = chunk.pairs()
                chosen = (labels[u] == labels[v]) == is_inside
                ends = u[chosen], v[chosen]
                _core.unite_up_to(forest, counts, *ends, w[chosen], 0.0, np.inf, self.max_entries)
        _core.flatten(forest)
        roots = np.flatnonzero(forest == np.arange(len(forest)))
        group_of_root = np.zeros(len(forest), np.int32)
        group_of_root[roots] = pack(counts[roots], self.max_entries)
        groups = group_of_root[forest]
        save_array(self.out, groups)
        return int(groups.max()) + 1


@dataclass(frozen=True)
class SplitByGroup:
    """Writes the pairs of a file of rows by group, and bounds those between groups, each of which is cut or not.

    The result is that bound, and where the pairs of each group begin.
    """

    level: Level
    at: int
    groups: Path
    n_groups: int
    out: Path

    def __call__(self) -> tuple[float, list[int]]:
        groups, sizes = open_array(self.groups), self.level.node_sizes()
        between: list[float] = []
        parts = []
        for chunk in row_chunks(self.level.rows, [self.at]):
            u, v, w = chunk.pairs()
            is_inside = groups[u] == groups[v]
            parts.append(pair_array(u[is_inside], v[is_inside], w[is_inside]))
            u, v, w = (ends[~is_inside] for ends in (u, v, w))
            between.append(float(np.minimum(w, -self.level.missing * sizes[u] * sizes[v]).sum()))
        pairs = np.concatenate(parts)
        group = groups[pairs["u"]]
        order = np.argsort(group, kind="stable")
        save_array(self.out, pairs[order])
        return fsum(between), np.searchsorted(group[order], np.arange(self.n_groups + 1)).tolist()


@dataclass(frozen=True)
class BoundGroup:
    """A lower bound on what a group costs, minus the weight of its unlisted pairs."""

    level: Level
    pairs: tuple[FileRange, ...]

    def __call__(self) -> float:
        u, v, w = read_entries(self.pairs)
        nodes, places = _core.dense_numbering(np.concatenate((u, v)))
        sizes = self.level.node_sizes()[nodes]
        missing = self.level.missing
        graph = _core.Graph.from_edges(len(nodes), places[: len(u)], places[len(u) :], w, missing, sizes, True)
        bounding, run = Bounding(Problem(graph)), Run()
        with cancel_on_interrupt(run):
            bounding.pack(run, max_visits=max(_MIN_VISITS, _VISITS_PER_PAIR * len(u)))
        raise_if_cancelled(run.core.status)
        unlisted = 0.5 * (float(sizes.sum()) ** 2 - float((sizes**2).sum()))
        return bounding.value - missing * unlisted


def bound_level(stages: CheckpointedStages, level: Level, labels: Path, folder: Path, *, capacity: int) -> float:
    """A lower bound on the weight of cut pairs minus that of unlisted ones; ``labels`` are a good clustering."""
    groups = folder / "groups.npy"
    n_groups = stages.one("large: group", GroupNodes(level, labels, 2 * capacity, groups))
    files = tuple(folder / f"{at}.npy" for at in range(level.rows.n_files))
    split = stages.run(
        "large: split groups",
        {str(at): SplitByGroup(level, at, groups, n_groups, file) for at, file in enumerate(files)},
    )
    between, begins = zip(*split.values(), strict=True)
    inside = stages.run(
        "large: bound",
        {str(group): BoundGroup(level, file_ranges(files, begins, group)) for group in range(n_groups)},
    ).values()
    shutil.rmtree(folder, ignore_errors=True)
    return fsum((*between, *inside))
