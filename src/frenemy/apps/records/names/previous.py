"""The entities of an earlier run, whose cluster ids are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.apps.records.names.stable_ids import stable_ids
from frenemy.problem import Labels
from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.id_types import IdColumn, id_columns
from frenemy.tables.ids.null_rows import refuse_null_ids
from frenemy.tables.ids.record_ids import RecordIds, matched_rows
from frenemy.tables.readers.tables import open_table

CLUSTER = "cluster_id"


@dataclass(frozen=True, eq=False)
class Previous:
    """A table of records and the ids of their clusters.

    Attributes
    ----------
    records : sequence of pyarrow arrays
        The columns of the record ids.
    ids : pyarrow.ChunkedArray
        The cluster id of each row.
    rows : (n_records,) int64
        The row of each current record, or -1.
    """

    records: Sequence[Any]
    ids: Any
    rows: Ints

    def cluster_ids(self, labels: Labels) -> pa.Array:
        """Cluster ids; a cluster keeps its id if most of its records stay."""
        before = self.ids.take(pa.array(np.where(self.rows >= 0, self.rows, 0), mask=self.rows < 0))
        return stable_ids(labels, previous=before, taken=self.ids)


def read_previous(
    table: Any, ids: RecordIds | GrowingIds, id_names: Sequence[str], *, name: str = "previous"
) -> Previous:
    """Read the clusters of an earlier run: the ids of the records, with the current names, and ``cluster_id``.

    Parameters
    ----------
    table : table or path
    ids : RecordIds or GrowingIds
        The current records.
    id_names : sequence of str
        What the columns of their ids are called.
    name : str
        The name of the table in messages.
    """
    opened = open_table(table, name=name)
    absent = [column for column in (*id_names, CLUSTER) if column not in opened.names]
    if absent:
        way_out = (
            "give the table that an earlier run wrote"
            if absent[0] == CLUSTER
            else "ids must have the same name in both runs: give the records and id= as in the earlier one, or rename "
            "the column"
        )
        raise ValueError(f"{name} has no column {absent[0]!r}; it has {', '.join(opened.names)}; {way_out}")
    read = opened.read((*id_names, CLUSTER), ids=id_names)
    refuse_null_ids(read, id_names, name)
    records = id_columns(read, id_names, name, is_text=opened.is_text)
    own = [IdColumn("the records", pa.chunked_array([values])) for values in ids.values]
    rows = matched_rows(own, records, name=name).astype(np.int64)
    return Previous([column.values for column in records], read.column(CLUSTER), rows)
