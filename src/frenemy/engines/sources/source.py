"""What pairs have to offer that are copied to scratch before they are solved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from frenemy.engines.executors.executor import Executor
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.tables.columns import PairColumns

#: The stage that copies pairs.
READ = "read pairs"


class Source(Protocol):
    """Pairs somewhere else.

    Attributes
    ----------
    names : sequence of str
        All columns.
    """

    @property
    def names(self) -> Sequence[str]: ...

    def about(self) -> list[Any]:
        """What identifies the pairs, as JSON: a scratch folder is that of the same run only if this is the same."""
        ...

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        """Write some columns to Parquet files in scratch, rows in their order, and return the files."""
        ...


@runtime_checkable
class TableSource(Source, Protocol):
    """Pairs in a database or on a cluster that can keep the labels, too."""

    def keep(self, labels: Path, columns: PairColumns, executor: Executor) -> Any:
        """The rows of the Parquet files in a folder, which goes away, as a new table beside the pairs."""
        ...


def copied_file(stages: CheckpointedStages, at: int) -> Path:
    """Where the copy of a file or of a partition lies."""
    return stages.folder / "copied" / f"{at:06d}.parquet"
