"""The first line of a table in text: what separates its columns, and whether it is a header."""

from __future__ import annotations

import csv

from frenemy.io.text import is_number

_OTHERS = (";", "\t", ",")


def text_delimiter(top: bytes, usual: str) -> str:
    """What separates the columns: the ``usual`` delimiter, or another one if the first line does not have that.

    Examples
    --------
    >>> from frenemy.io.text_header import text_delimiter
    >>> text_delimiter(b"id_1;id_2;weight", ",")
    ';'
    """
    line = _first_line(top)
    return next((one for one in (usual, *_OTHERS) if len(_fields(line, one)) > 1), usual)


def text_header(top: bytes, usual: str) -> list[str]:
    """The fields of the first line."""
    return _fields(_first_line(top), text_delimiter(top, usual))


def is_header(fields: list[str]) -> bool:
    """Whether the fields of a first line are names: none of them is a number.

    Examples
    --------
    >>> from frenemy.io.text_header import is_header
    >>> is_header(["id_1", "id_2", "weight"]), is_header(["ann", "bob", "2.5"])
    (True, False)
    """
    return not any(map(is_number, fields))


def _first_line(top: bytes) -> str:
    lines = top.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n").split(b"\n", 1)
    return lines[0].decode("utf-8", "replace")


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return []
