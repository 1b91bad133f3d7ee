"""Pairs in Parquet files, more than fit in memory, to labels in Parquet files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import PairColumns, find_pair_columns
from frenemy.apps.records.left_out import LeftOut
from frenemy.checked_arrays import number
from frenemy.distributed.budget import Budget, read_memory
from frenemy.distributed.clients import opened
from frenemy.distributed.dask_frames import takes_frames
from frenemy.distributed.dataset_files import DatasetFiles, list_files, open_dataset
from frenemy.distributed.dataset_result import DatasetResult
from frenemy.distributed.executor import Executor
from frenemy.distributed.finished_runs import finished_once
from frenemy.distributed.id_numbering import CollectIds, JoinKeys, MergeIds, SameKey
from frenemy.distributed.joined_parts import joined_parts
from frenemy.distributed.label_files import NumberClusters, WriteLabels
from frenemy.distributed.large_parts import solve_large_parts
from frenemy.distributed.number_pairs import NumberPairs
from frenemy.distributed.pair_rows import RowReader, Weigh
from frenemy.distributed.routing import route
from frenemy.distributed.scratch import scratch_folder
from frenemy.distributed.solve_task import GatherLabels, Instructions, SolveTask
from frenemy.distributed.stages import OnStage, Stages
from frenemy.distributed.stored_arrays import pair_array, save_array
from frenemy.solvers import Solver
from frenemy.solvers.automatic import SMALL_GROUPS

if TYPE_CHECKING:
    import distributed


@takes_frames
def solve_dataset(
    pairs: Any,
    output: str | os.PathLike[str],
    /,
    *,
    id_left: str | Sequence[str] | None = None,
    id_right: str | Sequence[str] | None = None,
    match_weight: str | None = None,
    probability: str | None = None,
    weight: str | None = None,
    weights: Weigh | None = None,
    missing: float = 0.0,
    nulls: Literal["error", "drop"] = "error",
    solver: Solver | None = None,
    seed: int = 0,
    client: Executor | distributed.Client | str | int | None = None,
    memory_limit: str | int = "4GB",
    scratch: str | os.PathLike[str] | None = None,
    on_stage: OnStage | None = None,
) -> DatasetResult:
    """Cluster pairs that do not fit in memory.

    Parameters
    ----------
    pairs : path, several, or dask.dataframe.DataFrame
        Parquet files: a folder, a pattern as ``"big/*.parquet"``, or a list. Partitions of a Dask DataFrame are written
        to ``scratch`` first.
    output : path
        A folder for the labels, in Parquet files of an id and ``cluster_id`` each.
    id_left, id_right, match_weight, probability, weight
        Columns, as in :func:`frenemy.find_entities`.
    weights : callable, optional
        Makes weights of scores that are log-odds in nats, such as ``SelfCalibration.weights``.
    missing : float
        What a pair that is not listed weighs, at most 0.
    nulls : {"error", "drop"}
        What to do with rows without an id or a score.
    solver, seed
        As in :func:`frenemy.solve`, for each task. By default what that takes for records.
    client : int, str, distributed.Client or Executor, optional
        How many processes of this machine, the address of a Dask scheduler as ``"tcp://host:8786"`` or of a Ray
        cluster as ``"ray://host:10001"``, or who else does the work; by default this process alone.
    memory_limit : str or int
        What all processes of a machine may take together.
    scratch : path, optional
        A folder for what is in between, of about the size of the pairs, which all workers see. A run that was ended
        goes on if it is given the same one, with any client. When it is done, only small files are left in it: so the
        same call gives the same result at once, while the labels are there. Without it there is one that is gone at
        the end.
    on_stage : callable, optional
        Called with the name of each stage and the share of it that is done.

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow as pa, pyarrow.parquet as pq
    >>> import frenemy as fr
    >>> folder = tempfile.mkdtemp()
    >>> pairs = pa.table({"id_1": ["a", "b", "c"], "id_2": ["b", "c", "d"], "weight": [2.0, -1.0, 3.0]})
    >>> pq.write_table(pairs, f"{folder}/pairs.parquet")
    >>> found = fr.solve_dataset(f"{folder}/pairs.parquet", f"{folder}/labels")
    >>> found.n_clusters, found.energy
    (2, -1.0)
    >>> sorted(found.table().column_names)
    ['cluster_id', 'id']
    """
    if not number(missing) <= 0.0:
        raise ValueError(f"missing must be at most 0, got {missing!r}: if unlisted pairs attract, all is one part")
    budget = read_memory(memory_limit)
    named = {"id_left": id_left, "id_right": id_right}
    scores = {"match_weight": match_weight, "probability": probability, "weight": weight}
    first = open_dataset(list_files(pairs)[:1], None, rows_at_once=budget.rows)
    columns = find_pair_columns(first.schema.names, **named, **scores)  # type: ignore[arg-type]
    assert columns.score is not None
    files = open_dataset(pairs, (*columns.left, *columns.right, columns.score), rows_at_once=budget.rows)
    about = {
        "files": [[name, os.path.getsize(name), os.stat(name).st_mtime_ns] for name in files.files],
        "columns": repr(columns),
        "weights": repr(weights),
        "missing": missing,
        "nulls": nulls,
        "solver": repr(solver),
        "seed": seed,
        "memory_limit": budget.memory,
        "output": os.path.abspath(output),
    }
    with scratch_folder(scratch, about) as folder, opened(client, folder) as executor:
        stages = Stages(folder, executor, on_stage)
        return finished_once(
            folder,
            Path(output),
            lambda: _solved(
                stages, files, columns, budget, Path(output), weights, missing, nulls, solver or SMALL_GROUPS, seed
            ),
        )


def _solved(
    stages: Stages,
    files: DatasetFiles,
    columns: PairColumns,
    budget: Budget,
    output: Path,
    weights: Weigh | None,
    missing: float,
    nulls: Literal["error", "drop"],
    solver: Solver,
    seed: int,
) -> DatasetResult:
    kinds = tuple(files.schema.field(name).type for name in columns.left)
    is_number = len(kinds) == 1 and pa.types.is_integer(kinds[0])
    reader, ids, sizes = _numbered(stages, files, columns, is_number, budget, nulls, weights)
    n_nodes = sum(sizes)
    keys = stages.folder / "keys.npy"
    pair_files = tuple(stages.folder / "pairs" / f"{at}.npy" for at in range(len(files.chunks)))
    counted = stages.run(
        "number",
        {
            str(at): NumberPairs(chunk, reader, keys, out)
            for at, (chunk, out) in enumerate(zip(files.chunks, pair_files, strict=True))
        },
    ).values()
    links = stages.folder / "must_link.npy"
    apart = stages.folder / "cannot_link.npy"
    for file in (links, apart):
        save_array(file, np.empty((0, 2), np.int32))
    if not pair_files:
        pair_files = (stages.folder / "pairs" / "none.npy",)
        save_array(pair_files[0], pair_array(*(np.empty(0) for _ in range(3))))
    parts = joined_parts(stages, pair_files, links, n_nodes)
    routed = route(stages, "parts", pair_files, parts, missing=missing, capacity=budget.pairs)
    how = Instructions(missing, solver, seed, links, apart)
    found = tuple(stages.folder / "found" / f"{task}.npy" for task in range(routed.n_small))
    solved = stages.run(
        "solve", {str(task): SolveTask(routed, task, how, out) for task, out in enumerate(found)}
    ).values()
    large = solve_large_parts(stages, routed, how, n_nodes, budget.pairs) if routed.n_large else None
    roots, clusters = stages.folder / "roots.npy", stages.folder / "clusters.npy"
    stages.one("gather", GatherLabels(found, n_nodes, None if large is None else large.clusters, roots))
    told = stages.one("clusters", NumberClusters(roots, clusters))
    begins = np.concatenate(([0], np.cumsum(sizes))).tolist()
    stages.run(
        "write",
        {
            str(at): WriteLabels(
                part, begins[at], clusters, columns.id_names, kinds, is_number, output / f"part-{at:05d}.parquet"
            )
            for at, part in enumerate(ids)
        },
    )
    # Pairs that no task has told of: between parts, and in the large ones.
    n_unlisted = 0.5 * n_nodes * (n_nodes - 1) - sum(one["unlisted"] for one in solved)
    energies = [routed.outside, missing * n_unlisted, *(one["energy"] for one in solved)]
    bounds = [routed.outside, missing * n_unlisted, *(one["lower_bound"] for one in solved)]
    if large is not None:
        energies += [large.cut, -missing * large.unlisted]
        bounds.append(large.bound)
    left_out = LeftOut(
        n_rows=files.n_rows,
        n_pairs=sum(one["n_pairs"] for one in counted),
        n_records=n_nodes,
        **{
            name: sum(one.get(name, 0) for one in counted)
            for name in ("self_pairs", "null_ids", "null_scores", "clipped_scores")
        },
    )
    return DatasetResult(
        output=str(output),
        n_nodes=n_nodes,
        n_clusters=told["n_clusters"],
        energy=fsum(energies),
        lower_bound=fsum(bounds),
        left_out=left_out,
        largest=told["largest"],
        n_single=told["n_single"],
        n_dropped=routed.n_outside,
        n_tasks=len(found) + (0 if large is None else large.n_tasks),
    )


def _numbered(
    stages: Stages,
    files: DatasetFiles,
    columns: PairColumns,
    is_number: bool,
    budget: Budget,
    nulls: Literal["error", "drop"],
    weights: Weigh | None,
) -> tuple[RowReader, list[Path], list[int]]:
    """How rows are read, the files of all ids in order, and how many each has."""
    salt = 0
    while True:
        reader = RowReader(columns, is_number, salt, nulls, weights)
        folder = stages.folder / f"ids-{salt}"
        collected = stages.run(
            f"ids {salt}" if salt else "ids",
            {str(at): CollectIds(chunk, reader, folder, f"chunk-{at}") for at, chunk in enumerate(files.chunks)},
        )
        n_ranges = 1 + sum(one["n"] for one in collected.values()) // budget.ids
        edges = [at * 2**64 // n_ranges for at in range(n_ranges + 1)]
        parts = tuple(folder / f"chunk-{at}" for at in range(len(files.chunks)))
        ids = [folder / f"ids-{at}" for at in range(n_ranges)]
        try:
            merged = stages.run(
                f"merge ids {salt}" if salt else "merge ids",
                {str(at): MergeIds(parts, edges[at], edges[at + 1] - 1, is_number, ids[at]) for at in range(n_ranges)},
            )
        except SameKey:
            salt += 1
            continue
        stages.one("keys", JoinKeys(tuple(ids), stages.folder / "keys.npy"))
        return reader, ids, [one["n"] for one in merged.values()]
