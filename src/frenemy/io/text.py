"""Text files of rows: decoding, line numbers, and fast reading of rows that hold nothing but numbers."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.source import Source

# What Python's csv module says, in words for the reader of a file.
_CSV_ERRORS = {
    "new-line character": "holds a carriage return inside a row; save the file with one kind of line end",
    "field larger than": f"a field has more than {csv.field_size_limit():,} characters; is a quote missing?",
}
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def text_bytes(source: Source) -> bytes:
    """UTF-8 bytes with ``\\n`` line ends and no byte order mark; an error if the file is not text."""
    data = source.data
    if data.startswith(_UTF16_MARKS):
        raise ValueError(f"{source.name}: is UTF-16 text; save it as UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        raise ValueError(f"{source.name}: holds binary data (a zero byte at offset {zero}), expected text")
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    if not data.strip():
        raise ValueError(f"{source.name}: is empty")
    return data


def lines(name: str, data: bytes, *, start: int = 0, first: int = 1) -> Iterator[tuple[int, str]]:
    """``(line number, line)`` from byte ``start`` on, which begins line ``first``; the line end is kept."""
    stream = io.BytesIO(data)
    stream.seek(start)
    for number, raw in enumerate(stream, first):
        try:
            yield number, raw.decode()
        except UnicodeDecodeError as error:
            raise ValueError(f"{name}, line {number}: byte {raw[error.start]:#04x} is not UTF-8 text") from None


def filled_lines(name: str, data: bytes, *, start: int = 0, first: int = 1) -> Iterator[tuple[int, str]]:
    """As :func:`lines`, without blank lines and surrounding white space."""
    for number, line in lines(name, data, start=start, first=first):
        text = line.strip()
        if text:
            yield number, text


def csv_rows(
    name: str, texts: Iterable[str], delimiter: str, *, first: int = 1, strict: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """The line number and the fields of each row of CSV, from lines of which the first has number ``first``."""
    # Quoted fields may run over line ends, so the csv reader counts the lines itself.
    reader = csv.reader(texts, delimiter=delimiter, skipinitialspace=True, strict=strict)
    try:
        for fields in reader:
            yield first + reader.line_num - 1, fields
    except csv.Error as error:
        wrong = next((words for part, words in _CSV_ERRORS.items() if part in str(error)), str(error))
        raise ValueError(f"{name}, line {first + reader.line_num - 1}: {wrong}") from None


def place_of_row(name: str, data: bytes, row: int, *, start: int, first: int) -> str:
    """File and line, for messages, of row ``row`` (from 0) after byte ``start``, which begins line ``first``."""
    line, _ = next(itertools.islice(filled_lines(name, data, start=start, first=first), row, None))
    return f"{name}, line {line}"


def number_columns(
    data: bytes, dtype: list[tuple[str, str]], *, delimiter: str | None, start: int = 0
) -> npt.NDArray[Any] | None:
    """Rows of plain numbers as a structured array, in compiled code; None if any row is something else.

    After None, the caller reads line by line, to say what is wrong and where.
    """
    stream = io.BytesIO(data)
    stream.seek(start)
    with warnings.catch_warnings():
        # NumPy reads 1.5 as the integer 1, and only warns.
        warnings.simplefilter("error")
        try:
            return np.loadtxt(
                io.TextIOWrapper(stream, "ascii"), dtype=dtype, delimiter=delimiter, comments=None, ndmin=1
            )
        except (ValueError, OverflowError, Warning):
            return None


def short_integer(text: str) -> int | None:
    """A whole number of at most 18 digits, which fits 64 bits; None if it is anything else."""
    return int(text) if len(text) <= 18 and text.isascii() and text.isdecimal() else None


def is_number(text: str) -> bool:
    """Whether a field of a table is a number, as in 2, -0.5, 1e3 or nan."""
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def shortened(text: str) -> str:
    """A value for an error message: quoted, and cut if it is long."""
    return repr(cut(text, 60))


def cut(text: str, max_length: int = 300) -> str:
    """A text for an error message, cut if it is long."""
    return text if len(text) <= max_length else text[: max_length - 3] + "..."
