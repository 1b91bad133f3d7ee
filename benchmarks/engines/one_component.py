"""One component that is too large for a task, at several memory limits, beside the default in memory."""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import frenemy as fr
from benchmarks.options import Options
from harness.data.large_problems import grid_chunks, planted_chunks, whole
from harness.data.sparse_problems import power_law
from harness.measure.fresh_process import Measured, fresh
from harness.tables import Column, Row, Table

_ROWS_AT_ONCE = 100_000


class Giant(NamedTuple):
    """The kind of a problem and its arguments, the limits to measure, and whether constants were chosen on it."""

    kind: str
    arguments: dict[str, Any]
    limits: tuple[str, ...]
    is_tuned: bool


_LIMITS = ("300MB", "600MB", "1GB")
GIANTS = {
    "planted, 100,000 nodes": Giant(
        "planted", {"n_nodes": 100_000, "n_clusters": 1000, "degree": 20, "seed": 2}, _LIMITS, True
    ),
    "planted, 100,000 nodes, fresh": Giant(
        "planted", {"n_nodes": 100_000, "n_clusters": 700, "degree": 20, "seed": 71}, _LIMITS, False
    ),
    "hubs, random signs": Giant("hubs", {"n_nodes": 200_000, "n_pairs": 1_000_000, "seed": 2}, _LIMITS, True),
    "hubs, normal weights": Giant(
        "hubs",
        {"n_nodes": 100_000, "n_pairs": 1_200_000, "exponent": 2.2, "weights": "normal", "seed": 1},
        _LIMITS,
        True,
    ),
    "hubs, 3,000,000 pairs, fresh": Giant(
        "hubs",
        {"n_nodes": 400_000, "n_pairs": 3_000_000, "exponent": 2.4, "weights": "normal", "seed": 74},
        _LIMITS,
        False,
    ),
    "grid, 512 x 512": Giant("grid", {"height": 512, "width": 512, "regions": 300, "seed": 1}, _LIMITS, True),
    "grid, 600 x 600, fresh": Giant("grid", {"height": 600, "width": 600, "regions": 500, "seed": 72}, _LIMITS, False),
    "planted, 1,000,000 nodes, fresh": Giant(
        "planted", {"n_nodes": 1_000_000, "n_clusters": 8000, "degree": 20, "seed": 73}, ("600MB",), False
    ),
}
QUICK = {
    "planted, 400 nodes": Giant("planted", {"n_nodes": 400, "n_clusters": 20, "degree": 10}, ("300MB",), True),
}


def table(options: Options) -> Table | None:
    giants = QUICK if options.quick else GIANTS
    rows: list[Row] = []
    for name in options.chosen(giants):
        giant = giants[name]
        given = {"kind": giant.kind, "arguments": giant.arguments}
        memory = fresh(in_memory, **given)
        for limit in giant.limits:
            disk = fresh(from_disk, limit=limit, **given)
            rows.append(
                {
                    "data": name,
                    "seeds": "tuned" if giant.is_tuned else "fresh",
                    "pairs": disk["pairs"],
                    "limit": limit,
                    "memory": memory["energy"],
                    "disk": disk["energy"],
                    "worse": (disk["energy"] - memory["energy"]) / abs(memory["energy"]),
                    "memory_cpu": memory["cpu"],
                    "disk_cpu": disk["cpu"],
                    "ratio": disk["cpu"] / memory["cpu"],
                    "large_ratio": disk["large_cpu"] / memory["cpu"],
                    "memory_mb": memory["peak_mb"],
                    "disk_mb": disk["resident_mb"],
                    "bound": (memory["energy"] - disk["bound"]) / abs(memory["energy"]),
                }
            )
    return _shown(rows) if rows else None


def _shown(rows: list[Row]) -> Table:
    return Table(
        title="One component, too large for a task",
        aim=(
            "Nearly all nodes are in one component. Memory: fr.solve with its defaults, from arrays of pairs. Disk: "
            "solve_dataset, from a Parquet file to labels, one process; of its CPU seconds, those of the large "
            "component alone as a multiple, too. Worse: energy from disk above that in memory. Gap: of the bound from "
            "disk, below the energy in memory. MB: peak resident memory, mapped files included."
        ),
        columns=(
            Column("data", "data"),
            Column("seeds", "seeds"),
            Column("pairs", "pairs", ",.0f"),
            Column("limit", "limit"),
            Column("memory", "memory", ",.0f"),
            Column("disk", "disk", ",.0f"),
            Column("worse", "worse", ".3%"),
            Column("memory_cpu", "memory, CPU s", ".1f"),
            Column("disk_cpu", "disk, CPU s", ".1f"),
            Column("ratio", "CPU ratio", ".1f"),
            Column("large_ratio", "component alone", ".1f"),
            Column("memory_mb", "memory, MB", ",.0f"),
            Column("disk_mb", "disk, MB", ",.0f"),
            Column("bound", "gap", ".1%"),
        ),
        rows=rows,
    )


def _pairs(kind: str, arguments: dict[str, Any]) -> Any:
    return {"planted": whole(planted_chunks), "grid": whole(grid_chunks), "hubs": power_law}[kind](**arguments)


def in_memory(kind: str, arguments: dict[str, Any]) -> Measured:
    pairs = _pairs(kind, arguments)
    begin = time.process_time()
    energy = fr.solve(pairs.problem(), warn=False).energy
    return {"energy": energy, "cpu": time.process_time() - begin}


def from_disk(kind: str, arguments: dict[str, Any], limit: str) -> Measured:
    """In a process of its own that has not made the pairs, so that its peak is that of the run."""
    with tempfile.TemporaryDirectory() as folder:
        n_pairs = fresh(write, kind=kind, arguments=arguments, folder=folder)["pairs"]
        clock = _LargeClock()
        begin = time.process_time()
        found = fr.solve_dataset(
            f"{folder}/pairs.parquet",
            f"{folder}/labels",
            calibration="none",
            missing=0.0,
            memory_limit=limit,
            on_stage=clock,
        )
        cpu = time.process_time() - begin
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return {
        "pairs": n_pairs,
        "energy": found.energy,
        "bound": found.lower_bound,
        "cpu": cpu,
        "large_cpu": clock.seconds,
        "resident_mb": resident,
    }


class _LargeClock:
    """CPU seconds of the stages of large components."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._is_large = False
        self._since = 0.0

    def __call__(self, stage: str, _done: float) -> None:
        now = time.process_time()
        if self._is_large:
            self.seconds += now - self._since
        self._is_large, self._since = stage.startswith("large"), now


def write(kind: str, arguments: dict[str, Any], folder: str) -> Measured:
    import pyarrow as pa
    from pyarrow import parquet

    pairs = _pairs(kind, arguments)
    made = pa.table({"id_1": pairs.u, "id_2": pairs.v, "weight": pairs.w})
    parquet.write_table(made, Path(folder) / "pairs.parquet", row_group_size=_ROWS_AT_ONCE)
    return {"pairs": len(pairs.u)}
