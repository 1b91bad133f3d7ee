"""The source of each record, of which an entity has at most one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.one_per_source import one_per_source
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.tables import open_table
from frenemy.problem import Problem


@dataclass(frozen=True, eq=False)
class Sources:
    """A source for each record.

    Attributes
    ----------
    column : str
        Where they stand.
    codes : (n_records,) int64
        A number for each record's source; -1 where it is null.
    weight : float, optional
        What two records of one source weigh less, in nats; without it they are never together.
    values : pyarrow.Array
        The source that each number stands for.
    """

    column: str
    codes: npt.NDArray[np.int64]
    weight: float | None
    values: pa.Array

    def put_into(self, problem: Problem) -> Problem:
        """The problem with what is certain of them."""
        return one_per_source(problem, self.codes) if self.weight is None else problem

    def __str__(self) -> str:
        if self.weight is None:
            return f"no two records with the same {self.column!r} are together"
        return f"two records with the same {self.column!r} weigh {self.weight:g} nats less"


def read_sources(column: str, read: ScoredPairs, nodes: Any, *, weight: float | None) -> Sources:
    """From a column of the id, or of the table of all records."""
    values = source_values(column, read, nodes)
    if len(values) != read.ids.n:
        raise ValueError(f"one_per: nodes has {len(values):,} rows for {read.ids.n:,} records; give all in nodes")
    encoded = values.dictionary_encode()
    codes: npt.NDArray[np.int64] = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return Sources(column, codes, weight, encoded.dictionary)


def source_values(column: str, read: ScoredPairs, nodes: Any) -> pa.Array:
    """The source of each record, from a column of the id; or of each row of the table of records."""
    if column in read.id_names:
        return read.ids.values[read.id_names.index(column)]
    opened = None if nodes is None else open_table(nodes, name="nodes")
    if opened is None or column not in opened.names:
        found = read.id_names if opened is None else opened.names
        raise ValueError(
            f"one_per: there is no column {column!r} in {'the ids' if opened is None else 'nodes'}, only "
            f"{', '.join(found)}"
        )
    return opened.read((column,)).column(column).combine_chunks()
