"""Time to write a report, and its size."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import frenemy as fr
from benchmarks.options import Options
from harness.data import recipes
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

#: Hidden clusters and image-like grids, by their number of nodes; about ten and four pairs a node.
PROBLEMS = {
    "planted 10^4": ("planted_chunks", {"n_nodes": 10_000, "n_clusters": 100, "degree": 20.0}),
    "planted 10^5": ("planted_chunks", {"n_nodes": 100_000, "n_clusters": 1000, "degree": 20.0}),
    "planted 10^6": ("planted_chunks", {"n_nodes": 1_000_000, "n_clusters": 10_000, "degree": 20.0}),
    "grid 10^6": ("grid_chunks", {"height": 1000, "width": 1000, "regions": 1000}),
}


def tables(options: Options) -> Iterator[Table]:
    names = ("planted 10^4",) if options.quick else tuple(PROBLEMS)
    rows = [{"problem": name} | fresh(measure, name=name, repeats=options.repeats) for name in names]
    yield Table(
        title="Reports",
        aim=(
            "`result.report(path)` after one pass: everything from the explanation to the written page. Aims: seconds, "
            "and less than 2 MB, for 10^6 nodes and 10^7 pairs."
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("clusters", "clusters", ",.0f"),
            Column("seconds", "CPU s", ".2f"),
            Column("wall_seconds", "s", ".2f"),
            Column("kilobytes", "kB", ",.0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def measure(name: str) -> Measured:
    kind, arguments = PROBLEMS[name]
    problem = recipes.make(kind, **arguments).problem()
    result = fr.solve(problem)
    ids = [f"thing {i}" for i in range(problem.n_nodes)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        begin = time.perf_counter()
        with Cpu() as cpu:
            result.report(path, ids=ids)
        wall_seconds = time.perf_counter() - begin
        size = path.stat().st_size
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "clusters": result.n_clusters,
        "seconds": cpu.seconds,
        "wall_seconds": wall_seconds,
        "kilobytes": size / 1e3,
    }
