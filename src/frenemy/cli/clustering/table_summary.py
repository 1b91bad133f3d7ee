"""The summary of a solved table of scores: a table on the terminal, one JSON object, and facts inside of files."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from frenemy.apps.records.entities import Entities
from frenemy.apps.records.names.changes import CHANGES
from frenemy.cli.clustering.cluster_job import ClusterJob
from frenemy.cli.clustering.option_words import in_options
from frenemy.cli.clustering.result_facts import (
    counted,
    how_it_ended,
    how_sure,
    how_to_be_surer,
    result_facts,
    solver_summary,
)

_SIZES = (("1", 1, 1), ("2", 2, 2), ("3-5", 3, 5), ("6-10", 6, 10), (">10", 11, None))
_CALLED = {"--output": "entities", "--changes": "changes", "--review": "pairs to review", "--report": "report"}


def show_summary(job: ClusterJob, found: Entities, written: Mapping[str, str], stages: Mapping[str, float]) -> None:
    """Print the table on standard error."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in _rows(job, found, written, stages):
        table.add_row(Text(name), Text(value))
    Console(file=sys.stderr, highlight=False).print(table)


def _rows(
    job: ClusterJob, found: Entities, written: Mapping[str, str], stages: Mapping[str, float]
) -> list[tuple[str, str]]:
    result = found.result
    read, *left_out = str(found.notes.left_out).splitlines()
    how = f"{how_it_ended(result)} after {counted(len(result.history), 'round')}"
    spent = ", ".join(f"{stage} {seconds:.2f}" for stage, seconds in stages.items() if seconds >= _SHORT)
    files = [f"{path} ({_CALLED[option]})" for option, path in written.items() if path != "-"]
    return [
        ("input", f"{'standard input' if job.input == '-' else job.input}: {read}"),
        *(("", line) for line in left_out),
        *([] if job.has_nodes else [("", "records in no pair are left out; --nodes adds them")]),
        *_once("chosen", [in_options(note) for note in found.notes.choices]),
        ("entities", f"{found.n_entities:,} of {counted(found.n_records, 'record')}"),
        *((f"  of {size}", f"{n:,}") for size, n in _size_counts(found).items() if n),
        ("  largest", counted(_largest(found), "record")),
        ("doubtful", f"{counted(_n_doubtful(found), 'record')} with a margin below {found.doubt:g} nats"),
        *_once("changes", _changes(found)),
        *_once("warning", result.warnings),
        ("energy", f"{result.energy:,.10g}, {how_sure(result)}{how_to_be_surer(job, result)}"),
        ("solver", f"{solver_summary(job, result)}: {how}"),
        ("seconds", f"{sum(stages.values()):.2f}" + (f": {spent}" if spent else "")),
        *_once("written", files),
    ]


_SHORT = 0.005  # shorter stages would read 0.00


def summary(
    job: ClusterJob, found: Entities, written: Mapping[str, str], stages: Mapping[str, float]
) -> dict[str, Any]:
    """The same as an object, for ``--json``."""
    left_out = dataclasses.asdict(found.notes.left_out)
    return (
        {
            "input": job.input,
            "output": job.output,
            "values": found.pairs.columns.values,
            "n_rows": left_out.pop("n_rows"),
            "n_records": left_out.pop("n_records"),
            "n_pairs": left_out.pop("n_pairs"),
            "left_out": left_out,
            "chosen": list(found.notes.choices),
            "missing": found.problem.missing,
            "compared": None if found.compared_share is None else dataclasses.asdict(found.compared_share),
            "n_entities": found.n_entities,
            "sizes": _size_counts(found),
            "largest": _largest(found),
            "n_doubtful": _n_doubtful(found),
            "doubt": found.doubt,
        }
        | result_facts(job, found.result)
        | {
            "stages": dict(stages),
            "n_changes": _n_changes(found),
            "changes": written.get("--changes"),
            "review": written.get("--review"),
            "report": written.get("--report"),
        }
    )


def file_facts(job: ClusterJob, found: Entities) -> dict[str, Any]:
    """What a file of entities says about itself: the same for the same input and options, so no times."""
    facts = result_facts(job, found.result)
    kept = ("energy", "lower_bound", "gap", "status", "seed", "solver", "parameters")
    return {
        "values": found.pairs.columns.values,
        "chosen": list(found.notes.choices),
        "missing": found.problem.missing,
        "n_entities": found.n_entities,
        **{name: facts[name] for name in kept},
    }


def _once(name: str, lines: Any) -> list[tuple[str, str]]:
    """Rows of which only the first has a name."""
    return [(name if place == 0 else "", line) for place, line in enumerate(lines)]


def _sizes(found: Entities) -> np.ndarray:
    return np.bincount(found.labels, minlength=1) if found.n_records else np.zeros(1, np.int64)


def _size_counts(found: Entities) -> dict[str, int]:
    """The number of entities by size."""
    sizes = _sizes(found)
    return {
        name: int(np.count_nonzero((sizes >= low) & (sizes <= (sizes.max() if high is None else high))))
        for name, low, high in _SIZES
    }


def _largest(found: Entities) -> int:
    return int(_sizes(found).max())


def _n_doubtful(found: Entities) -> int:
    return int(np.count_nonzero(found.doubtful))


def _n_changes(found: Entities) -> dict[str, dict[str, int]] | None:
    """The number of changes and of changed records by kind since the previous run; None without one."""
    if found.changes is None:
        return None
    kinds = found.changes.column("change").to_pylist()
    records = found.changes.column("n_records").to_pylist()
    counts = {kind: {"steps": 0, "records": 0} for kind in CHANGES}
    for kind, n in zip(kinds, records, strict=True):
        counts[kind]["steps"] += 1
        counts[kind]["records"] += n
    return counts


def _changes(found: Entities) -> list[str]:
    counts = _n_changes(found)
    if counts is None:
        return []
    notes = [
        f"{counts[kind]['steps']:,} {kind} ({counted(counts[kind]['records'], 'record')})"
        for kind in CHANGES
        if counts[kind]["steps"]
    ]
    return [", ".join(notes) or "none since the previous run"]
