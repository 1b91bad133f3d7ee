"""The summary of a solved dataset: a table on the terminal, and one JSON object."""

from __future__ import annotations

import dataclasses
import os
import sys
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from frenemy.cli.clustering.datasets.dataset_clock import DatasetClock
from frenemy.cli.clustering.datasets.dataset_request import DatasetRequest
from frenemy.cli.clustering.option_words import in_options
from frenemy.cli.clustering.result_facts import counted, how_sure
from frenemy.cli.clustering.solver_choice import changed_parameters, fields_of, name_of, shown
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.pairs.dataset_files import list_files
from frenemy.engines.sources.find_source import paths_of
from frenemy.solvers.automatic import SMALL_GROUPS

_SHORT = 0.005  # shorter steps would read 0.00


def show_summary(request: DatasetRequest, found: DatasetResult, clock: DatasetClock) -> None:
    """Print the table on standard error."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in _rows(request, found, clock):
        table.add_row(Text(name), Text(value))
    Console(file=sys.stderr, highlight=False).print(table)


def _rows(request: DatasetRequest, found: DatasetResult, clock: DatasetClock) -> list[tuple[str, str]]:
    read, *left_out = str(found.left_out).splitlines()
    spent = ", ".join(f"{step} {seconds:.2f}" for step, seconds in clock.seconds.items() if seconds >= _SHORT)
    n_files, n_bytes = _files(request)
    return [
        ("input", f"{_named(request)}: {counted(n_files, 'file')}, {_size(n_bytes)}"),
        ("", read),
        *(("", line) for line in left_out),
        *(("" if at else "weights", line) for at, line in enumerate(map(in_options, found.notes))),
        ("clusters", f"{found.n_clusters:,} of {counted(found.n_nodes, 'record')}"),
        ("  of 1", f"{found.n_single:,}"),
        ("  largest", counted(found.largest, "record")),
        ("cut", f"{counted(found.n_dropped, 'pair')} between parts that no attracting pairs connect"),
        ("tasks", counted(found.n_tasks, "task")),
        ("large", _large_parts(found)),
        ("energy", f"{found.energy:,.10g}, {how_sure(found)}"),
        ("solver", _solver(request)),
        ("seconds", f"{sum(clock.seconds.values()):.2f}" + (f": {spent}" if spent else "")),
        *([("", _resumed(clock))] if clock.is_resumed else []),
        ("written", f"{request.output} ({counted(_n_written(found), 'file')})"),
    ]


def summary(request: DatasetRequest, found: DatasetResult, clock: DatasetClock) -> dict[str, Any]:
    """The same as an object, for ``--json``."""
    left_out = dataclasses.asdict(found.left_out)
    solver = request.solver or SMALL_GROUPS
    n_files, n_bytes = _files(request)
    return {
        "input": list(request.inputs),
        "output": request.output,
        "values": found.values,
        "n_files": n_files,
        "n_bytes": n_bytes,
        "n_rows": left_out.pop("n_rows"),
        "n_records": left_out.pop("n_records"),
        "n_pairs": left_out.pop("n_pairs"),
        "left_out": left_out,
        "missing": found.missing,
        "chosen": list(found.notes),
        "n_clusters": found.n_clusters,
        "n_single": found.n_single,
        "largest": found.largest,
        "n_dropped": found.n_dropped,
        "n_tasks": found.n_tasks,
        "n_large": found.n_large,
        "energy": found.energy,
        "lower_bound": found.lower_bound,
        "gap": found.gap,
        "solver": name_of(solver),
        "parameters": {field.name: shown(getattr(solver, field.name)) for field in fields_of(type(solver))},
        "seed": request.seed,
        "seconds": sum(clock.seconds.values()),
        "stages": dict(clock.seconds),
        "is_resumed": clock.is_resumed,
    }


def _named(request: DatasetRequest) -> str:
    first, *others = request.inputs
    return f"{first} and {len(others):,} more" if others else first


def _files(request: DatasetRequest) -> tuple[int, int]:
    """How many files were read, and their bytes as far as these are known."""
    files = [name for path in paths_of(request.inputs) for name in ([path] if "://" in path else list_files(path))]
    return len(files), sum(os.path.getsize(name) for name in files if "://" not in name)


def _size(n_bytes: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if n_bytes >= size:
            return f"{n_bytes / size:.1f} {unit}"
    return counted(n_bytes, "byte")


def _large_parts(found: DatasetResult) -> str:
    if not found.n_large:
        return "no part was too large for a task"
    return f"{counted(found.n_large, 'part')} too large for a task, solved one at a time"


def _resumed(clock: DatasetClock) -> str:
    return "some of the work was done by an earlier run" if clock.seconds else "all of it was done by an earlier run"


def _solver(request: DatasetRequest) -> str:
    solver = request.solver or SMALL_GROUPS
    words = [name_of(solver), *(f"{name}={shown(value)}" for name, value in changed_parameters(solver).items())]
    return f"{' '.join(words)}, seed {request.seed}"


def _n_written(found: DatasetResult) -> int:
    return len(list_files(found.output))
