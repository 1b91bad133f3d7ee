"""One pass by stage: the short pass, which problems of any size get, the extra work of small ones, and the bound."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from frenemy.run import Run, Stop
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Row

SHORT = fr.Automatic(extra_work=False)


def stages(recipe: Recipe, repeats: int, whole_seconds: float) -> Row:
    """CPU seconds by stage and the energy of the short pass, medians; ``whole_seconds`` are those of ``fr.solve``."""
    found = fresh(_stages, repeats=repeats, recipe=recipe)
    short, solver = found["short_seconds"], found["solver_seconds"]
    return {
        "short_energy": found["short_energy"],
        "short_seconds": short,
        "extra_seconds": max(0.0, solver - short),
        "bound_seconds": max(0.0, whole_seconds - max(solver, short)),
    }


def _stages(recipe: Recipe) -> Measured:
    problem = make(**recipe).problem()
    start = np.zeros(problem.n_nodes, dtype=np.int32)
    with Cpu() as short:
        labels = SHORT(problem, start, Run(Stop()))
    whole = fr.Automatic()
    solver = short
    if whole.plan(problem, Stop()) != SHORT.plan(problem, Stop()):
        with Cpu() as solver:
            whole(problem, start, Run(Stop()))
    return {
        "short_energy": problem.energy(labels),
        "short_seconds": short.seconds,
        "solver_seconds": solver.seconds,
    }
