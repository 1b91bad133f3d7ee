"""Updates of entities from tables with text ids: cost of each stage, and quality compared with a full solve."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.records.planted_records import MISSING, PlantedRecords, planted_records
from benchmarks.records.update_comparison import QUALITY, quality, times
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

if TYPE_CHECKING:
    import pyarrow as pa

STAGES = ("read", "number", "weigh", "solve", "name", "explain")


def table_updates(n_pairs: int, n_updates: int, batches: Sequence[int]) -> tuple[Table, Table]:
    """Time and quality."""
    rows: list[Row] = [
        {"batch": batch} | fresh(measure, n_pairs=n_pairs, batch=batch, n_updates=n_updates) for batch in batches
    ]
    return _times(rows, n_pairs, n_updates), _quality(rows)


def _times(rows: list[Row], n_pairs: int, n_updates: int) -> Table:
    return Table(
        title="Updates of tables",
        aim=(
            f"found.update(new_pairs, new_nodes), {n_updates} times, on about {n_pairs:,} pairs with text ids; median "
            "CPU ms, in total and by stage. The full solve is find_entities of all pairs, including margins. Ready "
            f"once: extra work of the first update. Load at the end: {os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("batch", "new records", ".0f"),
            Column("touched", "touched", ",.0f"),
            Column("median_ms", "ms", ",.1f"),
            Column("p95_ms", "95 %", ",.1f"),
            Column("max_ms", "max", ",.1f"),
            *(Column(f"{stage}_ms", stage, ",.1f") for stage in STAGES),
            Column("full_ms", "full solve, ms", ",.0f"),
            Column("ready_ms", "ready once, ms", ",.0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _quality(rows: list[Row]) -> Table:
    return Table(
        title="Entities after all updates of tables",
        aim="As above. Other margins: those that differ from the margins of `explain` on the same clusters.",
        columns=(
            Column("batch", "new records", ".0f"),
            *QUALITY,
            Column("kept_ids", "same id as at first, %", ".2f"),
            Column("other_margins", "other margins", ",.0f"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def measure(n_pairs: int, batch: int, n_updates: int) -> Measured:
    made = _Tables.of(planted_records(n_pairs, seed=0))
    n_first = len(made.names) - batch * n_updates
    first = found = made.found(n_first)
    with Cpu() as ready:
        assert found.data.state
    found.update(made.pairs(n_first, n_first + 1))  # import what the first update imports
    seconds, touched, stages = [], [], _Stages()
    for begin in range(n_first, len(made.names), batch):
        tables = made.pairs(begin, begin + batch), made.nodes(begin, begin + batch)
        with Cpu() as cpu:
            found = found.update(*tables, on_stage=stages)
            stages("", 0.0)
        seconds.append(cpu.seconds)
        touched.append(int(found.notes.choices[1].split()[0].replace(",", "")))
    with Cpu() as full_cpu:
        full = made.found(len(made.names))
    margins = fr.explain(found.problem, found.labels).margins
    same = np.array(found.cluster_ids.to_pylist()[:n_first]) == np.array(first.cluster_ids.to_pylist())
    return {
        **times(seconds, touched, full_cpu.seconds),
        "ready_ms": 1e3 * ready.seconds,
        **quality(full.problem, found.labels, full.labels, made.records.truth),
        "kept_ids": 100.0 * float(same.mean()),
        "other_margins": int(np.count_nonzero(~np.isclose(margins, found.margins, atol=1e-6))),
    } | {f"{stage}_ms": float(np.median(stages.milliseconds[stage])) for stage in STAGES}


class _Stages:
    """CPU time of each stage of each update."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, list[float]] = defaultdict(list)
        self._name, self._begin = "", 0.0

    def __call__(self, name: str, _done: float) -> None:
        now = time.process_time()
        if self._name:
            self.milliseconds[self._name].append(1e3 * (now - self._begin))
        self._name, self._begin = name, now


class _Tables(NamedTuple):
    """Planted records as tables."""

    records: PlantedRecords
    names: npt.NDArray[np.str_]

    @classmethod
    def of(cls, records: PlantedRecords) -> _Tables:
        return cls(records, np.array([f"record {number:08d}" for number in range(len(records.truth))]))

    def pairs(self, begin: int, end: int) -> pa.Table:
        """The pairs whose later record is in a range."""
        import pyarrow as pa

        u, v, w, _ = self.records
        some = slice(*np.searchsorted(v, (begin, end)))
        return pa.table(
            {"id_1": pa.array(self.names[u[some]]), "id_2": pa.array(self.names[v[some]]), "weight": w[some]}
        )

    def nodes(self, begin: int, end: int) -> pa.Table:
        import pyarrow as pa

        return pa.table({"id": pa.array(self.names[begin:end])})

    def found(self, n: int) -> fr.Entities:
        found = fr.find_entities(self.pairs(0, n), self.nodes(0, n), missing=MISSING, calibration="none")
        assert len(found.margins) == n
        return found
