"""Clusters pairs in Parquet files that do not fit in memory."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from frenemy.engines.budget import Budget, read_memory
from frenemy.engines.dataset_evidence import evidence_options
from frenemy.engines.dataset_job import DatasetJob
from frenemy.engines.dataset_options import DatasetOptions
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.executors.open_executor import open_executor
from frenemy.engines.finished_run import finish_once
from frenemy.engines.pairs.dataset_files import list_files, open_dataset
from frenemy.engines.pairs.dataset_values import decide_dataset_values
from frenemy.engines.pairs.known_links import read_links
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.scratch_folder import scratch_folder
from frenemy.engines.sources.dask_frames import current_client
from frenemy.engines.sources.find_source import find_source, paths_of
from frenemy.engines.sources.frames import is_dask_frame, spark_frame
from frenemy.engines.sources.remote_files import refuse_address
from frenemy.engines.sources.solve_copied import solve_copied
from frenemy.io.kept_inputs import refuse_overwriting
from frenemy.tables.columns import PairColumns, find_pair_columns
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.options import ColumnOptions


@takes_options(DatasetOptions)
def solve_dataset(
    pairs: Any, output: str | os.PathLike[str] | None = None, /, *, options: DatasetOptions
) -> DatasetResult:
    """Cluster pairs that do not fit in memory.

    Parameters
    ----------
    pairs : path, several, DuckDB relation or connection, dask.dataframe.DataFrame or pyspark.sql.DataFrame
        Parquet files: a folder, a pattern such as ``"big/*.parquet"``, or a list. Or CSV files, a DuckDB database file,
        addresses (``s3://``, ``https://``) or tables, whose needed columns are first copied to ``scratch``. Pairs in
        Spark stay there.
    output : path, optional
        A folder for the labels, in Parquet files of an id and ``cluster_id`` each. None for pairs in Spark: the result
        has a DataFrame of labels. With None for a Dask DataFrame it has one, too, and for a DuckDB relation or
        connection a relation, of a new table of the same database.
    **options

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow as pa, pyarrow.parquet as pq
    >>> import frenemy as fr
    >>> folder = tempfile.mkdtemp()
    >>> pairs = pa.table({"id_1": ["a", "b", "c"], "id_2": ["b", "c", "d"], "weight": [2.0, -1.0, 3.0]})
    >>> pq.write_table(pairs, f"{folder}/pairs.parquet")
    >>> found = fr.solve_dataset(f"{folder}/pairs.parquet", f"{folder}/labels", calibration="none", missing=0.0)
    >>> found.n_clusters, found.energy
    (2, -1.0)
    >>> sorted(found.table().column_names)
    ['cluster_id', 'id']
    """
    frame = spark_frame(pairs)
    if frame is not None:
        from frenemy.engines.spark_job import solve_on_spark

        if output is not None:
            raise ValueError(f"labels of pairs in Spark are a DataFrame: leave out output, got {output!r}")
        return solve_on_spark(frame, options)
    if is_dask_frame(pairs):
        if options.client is None:
            options = replace(options, client=current_client())
        if output is None and isinstance(options.client, str):
            raise ValueError(
                f"labels of a Dask DataFrame stay with a client: give the client of {options.client!r}, or a folder "
                "for the labels"
            )
    refuse_address(output, "output")
    refuse_address(options.scratch, "scratch")
    budget = read_memory(options.memory_limit)
    source = find_source(pairs, options.query, budget.engine)
    if source is not None:
        refuse_overwriting({} if output is None else {"output": os.fspath(output)}, {"pairs": paths_of(pairs)})
        threads = _threads(options.client)
        return solve_copied(
            source, output, options, lambda *given: _solve_files(*given, budget=budget, threads=threads)
        )
    if output is None:
        raise ValueError("output must be a folder for the labels, got None")
    given = paths_of(pairs)
    refuse_overwriting({"output": os.fspath(output)}, {"pairs": given})
    first = open_dataset(list_files(given)[:1], None)
    columns = find_pair_columns(first.schema.names, options.only(ColumnOptions))
    return _solve_files(given, os.fspath(output), options, columns, budget=budget, threads=_threads(options.client))


def _solve_files(
    paths: list[str], output: str, options: DatasetOptions, columns: PairColumns, *, budget: Budget, threads: int
) -> DatasetResult:
    """Cluster the pairs of Parquet files."""
    files = open_dataset(paths, columns.needed)
    columns, values = decide_dataset_values(
        files,
        columns,
        is_missing_given=options.missing != "auto",
        are_scores=options.are_for_scores or options.weights is not None,
    )
    evidence = evidence_options(options, columns.known_values)
    together, apart = (
        read_links(table, name, columns, files.schema)
        for name, table in (("must_link", options.must_link), ("cannot_link", options.cannot_link))
    )
    job = DatasetJob(
        files=files,
        columns=columns,
        values=values,
        budget=budget,
        threads=threads,
        output=Path(output).absolute(),  # workers may have another working directory
        evidence=evidence,
        must_link=together,
        cannot_link=apart,
        nulls=options.nulls,
        solver=options.solver,
        seed=options.seed,
    )
    about = {
        "stages": 6,  # in folders of runs with other stages, files with the same names hold something else
        "files": [[name, os.path.getsize(name), os.stat(name).st_mtime_ns] for name in files.files],
        "columns": repr(columns),
        **{name: repr(value) for name, value in evidence._asdict().items()},
        "must_link": None if together is None else together.digest(),
        "cannot_link": None if apart is None else apart.digest(),
        "nulls": options.nulls,
        "solver": repr(options.solver),
        "seed": options.seed,
        "memory_limit": budget.memory,
        "output": os.path.abspath(output),
    }
    with scratch_folder(options.scratch, about) as folder, open_executor(options.client, folder) as executor:
        return finish_once(folder, job.output, lambda: job.run(CheckpointedStages(folder, executor, options.on_stage)))


def _threads(client: Any) -> int:
    """The threads of the engine: as many as processes on this machine, or its cores if tasks run elsewhere."""
    if client is None:
        return 1
    return client if isinstance(client, int) else os.cpu_count() or 1
