"""Pairs in a Dask DataFrame: each partition becomes a Parquet file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import find_pair_columns
from frenemy.distributed.clients import opened
from frenemy.distributed.dataset_result import DatasetResult
from frenemy.distributed.finished_runs import finished_once
from frenemy.distributed.scratch import scratch_folder
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import written_whole

_P = ParamSpec("_P")
_COLUMNS = ("id_left", "id_right", "match_weight", "probability", "weight")
_NOT_ABOUT = ("client", "scratch", "on_stage")  # these do not change what is found


def takes_frames(solve: Callable[_P, DatasetResult]) -> Callable[_P, DatasetResult]:
    """Let a function of Parquet files take a Dask DataFrame, too: its partitions are written to scratch first."""

    @functools.wraps(solve)
    def with_frames(*given: _P.args, **options: _P.kwargs) -> DatasetResult:
        if len(given) != 2 or not is_dask_frame(given[0]):
            return solve(*given, **options)
        frame: Any = given[0]
        output: Any = given[1]
        named: dict[str, Any] = {name: options.get(name) for name in _COLUMNS}
        columns = find_pair_columns(list(map(str, frame.columns)), **named)
        assert columns.score is not None
        with (
            scratch_folder(options.get("scratch"), _about(frame, output, options)) as folder,  # type: ignore[arg-type]
            opened(options.get("client"), folder) as executor,
        ):

            def written_and_solved() -> DatasetResult:
                stages = Stages(folder, executor, options.get("on_stage"))  # type: ignore[arg-type]
                files = write_frame(stages, frame, (*columns.left, *columns.right, columns.score))  # type: ignore[arg-type]
                own = {**options, "client": executor, "scratch": folder / "run"}
                return solve(files, output, **own)  # type: ignore[arg-type]

            return finished_once(folder, Path(str(output)), written_and_solved)

    return with_frames


def _about(frame: Any, output: Any, options: dict[str, Any]) -> dict[str, Any]:
    from dask.base import tokenize

    told = {name: tokenize(value) for name, value in options.items() if name not in _NOT_ABOUT}
    return {"frame": [str(frame._name), int(frame.npartitions)], "output": str(output), **told}


def is_dask_frame(pairs: Any) -> bool:
    return hasattr(pairs, "__dask_graph__") and hasattr(pairs, "to_delayed") and hasattr(pairs, "columns")


@dataclass(frozen=True)
class WritePartition:
    """A partition to a Parquet file."""

    partition: Any
    out: Path

    def __call__(self) -> dict[str, Any]:
        return write_partition(self.partition.compute(scheduler="synchronous"), str(self.out))

    def delayed(self, key: str) -> Any:
        """The same as a part of Dask's graph, so that what partitions share is done once."""
        from dask.delayed import delayed

        return delayed(write_partition, pure=False)(self.partition, str(self.out), dask_key_name=key)


def write_partition(table: Any, out: str) -> dict[str, Any]:
    """A pandas table to a Parquet file."""
    import pyarrow.parquet as pq

    rows = pa.Table.from_pandas(table, preserve_index=False)
    for at, field in enumerate(rows.schema):
        if pa.types.is_null(field.type):  # texts, none of which is there
            rows = rows.set_column(at, field.name, rows.column(at).cast(pa.string()))
    with written_whole(Path(out)) as partial:
        pq.write_table(rows, partial)
    return {"n": rows.num_rows}


def write_frame(stages: Stages, frame: Any, columns: Sequence[str]) -> list[Path]:
    """The files of all partitions, with the columns that are needed."""
    partitions = frame[list(dict.fromkeys(columns))].to_delayed()
    files = [stages.folder / "frame" / f"{at:06d}.parquet" for at in range(len(partitions))]
    stages.run(
        "read frame",
        {str(at): WritePartition(part, file) for at, (part, file) in enumerate(zip(partitions, files, strict=True))},
    )
    return files
