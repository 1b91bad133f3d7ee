"""Pairs in text files: CSV, TSV, and compressed ones, read as they are in memory, piece by piece."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.sources.source import READ, copied_file
from frenemy.tables.columns import PairColumns
from frenemy.tables.readers.table_files import file_columns, text_batches


@dataclass(frozen=True)
class TextFiles:
    """Text files with the same columns."""

    files: tuple[str, ...]

    @property
    def names(self) -> Sequence[str]:
        return file_columns(Path(self.files[0]))

    def about(self) -> list[Any]:
        return [[name, os.path.getsize(name), os.stat(name).st_mtime_ns] for name in self.files]

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        for name in self.files[1:]:
            missing = sorted(set(columns.needed) - set(file_columns(Path(name))))
            if missing:
                raise ValueError(f"{name} has no column {missing[0]!r}, as {self.files[0]} has")
        files = [copied_file(stages, at) for at in range(len(self.files))]
        both = enumerate(zip(self.files, files, strict=True))
        stages.run(READ, {str(at): CopyText(Path(name), columns, file) for at, (name, file) in both})
        return files


@dataclass(frozen=True)
class CopyText:
    """Writes columns of a text file to a Parquet file."""

    path: Path
    columns: PairColumns
    out: Path

    def __call__(self) -> int:
        import pyarrow.parquet as pq

        ids = (*self.columns.left, *self.columns.right)
        numbers = tuple(name for name in self.columns.needed if name not in ids)
        n_rows = 0
        with written_whole(self.out) as partial:
            writer = None
            for batch in text_batches(self.path, self.columns.needed, ids=ids, numbers=numbers):
                writer = writer or pq.ParquetWriter(partial, batch.schema)
                writer.write_batch(batch)
                n_rows += len(batch)
            assert writer is not None  # a file without rows has one batch
            writer.close()
        return n_rows
