"""From a Parquet file of scored pairs to one of entities: cost of each stage, and quality of the entities."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.options import Options
from frenemy.metrics import b_cubed
from harness.measure.fresh_process import Measured, fresh
from harness.measure.stage_times import StageTimes
from harness.tables import Column, Row, Table

THREADS = 2


class Made(NamedTuple):
    """A generated table: number of pairs, whether weak false pairs join nearly all records, and the aim in seconds."""

    pairs: int
    is_giant: bool
    aim: float | None


SIZES = {
    "100,000 pairs": Made(100_000, False, None),
    "1,000,000 pairs": Made(1_000_000, False, None),
    "10,000,000 pairs": Made(10_000_000, False, 60.0),
    "10,000,000 pairs, one component": Made(10_000_000, True, 60.0),
}
QUICK_SIZES = {"20,000 pairs": Made(20_000, False, None), "20,000 pairs, one component": Made(20_000, True, None)}
#: How common entities of 1 to 8 records are.
SHARES = np.array([0.45, 0.25, 0.12, 0.07, 0.05, 0.03, 0.02, 0.01])
COMPARED = 0.9  # share of an entity's pairs that blocking finds


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    rows: list[Row] = []
    stages: list[Row] = []
    for name in options.chosen(sizes):
        with tempfile.TemporaryDirectory() as folder:
            made = sizes[name]
            fresh(make_pairs, folder=folder, n_pairs=made.pairs, is_giant=made.is_giant)
            run = fresh(measure, folder=folder, repeats=options.repeats if made.pairs <= 1_000_000 else 1)
        rows.append({"table": name, "aim": made.aim} | run)
        timed = [key.removeprefix("cpu: ") for key in run if key.startswith("cpu: ")]
        stages += [
            {"table": name, "stage": key, "wall": run[f"wall: {key}"], "cpu": run[f"cpu: {key}"]} for key in timed
        ]
    if rows:
        yield _summary(rows)
        yield _stages(stages)


def _summary(rows: list[Row]) -> Table:
    return Table(
        title="Table of pairs to table of entities",
        aim=(
            "Entities of 1 to 8 records with strings as ids, 9 of 10 of their pairs and as many and more false ones, "
            f"from Parquet to Parquet with {THREADS} threads. Largest: the share of all records in the largest "
            f"component of pairs with a score above 0. Load when done: {os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("table", "table"),
            Column("wall", "s", ".1f"),
            Column("cpu", "CPU s", ".1f"),
            Column("aim", "aim", "g"),
            Column("peak_mb", "peak MB", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("records", "records", ",.0f"),
            Column("largest", "largest", ".2f"),
            Column("entities", "entities", ",.0f"),
            Column("planted", "planted", ",.0f"),
            Column("f", "B-cubed F", ".3f"),
        ),
        rows=rows,
    )


def _stages(rows: list[Row]) -> Table:
    return Table(
        title="Stages of records",
        aim="Where the time goes.",
        columns=(
            Column("table", "table"),
            Column("stage", "stage"),
            Column("wall", "s", ".2f"),
            Column("cpu", "CPU s", ".2f"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def measure(folder: str) -> Measured:
    from pyarrow import compute, parquet

    stages = StageTimes()
    found = fr.find_entities(Path(folder) / "pairs.parquet", threads=THREADS, on_stage=stages)
    table = found.table
    stages("write", 0.0)
    parquet.write_table(table, Path(folder) / "clusters.parquet")
    stages("end", 0.0)
    del stages.wall["prepare"], stages.cpu["prepare"]
    truth = parquet.read_table(Path(folder) / "truth.parquet")
    rows = compute.index_in(found.pairs.ids.values[0], value_set=truth.column("id")).to_numpy()
    entity = truth.column("entity").to_numpy()[rows]
    return {
        "wall": sum(stages.wall.values()),
        "cpu": sum(stages.cpu.values()),
        "pairs": found.notes.left_out.n_pairs,
        "records": found.n_records,
        "largest": _largest_component(found.pairs),
        "entities": found.n_entities,
        "planted": len(np.unique(entity)),
        "f": b_cubed(found.labels, entity).f1,
        **{f"wall: {name}": seconds for name, seconds in stages.wall.items()},
        **{f"cpu: {name}": seconds for name, seconds in stages.cpu.items()},
    }


def _largest_component(pairs: Any) -> float:
    """Share of the records in the largest component of the attracting pairs."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n, u, v, attracts = pairs.ids.n, pairs.u, pairs.v, pairs.score > 0.0
    graph = coo_array((np.ones(int(attracts.sum()), np.bool_), (u[attracts], v[attracts])), shape=(n, n))
    return float(np.bincount(connected_components(graph, directed=False)[1]).max() / n)


def make_pairs(folder: str, n_pairs: int, is_giant: bool) -> Measured:
    """Write ``pairs.parquet`` as splink would, and ``truth.parquet``.

    The records of an entity stand anywhere, so that the right ids jump about while the left ones go up, as they do when
    a table is joined with itself. False pairs are of records that stand near each other in a block; with ``is_giant``,
    of any two records, and every other one of them attracts a little.
    """
    import pyarrow as pa
    from pyarrow import compute, parquet

    rng = np.random.default_rng(0)
    true_u, true_v, entity = _entities(rng, n_pairs)
    n = len(entity)
    place = rng.permutation(n)
    n_false = n_pairs - len(true_u)
    u = rng.integers(0, n, 2 * n_false)
    v = rng.integers(0, n, 2 * n_false) if is_giant else (u + rng.integers(1, 50, 2 * n_false)) % n
    keys = np.concatenate((_key(true_u, true_v, n), _key(u, v, n)))
    _, first = np.unique(keys, return_index=True)
    apart = np.flatnonzero(entity[u] != entity[v]) + len(true_u)
    wanted = rng.permutation(np.intersect1d(first, apart, assume_unique=True))[:n_false] - len(true_u)
    u, v = u[wanted], v[wanted]
    bits = np.concatenate((rng.normal(9.0, 4.0, len(true_u)), rng.normal(-9.0, 4.0, n_false)))
    if is_giant:
        bits[len(true_u) :][rng.random(n_false) < 0.5] = 1.0
    u, v = place[np.concatenate((true_u, u))], place[np.concatenate((true_v, v))]
    left, right = np.minimum(u, v), np.maximum(u, v)
    order = np.argsort(left)
    number = rng.permutation(10 * n)[:n]  # ids say nothing of where a record stands

    def names(records: npt.NDArray[np.int64]) -> pa.Array:
        digits = compute.utf8_lpad(pa.array(number[records]).cast(pa.string()), 9, "0")
        return compute.binary_join_element_wise("rec", digits, "org", "-")

    made = {
        "match_weight": bits[order],
        "match_probability": 1.0 / (1.0 + np.exp2(-bits[order])),
        "unique_id_l": names(left[order]),
        "unique_id_r": names(right[order]),
    }
    parquet.write_table(pa.table(made), Path(folder) / "pairs.parquet")
    of_place = np.empty(n, np.int64)
    of_place[place] = entity
    parquet.write_table(pa.table({"id": names(np.arange(n)), "entity": of_place}), Path(folder) / "truth.parquet")
    return {"records": n}


def _key(u: npt.NDArray[np.int64], v: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    return np.minimum(u, v) * n + np.maximum(u, v)


def _entities(
    rng: np.random.Generator, n_pairs: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pairs inside entities that blocking finds, about 4 of 10 of all pairs, and the entity of each record."""
    of_size = np.arange(1, len(SHARES) + 1)
    per_entity = float((SHARES * of_size * (of_size - 1) / 2).sum())
    sizes = np.sort(rng.choice(of_size, size=int(0.4 * n_pairs / per_entity / COMPARED), p=SHARES))
    begins = np.cumsum(sizes) - sizes
    ends = []
    for size in of_size[1:]:
        i, j = np.triu_indices(size, 1)
        own = begins[sizes == size][:, None]
        ends.append(np.stack(((own + i).ravel(), (own + j).ravel())))
    u, v = np.concatenate(ends, axis=1)
    is_compared = rng.random(len(u)) < COMPARED
    return u[is_compared], v[is_compared], np.repeat(np.arange(len(sizes)), sizes)
