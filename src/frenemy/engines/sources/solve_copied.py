"""Solves pairs that are first copied to scratch. The labels go to a folder, or to a table beside the pairs."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from frenemy.engines.dataset_options import DatasetOptions
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.executors.open_executor import open_executor
from frenemy.engines.finished_run import empty, finish_once
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.scratch_folder import scratch_folder
from frenemy.engines.sources.source import Source, TableSource
from frenemy.tables.columns import PairColumns, find_pair_columns
from frenemy.tables.options import ColumnOptions

_NOT_IN_ABOUT = ("client", "scratch", "on_stage")  # they do not change the result

#: Solves files: the files, the folder of the labels, the options, and the columns.
SolveFiles = Callable[[list[str], str, DatasetOptions, PairColumns], DatasetResult]


def solve_copied(source: Source, output: Any, options: DatasetOptions, solve: SolveFiles) -> DatasetResult:
    """Copy the needed columns, and solve the copies."""
    if output is None and not isinstance(source, TableSource):
        raise ValueError("output must be a folder for the labels, got None")
    columns = find_pair_columns(list(source.names), options.only(ColumnOptions))
    about = {} if options.scratch is None else _about(source, output, options)  # to count the rows may take long
    with (
        scratch_folder(options.scratch, about) as folder,
        open_executor(options.client, folder) as executor,
    ):

        def run(labels: str) -> DatasetResult:
            files = source.copy(CheckpointedStages(folder, executor, options.on_stage), columns)
            inner = replace(options, client=executor, scratch=folder / "run")
            return solve(list(map(str, files)), labels, inner, columns)

        if output is not None:
            return finish_once(folder, Path(output), lambda: run(str(output)))
        assert isinstance(source, TableSource)
        found = run(str(folder / "labels"))
        kept = replace(found, output=source.keep(str(folder / "labels" / "*.parquet")))
        empty(folder)  # the labels are in the database: the same call begins again, and makes a new table
        return kept


def _about(source: Source, output: Any, options: DatasetOptions) -> dict[str, Any]:
    named = {one.name: _token(getattr(options, one.name)) for one in fields(options) if one.name not in _NOT_IN_ABOUT}
    return {"pairs": source.about, "output": str(output), **named}


def _token(value: Any) -> str:
    """A text that is the same for the same value in every process, as far as its type allows."""
    try:
        return hashlib.sha256(pickle.dumps(value)).hexdigest()
    except (pickle.PicklingError, TypeError, AttributeError):
        return repr(value)
