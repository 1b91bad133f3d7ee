"""Constraints from files, in the ids of the file that they are about."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.pairs import read_rows
from frenemy.io.pairs_file import PairsFile
from frenemy.io.source import PathOrFile, load
from frenemy.io.text import shortened, text_bytes


def read_node_pairs(where: PathOrFile, file: PairsFile) -> npt.NDArray[np.int64]:
    """Pairs of nodes of ``file``, (n_pairs, 2), from a table of two ids a row; an id that it lacks is an error."""
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


def read_groups(where: PathOrFile, file: PairsFile) -> list[str | None]:
    """The group of each node of ``file``, from a table of an id and a group a row.

    None for an empty group and for ids that are not named; ids that ``file`` lacks are passed over, so that a table of
    all things there are will do. Commas, semicolons or tabs between the columns. Where the first id is not one of
    ``file``, the line is a header.
    """
    source = load(where)
    text = text_bytes(source).decode()
    first = text.split("\n", 1)[0]
    delimiter = next((mark for mark in ("\t", ";", ",") if mark in first), None)
    if delimiter is None:
        raise ValueError(
            f"{source.name}, line 1: expected 2 columns (an id and a group), got {shortened(first.strip())}"
        )
    number = _numbers(file)
    groups: list[str | None] = [None] * file.problem.n_nodes
    is_set = np.zeros(len(groups), bool)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)
    for fields in reader:
        if not any(field.strip() for field in fields):
            continue
        place = f"{source.name}, line {reader.line_num}"
        if len(fields) != 2:
            raise ValueError(f"{place}: expected 2 columns (an id and a group), got {len(fields)}")
        name, group = fields[0].strip(), fields[1].strip()
        node = number.get(name)
        if node is None:
            continue
        if is_set[node] and groups[node] != (group or None):
            raise ValueError(f"{place}: the id {shortened(name)} is in a second group, {shortened(group)}")
        groups[node] = group or None
        is_set[node] = True
    if not is_set.any():
        raise ValueError(f"{source.name}: names no id of {file.name}")
    return groups


def _numbers(file: PairsFile) -> dict[str, int]:
    """Ids as they are written, to nodes."""
    names: list[Any] = file.ids.tolist()
    return {str(name): node for node, name in enumerate(names)}
