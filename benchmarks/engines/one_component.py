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
        with tempfile.TemporaryDirectory() as folder:
            n_pairs = fresh(write, folder=folder, **given)["pairs"]
            whole = fresh(from_file_in_memory, folder=folder)
            for limit in giant.limits:
                disk = fresh(from_disk, folder=folder, limit=limit)
                rows.append(
                    {
                        "data": name,
                        "seeds": "tuned" if giant.is_tuned else "fresh",
                        "pairs": n_pairs,
                        "limit": limit,
                        "memory": memory["energy"],
                        "disk": disk["energy"],
                        "worse": (disk["energy"] - memory["energy"]) / abs(memory["energy"]),
                        "memory_cpu": memory["cpu"],
                        "whole_cpu": whole["cpu"],
                        "disk_cpu": disk["cpu"],
                        "ratio": disk["cpu"] / memory["cpu"],
                        "whole_ratio": disk["cpu"] / whole["cpu"],
                        "large_ratio": disk["large_cpu"] / memory["cpu"],
                        "memory_mb": whole["resident_mb"],
                        "disk_mb": disk["resident_mb"],
                        "bound": (memory["energy"] - disk["bound"]) / abs(memory["energy"]),
                    }
                )
    return _shown(rows) if rows else None


def _shown(rows: list[Row]) -> Table:
    return Table(
        title="One component, too large for a task",
        aim=(
            "Nearly all nodes are in one component. Solve: fr.solve with its defaults, from arrays of pairs. Memory: "
            "find_entities, from a Parquet file to one of labels. Disk: solve_dataset, from the same file to labels, "
            "one process; of its CPU seconds, those of the large component alone as a multiple of solve, too. "
            "Libraries are loaded before. Worse: energy from disk above that of solve. Gap: of the bound from "
            "disk, below the energy of solve. MB: peak resident memory, mapped files included."
        ),
        columns=(
            Column("data", "data"),
            Column("seeds", "seeds"),
            Column("pairs", "pairs", ",.0f"),
            Column("limit", "limit"),
            Column("memory", "solve", ",.0f"),
            Column("disk", "disk", ",.0f"),
            Column("worse", "worse", ".3%"),
            Column("memory_cpu", "solve, CPU s", ".1f"),
            Column("whole_cpu", "memory, CPU s", ".1f"),
            Column("disk_cpu", "disk, CPU s", ".1f"),
            Column("ratio", "disk / solve", ".1f"),
            Column("whole_ratio", "disk / memory", ".1f"),
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


def from_file_in_memory(folder: str) -> Measured:
    import pyarrow as pa
    from pyarrow import parquet

    begin = time.process_time()
    found = fr.find_entities(parquet.read_table(f"{folder}/pairs.parquet"), calibration="none", missing=0.0)
    labels = pa.table({"id": found.pairs.ids.values[0], "cluster_id": found.labels})
    parquet.write_table(labels, f"{folder}/labels.parquet")
    return {"cpu": time.process_time() - begin, "resident_mb": _resident_mb()}


def from_disk(folder: str, limit: str) -> Measured:
    import duckdb
    from pyarrow import parquet  # noqa: F401

    duckdb.connect(":memory:").close()  # imports pandas
    clock = _LargeClock()
    with tempfile.TemporaryDirectory(dir=folder) as out:
        begin = time.process_time()
        found = fr.solve_dataset(
            f"{folder}/pairs.parquet",
            f"{out}/labels",
            calibration="none",
            missing=0.0,
            memory_limit=limit,
            on_stage=clock,
        )
        cpu = time.process_time() - begin
    return {
        "energy": found.energy,
        "bound": found.lower_bound,
        "cpu": cpu,
        "large_cpu": clock.seconds,
        "resident_mb": _resident_mb(),
    }


def _resident_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


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
        self._is_large, self._since = stage.startswith(("large", "solve alone")), now


def write(kind: str, arguments: dict[str, Any], folder: str) -> Measured:
    import pyarrow as pa
    from pyarrow import parquet

    pairs = _pairs(kind, arguments)
    made = pa.table({"id_1": pairs.u, "id_2": pairs.v, "weight": pairs.w})
    parquet.write_table(made, Path(folder) / "pairs.parquet", row_group_size=_ROWS_AT_ONCE)
    return {"pairs": len(pairs.u)}
