"""The source of each record; an entity has at most one record per source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.apps.records.knowledge.one_per_source import one_per_source
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import open_table


@dataclass(frozen=True, eq=False)
class Sources:
    """The source of each record.

    Attributes
    ----------
    column : str
        The column of the sources.
    codes : (n_records,) int64
        The number of each record's source; -1 for null.
    weight : float, optional
        The repulsion between two records of one source, in nats; None if they are never together.
    values : pyarrow.Array
        The source of each number.
    """

    column: str
    codes: Ints
    weight: float | None
    values: pa.Array

    def apply_to(self, problem: Problem) -> Problem:
        """Add the constraint to a problem, if sources are a hard constraint."""
        return one_per_source(problem, self.codes) if self.weight is None else problem

    def __str__(self) -> str:
        if self.weight is None:
            return f"no two records with the same {self.column!r} are together"
        return f"two records with the same {self.column!r} weigh {self.weight:g} nats less"


def read_sources(column: str, read: ScoredPairs, nodes: Any, *, weight: float | None) -> Sources:
    """Read the sources from a column of the id, or of the table of records."""
    values = source_values(column, read, nodes)
    if len(values) != read.ids.n:
        raise ValueError(f"one_per: nodes has {len(values):,} rows for {read.ids.n:,} records; give all in nodes")
    encoded = values.dictionary_encode()
    codes: Ints = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
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
