"""Must-links and cannot-links as pairs of node numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.engines.pairs.dataset_files import family
from frenemy.engines.pairs.row_faults import plain
from frenemy.engines.pairs.row_weights import NO_SCORE
from frenemy.engines.relations.engine import Engine
from frenemy.engines.scratch.stored_arrays import link_ends
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns, find_pair_columns
from frenemy.tables.ids.null_rows import refuse_null_ids
from frenemy.tables.readers.tables import open_table


@dataclass(frozen=True, eq=False)
class LinkTable:
    """A table of pairs of ids.

    Attributes
    ----------
    name : str
        Its name in messages.
    left, right : tuple of str
        Its id columns.
    table : pyarrow.Table
    """

    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    table: pa.Table

    def digest(self) -> str:
        """A hash of the pairs in their order."""
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self.table.schema) as writer:
            writer.write_table(self.table.combine_chunks())
        return hashlib.sha256(sink.getvalue()).hexdigest()

    def nodes(self, engine: Engine) -> Ints:
        """The nodes of the ids, (n_links, 2)."""
        sides = [self.table.select(list(side)) for side in (self.left, self.right)]
        found = [np.asarray(_nodes(engine, f"{self.name}_{at}", side)) for at, side in enumerate(sides)]
        nodes = np.stack(found, axis=1)
        unknown = np.flatnonzero((nodes < 0).any(axis=1))
        if len(unknown):
            row = {name: self.table.column(name)[int(unknown[0])].as_py() for name in (*self.left, *self.right)}
            raise ValueError(f"{self.name}: row {unknown[0]} (from 0), {row}, has an id that is not in pairs")
        return nodes


def _nodes(engine: Engine, name: str, table: pa.Table) -> Ints:
    """The node of each row of ids, in their order; -1 for an unknown id."""
    columns = [plain(column) for column in table.columns]
    names = [f"own{at + 1}" for at in range(len(columns))]
    engine.lend(name, pa.table(dict(zip(names, columns, strict=True)) | {"place": np.arange(table.num_rows)}))
    same = " AND ".join(f"{own} = id{at + 1}" for at, own in enumerate(names))
    found = engine.table(f"SELECT place, coalesce(node, -1) AS node FROM {name} LEFT JOIN ids ON {same} ORDER BY place")
    nodes: Ints = found.column("node").to_numpy().astype(np.int64)
    return nodes


def read_links(table: Any, name: str, columns: PairColumns, schema: pa.Schema) -> LinkTable | None:
    """Read a table of links, which must fit in memory.

    Parameters
    ----------
    table : table or path, optional
        Two ids per row, in columns named as in the pairs or in another known way.
    name : str
        Its name in messages.
    columns, schema
        Columns and schema of the pairs.
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


def link_nodes(engine: Engine, tables: Iterable[LinkTable | None]) -> tuple[Ints, Ints]:
    """The nodes of the must-links and of the cannot-links, which do not contradict each other."""
    none = np.empty((0, 2), np.int64)
    must_link, cannot_link = (none if table is None else table.nodes(engine) for table in tables)
    check_links(must_link, cannot_link)
    return must_link, cannot_link


def check_links(must_link: Ints, cannot_link: Ints) -> None:
    """Raise an error if a cannot-link contradicts the must-links; both are (n_links, 2) nodes."""
    nodes = distinct(np.concatenate((must_link, cannot_link)))
    must, cannot = (np.searchsorted(nodes, links).astype(np.int32) for links in (must_link, cannot_link))
    forest = np.arange(len(nodes), dtype=np.int32)
    _core.unite(forest, *link_ends(must))
    _core.flatten(forest)
    contradictions = np.flatnonzero(forest[cannot[:, 0]] == forest[cannot[:, 1]])
    if len(contradictions):
        raise ValueError(
            f"row {contradictions[0]} (from 0) of cannot_link keeps two ids apart that must_link ties together, "
            "possibly through a chain; remove one of them"
        )


def link_rows(must_link: Ints) -> pa.Table:
    """The must-links as rows without a score, so that their nodes are in the same task."""
    links = np.sort(must_link, axis=1)
    links = links[links[:, 0] != links[:, 1]]
    none, place = np.full(len(links), NO_SCORE), np.full(len(links), -1)
    return pa.table({"u": links[:, 0], "v": links[:, 1], "score": none, "place": place})
