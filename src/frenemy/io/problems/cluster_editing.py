"""Cluster editing as the PACE 2021 challenge writes it: ``p cep n m``, then one edge per line, nodes from 1.

An edge weighs +1 and a missing one -1, so the energy plus the number of missing edges is the number of edits.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np

from frenemy.io.problems.pairs_file import PairsFile, from_rows, with_ids
from frenemy.io.source import Source
from frenemy.io.text import filled_lines, number_columns, place_of_row, short_integer, shortened, text_bytes
from frenemy.problem import Problem
from frenemy.problem.checked_arrays import MAX_NODES

#: What a pair weighs that is not an edge.
NO_EDGE = -1.0

_COMMENT_LINE = re.compile(rb"^[ \t]*c(?:[ \t][^\n]*)?$", re.MULTILINE)


def read_cluster_editing(source: Source, *, missing: float) -> PairsFile:
    """Read a PACE ``.gr`` file."""
    name = source.name
    # Blanked, not removed: line numbers in messages stay right.
    data = _COMMENT_LINE.sub(b"", text_bytes(source).replace(b"\r\n", b"\n"))
    first, line = next(filled_lines(name, data), (1, ""))
    n_nodes, n_edges = _sizes(name, first, line)
    start = data.find(b"\n", data.index(line.split()[0].encode())) + 1
    ids = np.arange(1, n_nodes + 1)
    if start == 0 or not data[start:].strip():
        _check_count(name, 0, n_edges)
        problem = Problem.from_edges([], [], [], n_nodes=n_nodes, missing=missing)
        return PairsFile(with_ids(problem, ids), ids, name, "gr", 0)
    rows = number_columns(data, [("u", "i8"), ("v", "i8")], delimiter=None, start=start)
    if rows is None:
        raise _bad_line(name, data, start, first + 1)
    place = partial(place_of_row, name, data, start=start, first=first + 1)
    for column in ("u", "v"):
        wrong = np.flatnonzero((rows[column] < 1) | (rows[column] > n_nodes))
        if len(wrong):
            raise ValueError(
                f"{place(int(wrong[0]))}: nodes must be in 1..{n_nodes}, as line {first} says, "
                f"got {rows[column][wrong[0]]}"
            )
    _check_count(name, len(rows), n_edges)
    u, v, w = rows["u"] - 1, rows["v"] - 1, np.ones(len(rows))
    return from_rows(ids, u, v, w, missing=missing, name=name, format="gr", place=place)


def _sizes(name: str, number: int, line: str) -> tuple[int, int]:
    fields = line.split()
    counts = [short_integer(field) for field in fields[2:]]
    if len(fields) != 4 or fields[0] != "p" or counts[0] is None or counts[1] is None:
        raise ValueError(f"{name}, line {number}: expected 'p cep n_nodes n_edges', got {shortened(line)}")
    if counts[0] > MAX_NODES:
        raise ValueError(f"{name}, line {number}: there may be {MAX_NODES} nodes at most, got {counts[0]}")
    return counts[0], counts[1]


def _check_count(name: str, found: int, expected: int) -> None:
    if found != expected:
        why = "; is the file truncated?" if found < expected else ""
        raise ValueError(f"{name}: the first line promises {expected} edges, got {found}{why}")


def _bad_line(name: str, data: bytes, start: int, first: int) -> ValueError:
    for number, line in filled_lines(name, data, start=start, first=first):
        fields = line.split()
        if len(fields) != 2 or not all(field.isdecimal() for field in fields):
            return ValueError(f"{name}, line {number}: expected two nodes, got {shortened(line)}")
    return ValueError(f"{name}: holds numbers that do not fit 64 bits")
