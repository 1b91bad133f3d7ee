"""A CSV file that grows row by row, so that a run that is cut short goes on where it stopped."""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class ResultsFile:
    """Rows on disk, each flushed as soon as it is measured.

    The first ``n_keys`` columns say what was measured; a row that is there is not measured again. Numbers are read back
    as numbers, and nothing as None.
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
        """Those of the keys that have no row yet."""
        done = {self._key(row) for row in self.rows}
        return [key for key in keys if tuple(map(str, key)) not in done]

    def of(self, keys: Iterable[tuple[Any, ...]]) -> list[Row]:
        """The rows of these keys: others may be from a run that asked for more."""
        asked = {tuple(map(str, key)) for key in keys}
        return [row for row in self.rows if self._key(row) in asked]

    def add(self, row: Row) -> None:
        if set(row) != set(self.columns):
            raise ValueError(f"a row has the columns {', '.join(self.columns)}, got {', '.join(row)}")
        with self.path.open("a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self.columns).writerow(row)
        self.rows.append(row)
        self.measured_at = time.time()

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(str(row[column]) for column in self.columns[: self.n_keys])

    def _read(self) -> list[Row]:
        text = self.path.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        if not lines:
            return []
        found = tuple(next(csv.reader(lines[:1])))
        if found != self.columns:
            raise ValueError(
                f"{self.path} has other columns ({', '.join(found)}) than this experiment writes "
                f"({', '.join(self.columns)}): start anew with --fresh, or name another folder with --out"
            )
        if not lines[-1].endswith("\n"):  # cut off while it was written
            lines.pop()
        rows = [{key: _value(text) for key, text in row.items()} for row in csv.DictReader(lines)]
        self._write(self.path, rows)
        return rows

    def _write(self, path: Path, rows: list[Row]) -> None:
        """All rows, through another file, so that nothing is lost if this is cut short too."""
        other = path.with_suffix(".part")
        with other.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(rows)
        os.replace(other, path)
        os.utime(path, (self.measured_at, self.measured_at))


def _value(text: str) -> Any:
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
