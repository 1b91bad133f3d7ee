"""Delay of a solve after its time limit and after Ctrl-C, and the cost of building a large problem."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from benchmarks.paper.methods import OURS
from harness.data.problems import Pairs, planted
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.measure.memory import resident_mb
from harness.tables import Column, Row, Table

SENDER = """
import os, signal, sys, time
time.sleep(float(sys.argv[2]))
print(time.monotonic(), flush=True)
os.kill(int(sys.argv[1]), signal.SIGINT)
"""


def tables(options: Options) -> Iterator[Table]:
    n_nodes, seconds, signal_after = (20_000, 0.02, 0.3) if options.quick else (1_000_000, 0.5, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "pairs.npz")
        made = fresh(make_and_save, file=file, n_nodes=n_nodes)
        yield _building_table(n_nodes, made, fresh(load_and_build, file=file, repeats=options.repeats))
        yield _answers_table(file, seconds, signal_after, options.repeats)


def _building_table(n_nodes: int, made: Measured, built: Measured) -> Table:
    return Table(
        title="Building a large problem",
        aim="Planted clusters, 20 neighbours per node. The memory before is that of the arrays and the interpreter.",
        columns=(
            Column("nodes", "nodes", ","),
            Column("pairs", "pairs", ","),
            Column("make_seconds", "affinity.planted CPU s", ".3g"),
            Column("make_peak_mb", "its peak MB", ",.0f"),
            Column("seconds", "Problem.from_edges CPU s", ".3g"),
            Column("before_mb", "MB before", ",.0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=[{"nodes": n_nodes, "make_seconds": made["seconds"], "make_peak_mb": made["peak_mb"]} | built],
    )


def _answers_table(file: str, seconds: float, signal_after: float, repeats: int) -> Table:
    rows: list[Row] = []
    for method in ("AdaptiveICM", "SwapExplore", "ExpandExplore"):
        limits = [fresh(overshoot, file=file, method=method, seconds=seconds) for _ in range(repeats)]
        stops = [fresh(interrupt, file=file, method=method, after=signal_after) for _ in range(repeats)]
        rows.append(
            {
                "method": method,
                "overshoot": _shown([run["late"] for run in limits]),
                "limit_status": limits[0]["status"],
                "cpu_seconds": statistics.median(run["cpu_seconds"] for run in limits),
                "delay": _shown([run["late"] for run in stops]),
                "stop_status": stops[0]["status"],
                "overshoots": [run["late"] for run in limits],
                "delays": [run["late"] for run in stops],
                "energy": stops[0]["energy"],
                "peak_mb": limits[0]["peak_mb"],
            }
        )
    return Table(
        title="Time limits and Ctrl-C",
        aim=(
            f"On the problem above: wall-clock seconds from Stop(seconds={seconds:g}) being due to the return of "
            f"solve, and from SIGINT, sent {signal_after:g} s after the start, to the return; median and worst of "
            f"{repeats}. Aim: under 0.1 s each, with the best labels so far."
        ),
        columns=(
            Column("method", "method"),
            Column("overshoot", "after the limit, s (worst)"),
            Column("cpu_seconds", "its CPU s in all", ".2f"),
            Column("limit_status", "status"),
            Column("delay", "after SIGINT, s (worst)"),
            Column("stop_status", "status"),
            Column("energy", "energy at SIGINT", ".0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _shown(late: list[float | None]) -> str:
    known = sorted(value for value in late if value is not None)
    return f"{known[len(known) // 2]:.3f} ({known[-1]:.3f})" if known else "ended before"


# ------------------------------------------------------------------------------------------------------ measurements


def make_and_save(file: str, n_nodes: int) -> Measured:
    with Cpu() as make:
        pairs = planted(n_nodes, n_clusters=max(2, n_nodes // 100), degree=20)
    np.savez(file, u=pairs.u, v=pairs.v, w=pairs.w, n_nodes=n_nodes)
    return {"seconds": make.seconds}


def _load(file: str) -> Pairs:
    with np.load(file) as stored:
        return Pairs(stored["u"], stored["v"], stored["w"], int(stored["n_nodes"]))


def load_and_build(file: str) -> Measured:
    pairs = _load(file)
    before = resident_mb()
    with Cpu() as build:
        problem = pairs.problem()
    return {"pairs": problem.n_edges, "seconds": build.seconds, "before_mb": before}


def overshoot(file: str, method: str, seconds: float) -> Measured:
    problem = _load(file).problem()
    begin = time.monotonic()
    with Cpu() as solve:
        result = fr.solve(problem, OURS[method], stop=fr.Stop(seconds=seconds))
    late = time.monotonic() - begin - seconds
    was_stopped = result.status == fr.Status.TIME_LIMIT
    return {"late": late if was_stopped else None, "status": result.status.name, "cpu_seconds": solve.seconds}


def interrupt(file: str, method: str, after: float) -> Measured:
    """Another process sends SIGINT, as a terminal does."""
    problem = _load(file).problem()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may have inherited "ignore"
    command = [sys.executable, "-c", SENDER, str(os.getpid()), str(after)]
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sender:
            result = fr.solve(problem, OURS[method])
            returned = time.monotonic()
            if result.status != fr.Status.CANCELLED:
                sender.kill()
            assert sender.stdout is not None
            sent = sender.stdout.read()
    except KeyboardInterrupt:  # it came when the solve had already ended by itself
        return {"late": None, "status": "ended before", "energy": None}
    was_stopped = result.status == fr.Status.CANCELLED
    late = returned - float(sent) if was_stopped else None
    return {"late": late, "status": result.status.name, "energy": result.energy}
