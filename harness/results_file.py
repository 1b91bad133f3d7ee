"""A CSV file that grows row by row, so that an interrupted run continues where it stopped."""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from harness.progress import print_note
from harness.tables import Row


class ResultsFile:
    """Rows on disk, each flushed as soon as it is measured.

    The first ``n_keys`` columns identify a row; a row in the file is not measured again. Numbers are read back as
    numbers and empty fields as None; in the first columns only if Python writes them the same way: ``007`` is a name.
    Incomplete rows are dropped, with a note on standard error.
    """

    def __init__(self, path: Path, columns: Sequence[str], *, n_keys: int, fresh: bool = False) -> None:
        self.path = path
        self.columns = tuple(columns)
        self.n_keys = n_keys
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        #: When the last row was measured, in seconds since 1970.
        self.measured_at = path.stat().st_mtime if path.exists() else time.time()
        self.rows: list[Row] = self._read() if path.exists() else []
        if not self.rows:
            self._write(path, [])

    def left(self, keys: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The keys that have no row yet."""
        done = {self._key(row) for row in self.rows}
        return [key for key in keys if tuple(map(_text, key)) not in done]

    def of(self, keys: Iterable[tuple[Any, ...]]) -> list[Row]:
        """The rows of these keys: others may be from a run that wanted for more."""
        wanted = {tuple(map(_text, key)) for key in keys}
        return [row for row in self.rows if self._key(row) in wanted]

    def drop(self, keys: Iterable[tuple[Any, ...]]) -> None:
        """Remove the rows of these keys, to measure them again."""
        dropped = {tuple(map(_text, key)) for key in keys}
        self.rows = [row for row in self.rows if self._key(row) not in dropped]
        self._write(self.path, self.rows)

    def add(self, row: Row) -> None:
        if set(row) != set(self.columns):
            raise ValueError(f"a row has the columns {', '.join(self.columns)}, got {', '.join(row)}")
        with self.path.open("a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self.columns).writerow(row)
        self.rows.append(row)
        self.measured_at = time.time()

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(_text(row[column]) for column in self.columns[: self.n_keys])

    def _read(self) -> list[Row]:
        text = self.path.read_text(encoding="utf-8", errors="replace")
        lines = list(io.StringIO(text, newline=""))
        if not lines or not text.strip("\0"):
            return []
        if len(lines) == 1 and f"{','.join(self.columns)}\r\n".startswith(text):  # cut off inside the header
            return []
        found = tuple(next(csv.reader(lines[:1])))
        if found != self.columns:
            raise ValueError(
                f"{self.path} has other columns ({', '.join(found)}) than this experiment writes "
                f"({', '.join(self.columns)}): start over with --fresh, or name another folder with --out"
            )
        whole = list(_whole_rows(lines[1:], len(self.columns)))
        rows = [self._row(fields) for fields in whole if fields is not None]
        if len(rows) < len(whole):
            print_note(f"{self.path.name}: {len(whole) - len(rows)} line(s) dropped that hold no whole row")
        self._write(self.path, rows)
        return rows

    def _row(self, fields: Sequence[str]) -> Row:
        row = {column: _value(text) for column, text in zip(self.columns, fields, strict=True)}
        for column, text in zip(self.columns[: self.n_keys], fields, strict=False):
            if _text(row[column]) != text:
                row[column] = text
        return row

    def _write(self, path: Path, rows: list[Row]) -> None:
        """Write all rows through another file, so that an interruption loses nothing."""
        other = path.with_suffix(".part")
        with other.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(rows)
        os.replace(other, path)
        os.utime(path, (self.measured_at, self.measured_at))


def _whole_rows(lines: Sequence[str], n_fields: int) -> Iterator[list[str] | None]:
    """The fields of every row, and None for each line without one.

    A quoted row may have several lines. If they are no row, only the first is dropped: an unclosed quote must not
    swallow the rows after it.
    """
    at = 0
    while at < len(lines):
        end = at + 1
        n_quotes = lines[at].count('"')
        while n_quotes % 2 and end < len(lines):
            n_quotes += lines[end].count('"')
            end += 1
        fields = _fields(lines[at:end], n_fields)
        if fields is not None:
            yield fields
            at = end
            continue
        if lines[at].strip():
            yield None
        at += 1


def _fields(lines: Sequence[str], n_fields: int) -> list[str] | None:
    """The fields of one row, or None if it is cut off, has another length, or has bytes that are no text."""
    if not lines[-1].endswith("\n") or any(bad in line for bad in "\0\ufffd" for line in lines):
        return None
    try:
        rows = list(csv.reader(lines, strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 and len(rows[0]) == n_fields else None


def _text(value: Any) -> str:
    """As written to the file."""
    return "" if value is None else str(value)


def _value(text: str) -> Any:
    if text == "":
        return None
    if "_" in text:  # Python takes 10_1 for a number
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
