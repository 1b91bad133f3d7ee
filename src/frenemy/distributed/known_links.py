"""Pairs that must be together or apart, as numbers of their nodes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import PairColumns, find_pair_columns
from frenemy.apps.records.null_rows import refuse_null_ids
from frenemy.apps.records.tables import open_table
from frenemy.distributed.dataset_files import family
from frenemy.distributed.pair_rows import RowReader
from frenemy.distributed.stored_arrays import open_array

Links = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class LinkTable:
    """A table of pairs of ids.

    Attributes
    ----------
    name : str
        What messages call it.
    left, right : tuple of str
        Its columns of ids.
    table : pyarrow.Table
    """

    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    table: pa.Table

    def digest(self) -> str:
        """The same for the same pairs in the same order."""
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.table.schema) as writer:
            writer.write_table(self.table.combine_chunks())
        return hashlib.sha256(sink.getvalue()).hexdigest()

    def nodes(self, reader: RowReader, keys: Path) -> Links:
        """The numbers of the ids, (n_pairs, 2), by the sorted keys of all."""
        known = open_array(keys)
        u, v = (_core.positions(known, reader.keys(self.table.select(list(side)))) for side in (self.left, self.right))
        unknown = np.flatnonzero((u < 0) | (v < 0))
        if len(unknown):
            row = {name: self.table.column(name)[int(unknown[0])].as_py() for name in (*self.left, *self.right)}
            raise ValueError(f"{self.name}: row {unknown[0]} (from 0), {row}, has an id that is not in pairs")
        return np.stack((u, v), axis=1)


def read_links(table: Any, name: str, columns: PairColumns, schema: pa.Schema) -> LinkTable | None:
    """A table of links, all of which must fit in memory.

    Parameters
    ----------
    table : table or path, optional
        Two ids a row, called as in the pairs or as others call them.
    name : str
        What messages call it.
    columns, schema
        Of the pairs.
    """
    if table is None:
        return None
    opened = open_table(table, name=name)
    own = columns
    if not set(opened.names).issuperset((*columns.left, *columns.right)):
        own = find_pair_columns(opened.names, needs_score=False)
    if len(own.left) != len(columns.left):
        raise ValueError(f"an id is {list(columns.left)} in pairs, got {list(own.left)} in {name}")
    ids = (*own.left, *own.right)
    read = opened.read(ids, ids=ids)
    refuse_null_ids(read, ids, name)
    for side in (own.left, own.right):
        for column, other in zip(side, columns.left, strict=True):
            kind, known = read.schema.field(column).type, schema.field(other).type
            if family(kind) != family(known):
                raise ValueError(f"ids are {known} in pairs but {kind} in {name}")
    return LinkTable(name, own.left, own.right, read)


def check_links(must_link: Links, cannot_link: Links, n_nodes: int) -> None:
    """An error if two nodes that must be apart are tied together."""
    forest = np.arange(n_nodes, dtype=np.int32)
    _core.unite(forest, *(np.ascontiguousarray(must_link[:, end]) for end in (0, 1)))
    _core.flatten(forest)
    wrong = np.flatnonzero(forest[cannot_link[:, 0]] == forest[cannot_link[:, 1]])
    if len(wrong):
        raise ValueError(
            f"row {wrong[0]} (from 0) of cannot_link keeps two ids apart that must_link ties together, maybe by a "
            "chain; take one of them out"
        )
