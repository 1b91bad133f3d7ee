"""Recognize the kind of an input: pairs and matrices, or a table with named columns."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from dataclasses import dataclass

from frenemy.io.source import suffix_of
from frenemy.io.text_header import text_header
from frenemy.tables.columns import find_pair_columns

_TABLES = (".parquet", ".feather", ".arrow")
_TEXTS = {".csv": ",", ".tsv": "\t"}
_MAX_PAIR_COLUMNS = 3
_MAGIC = {b"PAR1": ".parquet", b"ARROW1": ".feather"}
_LONGEST_HEADER = 1 << 20
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class InputKind:
    """The kind of an input.

    Attributes
    ----------
    is_table : bool
        Whether it is a table with named columns.
    why : str
        The reason, for the message "it is read as ..., since {why}".
    content : bytes or None
        All of standard input, which can be read only once; None for a file.
    suffix : str
        The suffix of a file with this content.
    """

    is_table: bool
    why: str
    content: bytes | None = None
    suffix: str = ""


def input_kind(
    path: str, *, says_table: str | None, says_pairs: str | None, for_tables: str | None = None
) -> InputKind:
    """The kind of an input: Parquet and Feather files are tables, and so are CSV and TSV files with more than three
    columns, or with another column before the two ids.

    Parameters
    ----------
    path : str
        ``"-"`` is standard input.
    says_table, says_pairs : str, optional
        The option that decides, if one was given.
    for_tables : str, optional
        An option that makes a table of any CSV or TSV file.
    """
    content = sys.stdin.buffer.read() if path == "-" else None
    suffix = suffix_of(path) if content is None else _suffix_of_content(content)
    settled = says_table or says_pairs
    if settled is not None:
        return InputKind(says_table is not None, f"{settled} says so", content, suffix)
    if suffix in _TABLES:
        return InputKind(True, f"it is a {suffix[1:].capitalize()} file", content, suffix)
    if suffix in _TEXTS:
        if for_tables is not None:
            return InputKind(True, f"{for_tables} is for tables", content, suffix)
        top = _top(path) if content is None else content[:_LONGEST_HEADER]
        names = text_header(top, _TEXTS[suffix])
        if len(names) > _MAX_PAIR_COLUMNS:
            return InputKind(True, f"it has {len(names)} columns", content, suffix)
        if len(names) == _MAX_PAIR_COLUMNS and _is_in_other_order(names):
            return InputKind(True, "its header names the ids elsewhere than first", content, suffix)
        return InputKind(False, "it has two or three columns, the ids first", content, suffix)
    return InputKind(False, "only .parquet, .feather, .csv and .tsv files are tables", content, suffix)


def _suffix_of_content(content: bytes) -> str:
    for magic, suffix in _MAGIC.items():
        if content.startswith(magic):
            return suffix
    top = _unpacked(content[:_LONGEST_HEADER])
    return ".tsv" if b"\t" in top.partition(b"\n")[0] else ".csv"


def _top(path: str) -> bytes:
    """The beginning of a file; empty if it cannot be read, which is reported when it is opened."""
    try:
        if not os.path.isfile(path):  # a pipe could not be read again
            return b""
        with open(path, "rb") as file:
            return _unpacked(file.read(_LONGEST_HEADER))
    except OSError:
        return b""


def _unpacked(top: bytes) -> bytes:
    if not top.startswith(_GZIP):
        return top
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(top)).read1(_LONGEST_HEADER)
    except (OSError, EOFError, zlib.error):
        return b""


def _is_in_other_order(names: list[str]) -> bool:
    try:
        found = find_pair_columns(names)
    except ValueError:  # the reader reports what is wrong
        return False
    return [*found.left, *found.right] != names[:2]
