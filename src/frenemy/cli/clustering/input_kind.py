"""Recognize the kind of an input: signed pairs and matrices, or a table of scores."""

from __future__ import annotations

import csv
import gzip
import io
import os
import sys
import zlib
from dataclasses import dataclass

from frenemy.io.source import suffix_of

_TABLES = (".parquet", ".feather", ".arrow")
_TEXTS = {".csv": ",", ".tsv": "\t"}
_SCORES = ("match_weight", "match_probability", "probability")
_MAGIC = {b"PAR1": ".parquet", b"ARROW1": ".feather"}
_LONGEST_HEADER = 1 << 20
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class InputKind:
    """The kind of an input.

    Attributes
    ----------
    is_table : bool
        Whether it is a table of scores.
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


def input_kind(path: str, *, says_table: str | None, says_pairs: str | None) -> InputKind:
    """The kind of an input. Parquet and Feather files, and CSV and TSV files with a column of scores, are tables.

    Parameters
    ----------
    path : str
        ``"-"`` is standard input.
    says_table, says_pairs : str, optional
        The option that decides, if one was given.
    """
    content = sys.stdin.buffer.read() if path == "-" else None
    suffix = suffix_of(path) if content is None else _suffix_of_content(content)
    settled = says_table or says_pairs
    if settled is not None:
        return InputKind(says_table is not None, f"{settled} says so", content, suffix)
    if suffix in _TABLES:
        return InputKind(True, f"it is a {suffix[1:].capitalize()} file", content, suffix)
    if suffix in _TEXTS:
        top = _top(path) if content is None else content[:_LONGEST_HEADER]
        found = [name for name in _header(top, _TEXTS[suffix]) if name in _SCORES]
        if found:
            return InputKind(True, f"its header names {found[0]}", content, suffix)
        return InputKind(False, f"its first line names no {', '.join(_SCORES[:-1])} or {_SCORES[-1]}", content, suffix)
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


def _header(top: bytes, delimiter: str) -> list[str]:
    line = top.partition(b"\n")[0].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    try:
        return [field.strip() for field in next(csv.reader([line.strip("\r")], delimiter=delimiter), [])]
    except csv.Error:
        return []
