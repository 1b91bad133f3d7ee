"""Solves pairs that are first copied to scratch. The labels go to a folder, or to a table beside the pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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

#: Solves files: the files, the folder of the labels, the options, and the columns.
SolveFiles = Callable[[list[str], str, DatasetOptions, PairColumns], DatasetResult]


def solve_copied(source: Source, output: Any, options: DatasetOptions, solve: SolveFiles) -> DatasetResult:
    """Copy the needed columns, and solve the copies."""
    if output is None and not isinstance(source, TableSource):
        raise ValueError("output must be a folder for the labels, got None")
    columns = find_pair_columns(list(source.names), options.only(ColumnOptions))
    about: dict[str, Any] = {}
    if options.scratch is not None:  # otherwise nobody asks, and to count the rows may take long
        about = {"pairs": source.about(), "output": str(output), **options.identity()}
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
        labels = folder / "labels"
        kept = replace(run(str(labels)), output=source.keep(labels, columns, executor))
        empty(folder)  # the labels are where the pairs are: the same call begins again, and makes a new table
        return kept
