"""The relations of the plan as operations of Dask DataFrames, beside the same steps in DuckDB: which is cheaper."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from benchmarks.records.records import make_pairs
from harness.measure.fresh_process import Measured, fresh
from harness.tables import Column, Row, Table

NAME = "relations on Dask"
_LEFT, _RIGHT, _SCORE = "unique_id_l", "unique_id_r", "match_probability"
_ROWS = 125_000  # of a partition
_TASKS = 8
#: The stages of ``solve_dataset`` that do what each step does.
_STAGES = {
    "number ids": ("read", "ids"),
    "number pairs": ("pairs",),
    "connect": ("connect",),
    "sort to tasks": ("pack", "route"),
}


def table(options: Options) -> Table | None:
    if NAME not in options.chosen([NAME]):
        return None
    n_pairs = 20_000 if options.quick else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        fresh(make_pairs, folder=folder, n_pairs=n_pairs, is_giant=False)
        measured = {"DuckDB": fresh(in_duckdb, folder=folder), "Dask DataFrame": fresh(in_dask, folder=folder)}
    assert len({one["rows"] for one in measured.values()}) == 1
    rows: list[Row] = [{"engine": name, "n": n_pairs, **one} for name, one in measured.items()]
    return Table(
        title="Relations in DuckDB and as Dask DataFrame operations",
        aim=(
            "CPU seconds of the steps before tasks are solved: ids numbered as they are seen, pairs as numbers, "
            "components of those above 0.5, rows sorted to tasks. Both with one thread; Dask with one worker in the "
            "same process, which spares it sending tables, with ids as 64-bit hashes, which spares it texts, and with "
            "components by SciPy."
        ),
        columns=(
            Column("engine", "engine"),
            Column("n", "pairs", ",.0f"),
            *(Column(step, f"{step}, CPU s", ".1f") for step in (*_STAGES, "all")),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def in_duckdb(folder: str) -> Measured:
    seconds: dict[str, float] = {}
    last = ["", time.process_time()]

    def clock(stage: str, _done: float) -> None:
        now = time.process_time()
        seconds[str(last[0])] = seconds.get(str(last[0]), 0.0) + now - float(last[1])
        last[:] = stage, now

    found = fr.solve_dataset(
        f"{folder}/pairs.parquet",
        f"{folder}/labels",
        calibration="none",
        missing=-1.0,
        memory_limit="1GB",
        on_stage=clock,
    )
    steps = {step: sum(seconds.get(one, 0.0) for one in stages) for step, stages in _STAGES.items()}
    return {**steps, "all": sum(steps.values()), "rows": found.left_out.n_rows}


def in_dask(folder: str) -> Measured:
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    steps: Measured = {}
    with LocalCluster(**settings) as cluster, Client(cluster):
        begin = time.process_time()
        for step, n_rows in _relations(folder):
            steps[step], begin = time.process_time() - begin, time.process_time()
            found = n_rows
        return {**steps, "all": sum(steps.values()), "rows": found}


def _relations(folder: str) -> Iterator[tuple[str, int]]:
    """Each step, and the number of its rows once they are computed."""
    import dask.dataframe as dd
    import pandas as pd

    read = dd.read_parquet(Path(folder) / "pairs.parquet", columns=[_LEFT, _RIGHT, _SCORE])
    n_parts = max(2, len(read) // _ROWS)
    given = read.repartition(npartitions=n_parts).map_partitions(_hashed, meta=_hashed(read._meta)).persist()
    ends = [given[[side, f"seen_{side}"]].rename(columns={side: "key", f"seen_{side}": "node"}) for side in "lr"]
    ids = dd.concat(ends).groupby("key")["node"].min(split_out=n_parts).reset_index().persist()
    yield "number ids", len(ids)
    pairs = given[["l", "r", "score"]]
    for side, node in (("l", "u"), ("r", "v")):
        pairs = pairs.merge(ids.rename(columns={"key": side, "node": node}), on=side).drop(columns=side)
    pairs = pairs.persist()
    yield "number pairs", len(pairs)
    links = pairs[pairs["score"] > 0.5][["u", "v"]].compute()
    nodes, least = _components(links["u"].to_numpy(), links["v"].to_numpy())
    parts = dd.from_pandas(pd.DataFrame({"node": nodes, "part": least}), npartitions=n_parts).persist()
    yield "connect", len(nodes)
    routed = pairs
    for end in "uv":
        own = parts.rename(columns={"node": end, "part": f"part_{end}"})
        routed = routed.merge(own, on=end, how="left")
    routed = routed.assign(task=routed["part_u"].fillna(routed["u"]).astype("int64") % _TASKS)
    sizes = routed.shuffle("task", npartitions=_TASKS).map_partitions(len).compute()
    yield "sort to tasks", sum(sizes)


def _hashed(rows: Any, partition_info: Any = None) -> Any:
    """Hashes of the ids, and where they are seen."""
    import pandas as pd

    begin = 2**33 * (partition_info["number"] if partition_info else 0)
    hashes = {side: pd.util.hash_pandas_object(rows[name], index=False).astype("int64") for side, name in _sides()}
    seen = {f"seen_{side}": begin + 2 * np.arange(len(rows)) + at for at, (side, _) in enumerate(_sides())}
    return pd.DataFrame({**hashes, **seen, "score": rows[_SCORE]})


def _sides() -> list[tuple[str, str]]:
    return [("l", _LEFT), ("r", _RIGHT)]


def _components(u: Any, v: Any) -> tuple[Any, Any]:
    """The nodes of links, and the smallest node of the component of each."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    nodes, places = np.unique(np.concatenate((u, v)), return_inverse=True)
    ends = places.reshape(2, -1)
    links = coo_array((np.ones(len(u), np.bool_), (ends[0], ends[1])), shape=(len(nodes), len(nodes)))
    component = connected_components(links, directed=False)[1]
    first = np.unique(component, return_index=True)[1]
    return nodes, nodes[first[component]]
