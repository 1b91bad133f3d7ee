"""Recognize datasets: files that are solved from disk, in pieces that fit in memory."""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping, Sequence
from typing import Any

import typer

_PARQUET = (".parquet", ".parq", ".pq")
_DATABASES = (".duckdb", ".ddb")
_MAGIC = b"PAR1"


def why_dataset(inputs: Sequence[str], output: str, options: Mapping[str, Any]) -> str | None:
    """Why the input is a dataset, for the message "it is solved from disk, since {why}"; None if it is not.

    Parameters
    ----------
    inputs : sequence of str
        Files, folders and patterns.
    options : mapping
        The options for datasets only, by name; None if not given.

    Examples
    --------
    >>> from frenemy.cli.clustering.datasets.dataset_inputs import why_dataset
    >>> why_dataset(["a.parquet", "b.parquet"], "-", {})
    'there are 2 inputs'
    >>> why_dataset(["a.parquet"], "labels/", {})
    '-o labels/ is a folder'
    >>> why_dataset(["a.parquet"], "labels.csv", {"memory": "4GB"})
    '--memory is given'
    """
    if len(inputs) > 1:
        return f"there are {len(inputs)} inputs"
    (only,) = inputs
    if os.path.isdir(only):
        return f"{only} is a folder"
    if "://" in only:
        return f"{only} is an address"
    if only.lower().endswith(_DATABASES):
        return f"{only} is a database"
    if _is_pattern(only):
        return f"{only} is a pattern"
    given = next((name for name, value in options.items() if value is not None), None)
    if given is not None:
        return f"--{given} is given"
    return f"-o {output} is a folder" if output.endswith(("/", os.sep)) else None


def check_readable(inputs: Sequence[str], why: str) -> None:
    """Raise a usage error with a hint if an input cannot be read from disk."""
    for path in inputs:
        other = next((name for name in _named(path) if not _can_be_read(name)), None)
        if other is None:
            continue
        called = "standard input" if other == "-" else other
        is_alone = len(inputs) == 1 and other == path
        hint = "to solve it in memory, give only that and -o FILE" if is_alone else "leave it out"
        raise typer.BadParameter(
            f"this is solved from disk, since {why}, and {called} is not a Parquet, CSV or TSV file or a DuckDB "
            f"database; {hint}, or write the pairs to Parquet first, with pyarrow, polars or DuckDB",
            param_hint="INPUT",
        )


def _named(path: str) -> list[str]:
    """The files of a pattern; none for a folder, as only its Parquet files are read."""
    if path == "-" or "://" in path:
        return [path]
    if os.path.isdir(path):
        return []
    return sorted(glob.glob(path, recursive=True)) if _is_pattern(path) else [path]


def _is_pattern(path: str) -> bool:
    return glob.has_magic(path) and not os.path.exists(path)


def _can_be_read(path: str) -> bool:
    """By its name, or else by its first bytes; folders are checked later."""
    if path == "-":
        return False
    from frenemy.tables.readers.table_files import is_text_file  # needs pyarrow, which other commands do without

    if "://" in path or path.lower().endswith(_DATABASES) or is_text_file(path):
        return True
    if path.lower().endswith(_PARQUET) or os.path.isdir(path):
        return True
    if not os.path.exists(path):
        return os.path.splitext(path)[1] == ""  # a missing file is reported when it is opened
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return True  # likewise
