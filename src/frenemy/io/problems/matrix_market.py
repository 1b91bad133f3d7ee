"""Matrix Market files, checked in full before SciPy's reader, which trusts them, reads the numbers."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from frenemy import _core
from frenemy.io.source import Source
from frenemy.io.text import cut, filled_lines, lines, short_integer, shortened, text_bytes
from frenemy.problem.checked_arrays import MAX_NODES

_BANNER = "%%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric"
_FIELDS = {
    "real": _core.RowValue.REAL,
    "double": _core.RowValue.REAL,
    "integer": _core.RowValue.INTEGER,
    "unsigned-integer": _core.RowValue.INTEGER,
    "pattern": _core.RowValue.NONE,
}
_SYMMETRIES = ("general", "symmetric", "skew-symmetric")


@dataclass(frozen=True)
class _Header:
    """What the first lines say.

    ``n`` is the number of rows and of columns, ``start`` where the entries begin, ``line`` the number of their first
    line.
    """

    layout: str
    field: str
    symmetry: str
    n: int
    n_entries: int
    start: int
    line: int


def load_matrix_market(source: Source) -> Any:
    """The matrix of a Matrix Market file, as SciPy reads it; an error names the line."""
    from scipy.io import mmread

    data = text_bytes(source)
    data = data if data.endswith(b"\n") else data + b"\n"
    header = _header(source.name, data)
    _check_entries(source.name, data, header)
    # Written again, in as many lines, so that SciPy sees no other header than the one that was checked.
    banner = f"%%MatrixMarket matrix {header.layout} {header.field} {header.symmetry}\n"
    counts = f"{header.n} {header.n} {header.n_entries}" if header.layout == "coordinate" else f"{header.n} {header.n}"
    top = banner + "%\n" * (header.line - 3) + counts + "\n"
    try:
        return mmread(io.BytesIO(top.encode() + data[header.start :]))
    except Exception as error:  # of any type, for example for numbers beyond 64 bits
        raise ValueError(f"{source.name}: cannot be read as a Matrix Market file: {cut(str(error))}") from None


def _header(name: str, data: bytes) -> _Header:
    above = lines(name, data)
    number, line = next(((at, text) for at, text in above if text.strip()), (1, ""))
    words = line.lower().split()
    if len(words) != 5 or words[:2] != ["%%matrixmarket", "matrix"]:
        raise ValueError(f"{name}, line {number}: expected {_BANNER}, got {shortened(line.strip())}")
    layout, field, symmetry = words[2:]
    if field == "complex" or symmetry == "hermitian":
        raise ValueError(f"{name}, line {number}: a matrix of weights must hold real numbers, got a complex matrix")
    is_known = layout in ("coordinate", "array") and field in _FIELDS and symmetry in _SYMMETRIES
    if not is_known or (layout == "array" and field == "pattern"):
        raise ValueError(f"{name}, line {number}: expected {_BANNER}, got {shortened(line.strip())}")
    sizes = next(((at, text) for at, text in above if text.strip() and not text.lstrip().startswith("%")), None)
    if sizes is None:
        raise ValueError(f"{name}: holds no line with the size of the matrix; is the file truncated?")
    number, line = sizes
    n, n_entries = _sizes(name, number, line, layout, symmetry)
    return _Header(layout, field, symmetry, n, n_entries, _offset(data, number + 1), number + 1)


def _sizes(name: str, number: int, line: str, layout: str, symmetry: str) -> tuple[int, int]:
    """The number of rows, which is that of columns, and of entries."""
    wanted = "n_rows n_columns n_entries" if layout == "coordinate" else "n_rows n_columns"
    sizes = [size for size in map(short_integer, line.split()) if size is not None]
    if not len(line.split()) == len(sizes) == len(wanted.split()):
        raise ValueError(f"{name}, line {number}: expected '{wanted}', got {shortened(line.strip())}")
    n = sizes[0]
    if n != sizes[1]:
        raise ValueError(f"{name}, line {number}: a matrix of weights must be square, got {n} x {sizes[1]}")
    if n > MAX_NODES:
        raise ValueError(f"{name}, line {number}: there may be {MAX_NODES} rows at most, got {n}")
    if layout == "coordinate":
        return n, sizes[2]
    return n, {"general": n * n, "symmetric": n * (n + 1) // 2, "skew-symmetric": n * (n - 1) // 2}[symmetry]


def _check_entries(name: str, data: bytes, header: _Header) -> None:
    n = header.n if header.layout == "coordinate" else 0  # 0: without positions
    n_good, end = _core.check_number_rows(data, header.start, n, n, _FIELDS[header.field])
    if end < len(data) and n_good < header.n_entries:
        line = header.line + data.count(b"\n", header.start, end)
        text = data[end : data.index(b"\n", end)].decode(errors="replace").strip()
        raise ValueError(f"{name}, line {line}: {_wrong_with(text, header)}")
    if end < len(data) or n_good != header.n_entries:
        n_found = n_good if end == len(data) else sum(1 for _ in filled_lines(name, data, start=header.start))
        why = "; is the file truncated?" if n_found < header.n_entries else ""
        raise ValueError(f"{name}, line {header.line - 1}: promises {header.n_entries} entries, got {n_found}{why}")


def _wrong_with(text: str, header: _Header) -> str:
    """What is wrong with a line that is no entry."""
    fields = text.split()
    n_positions = 2 if header.layout == "coordinate" else 0
    has_value = header.field != "pattern"
    if len(fields) == n_positions + has_value:
        places = [short_integer(field) for field in fields[:n_positions]]
        wrong = next((place for place in places if place is not None and not 1 <= place <= header.n), None)
        if wrong is not None:
            return f"rows and columns must be in 1..{header.n}, as line {header.line - 1} says, got {wrong}"
        if has_value and None not in places:
            kind = "a whole number" if _FIELDS[header.field] == _core.RowValue.INTEGER else "a finite number"
            return f"the value must be {kind}, got {shortened(fields[-1])}"
    words = ["row", "column"][:n_positions] + ["value"] * has_value
    return f"expected '{' '.join(words)}', got {shortened(text)}"


def _offset(data: bytes, line: int) -> int:
    """Where a line begins."""
    at = 0
    for _ in range(line - 1):
        at = data.index(b"\n", at) + 1
    return at
