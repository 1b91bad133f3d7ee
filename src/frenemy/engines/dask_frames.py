"""Pairs in a Dask DataFrame: each partition becomes a Parquet file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.executors.open_executor import open_executor
from frenemy.engines.finished_run import finish_once
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.scratch.scratch_folder import scratch_folder
from frenemy.tables.arrow import pa
from frenemy.tables.columns import find_pair_columns
from frenemy.tables.options import ColumnOptions, option_names

_P = ParamSpec("_P")
_NOT_IN_ABOUT = ("client", "scratch", "on_stage")  # they do not change the result


def accept_dask_frames(solve: Callable[_P, DatasetResult]) -> Callable[_P, DatasetResult]:
    """Let a function of Parquet files accept a Dask DataFrame: its partitions are first written to scratch."""

    @functools.wraps(solve)
    def with_frames(*given: _P.args, **options: _P.kwargs) -> DatasetResult:
        if len(given) != 2 or not is_dask_frame(given[0]):
            return solve(*given, **options)
        frame: Any = given[0]
        output: Any = given[1]
        named: dict[str, Any] = {name: options[name] for name in option_names(ColumnOptions) if name in options}
        columns = find_pair_columns(list(map(str, frame.columns)), ColumnOptions(**named))
        with (
            scratch_folder(options.get("scratch"), _about(frame, output, options)) as folder,  # type: ignore[arg-type]
            open_executor(options.get("client"), folder) as executor,
        ):

            def write_and_solve() -> DatasetResult:
                stages = CheckpointedStages(folder, executor, options.get("on_stage"))  # type: ignore[arg-type]
                files = write_frame(stages, frame, columns.needed)
                own = {**options, "client": executor, "scratch": folder / "run"}
                return solve(files, output, **own)  # type: ignore[arg-type]

            return finish_once(folder, Path(str(output)), write_and_solve)

    return with_frames


def _about(frame: Any, output: Any, options: dict[str, Any]) -> dict[str, Any]:
    from dask.base import tokenize

    tokens = {name: tokenize(value) for name, value in options.items() if name not in _NOT_IN_ABOUT}
    return {"frame": [str(frame._name), int(frame.npartitions)], "output": str(output), **tokens}


def is_dask_frame(pairs: Any) -> bool:
    return hasattr(pairs, "__dask_graph__") and hasattr(pairs, "to_delayed") and hasattr(pairs, "columns")


@dataclass(frozen=True)
class WritePartition:
    """Writes a partition to a Parquet file."""

    partition: Any
    out: Path

    def __call__(self) -> dict[str, Any]:
        return write_partition(self.partition.compute(scheduler="synchronous"), str(self.out))

    def delayed(self, key: str) -> Any:
        """The task as a node of the frame's graph, so that Dask computes once what partitions share."""
        from dask.delayed import delayed

        return delayed(write_partition, pure=False)(self.partition, str(self.out), dask_key_name=key)


def write_partition(table: Any, out: str) -> dict[str, Any]:
    """Write a pandas table to a Parquet file."""
    import pyarrow.parquet as pq

    rows = pa.Table.from_pandas(table, preserve_index=False)
    for at, field in enumerate(rows.schema):
        if pa.types.is_null(field.type):  # a column of texts, all of them null
            rows = rows.set_column(at, field.name, rows.column(at).cast(pa.string()))
    with written_whole(Path(out)) as partial:
        pq.write_table(rows, partial)
    return {"n": rows.num_rows}


def write_frame(stages: CheckpointedStages, frame: Any, columns: Sequence[str]) -> list[Path]:
    """Write some columns of all partitions, and return the files."""
    partitions = frame[list(dict.fromkeys(columns))].to_delayed()
    files = [stages.folder / "frame" / f"{at:06d}.parquet" for at in range(len(partitions))]
    stages.run(
        "read frame",
        {str(at): WritePartition(part, file) for at, (part, file) in enumerate(zip(partitions, files, strict=True))},
    )
    return files
