"""Connected components of a stream of attracting pairs, the tasks that they are packed into, and the rows of each task.

A few numbers per node are in memory, however many pairs there are. So a row finds its task by looking up its nodes in
arrays; two joins and a sort by task in DuckDB take twice the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.engines.budget import Budget
from frenemy.engines.components.routing import NO_TASK, Routed, Tasks, sort_by_task
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, open_array, pair_array, save_array
from frenemy.engines.streamed.packing import pack
from frenemy.problem.array_types import Ints32
from frenemy.tables.arrow import pa

Batches = Callable[[], Iterable[pa.RecordBatch]]


def connected_components(batches: Iterable[pa.RecordBatch], n_nodes: int) -> Ints32:
    """The smallest node of each node's component; the batches have pairs ``u`` and ``v``."""
    forest = np.arange(n_nodes, dtype=np.int32)
    for batch in batches:
        _core.unite(forest, *_ends(batch))
    _core.flatten(forest)
    return forest


def route_rows(stages: CheckpointedStages, ends: Batches, rows: Batches, parts: Path, budget: Budget) -> Routed:
    """Pack components into tasks, and write the rows of each task.

    Parameters
    ----------
    ends, rows : callable
        Batches of ``u`` and ``v`` of all rows in any order, and of these and ``score`` in the order of the rows.
    parts : Path
        The smallest node of each node's component.
    """
    packed, folder = stages.folder / "tasks.npy", stages.folder / "rows"

    def pack() -> Tasks:
        own = {"capacity": budget.pairs, "capacity_alone": budget.pairs_alone}
        tasks_of, tasks = pack_components(ends(), open_array(parts), **own)
        save_array(packed, tasks_of)
        return tasks

    tasks = Tasks(*stages.here("pack", pack))

    def route() -> int:
        return write_tasks(rows(), open_array(parts), open_array(packed), tasks, folder, max_rows=budget.rows)

    return task_rows(folder, tasks, stages.here("route", route))


def pack_components(
    batches: Iterable[pa.RecordBatch], parts: Ints32, *, capacity: int, capacity_alone: int
) -> tuple[Ints32, Tasks]:
    """The task of each node, for the rows within its component of which it is the smaller node, and all tasks.

    Parameters
    ----------
    batches : iterable of RecordBatch
        ``u`` and ``v`` of all rows.
    parts : (n_nodes,) int32
        The smallest node of each node's component.
    capacity, capacity_alone : int
        Rows of a task that runs beside others, and of one that runs alone.
    """
    n_rows = np.zeros(len(parts), np.int64)  # by their smaller node
    n_between = 0
    for batch in batches:
        u, v = _ends(batch)
        inside = u[parts[u] == parts[v]]
        np.add.at(n_rows, inside, 1)
        n_between += len(u) - len(inside)
    n_rows_of_part = np.bincount(parts, n_rows)
    roots = np.flatnonzero(n_rows_of_part)
    sizes = n_rows_of_part[roots].astype(np.int64)
    is_small, is_large = sizes <= capacity, sizes > capacity_alone
    is_alone = ~is_small & ~is_large
    tasks = np.full(len(parts), NO_TASK, np.int32)
    small = pack(sizes[is_small], capacity)
    n_small, n_alone = int(small.max(initial=-1)) + 1, int(is_alone.sum())
    n_whole, n_large_rows = n_small + n_alone, int(sizes[is_large].sum())
    n_large = -(-n_large_rows // capacity)
    tasks[roots[is_small]] = small
    tasks[roots[is_alone]] = np.arange(n_small, n_whole)
    tasks[roots[is_large]] = n_whole
    tasks = tasks[parts]
    if n_large:
        nodes = np.flatnonzero(tasks == n_whole)
        before = np.cumsum(n_rows[nodes]) - n_rows[nodes]
        tasks[nodes] += (before * n_large // n_large_rows).astype(np.int32)
    return tasks, Tasks(n_small, n_alone, n_large, 1 + n_between // (2 * capacity), int((~is_small).sum()))


def write_tasks(
    batches: Iterable[pa.RecordBatch], parts: Ints32, tasks_of: Ints32, tasks: Tasks, folder: Path, *, max_rows: int
) -> int:
    """Write the rows in files of about ``max_rows``, each sorted by task, and return the number of files.

    Parameters
    ----------
    batches : iterable of RecordBatch
        ``u``, ``v`` and ``score`` of all rows, in their order.
    parts, tasks_of : (n_nodes,) int32
        The component of each node, and its task.
    """
    at = 0
    for at, rows in enumerate(_chunks(batches, max_rows), 1):
        routed, begins = sort_by_task(rows, parts, tasks_of, tasks.n_whole + tasks.n_large, tasks.n_between)
        save_array(_begins_file(folder, at - 1), begins)
        save_array(_rows_file(folder, at - 1), routed)
    return at


def task_rows(folder: Path, tasks: Tasks, n_files: int) -> Routed:
    """What :func:`write_tasks` wrote."""
    files, begins = (tuple(name(folder, at) for at in range(n_files)) for name in (_rows_file, _begins_file))
    return Routed(files, begins, tasks)


def _rows_file(folder: Path, at: int) -> Path:
    return folder / f"{at}.npy"


def _begins_file(folder: Path, at: int) -> Path:
    return folder / f"begins-{at}.npy"


def _chunks(batches: Iterable[pa.RecordBatch], max_rows: int) -> Iterator[Array]:
    """The rows of several batches at once; at least one array, if it is empty."""
    held: list[Array] = []
    n_held = 0
    for batch in batches:
        held.append(pair_array(*_ends(batch), batch.column("score").to_numpy()))
        n_held += len(held[-1])
        if n_held >= max_rows:
            yield np.concatenate(held)
            held, n_held = [], 0
    yield np.concatenate(held) if held else pair_array(*(np.empty(0),) * 3)


def _ends(batch: pa.RecordBatch) -> tuple[Ints32, Ints32]:
    u, v = (np.ascontiguousarray(batch.column(name).to_numpy(), np.int32) for name in ("u", "v"))
    return u, v
