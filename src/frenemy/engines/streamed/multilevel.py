"""Semi-external multilevel: labels and cluster sums of all nodes are in memory, pairs stream from disk.

Annealing, then moves of single nodes, of parts of clusters, and of parts of these parts, as Multilevel does in memory.
As soon as a contracted level fits in memory, the solver takes over. On the way back nodes move again.
"""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.streamed.build_rows import SplitRows, sum_entries
from frenemy.engines.streamed.contraction import (
    Connect,
    LiftLabels,
    NextLevel,
    SplitClusters,
    WeighLabels,
)
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.node_moves import AnnealSweeps, MoveNodes
from frenemy.engines.streamed.pair_choices import AllPairs, PairsWithin, StrongestPairs
from frenemy.engines.streamed.solve_level import SolveLevel
from frenemy.solvers import GreedyAdditive, Solver

_HOT, _COLD, _SWEEPS = 1.0, 0.2, 20
_SWEEPS_WITH_HUBS = 60  # which take long to settle; in memory there are as many
_REHEATED, _SWEEPS_REHEATED = 0.3, 5
_ENTRIES_PER_TASK = (
    1_000_000_000  # of rows that annealing visits, about 15 s; a run that is killed repeats at most these
)
_MANY_PAIRS = 3_000_000  # beyond, there is one cycle, as Automatic makes one clustering
_MAX_LEVELS = 50
_MIN_SHRINK = 0.98  # a level with a larger share of the nodes is not worth its pairs


class Weighed(NamedTuple):
    """A file of labels, the weight they cut minus that of unlisted pairs, and the pairs of nodes within clusters."""

    labels: Path
    cut: float
    n_inside: float


class StreamedMultilevel:
    """Solves a level whose pairs do not fit in memory.

    Parameters
    ----------
    stages : CheckpointedStages
    solver : Solver
        For contracted levels that fit in memory.
    seed : int
    capacity : int
        Pairs that fit in memory.
    max_entries : int
        About how many entries a task of a contraction sorts.
    """

    def __init__(
        self, stages: CheckpointedStages, solver: Solver, *, seed: int, capacity: int, max_entries: int
    ) -> None:
        self._stages = stages
        self._solver = solver
        self._seed = seed
        self._capacity = capacity
        self._max_entries = max_entries
        self.n_solved = 0

    def solve(self, level: Level, folder: Path) -> Weighed:
        """Labels after one cycle, or the better ones of two."""
        if level.rows.n_pairs <= self._capacity:  # together with pairs that links contract
            return self._weighed("large", level, self._solve_in_memory("large", level, None, AllPairs(), folder))
        first = self._improved(level, None, 0, folder / "0")
        if level.rows.n_pairs > _MANY_PAIRS:
            return first
        second = self._improved(level, first.labels, 1, folder / "1")
        return min(first, second, key=lambda one: one.cut - level.missing * one.n_inside)

    def _improved(self, level: Level, labels: Path | None, cycle: int, folder: Path) -> Weighed:
        """Labels after annealing and a cycle."""
        name = f"large {cycle}"
        hot, n_sweeps = (_HOT, _SWEEPS) if labels is None else (_REHEATED, _SWEEPS_REHEATED)
        if labels is None and level.has_hubs:
            labels = self._joined_by_strongest(name, level, folder)
            n_sweeps = _SWEEPS_WITH_HUBS if level.rows.n_pairs <= _MANY_PAIRS else _SWEEPS
        labels = self._anneal(name, level, labels, hot, n_sweeps, cycle, folder)
        return self._weighed(name, level, self._cycle(name, level, labels, folder, cycle, 0))

    def _joined_by_strongest(self, name: str, level: Level, folder: Path) -> Path:
        """Labels by greedy contraction along the strongest pairs, as many as fit in memory.

        From singletons, clusters around hubs swallow their neighborhoods while they are hot, and neither annealing nor
        moves split them again. The pairs that are left out must not join more: clusters that are too large stay so.
        """
        joined = folder / "joined.npy"
        strongest = StrongestPairs(self._capacity)
        task = SolveLevel(level, None, False, strongest, GreedyAdditive(), self._seed, joined)
        self._stages.one(f"{name}: join", task)
        return joined

    def _weighed(self, name: str, level: Level, labels: Path) -> Weighed:
        found = self._stages.one(f"{name}: weigh", WeighLabels(level, labels))
        return Weighed(labels, found["cut"], found["inside"])

    def _anneal(
        self, name: str, level: Level, labels: Path | None, hot: float, n_sweeps: int, cycle: int, folder: Path
    ) -> Path | None:
        """The labels after annealing."""
        if labels is not None and level.missing < 0.0:  # unlisted pairs repel: it undoes more than it finds
            return labels
        temperatures = np.geomspace(hot, _COLD, n_sweeps).tolist()
        at_once = max(1, _ENTRIES_PER_TASK // (2 * level.rows.n_pairs))
        for first in range(0, n_sweeps, at_once):
            annealed = folder / f"annealed-{first}.npy"
            some = tuple(temperatures[first : first + at_once])
            seed = _seed(self._seed, cycle, first)
            self._stages.one(f"{name}: anneal {first}", AnnealSweeps(level, labels, some, seed, annealed))
            labels = annealed
        return labels

    def _cycle(self, name: str, level: Level, labels: Path | None, folder: Path, cycle: int, depth: int) -> Path:
        """Labels after moves of nodes, of parts of clusters, level by level, and of nodes again."""
        moved = folder / "moved.npy"
        self._stages.one(f"{name}: move", MoveNodes(level, labels, moved))
        below = folder / "next"
        parts = _next_level(folder, self._max_entries)
        split = self._stages.one(f"{name}: refine", SplitClusters(level, moved, _seed(self._seed, cycle, depth), parts))
        if split["n_parts"] > _MIN_SHRINK * level.rows.n_nodes or depth == _MAX_LEVELS:
            return moved
        next_level = self._contracted(f"{name}.{depth + 1}", level, parts, split["edges"], below)
        found = self._solve_or_go_on(f"{name}.{depth + 1}", next_level, parts.labels, below, cycle, depth + 1)
        return self._moved_back(name, level, parts, found, folder)

    def _contracted(self, name: str, level: Level, parts: NextLevel, edges: list[int], folder: Path) -> Level:
        """The next level, whose rows are in the given folder."""
        split = [partial(SplitRows, level.rows, at, parts.parts, tuple(edges)) for at in range(level.rows.n_files)]
        rows = sum_entries(self._stages, name, folder / "rows", tuple(edges), split)
        return Level(rows, parts.sizes, level.missing, parts.cannot_link)

    def _moved_back(self, name: str, level: Level, parts: NextLevel, found: Path, folder: Path) -> Path:
        """Labels of a level from those of the next, after moves of nodes."""
        lifted, back = folder / "lifted.npy", folder / "back.npy"
        self._stages.one(f"{name}: lift", LiftLabels(parts.parts, found, lifted))
        shutil.rmtree(folder / "next", ignore_errors=True)  # its labels are in the lifted ones
        self._stages.one(f"{name}: move back", MoveNodes(level, lifted, back))
        return back

    def _solve_or_go_on(self, name: str, level: Level, labels: Path, folder: Path, cycle: int, depth: int) -> Path:
        begins_there = cycle > 0
        if level.rows.n_pairs <= self._capacity:
            return self._solve_in_memory(name, level, labels, AllPairs(), folder, begins_there)
        components = folder / "components.npy"
        if self._stages.one(f"{name}: connect", Connect(level, components))["n_pairs"] <= self._capacity:
            return self._solve_in_memory(name, level, labels, PairsWithin(components), folder, begins_there)
        return self._cycle(name, level, labels, folder, cycle, depth)

    def _solve_in_memory(
        self,
        name: str,
        level: Level,
        labels: Path | None,
        pairs: AllPairs | PairsWithin,
        folder: Path,
        begins_there: bool = False,
    ) -> Path:
        found = folder / "found.npy"
        task = SolveLevel(level, labels, begins_there, pairs, self._solver, self._seed, found)
        self._stages.one(f"{name}: solve", task)
        self.n_solved += 1
        return found


def _next_level(folder: Path, max_entries: int) -> NextLevel:
    names = ("parts", "labels-of-parts", "sizes-of-parts", "links-of-parts")
    return NextLevel(max_entries, *(folder / f"{name}.npy" for name in names))


def _seed(*parts: int) -> int:
    """A seed of 32 bits, so that those of some sweeps can follow it."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])
