"""The result of a dataset."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from frenemy.bounds.gap import relative_gap
from frenemy.engines.pairs.dataset_files import list_files
from frenemy.tables.arrow import pa
from frenemy.tables.options import KnownValues
from frenemy.tables.row_counts import RowCounts


@dataclass(frozen=True)
class DatasetResult:
    """The result of :func:`solve_dataset`.

    Attributes
    ----------
    output : str, pyspark.sql.DataFrame, dask.dataframe.DataFrame or duckdb.DuckDBPyRelation
        Folder of the labels; the labels where they stay with pairs in Spark, Dask or DuckDB.
    n_nodes, n_clusters : int
    energy, lower_bound : float
        Of all pairs, as in a result in memory.
    left_out : RowCounts
        Counts of rows, and of those that were left out.
    largest, n_single : int
        The size of the largest cluster, and the number of clusters of one node.
    n_dropped : int
        Pairs between connected components of the attracting pairs; all of them are cut.
    n_tasks : int
        Number of solves.
    n_large : int
        Number of components too large for a task beside others: they were solved alone, or their pairs were streamed
        from disk.
    values : KnownValues
        What the numbers are, as told or as found: the option ``values``.
    missing : float
        Weight of an unlisted pair, in nats.
    notes : tuple of str
        How scores became weights, and where ``missing`` comes from.
    """

    output: Any
    n_nodes: int
    n_clusters: int
    energy: float
    lower_bound: float
    left_out: RowCounts
    largest: int
    n_single: int
    n_dropped: int
    n_tasks: int
    n_large: int
    values: KnownValues
    missing: float
    notes: tuple[str, ...]

    @property
    def gap(self) -> float:
        """The relative gap between energy and lower bound; 0 if the clustering is optimal."""
        return relative_gap(self.energy, self.lower_bound)

    @property
    def told(self) -> tuple[str, ...]:
        """The old name of :attr:`notes`."""
        warnings.warn("DatasetResult.told is now called notes", DeprecationWarning, stacklevel=2)
        return self.notes

    def table(self) -> Any:
        """All labels: as an Arrow table in memory, or the table in Spark, Dask or DuckDB."""
        if not isinstance(self.output, str):
            return self.output
        import pyarrow.parquet as pq

        return pa.concat_tables([pq.read_table(file) for file in list_files(self.output)])
