"""frenemy beside HDBSCAN, Leiden, splink, dedupe and bioimage-cpp: quality and CPU time on the same tasks."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.beside import communities, scored_pairs, signed_graphs, vectors
from benchmarks.beside.task import Data, Labels, Task
from benchmarks.options import Options
from frenemy.metrics import adjusted_rand_index, b_cubed
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

TASKS: dict[str, Task] = {
    "vectors": vectors.TASK,
    "communities": communities.TASK,
    "scored_pairs": scored_pairs.TASK,
    "signed_graphs": signed_graphs.TASK,
}
OURS = "frenemy"


def tables(options: Options) -> Iterator[Table]:
    for name, task in TASKS.items():
        wanted = options.chosen(
            source for source, described in task.sources.items() if described.is_quick or not options.quick
        )
        there = [source for source in wanted if task.sources[source].is_there]
        rows = [row for source in there for row in _rows(name, source, options.repeats)]
        if rows:
            yield _table(task, rows, not_here=[source for source in wanted if source not in there])


def _rows(name: str, source: str, repeats: int) -> list[Row]:
    """A row for each method that is installed, with its time as a multiple of ours."""
    rows: list[Row] = fresh(measure, name=name, source=source, n_calls=repeats)["rows"]
    ours = next((row["seconds"] for row in rows if row["method"] == OURS), None)
    return [{"data": source, "ratio": row["seconds"] / ours if ours else None} | row for row in rows]


def _table(task: Task, rows: list[Row], *, not_here: list[str]) -> Table:
    objective = () if task.objective is None else (task.objective,)
    columns = (
        Column("data", "data"),
        Column("size", "size"),
        Column("method", "method"),
        Column("clusters", "clusters", ",.0f"),
        Column("true_clusters", "true", ",.0f"),
        Column("left_out", "left out", ".1%"),
        Column("precision", "precision", ".3f"),
        Column("recall", "recall", ".3f"),
        Column("f", "B-cubed F", ".3f"),
        Column("ari", "ARI", ".3f"),
        *objective,
        Column("seconds", "CPU s", ".3g"),
        Column("ratio", "CPU s / frenemy's", ".2g"),
    )
    return Table(
        title=task.title,
        aim=task.aim + _left_out(task, not_here),
        columns=tuple(column for column in columns if any(row.get(column.key) is not None for row in rows)),
        rows=rows,
    )


def _left_out(task: Task, not_here: list[str]) -> str:
    """Sentences on the data and the methods that the table does not have, or nothing."""
    missing = [f"{name} ({method.missing})" for name, method in task.methods.items() if method.missing]
    data = f" Data that is not here: {', '.join(not_here)}." if not_here else ""
    return data + (f" Left out: {', '.join(missing)}." if missing else "")


def measure(name: str, source: str, n_calls: int) -> Measured:
    """All methods in one process, as importing the tools takes longer than most of the calls."""
    task = TASKS[name]
    data = task.sources[source].make()
    return {
        "rows": [
            {"method": method} | _measure_call(described.call, data, n_calls)
            for method, described in task.methods.items()
            if described.missing is None
        ]
    }


def _measure_call(call: Callable[..., Labels], data: Data, repeats: int) -> Row:
    """The first call, which imports the tool, is not timed."""
    labels, share_left_out = _alone_if_left_out(call(*data.given))
    seconds = []
    for _ in range(repeats):
        with Cpu() as cpu:
            call(*data.given)
        seconds.append(cpu.seconds)
    row: Row = {
        "size": data.size,
        "clusters": len(np.unique(labels)),
        "left_out": share_left_out or None,
        "seconds": statistics.median(seconds),
    }
    if data.truth is not None:
        row["true_clusters"] = len(np.unique(np.asarray(data.truth)))
        row["precision"], row["recall"], row["f"] = b_cubed(labels, data.truth)
        row["ari"] = adjusted_rand_index(labels, data.truth)
    if data.objective is not None:
        row["objective"] = float(data.objective(labels))
    return row


def _alone_if_left_out(answer: Labels) -> tuple[np.ndarray, float]:
    """Labels in which each thing that was left out is a cluster of its own; and the share of these things."""
    labels = np.array(answer, np.int64)
    is_left_out = labels < 0
    labels[is_left_out] = labels.max(initial=0) + 1 + np.arange(is_left_out.sum())
    return labels, float(is_left_out.mean())
