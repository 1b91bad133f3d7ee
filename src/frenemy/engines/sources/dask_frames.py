"""Pairs in a Dask DataFrame: each partition becomes a Parquet file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.sources.source import READ, copied_file
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns


def is_dask_frame(pairs: Any) -> bool:
    return hasattr(pairs, "__dask_graph__") and hasattr(pairs, "to_delayed") and hasattr(pairs, "columns")


@dataclass(frozen=True)
class DaskFrame:
    """The partitions of a Dask DataFrame."""

    frame: Any

    @property
    def names(self) -> list[str]:
        return list(map(str, self.frame.columns))

    @property
    def about(self) -> list[Any]:
        return [str(self.frame._name), int(self.frame.npartitions)]

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        partitions = self.frame[list(dict.fromkeys(columns.needed))].to_delayed()
        files = [copied_file(stages, at) for at in range(len(partitions))]
        both = enumerate(zip(partitions, files, strict=True))
        stages.run(READ, {str(at): WritePartition(part, file) for at, (part, file) in both})
        return files


@dataclass(frozen=True)
class WritePartition:
    """Writes a partition to a Parquet file."""

    partition: Any
    out: Path

    def __call__(self) -> dict[str, Any]:
        return self.keep(self.sent()())

    def sent(self) -> ComputePartition:
        return ComputePartition(self.partition)

    def keep(self, found: Any) -> dict[str, Any]:
        return write_partition(found, str(self.out))

    def delayed(self, key: str) -> Any:
        """The task as a node of the frame's graph, so that Dask computes once what partitions share."""
        from dask.delayed import delayed

        return delayed(write_partition, pure=False)(self.partition, str(self.out), dask_key_name=key)


@dataclass(frozen=True)
class ComputePartition:
    """A partition as a pandas table."""

    partition: Any

    def __call__(self) -> Any:
        return self.partition.compute(scheduler="synchronous")

    def delayed(self, key: str) -> Any:
        from dask.delayed import delayed

        return delayed(_same, pure=False)(self.partition, dask_key_name=key)


def _same(table: Any) -> Any:
    return table


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
