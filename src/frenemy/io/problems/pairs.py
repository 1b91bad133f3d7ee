"""Tables of pairs: two ids and, if there is a third column, a weight.

Comma, semicolon, tab or blanks between the columns; a header or none; ``#`` and ``%`` comments at the top. All-integer
ids are read in compiled code, everything else row by row.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from frenemy.io.problems.pairs_file import PairRows, PairsFile, from_rows, number_integers
from frenemy.io.source import Source
from frenemy.io.text import (
    csv_rows,
    cut,
    filled_lines,
    is_number,
    lines,
    number_columns,
    place_of_row,
    shortened,
    text_bytes,
)
from frenemy.problem.array_types import Floats, Ints

_DELIMITERS = ("\t", ";", ",", None)  # the first that makes two or three columns; None is any run of blanks
_COLUMN_NAMES = {None: "blanks", "\t": "tabs", ";": "semicolons", ",": "commas"}
_COMMENTS = ("#", "%")
_CHUNK = 1 << 24

# In a table of two columns of strings, a header looks like a row, unless it has these names.
_ID_HEADERS = {
    ("u", "v"), ("i", "j"), ("source", "target"), ("src", "dst"), ("from", "to"), ("id1", "id2"), ("id_1", "id_2"),
    ("node1", "node2"), ("id_l", "id_r"), ("unique_id_l", "unique_id_r"), ("id_a", "id_b"),
}  # fmt: skip
_WEIGHT_HEADERS = {"w", "weight", "cost", "sign", "score", "affinity", "similarity", "value", "rating"}


@dataclass(frozen=True)
class _Layout:
    """The format of a table, and where its rows begin."""

    delimiter: str | None
    n_columns: int
    start: int
    first_line: int
    has_comments: bool
    header: tuple[str, ...] | None


def read_pairs(source: Source, *, missing: float, header: bool | None) -> PairsFile:
    """Read a table of pairs; ``header`` says whether it has one; None: its first lines decide."""
    rows = read_rows(source, header=header)
    file = from_rows(
        rows.ids, rows.u, rows.v, rows.w, missing=missing, name=source.name, format="pairs", place=rows.place
    )
    return replace(file, rows=rows)


def read_rows(source: Source, *, header: bool | None) -> PairRows:
    """Read a table of pairs without making a problem of it."""
    data = text_bytes(source)
    layout = _layout(source.name, data, header)
    place = partial(place_of_row, source.name, data, start=layout.start, first=layout.first_line)
    u, v, w, ids = _integer_rows(data, layout) or _string_rows(source.name, data, layout)
    return PairRows(ids, u, v, w, layout.n_columns, layout.header, place)


# --------------------------------------------------------------------------------------------------------- the layout


def _layout(name: str, data: bytes, header: bool | None) -> _Layout:
    # The first lines are enough; a long table is not decoded twice.
    top = itertools.islice(filled_lines(name, data), 1000)
    rows = [(number, line) for number, line in top if not line.lstrip().startswith(_COMMENTS)][:2]
    if not rows:
        raise ValueError(f"{name}: holds no pairs, only comments")
    number, line = rows[0]
    delimiter, fields = _split_first(name, number, line)
    second = _fields(rows[1][1], delimiter) if len(rows) > 1 else None
    if header is None:
        header = _is_header(fields, second)
    if header:
        _check_header(name, number, fields)
        if second is None:
            raise ValueError(f"{name}: holds no pairs, only the header {shortened(line)}")
        number = rows[1][0]
    return _Layout(
        delimiter, len(fields), _offset(data, number), number, rows[0][0] > 1, tuple(fields) if header else None
    )


def _split_first(name: str, number: int, line: str) -> tuple[str | None, list[str]]:
    for delimiter in _DELIMITERS:
        fields = _fields(line, delimiter)
        if len(fields) in (2, 3):
            return delimiter, fields
    likely = max(_DELIMITERS, key=lambda delimiter: len(_fields(line, delimiter)))
    found = _fields(line, likely)
    between = f" separated by {_COLUMN_NAMES[likely]}" if len(found) > 1 else ""
    raise ValueError(
        f"{name}, line {number}: expected 2 columns (two ids) or 3 (two ids and a weight), "
        f"got {len(found)}{between}: {shortened(line)}"
    )


def _fields(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return line.split()
    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))]
    except csv.Error:  # a field longer than any id
        return [line]


def _is_header(fields: list[str], second: list[str] | None) -> bool:
    if len(fields) == 3:
        # Two whole numbers are ids, so what follows them is meant as a weight, if a bad one.
        return not is_number(fields[2]) and not (_is_integer(fields[0]) and _is_integer(fields[1]))
    if tuple(field.lower() for field in fields) in _ID_HEADERS:
        return True
    has_integers_below = second is not None and len(second) == 2 and all(map(_is_integer, second))
    return has_integers_below and not any(map(_is_integer, fields))


def _check_header(name: str, number: int, fields: list[str]) -> None:
    early = [field for field in fields[:2] if field.lower() in _WEIGHT_HEADERS and field.lower() not in ("w", "value")]
    if early:
        raise ValueError(
            f"{name}, line {number}: the columns must be two ids and then the weight, got {', '.join(fields)}"
        )


def _offset(data: bytes, line: int) -> int:
    """Where a line (from 1) begins."""
    at = 0
    for _ in range(line - 1):
        at = data.index(b"\n", at) + 1
    return at


# ----------------------------------------------------------------------------------------------------------- the rows

_Rows = tuple[Ints, Ints, Floats, npt.NDArray[np.generic]]


def _integer_rows(data: bytes, layout: _Layout) -> _Rows | None:
    """Rows whose ids are all whole numbers, or None."""
    if _has_padded_numbers(data, layout):
        return None
    dtype = [("u", "i8"), ("v", "i8"), ("w", "f8")][: layout.n_columns]
    rows = number_columns(data, dtype, delimiter=layout.delimiter, start=layout.start)
    if rows is None or not len(rows):
        return None
    ids, u, v = number_integers(rows["u"], rows["v"])
    w = np.ascontiguousarray(rows["w"]) if layout.n_columns == 3 else np.ones(len(rows))
    return u, v, w, ids


def _has_padded_numbers(data: bytes, layout: _Layout) -> bool:
    """Whether a field reads like ``007``, or a line begins like ``+49``: such ids must stay strings."""
    begins = np.zeros(256, bool)
    begins[list(b"\r\n \t" + (layout.delimiter or "").encode())] = True
    if layout.start == 0 and data[:1] in (b"0", b"+") and data[1:2].isdigit():
        return True
    text = np.frombuffer(data, np.uint8)
    for at in range(max(layout.start - 1, 0), len(text), _CHUNK):
        chunk = text[at : at + _CHUNK + 2]
        before, first, second = chunk[:-2], chunk[1:-1], chunk[2:]
        is_digit = (second >= ord("0")) & (second <= ord("9"))
        is_padded = (begins[before] & (first == ord("0"))) | ((before == ord("\n")) & (first == ord("+")))
        if bool((is_digit & is_padded).any()):
            return True
    return False


def _string_rows(name: str, data: bytes, layout: _Layout) -> _Rows:
    """Rows with ids of any kind, one by one, with an error that names the line."""
    number: dict[str, int] = {}
    u: list[int] = []
    v: list[int] = []
    w: list[float] = []
    for line, fields in _split_rows(name, data, layout):
        if len(fields) != layout.n_columns:
            raise ValueError(
                f"{name}, line {line}: expected {layout.n_columns} columns as on line {layout.first_line}, "
                f"got {len(fields)}: {shortened((layout.delimiter or ' ').join(fields))}"
            )
        first, second = fields[0].strip(), fields[1].strip()
        if not first or not second:
            raise ValueError(
                f"{name}, line {line}: an id is empty: {shortened((layout.delimiter or ' ').join(fields))}"
            )
        u.append(number.setdefault(first, len(number)))
        v.append(number.setdefault(second, len(number)))
        w.append(_weight(name, line, fields[2]) if layout.n_columns == 3 else 1.0)
    if layout.has_comments and any(key.startswith(_COMMENTS) for key in number):
        odd = next(key for key in number if key.startswith(_COMMENTS))
        raise ValueError(f"{name}: line 1 reads as a comment, but {shortened(odd)} is also an id; take line 1 out")
    if not number:
        raise ValueError(f"{name}: holds no pairs, only rows without ids")
    return _as_integers_if_they_are(np.array(u), np.array(v), np.array(w), list(number))


def _split_rows(name: str, data: bytes, layout: _Layout) -> Iterator[tuple[int, list[str]]]:
    rows = lines(name, data, start=layout.start, first=layout.first_line)
    if layout.delimiter is None:
        yield from ((line, text.split()) for line, text in rows if text.strip())
        return
    texts = (text for _, text in rows)
    for line, fields in csv_rows(name, texts, layout.delimiter, first=layout.first_line, strict=True):
        if fields and (fields[0] or any(field.strip() for field in fields)):
            yield line, fields


def _weight(name: str, line: int, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if math.isfinite(weight) and "_" not in text:
        return weight
    if is_number(text):
        raise ValueError(f"{name}, line {line}: the weight must be finite, got {cut(text.strip())}")
    if not text.strip():
        raise ValueError(
            f"{name}, line {line}: the weight is empty; take the row out, or leave out all such rows with "
            "frenemy cluster --format table --nulls drop"
        )
    hint = " (write the decimal point as .)" if is_number(text.replace(",", ".", 1)) else ""
    raise ValueError(f"{name}, line {line}: the weight {shortened(text.strip())} is not a number{hint}")


def _as_integers_if_they_are(u: Ints, v: Ints, w: Floats, names: list[str]) -> _Rows:
    """Ids that would print the same as whole numbers become such, as they do when read fast."""
    if all(map(_is_integer, names)):
        values = np.array([int(text) for text in names], dtype=object)
        if all(str(value) == text and -(2**63) <= value < 2**63 for value, text in zip(values, names, strict=True)):
            whole = values.astype(np.int64)
            ids, first, second = number_integers(whole[u], whole[v])
            return first, second, w, ids
    ids = np.empty(len(names), dtype=object)
    ids[:] = names
    return u, v, w, ids


def _is_integer(text: str) -> bool:
    return text.lstrip("+-").isdecimal() and text.isascii()
