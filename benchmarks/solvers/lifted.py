"""Lifted problems: energy at equal CPU time, beside the lifted multicut solvers of bioimage-cpp."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import frenemy as fr
from benchmarks.options import Options
from harness.data.lifted import Recipe, make
from harness.folders import DATA
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.method import is_installed
from harness.peers.lifted import LIFTED_PEERS, MODULE, objective
from harness.tables import Column, Row, Table


def _grid(*shape: int, noise: float, seed: int) -> Recipe:
    return {"name": "lifted_grid", "shape": list(shape), "noise": noise, "seed": seed}


def _volume(volume: str) -> Recipe:
    return {"name": "lifted_volume", "volume": volume}


#: Constants of the solvers were chosen on these.
TUNED = {
    "grid 64 x 64": _grid(64, 64, noise=1.5, seed=0),
    "grid 200 x 200": _grid(200, 200, noise=1.5, seed=0),
    "grid 200 x 200, noisy": _grid(200, 200, noise=3.0, seed=0),
    "grid 20 x 40 x 40": _grid(20, 40, 40, noise=2.0, seed=0),
}
#: Constants were not chosen on these.
FRESH = {
    "grid 150 x 300": _grid(150, 300, noise=2.2, seed=11),
    "grid 300 x 300, clear": _grid(300, 300, noise=1.0, seed=12),
    "grid 16 x 56 x 48": _grid(16, 56, 48, noise=1.5, seed=13),
    "grid 24 x 32 x 32, noisy": _grid(24, 32, 32, noise=3.0, seed=14),
    "CREMI-C": _volume("CREMI-C"),
    "FIB25": _volume("FIB25"),
    "SNEMI3D": _volume("SNEMI3D"),
    **{f"ISBI 2012, {k}": {"name": "lifted_section", "section": k} for k in (0, 12, 27)},
}
QUICK = {"grid 16 x 16": _grid(16, 16, noise=1.5, seed=1)}
_MIN_SECONDS = 0.2  # how long ours may run at least, to show when it reaches a peer that is very quick


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else TUNED | FRESH
    rows: list[Row] = []
    for name in options.chosen(problems):
        if not problems[name]["name"].endswith("grid") and not DATA.exists():
            continue
        row = fresh(measured, repeats=options.repeats, recipe=problems[name])
        rows += _by_peer(name, row)
    yield Table(
        title="Lifted problems",
        aim=(
            "Lower is better. Each solver runs alone on one thread. Ours is LiftedEvolve, stopped by CPU time: *ours* "
            "is its energy when the peer was done, *reached* the CPU seconds after which it had the same energy. "
            "Labels that a peer leaves unconnected are split."
        ),
        columns=(
            Column("problem", "problem"),
            Column("set", "set"),
            Column("nodes", "nodes", ",d"),
            Column("pairs", "pairs", ",d"),
            Column("method", "peer"),
            Column("seconds", "peer, s", ".3f"),
            Column("energy", "peer, energy", ",.1f"),
            Column("ours", "ours", ",.1f"),
            Column("reached", "reached, s", ".3f"),
            Column("lower", "ours is lower"),
        ),
        rows=rows,
    )


def _by_peer(name: str, row: Measured) -> Iterator[Row]:
    """One row per peer; what the measurement lists by peer is spread over them."""
    shared = {
        "problem": name,
        "set": "tuned" if name in TUNED else "fresh",
        "nodes": row["nodes"],
        "pairs": row["pairs"],
    }
    if "missing" in row:
        yield shared | {"method": f"{MODULE} not installed", "energy": row["final"]}
        return
    for peer in LIFTED_PEERS:
        energy, ours = row[f"{peer}: energy"], row[f"{peer}: ours"]
        yield shared | {
            "method": peer,
            "seconds": row[f"{peer}: seconds"],
            "energy": energy,
            "ours": None if math.isnan(ours) else ours,
            "reached": None if math.isnan(row[f"{peer}: reached"]) else row[f"{peer}: reached"],
            "lower": "not yet" if math.isnan(ours) else "yes" if ours < energy else "no" if ours > energy else "equal",
        }


def measured(recipe: Recipe) -> Measured:
    pairs = make(**recipe)
    problem = pairs.problem()
    found: Measured = {"nodes": problem.n_nodes, "pairs": problem.n_edges}
    peers: dict[str, tuple[float, float]] = {}
    if is_installed(MODULE):
        for name, run in LIFTED_PEERS.items():
            task = objective(pairs)
            with Cpu() as cpu:
                labels = run(task)
            peers[name] = cpu.seconds, problem.energy(problem.connected_parts(labels))
    else:
        found["missing"] = True
    curve = _energy_over_time(problem, 1.05 * max([_MIN_SECONDS, *(seconds for seconds, _ in peers.values())]))
    for name, (seconds, energy) in peers.items():
        found |= {
            f"{name}: seconds": seconds,
            f"{name}: energy": energy,
            f"{name}: ours": min((e for t, e in curve if t <= seconds), default=math.nan),
            f"{name}: reached": min((t for t, e in curve if e <= energy), default=math.nan),
        }
    return found | {"final": curve[-1][1]}


def _energy_over_time(problem: fr.Problem, seconds: float) -> list[tuple[float, float]]:
    """CPU seconds and energy after each round of one solve."""
    curve: list[tuple[float, float]] = []
    begin = time.process_time()

    def note(progress: fr.Progress) -> bool:
        curve.append((time.process_time() - begin, progress.energy))
        return curve[-1][0] >= seconds

    fr.solve(problem, fr.LiftedEvolve(members=1_000_000, patience=50), on_round=note, warn=False)
    return curve
