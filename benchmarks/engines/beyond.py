"""Pairs on disk: the same answer as in memory, within a memory limit, and the cost of more pairs."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.engines import dask_relations, one_component
from benchmarks.options import Options
from benchmarks.records.records import make_pairs
from frenemy.metrics import b_cubed
from harness.measure.fresh_process import Measured, fresh
from harness.measure.process_tree_memory import TreeMemory
from harness.measure.stage_costs import StageCosts
from harness.peers.components import dask_components, duckdb_components, scipy_components
from harness.tables import Column, Row, Table

MISSING = -1.0
_FILE = 10_000_000  # pairs of a file at most, each of records of its own


class Made(NamedTuple):
    """Number of pairs, whether nearly all records are one component, and the memory limit."""

    pairs: int
    is_giant: bool
    memory: str
    in_memory: bool  # whether to solve it in memory, too


SIZES = {
    "1,000,000 pairs": Made(1_000_000, False, "1GB", True),
    "10,000,000 pairs": Made(10_000_000, False, "1GB", True),
    "10,000,000 pairs, one component": Made(10_000_000, True, "1GB", True),
    "100,000,000 pairs": Made(100_000_000, False, "3GB", False),
}
QUICK_SIZES = {"20,000 pairs": Made(20_000, False, "300MB", True)}
WORKERS = (1, 2)
THRESHOLD = 0.95


class Peer(NamedTuple):
    """A function that finds components, and the largest number of pairs to measure it on."""

    find: Callable[[list[str], float], Any]
    max_pairs: int


PEERS = {
    "DuckDB": Peer(duckdb_components, 10_000_000),
    "SciPy in memory": Peer(scipy_components, 10_000_000),
    "Dask DataFrame": Peer(dask_components, 1_000_000),
}


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    rows: list[Row] = []
    growth: list[Row] = []
    stages: list[Row] = []
    peers: list[Row] = []
    for name in options.chosen(sizes):
        made = sizes[name]
        with tempfile.TemporaryDirectory() as folder:
            fresh(write_pairs, folder=folder, n_pairs=made.pairs, is_giant=made.is_giant)
            runs = {
                workers: fresh(from_disk, folder=folder, workers=workers, memory=made.memory)
                for workers in (WORKERS[:1] if options.quick else WORKERS)
            }
            if made.in_memory:
                rows.append({"data": name} | _beside(runs[1], fresh(in_memory, folder=folder)))
            costs = {workers: run.pop("stages") for workers, run in runs.items()}
            stages += [{"data": name, **cost, "per_pair": 1e6 * cost["written_mb"] / made.pairs} for cost in costs[1]]
            for workers, run in runs.items():
                growth.append({"data": name, "workers": workers, "limit": made.memory} | run)
            peers += [{"data": name, "method": "ours, from disk"} | runs[1] | {"ratio": 1.0}]
            for peer in options.chosen_peers(PEERS):
                if made.pairs <= PEERS[peer].max_pairs:
                    run = fresh(components, folder=folder, peer=peer)
                    peers.append({"data": name, "method": peer} | run | {"ratio": run["cpu"] / runs[1]["cpu"]})
    if rows:
        yield _equal(rows)
    if growth:
        yield _growth(growth)
        yield _costs(stages)
        yield _peers(peers)
    yield from filter(None, (dask_relations.table(options), one_component.table(options)))


def _beside(disk: Measured, memory: Measured) -> Row:
    floor = memory["floor"]
    return {
        "large": disk["large"],
        "energy": (disk["energy"] - memory["energy"]) / abs(memory["energy"] - floor),
        "same": disk["digest"] == memory["digest"],
        "disk_cpu": disk["cpu"],
        "memory_cpu": memory["cpu"],
        "disk_mb": disk["tree_mb"],
        "memory_mb": memory["peak_mb"],
    }


def _equal(rows: list[Row]) -> Table:
    return Table(
        title="From disk and in memory",
        aim=(
            "Default settings, one worker. Worse: increase of the energy from disk, relative to the gain of the "
            "clustering in memory over singletons. Parts: components that were too large for one task. CPU "
            f"seconds from file to labels. Load at the end: {os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("data", "data"),
            Column("large", "parts", ".0f"),
            Column("energy", "worse", ".5%"),
            Column("same", "same labels"),
            Column("disk_cpu", "disk, CPU s", ".1f"),
            Column("memory_cpu", "memory, CPU s", ".1f"),
            Column("disk_mb", "disk, MB", ",.0f"),
            Column("memory_mb", "memory, MB", ",.0f"),
        ),
        rows=rows,
    )


def _growth(rows: list[Row]) -> Table:
    return Table(
        title="Growth, workers and stages",
        aim=(
            "Wall-clock seconds, and CPU seconds over all processes. Peak: private memory of all processes "
            "together; shared pages of files come on top and are freed when memory is needed."
        ),
        columns=(
            Column("data", "data"),
            Column("workers", "workers", ".0f"),
            Column("limit", "limit"),
            Column("wall", "s", ".1f"),
            Column("cpu", "CPU s", ".1f"),
            Column("tree_mb", "peak MB", ",.0f"),
            Column("read_mb", "read MB", ",.0f"),
            Column("scratch_mb", "scratch MB", ",.0f"),
            *(Column(f"s {stage}", stage, ".1f") for stage in ("ids", "pairs", "connect", "route", "solve", "write")),
        ),
        rows=rows,
    )


def _costs(rows: list[Row]) -> Table:
    return Table(
        title="What each stage reads, writes and holds",
        aim=(
            "One worker. Written: new files in scratch and labels, also per pair. Read: "
            "Parquet files. Held: peak private memory; mapped: peak of mapped pages of scratch files, "
            "which are freed when memory is needed. Levels and rounds of large parts are summed."
        ),
        columns=(
            Column("data", "data"),
            Column("stage", "stage"),
            Column("wall", "s", ".2f"),
            Column("cpu", "CPU s", ".2f"),
            Column("read_mb", "read MB", ",.1f"),
            Column("written_mb", "written MB", ",.1f"),
            Column("per_pair", "bytes per pair", ".1f"),
            Column("held_mb", "held MB", ",.0f"),
            Column("mapped_mb", "mapped MB", ",.0f"),
        ),
        rows=rows,
    )


def _peers(rows: list[Row]) -> Table:
    limits = ", ".join(f"{name} up to {peer.max_pairs:,} pairs" for name, peer in PEERS.items())
    return Table(
        title="Beside components",
        aim=(
            f"What users do today: connected components of pairs with a score above a threshold of {THRESHOLD}. CPU as "
            "a multiple of ours from disk. B-cubed F against the planted entities. Measured where that is a matter of "
            f"minutes: {limits}."
        ),
        columns=(
            Column("data", "data"),
            Column("method", "method"),
            Column("wall", "s", ".1f"),
            Column("cpu", "CPU s", ".1f"),
            Column("ratio", "CPU ratio", ".2f"),
            Column("clusters", "clusters", ",.0f"),
            Column("f", "B-cubed F", ".3f"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def write_pairs(folder: str, n_pairs: int, is_giant: bool) -> Measured:
    """Files of at most ten million pairs, each in a folder with its truth; ids of different files differ."""
    import pyarrow as pa
    from pyarrow import compute, parquet

    n_files = max(1, n_pairs // _FILE)
    for at in range(n_files):
        own = Path(folder) / f"{at:03d}"
        own.mkdir()
        make_pairs(folder=str(own), n_pairs=n_pairs // n_files, is_giant=is_giant)
        for name, columns in (("pairs", ("unique_id_l", "unique_id_r")), ("truth", ("id",))):
            table = parquet.read_table(own / f"{name}.parquet")
            for column in columns:
                prefixed = compute.binary_join_element_wise(f"{at:03d}", table.column(column), "-")
                table = table.set_column(table.schema.get_field_index(column), column, prefixed)
            parquet.write_table(table, own / f"{name}.parquet")
            del table
        pa.default_memory_pool().release_unused()
    return {"files": n_files}


def pair_files(folder: str) -> list[str]:
    return sorted(str(file) for file in Path(folder).glob("*/pairs.parquet"))


def from_disk(folder: str, workers: int, memory: str) -> Measured:
    with tempfile.TemporaryDirectory(dir=folder) as scratch, TreeMemory(scratch) as tree:
        stages = StageCosts(scratch, tree)
        begin = time.perf_counter()
        result = fr.solve_dataset(
            pair_files(folder),
            Path(scratch) / "labels",
            calibration="none",
            missing=MISSING,
            client=None if workers == 1 else workers,
            memory_limit=memory,
            scratch=Path(scratch) / "scratch",
            on_stage=stages,
        )
        stages("end", 0.0)
        wall = time.perf_counter() - begin
        cpu = sum(os.times()[:4])
        tree.stop()
        measured = _judged(result.table(), folder)
    return {
        "wall": wall,
        "cpu": cpu,
        "tree_mb": tree.peak_mb,
        "scratch_mb": tree.folder_mb,
        "read_mb": sum(os.path.getsize(file) for file in pair_files(folder)) / 1e6,
        "energy": result.energy,
        "large": result.n_large,
        "clusters": result.n_clusters,
        **measured,
        "stages": stages.rows,
        **_by_kind(stages.wall),
    }


def _by_kind(seconds: dict[str, float]) -> dict[str, float]:
    """Stages by what they do; those of large parts are solving."""
    kinds = {
        "ids": ("read", "ids"),
        "pairs": ("pairs",),
        "connect": ("connect",),
        "write": ("write",),
    }
    kinds["route"] = ("pack", "route", "between parts")
    named = {stage: kind for kind, stages in kinds.items() for stage in stages}
    measured = dict.fromkeys((f"s {kind}" for kind in (*kinds, "solve")), 0.0)
    for stage, wall in seconds.items():
        if stage != "prepare":
            stage = "ids" if stage.startswith("ids") else stage
            measured[f"s {named.get(stage, 'solve')}"] += wall
    return measured


def in_memory(folder: str) -> Measured:
    import pyarrow as pa
    from pyarrow import parquet

    begin, cpu = time.perf_counter(), time.process_time()
    pairs = pa.concat_tables([parquet.read_table(file) for file in pair_files(folder)])
    found = fr.find_entities(pairs, calibration="none", missing=MISSING)
    table = pa.table({"unique_id": found.pairs.ids.values[0], "cluster_id": found.labels})
    measured = {"wall": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    alone = found.problem.energy(np.arange(found.n_records))
    return measured | _judged(table, folder) | {"energy": found.result.energy, "floor": alone}


def _judged(table: Any, folder: str) -> Measured:
    """How good labels are, and a digest of the partition that does not depend on the order of rows."""
    table = table.sort_by("unique_id")
    labels = table.column("cluster_id").to_numpy()
    entity = _truth(folder, table.column("unique_id"))
    first = np.full(int(labels.max()) + 1, len(labels))
    np.minimum.at(first, labels, np.arange(len(labels)))
    return {"f": b_cubed(labels, entity).f1, "digest": hashlib.sha256(first[labels].tobytes()).hexdigest()}


def _truth(folder: str, ids: Any) -> npt.NDArray[np.int64]:
    """The planted entity of each id."""
    import pyarrow as pa
    from pyarrow import compute, parquet

    tables, begin = [], 0
    for file in sorted(Path(folder).glob("*/truth.parquet")):
        table = parquet.read_table(file)
        entity = table.column("entity").to_numpy() + begin
        tables.append(pa.table({"id": table.column("id"), "entity": entity}))
        begin = int(entity.max()) + 1
    truth = pa.concat_tables(tables)
    rows = compute.index_in(ids, value_set=truth.column("id").combine_chunks()).to_numpy()
    planted: npt.NDArray[np.int64] = truth.column("entity").to_numpy()[rows]
    return planted


def components(folder: str, peer: str) -> Measured:
    begin, cpu = time.perf_counter(), time.process_time()
    table = PEERS[peer].find(pair_files(folder), THRESHOLD)
    measured = {"wall": time.perf_counter() - begin, "cpu": time.process_time() - cpu}
    judged = _judged(table, folder)
    return measured | {"clusters": len(np.unique(table.column("cluster_id").to_numpy())), "f": judged["f"]}
