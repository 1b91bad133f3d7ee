"""Constraints from files, in the ids of a file of pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from frenemy.io.problems.pairs import read_rows
from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.source import PathOrFile, load
from frenemy.io.text import csv_rows, cut, lines, shortened, text_bytes
from frenemy.problem.array_types import Ints


def read_node_pairs(where: PathOrFile, file: PairsFile) -> Ints:
    """Read pairs of nodes of ``file``, (n_pairs, 2), from a table with two ids per row; an unknown id is an error."""
    source = load(where)
    rows = read_rows(source, header=None)
    if rows.n_columns != 2:
        raise ValueError(f"{rows.place(0)}: expected 2 columns (two ids), got {rows.n_columns}")
    number = _numbers(file)
    nodes = np.array([number.get(str(name), -1) for name in rows.ids.tolist()], np.int64)
    pairs = np.stack((nodes[rows.u], nodes[rows.v]), axis=1)
    unknown = np.flatnonzero((pairs < 0).any(axis=1))
    if len(unknown):
        row = int(unknown[0])
        name = rows.ids[rows.u[row] if pairs[row, 0] < 0 else rows.v[row]]
        raise ValueError(f"{rows.place(row)}: there is no id {shortened(str(name))} in {file.name}")
    return pairs


def read_groups(where: PathOrFile, file: PairsFile, *, column: str | None = None) -> list[str | None]:
    """Read the group of each node of ``file`` from a table with an id and a group in each row.

    None for an empty group and for ids that are not in the table. The table may have more ids than ``file``; they are
    ignored. Columns are separated by commas, semicolons or tabs. If the first id is not in ``file``, the line is a
    header. With ``column`` the table may have more columns: the first line names them, the first column holds the ids,
    and ``column`` holds the groups.
    """
    source = load(where)
    data = text_bytes(source)
    _, first = next(lines(source.name, data))
    delimiter = next((mark for mark in ("\t", ";", ",") if mark in first), None)
    if delimiter is None:
        raise ValueError(
            f"{source.name}, line 1: expected 2 columns (an id and a group), got {shortened(first.strip())}"
        )
    rows = _filled_rows(source.name, data, delimiter)
    n_columns, at = (2, 1) if column is None else _column_at(column, *next(rows, (f"{source.name}, line 1", [""])))
    hint = f"; to use one of several columns, name it: {source.name}:COLUMN" if column is None else ""
    number = _numbers(file)
    groups: list[str | None] = [None] * file.problem.n_nodes
    is_set = np.zeros(len(groups), bool)
    for place, fields in rows:
        if len(fields) != n_columns:
            wanted = "2 columns (an id and a group)" if column is None else f"{n_columns} columns as in the header"
            raise ValueError(f"{place}: expected {wanted}, got {len(fields)}{hint}")
        name, group = fields[0], fields[at]
        node = number.get(name)
        if node is None:
            continue
        if is_set[node] and groups[node] != (group or None):
            raise ValueError(f"{place}: the id {shortened(name)} is in a second group, {shortened(group)}")
        groups[node] = group or None
        is_set[node] = True
    if not is_set.any():
        raise ValueError(f"{source.name}: names no id of {file.name} in its first column")
    return groups


def _filled_rows(name: str, data: bytes, delimiter: str) -> Iterator[tuple[str, list[str]]]:
    """The place of each row, for messages, and its fields."""
    for line, row in csv_rows(name, (text for _, text in lines(name, data)), delimiter):
        fields = [field.strip() for field in row]
        if any(fields):
            yield f"{name}, line {line}", fields


def _column_at(column: str, place: str, header: list[str]) -> tuple[int, int]:
    """How many columns there are, and which one has that name."""
    if column not in header[1:]:
        why = "is the column of the ids" if column == header[0] else "is not there"
        others = f"there are {cut(', '.join(header[1:]))}" if header[1:] else "there is none"
        raise ValueError(f"{place}: the column {shortened(column)} {why}; for groups {others}")
    return len(header), header.index(column, 1)


def _numbers(file: PairsFile) -> dict[str, int]:
    """Ids as they are written, to nodes."""
    names: list[Any] = file.ids.tolist()
    return {str(name): node for node, name in enumerate(names)}
