"""Lower bounds on dense noise: complete graphs with Gaussian weights, after one pass and with time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from frenemy.bounds.gap import relative_gap
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

SIZES = (100, 200, 500, 1000)
SEEDS = (11, 12)


def tables(options: Options) -> Iterator[Table]:
    sizes, seeds = (SIZES[:1], SEEDS[:1]) if options.quick else (SIZES, SEEDS)
    rows = [
        {"problem": f"gaussian{n}, seed {seed}"} | fresh(measured, n_nodes=n, seed=seed, seconds=options.seconds)
        for n in sizes
        for seed in seeds
    ]
    yield Table(
        title="Lower bounds on dense noise",
        aim=(
            "Complete graphs with weights N(0, 1). Packed: conflicts alone, `fr.lower_bound(problem)`. One pass: the "
            "bound of `fr.solve(problem)`. With time: "
            f"`result.bounded(stop=...)` with {options.seconds:g} s. Gaps are those to the energy of a solve with 2 s. "
            "Aim: below 20 % at 500 nodes in 10 s."
        ),
        columns=(
            Column("problem", "problem"),
            Column("energy", "energy", ".1f"),
            Column("packed_gap", "packed, gap", ".1%"),
            Column("one_pass_gap", "one pass, gap", ".1%"),
            Column("bound", "with time", ".1f"),
            Column("gap", "gap", ".1%"),
            Column("cpu_seconds", "CPU s", ".2g"),
        ),
        rows=rows,
    )


def measured(n_nodes: int, seed: int, seconds: float) -> Measured:
    weights = np.triu(np.random.default_rng(seed).normal(size=(n_nodes, n_nodes)), 1)
    problem = fr.as_problem(weights, symmetrize="sum")
    result = fr.solve(problem, stop=fr.Stop(seconds=2), warn=False)
    with Cpu() as work:
        bounded = result.bounded(stop=fr.Stop(seconds=seconds))
    return {
        "energy": result.energy,
        "packed_gap": relative_gap(result.energy, fr.lower_bound(problem).value),
        "one_pass_gap": relative_gap(result.energy, fr.solve(problem, warn=False).lower_bound),
        "bound": bounded.lower_bound,
        "gap": bounded.gap,
        "cpu_seconds": work.seconds,
    }
