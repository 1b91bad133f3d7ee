"""The result of a dataset."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from frenemy.bounds.gap import relative_gap
from frenemy.engines.components.solved_tasks import SolvedTasks
from frenemy.engines.dataset_evidence import DatasetEvidence
from frenemy.engines.pairs.dataset_files import list_files
from frenemy.engines.relations.plan import Numbered
from frenemy.tables.arrow import pa
from frenemy.tables.options import KnownValues
from frenemy.tables.row_counts import RowCounts
from frenemy.tables.weighing.value_kind import ValueKind


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


def made_result(
    output: Any,
    numbered: Numbered,
    evidence: DatasetEvidence,
    solved: SolvedTasks,
    *,
    score: str | None,
    values: ValueKind,
    n_large: int,
    clusters: dict[str, int],
    notes: Iterable[str] = (),
) -> DatasetResult:
    """The result of solved tasks; ``clusters`` is the number of clusters, ``largest`` and ``n_single``."""
    facts, n_nodes, n_pairs = numbered
    energy, lower_bound = solved.energies(evidence.missing, n_nodes)
    return DatasetResult(
        output=output,
        n_nodes=n_nodes,
        energy=energy,
        lower_bound=lower_bound,
        left_out=RowCounts(
            n_rows=facts.n_rows,
            n_records=n_nodes,
            repeated_rows=n_pairs - solved.counts["n_pairs"],
            self_pairs=facts.n_rows - facts.null_ids - facts.null_scores - n_pairs,
            null_ids=facts.null_ids,
            null_scores=facts.null_scores,
            are_summed=values.are_weights,
            **solved.counts,
        ),
        n_dropped=solved.n_dropped,
        n_tasks=solved.n_tasks,
        n_large=n_large,
        missing=evidence.missing,
        values=values.name,
        notes=(values.note(f"column {score!r}"), *evidence.notes, *notes),
        **clusters,
    )
