"""What the bound of a result costs: one pass with it, and the solver alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from benchmarks.solvers.kinds import HUBS, OTHERS, SEEDS
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

_CALLS = 5  # of which the fastest counts: they take a few tenths of a second
SIZES = (1_000, 5_000, 20_000, 60_000)
FURTHER = [*OTHERS, "power law 2.1, 10,000 nodes, signs", "power law 3.0, 10,000 nodes, signs"]


def recipes(n_pairs: int) -> dict[str, Recipe]:
    """Three kinds of problems, each with about this many pairs."""
    n_nodes, n_close = n_pairs // 10, max(60, n_pairs // 25)
    return {
        "planted": {"name": "planted", "n_nodes": n_nodes, "n_clusters": max(2, n_nodes // 50), "degree": 20},
        "random": {"name": "normal_graph", "n_nodes": n_close, "density": 2 * n_pairs / n_close**2},
        "grid": {"name": "normal_grid", "side": round((n_pairs / 2) ** 0.5)},
    }


def tables(options: Options) -> Iterator[Table]:
    sizes = SIZES[:1] if options.quick else SIZES
    problems = [(name, recipes(n_pairs)[name]) for name in recipes(SIZES[0]) for n_pairs in sizes]
    if not options.quick:
        kinds = OTHERS | HUBS
        problems += [(name, kinds[name] | {"seed": SEEDS["fresh"]}) for name in FURTHER]
    rows = [{"problem": name} | fresh(measured, repeats=options.repeats, recipe=recipe) for name, recipe in problems]
    yield Table(
        title="The cost of a bound",
        aim=(
            f"The solver alone, and what `fr.solve(problem)` takes on top: the bound, and a little for checks and the "
            f"result. CPU milliseconds, the fastest of {_CALLS} calls. The work on the bound is "
            "counted, so that the bound is the same on every run."
        ),
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",d"),
            Column("solver_ms", "solver, ms", ".2f"),
            Column("on_top_ms", "on top, ms", ".2f"),
            Column("share", "share", ".0%"),
            Column("gap", "gap", ".2%"),
        ),
        rows=rows,
    )


def measured(recipe: Recipe) -> Measured:
    problem = make(**recipe).problem()
    start = np.zeros(problem.n_nodes, np.int32)
    result = fr.solve(problem, warn=False)
    alone = _fastest(lambda: fr.DEFAULT(problem, start, fr.Run()))
    whole = _fastest(lambda: fr.solve(problem, warn=False))
    return {
        "pairs": problem.n_edges,
        "solver_ms": 1e3 * alone,
        "on_top_ms": 1e3 * (whole - alone),
        "share": whole / alone - 1.0,
        "gap": result.gap,
    }


def _fastest(call: Callable[[], object]) -> float:
    seconds = []
    for _ in range(_CALLS):
        with Cpu() as cpu:
            call()
        seconds.append(cpu.seconds)
    return min(seconds)
