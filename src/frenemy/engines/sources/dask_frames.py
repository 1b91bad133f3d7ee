"""Pairs in a Dask DataFrame: each partition becomes a Parquet file, and labels can be a DataFrame again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.executors.executor import Executor
from frenemy.engines.pairs.dataset_files import list_files
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.sources.source import READ, copied_file
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns

_PARTITION_ROWS = 1_000_000  # of labels, about


def current_client() -> Any:
    """The Dask client of this process, on which its DataFrames are computed; None if there is none."""
    distributed = sys.modules.get("distributed")
    if distributed is None:
        return None
    try:
        client = distributed.default_client()
    except ValueError:
        return None
    return None if client.asynchronous else client


@dataclass(frozen=True)
class DaskFrame:
    """The partitions of a Dask DataFrame."""

    frame: Any

    @property
    def names(self) -> list[str]:
        return list(map(str, self.frame.columns))

    def about(self) -> list[Any]:
        return [str(self.frame._name), int(self.frame.npartitions)]

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        partitions = self.frame[list(dict.fromkeys(columns.needed))].to_delayed()
        files = [copied_file(stages, at) for at in range(len(partitions))]
        both = enumerate(zip(partitions, files, strict=True))
        stages.run(READ, {str(at): WritePartition(part, file) for at, (part, file) in both})
        return files

    def keep(self, labels: Path, columns: PairColumns, executor: Executor) -> Any:
        """The labels as a DataFrame, whose partitions stay on the workers, or in this process if there are none."""
        import dask.dataframe as dd

        both = zip(columns.id_names, columns.left, strict=True)
        dtypes = tuple((name, _plain(self.frame.dtypes[own])) for name, own in both)
        parts = [ReadLabels(file, groups, dtypes) for file in list_files(labels) for groups in _parts(file)]
        hold = getattr(executor, "hold", _held_here)
        return dd.from_delayed(hold(parts), meta=ReadLabels(parts[0].file, (), dtypes)(), verify_meta=False)


def _parts(file: str) -> list[tuple[int, ...]]:
    """The row groups of each partition of a file."""
    import pyarrow.parquet as pq

    known = pq.read_metadata(file)
    at_once = max(1, _PARTITION_ROWS * known.num_row_groups // max(1, known.num_rows))
    groups = range(known.num_row_groups)
    return [tuple(groups[at : at + at_once]) for at in range(0, max(1, len(groups)), at_once)]


def _held_here(parts: Sequence[ReadLabels]) -> list[Any]:
    from dask.delayed import delayed

    return [delayed(part(), pure=False) for part in parts]


def _plain(kind: Any) -> Any:
    """The type of the values of a categorical column; other types as they are."""
    return kind.categories.dtype if hasattr(kind, "categories") else kind


@dataclass(frozen=True)
class ReadLabels:
    """Row groups of a file of labels as a pandas table, with ids of the types that they have in the pairs."""

    file: str
    groups: tuple[int, ...]
    dtypes: tuple[tuple[str, Any], ...]

    def __call__(self) -> Any:
        import pyarrow.parquet as pq

        with pq.ParquetFile(self.file) as file:
            return file.read_row_groups(self.groups).to_pandas().astype(dict(self.dtypes))


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
