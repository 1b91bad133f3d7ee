"""One NVIDIA card against one thread; figures of RAMA are quoted, from the same problems and kind of card."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from frenemy.affinity.neighbors import nearest
from harness.data import real_data
from harness.data.problems import Pairs, shared, shared_kind
from harness.tables import Column, Row, Table


class Goal(NamedTuple):
    """An energy to reach, and in how many seconds on the card; the energy of the CPU if None."""

    energy: float | None = None
    seconds: float | None = None


class Task(NamedTuple):
    make: Callable[[], Pairs]
    goal: Goal = Goal()
    rama: str = "-"
    is_huge: bool = False


TASKS = {
    "pp1e5": Task(lambda: shared("pp1e5"), Goal(-309_930, 0.05), "-258437 in 0.14"),
    "pp1e6": Task(lambda: shared("pp1e6"), Goal(-3_093_800, 0.10), "-2599020 in 0.22"),
    "grid512": Task(lambda: shared("grid512"), Goal(-94_600, 0.05), "-85847 in 0.57"),
    "grid2048": Task(lambda: shared("grid2048"), Goal(-1_633_300, 0.25), "-1495460 in 1.38"),
    "epinions": Task(lambda: real_data.signed_network("epinions"), Goal(-70_269, 0.10)),
    "CREMI-C": Task(lambda: real_data.region_graph("CREMI-C")),
    "FIB25": Task(lambda: real_data.region_graph("FIB25")),
    "SNEMI3D": Task(lambda: real_data.region_graph("SNEMI3D")),
    "pp1e5, seed 4002": Task(
        lambda: shared_kind("planted", n=10**5, k=1000, degree=20, inside=0.5, noise=0.2, seed=4002)
    ),
    "grid512, seed 4003": Task(lambda: shared_kind("grid", height=512, width=512, seed=4003)),
    "pp1e7": Task(
        lambda: shared_kind("planted", n=10**7, k=10**5, degree=20, inside=0.5, noise=0.2, seed=2004),
        Goal(-30_915_000, 1.2),
        is_huge=True,
    ),
}
#: Rows of nearest neighbors, 128 columns each.
NEIGHBOR_ROWS = (50_000, 200_000, 1_000_000)
QUICK_NEIGHBOR_ROWS = (2_000,)
N_COLUMNS, N_NEIGHBORS, ROWS_OF_A_GROUP = 128, 15, 100
#: Problem -> seconds, and the energy to reach if there is one.
WITH_TIME = {"pp1e5": (0.5, None), "pp1e6": (1.5, -3_097_500), "grid512": (0.5, None), "grid2048": (1.5, None)}
QUICK = {"small": Task(lambda: shared("pp1e4"))}


def tables(options: Options) -> Iterator[Table]:
    tasks = QUICK if options.quick else {name: task for name, task in TASKS.items() if options.huge or not task.is_huge}
    fr.solve_on_card([0], [1], [1.0])  # compiles; without CuPy or a card it says what is missing
    passes: list[Row] = []
    searches: list[Row] = []
    whole: list[Row] = []
    for name in options.chosen(tasks):
        pairs = tasks[name].make()
        on_card = _on_card(pairs)
        cpu = _cpu(pairs) if not tasks[name].is_huge else {}
        passes.append({"problem": name, "pairs": len(pairs.w)} | cpu | _one_pass(on_card, tasks[name], cpu, options))
        if name in WITH_TIME:
            searches.append({"problem": name} | _with_time(on_card, *WITH_TIME[name], options))
        whole.append({"problem": name} | cpu | _all_in(pairs, cpu, options))
    if passes:
        yield _pass_table(passes)
    if searches:
        yield _search_table(searches)
    if whole:
        yield _whole_table(whole)
    if not options.only:
        yield _neighbors_table([_neighbors(n) for n in (QUICK_NEIGHBOR_ROWS if options.quick else NEIGHBOR_ROWS)])


def _on_card(pairs: Pairs) -> tuple[Any, Any, Any, int]:
    import cupy

    u, v = cupy.asarray(pairs.u, cupy.int32), cupy.asarray(pairs.v, cupy.int32)
    return u, v, cupy.asarray(pairs.w), pairs.n_nodes


def _solve(on_card: tuple[Any, Any, Any, int], seed: int, **options: Any) -> Any:
    u, v, w, n_nodes = on_card
    return fr.solve_on_card(u, v, w, n_nodes=n_nodes, seed=seed, **options)


def _cpu(pairs: Pairs) -> Row:
    """One pass of the default solver on one thread, with and without building the problem."""
    begin = time.perf_counter()
    problem = pairs.problem()
    built = time.perf_counter()
    result = fr.solve(problem, warn=False)
    end = time.perf_counter()
    return {"cpu_energy": result.energy, "cpu_seconds": end - built, "cpu_whole_seconds": end - begin}


def _one_pass(on_card: tuple[Any, Any, Any, int], task: Task, cpu: Row, options: Options) -> Row:
    _solve(on_card, 0)  # takes the memory
    results = [_solve(on_card, seed) for seed in range(options.repeats)]
    again = _solve(on_card, 0)
    energy = statistics.median(result.energy for result in results)
    seconds = statistics.median(result.seconds - result.build_seconds for result in results)
    goal = task.goal.energy if task.goal.energy is not None else cpu.get("cpu_energy")
    row: Row = {
        "energy": energy,
        "worst": max(result.energy for result in results),
        "seconds": seconds,
        "build_seconds": statistics.median(result.build_seconds for result in results),
        "is_same": "yes" if bool((again.labels == results[0].labels).all()) else "no",
        "goal": goal,
        "goal_seconds": task.goal.seconds,
        "rama": task.rama,
    }
    if goal is not None:
        row["is_met"] = "yes" if _is_reached(energy, goal) and seconds <= (task.goal.seconds or seconds) else "no"
    return row


def _is_reached(energy: float, goal: float) -> bool:
    """Up to rounding: the card adds up in another order."""
    return energy <= goal + 1e-10 * abs(goal)


def _with_time(on_card: tuple[Any, Any, Any, int], seconds: float, goal: float | None, options: Options) -> Row:
    energies = [_solve(on_card, seed, stop=fr.Stop(seconds=seconds)).energy for seed in range(options.repeats)]
    energy = statistics.median(energies)
    row: Row = {"seconds": seconds, "energy": energy, "worst": max(energies), "goal": goal}
    return row if goal is None else row | {"is_met": "yes" if _is_reached(energy, goal) else "no"}


def _all_in(pairs: Pairs, cpu: Row, options: Options) -> Row:
    """From NumPy arrays to NumPy labels."""
    times = []
    for seed in range(options.repeats):
        begin = time.perf_counter()
        fr.solve_on_card(pairs.u, pairs.v, pairs.w, n_nodes=pairs.n_nodes, seed=seed).labels.get()
        times.append(time.perf_counter() - begin)
    seconds = statistics.median(times)
    row: Row = {"seconds": seconds}
    if cpu:
        problem = pairs.problem()
        begin = time.perf_counter()
        built = fr.solve(problem, device="gpu", warn=False)
        row |= {"ratio": cpu["cpu_whole_seconds"] / seconds, "problem_seconds": time.perf_counter() - begin}
        row |= {"built_energy": built.energy, "cpu_energy": cpu["cpu_energy"]}
    return row


def _neighbors(n: int) -> Row:
    """All rows on the card, and on all cores of the computer by the method that is the default there."""
    rng = np.random.default_rng(0)
    middles = rng.normal(size=(n // ROWS_OF_A_GROUP, N_COLUMNS)).astype(np.float32)
    rows = middles[rng.integers(len(middles), size=n)] + 0.5 * rng.standard_normal((n, N_COLUMNS), np.float32)
    nearest(rows[:1000], n_neighbors=N_NEIGHBORS, method="gpu")  # compiles
    begin = time.perf_counter()
    on_card = nearest(rows, n_neighbors=N_NEIGHBORS, method="gpu")
    middle, cpu = time.perf_counter(), time.process_time()
    on_cpu = nearest(rows, n_neighbors=N_NEIGHBORS, threads=os.cpu_count() or 1)
    end, cpu_end = time.perf_counter(), time.process_time()
    found = [len(np.intersect1d(a, b)) for a, b in zip(on_card.indices[:2000], on_cpu.indices[:2000], strict=True)]
    return {
        "rows": n,
        "seconds": middle - begin,
        "method": on_cpu.method,
        "cpu_wall": end - middle,
        "cpu_seconds": cpu_end - cpu,
        "share": sum(found) / N_NEIGHBORS / len(found),
    }


def _neighbors_table(rows: list[Row]) -> Table:
    return Table(
        title="Nearest neighbors",
        aim=(
            f"nearest(rows, n_neighbors={N_NEIGHBORS}, method='gpu'), all distances, from NumPy rows of {N_COLUMNS} "
            "columns in groups of 100 to NumPy indices; and the default of the computer on all its cores. Found: the "
            "share of the nearest neighbors that this finds, of 2,000 rows."
        ),
        columns=(
            Column("rows", "rows", ",.0f"),
            Column("seconds", "card s", ".2f"),
            Column("method", "computer: method"),
            Column("cpu_wall", "s", ".1f"),
            Column("cpu_seconds", "CPU s", ".0f"),
            Column("share", "found", ".4f"),
        ),
        rows=rows,
    )


def _pass_table(rows: list[Row]) -> Table:
    return Table(
        title="One pass on the card",
        aim=(
            "The default, GpuMultilevel(), from rows on the card to labels on the card: medians over seeds, and the "
            "worst energy. To make the rows of pairs on the card takes 'rows s' before that. CPU: one pass of the "
            "default on one thread. The goal without seconds is the energy of the CPU. RAMA's figures are quoted. "
            "'same': a second run with the same seed gave the same labels."
        ),
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",.0f"),
            Column("energy", "energy", ".0f"),
            Column("worst", "worst", ".0f"),
            Column("seconds", "s", ".3f"),
            Column("build_seconds", "rows s", ".4f"),
            Column("goal", "goal", ".0f"),
            Column("goal_seconds", "goal s", ".2f"),
            Column("is_met", "met"),
            Column("is_same", "same"),
            Column("cpu_energy", "CPU energy", ".0f"),
            Column("cpu_seconds", "CPU s", ".2f"),
            Column("rama", "RAMA"),
        ),
        rows=rows,
    )


def _search_table(rows: list[Row]) -> Table:
    return Table(
        title="Search on the card",
        aim="GpuEvolve() with a time limit, from pairs on the card to labels on the card; medians over seeds.",
        columns=(
            Column("problem", "problem"),
            Column("seconds", "s", ".1f"),
            Column("energy", "energy", ".0f"),
            Column("worst", "worst", ".0f"),
            Column("goal", "goal", ".0f"),
            Column("is_met", "met"),
        ),
        rows=rows,
    )


def _whole_table(rows: list[Row]) -> Table:
    return Table(
        title="All in",
        aim=(
            "From NumPy arrays of pairs to NumPy labels, copies included, by solve_on_card; how many times faster that "
            "is than Problem.from_edges and solve on one thread; and solve(problem, device='gpu') of a built Problem, "
            "which the core checks at the end."
        ),
        columns=(
            Column("problem", "problem"),
            Column("seconds", "card s", ".3f"),
            Column("cpu_whole_seconds", "CPU s", ".2f"),
            Column("ratio", "times", ".1f"),
            Column("problem_seconds", "built Problem s", ".3f"),
            Column("built_energy", "energy", ".0f"),
            Column("cpu_energy", "CPU energy", ".0f"),
        ),
        rows=rows,
    )
