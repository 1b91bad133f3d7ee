"""Multicut text: the line ``MULTICUT``, then ``u v cost`` per edge; a positive cost attracts.

The format of the public multicut and asymmetric multiway cut solvers. Nodes are whole numbers from 0.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from frenemy.io.problems.pairs_file import PairsFile, from_rows, number_integers
from frenemy.io.source import Source
from frenemy.io.text import filled_lines, number_columns, place_of_row, shortened, text_bytes

_HEADER = "MULTICUT"
_DTYPE = [("u", "i8"), ("v", "i8"), ("w", "f8")]


def read_multicut(source: Source, *, missing: float) -> PairsFile:
    """Read multicut text."""
    name, data = source.name, text_bytes(source)
    first, line = next(filled_lines(name, data))
    if line.upper() != _HEADER:
        raise ValueError(f"{name}, line {first}: expected {_HEADER}, got {shortened(line)}")
    start = data.find(b"\n", data.upper().index(_HEADER.encode())) + 1
    if start == 0 or not data[start:].strip():
        raise ValueError(f"{name}: holds no edges after {_HEADER}")
    rows = number_columns(data, _DTYPE, delimiter=None, start=start)
    if rows is None:
        raise _bad_line(name, data, start, first + 1)
    place = partial(place_of_row, name, data, start=start, first=first + 1)
    negative = np.flatnonzero((rows["u"] < 0) | (rows["v"] < 0))
    if len(negative):
        row = rows[negative[0]]
        raise ValueError(f"{place(int(negative[0]))}: nodes must not be negative, got {min(row['u'], row['v'])}")
    ids, u, v = number_integers(rows["u"], rows["v"])
    w = np.ascontiguousarray(rows["w"])
    return from_rows(ids, u, v, w, missing=missing, name=name, format="multicut", place=place)


def _bad_line(name: str, data: bytes, start: int, first: int) -> ValueError:
    for number, line in filled_lines(name, data, start=start, first=first):
        fields = line.split()
        if len(fields) != 3:
            return ValueError(f"{name}, line {number}: expected 'u v cost', got {shortened(line)}")
        try:
            int(fields[0]), int(fields[1]), float(fields[2])
        except ValueError:
            return ValueError(f"{name}, line {number}: expected two whole numbers and a cost, got {shortened(line)}")
    return ValueError(f"{name}: holds numbers that do not fit 64 bits")
