"""Pairs in Parquet files, more than fit in memory, to labels in Parquet files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from frenemy.apps.records.columns import find_pair_columns
from frenemy.checked_arrays import number
from frenemy.distributed.budget import read_memory
from frenemy.distributed.clients import opened
from frenemy.distributed.dask_frames import takes_frames
from frenemy.distributed.dataset_files import list_files, open_dataset
from frenemy.distributed.dataset_job import DatasetJob
from frenemy.distributed.dataset_result import DatasetResult
from frenemy.distributed.executor import Executor
from frenemy.distributed.finished_runs import finished_once
from frenemy.distributed.known_links import read_links
from frenemy.distributed.row_weights import Weigh
from frenemy.distributed.scratch import scratch_folder
from frenemy.distributed.stages import OnStage, Stages
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
    must_link: Any = None,
    cannot_link: Any = None,
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
    must_link, cannot_link : table or path, optional
        Pairs that must be together, or apart: two ids a row, as few as fit in memory.
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
    together, apart = (
        read_links(table, name, columns, files.schema)
        for name, table in (("must_link", must_link), ("cannot_link", cannot_link))
    )
    job = DatasetJob(
        files=files,
        columns=columns,
        budget=budget,
        output=Path(output).absolute(),  # workers may stand elsewhere
        weights=weights,
        missing=float(missing),
        must_link=together,
        cannot_link=apart,
        nulls=nulls,
        solver=solver or SMALL_GROUPS,
        seed=seed,
    )
    about = {
        "files": [[name, os.path.getsize(name), os.stat(name).st_mtime_ns] for name in files.files],
        "columns": repr(columns),
        "weights": repr(weights),
        "missing": job.missing,
        "must_link": None if together is None else together.digest(),
        "cannot_link": None if apart is None else apart.digest(),
        "nulls": nulls,
        "solver": repr(job.solver),
        "seed": seed,
        "memory_limit": budget.memory,
        "output": os.path.abspath(output),
    }
    with scratch_folder(scratch, about) as folder, opened(client, folder) as executor:
        return finished_once(folder, job.output, lambda: job.run(Stages(folder, executor, on_stage)))
