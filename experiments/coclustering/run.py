"""Every method and the linear relaxation on every problem, row by row."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import frenemy as fr
from experiments import page
from experiments.coclustering.figures import draw, draw_pictures
from experiments.coclustering.problems import Instance, Loaded, instances
from experiments.coclustering.tables import REFERENCE, Broken, tables
from experiments.methods import GRAY, Labels, ProblemMethod, measured, modern_methods, paper_methods, warm_up
from experiments.settings import Settings
from harness.progress import print_note, with_progress
from harness.results_file import ResultsFile, Row

SEED = 0
LIMIT, RELAXATION_LIMIT = 60.0, 300.0  # wall seconds of one solve
RELAXATION_SHARE = 0.75  # of its limit: longer, and the relaxation was cut short to leave time for rounding
QUICK_LIMIT = 0.5
OVERESTIMATE = 2  # labels for TRW-S and BP, times the clusters that our default finds: there is no truth here
DEFAULT = "frenemy"
ROUNDING = 1e-12  # of all weights together: an energy that is nearer to 0 is 0

COLUMNS = (
    *("set", "problem", "method"),
    *("nodes", "pairs", "density", "positive_share", "total_weight", "optimum"),
    *("energy", "agreement", "lower_bound", "k", "cpu_seconds", "wall_seconds", "status"),
)


class Measured(NamedTuple):
    results: ResultsFile
    rows: list[Row]  # of this run; the file may have others
    broken: list[Broken]


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run."""
    results, rows, broken = measure(settings)
    draw(settings, rows, _methods(2))
    draw_pictures(settings, SEED)
    seconds = sum(row["wall_seconds"] for row in rows)
    made = tables(rows, _names(), broken, _limits(settings), OVERESTIMATE)
    page.write(settings, made, results=[results], seconds=seconds)
    if broken:
        print_note(f"{len(broken)} file(s) skipped, named above")
    return rows


def measure(settings: Settings) -> Measured:
    """Measure the missing rows, without figures."""
    found = instances(settings)
    if not found:
        sys.exit("coclustering: nothing to measure; name a folder of matrices with --folder")
    results = ResultsFile(settings.out / "coclustering.csv", COLUMNS, n_keys=3, fresh=settings.fresh)
    broken = _measure(results, found, _names(), _limits(settings))

    place = {one.key: number for number, one in enumerate(found)}
    rows = [row for row in results.rows if (row["set"], row["problem"]) in place]
    rows.sort(key=lambda row: place[row["set"], row["problem"]])  # a run that went on may have others first
    if not rows:
        sys.exit(f"coclustering: none of the {len(broken)} files is a matrix that can be measured")
    return Measured(results, rows, broken)


def _methods(n_labels: int) -> dict[str, ProblemMethod]:
    return paper_methods(n_labels) | modern_methods()


def _names() -> list[str]:
    return [REFERENCE, *(name for name, method in _methods(2).items() if method.missing is None)]


def _limits(settings: Settings) -> tuple[float, float]:
    return (QUICK_LIMIT, QUICK_LIMIT) if settings.quick else (LIMIT, RELAXATION_LIMIT)


# -------------------------------------------------------------------------------------------------------- measurements


def _measure(
    results: ResultsFile, found: Sequence[Instance], names: Sequence[str], limits: tuple[float, float]
) -> list[Broken]:
    """Add the missing rows; report and return files that cannot be read."""
    order = [DEFAULT, *(name for name in names if name != DEFAULT)]  # how many labels others get is from the default
    left = {key[:2] for key in results.left((*one.key, name) for one in found for name in order)}
    if left:
        warm_up(_methods(2)[name] for name in names if name != REFERENCE)
    broken = []
    for one in with_progress((one for one in found if one.key in left), "coclustering"):
        try:
            loaded = one.load()
        except (OSError, ValueError, MemoryError) as error:
            reason = " ".join(str(error).split()) or "too large for the memory there is"
            print_note(f"skipped {one}: {reason}")
            broken.append(Broken(one.group, one.name, reason))
            continue
        for group, problem, name in results.left((*one.key, name) for name in order):
            row = {"set": group, "problem": problem, "method": name} | described(loaded)
            results.add(row | _measured(name, loaded.problem, _n_clusters(results, one), limits))
    return broken


def _n_clusters(results: ResultsFile, one: Instance) -> int:
    """The number that our default finds; it is measured first."""
    key = (*one.key, DEFAULT)
    return next(
        (row["k"] for row in reversed(results.rows) if (row["set"], row["problem"], row["method"]) == key),
        1,  # it is being measured
    )


def described(loaded: Loaded) -> Row:
    problem = loaded.problem
    w = problem.edges()[2]
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "density": problem.n_edges / max(problem.n_nodes * (problem.n_nodes - 1) / 2, 1),
        "positive_share": float((w > 0).mean()),
        "total_weight": problem.total_weight,
        "optimum": loaded.optimum,
    }


def _measured(name: str, problem: fr.Problem, n_clusters: int, limits: tuple[float, float]) -> Row:
    bound = None

    def relaxed(problem: fr.Problem, seed: int, seconds: float) -> tuple[Labels, str]:
        nonlocal bound
        run = fr.Run(fr.Stop(seconds=seconds), seed=seed)
        labels = fr.comparators.LPRelaxation()(problem, np.zeros(problem.n_nodes, np.int32), run)
        bound = run.lower_bound
        is_cut_short = run.seconds >= RELAXATION_SHARE * seconds
        return labels, "TIME_LIMIT" if is_cut_short else run.status.name

    if name == REFERENCE:
        method, limit = ProblemMethod(relaxed, color=GRAY), limits[1]
    else:
        method, limit = _methods(OVERESTIMATE * n_clusters)[name], limits[0]
    row = measured(method, problem, None, seed=SEED, limit=limit)
    kept = {key: row[key] for key in ("energy", "k", "cpu_seconds", "wall_seconds", "status")}
    return kept | {"agreement": _agreement(problem, row["energy"]), "lower_bound": bound}


def _agreement(problem: fr.Problem, energy: float) -> float:
    """The energy in the form of equation 1: minus the weight inside clusters, 0 where every node is alone."""
    value = energy - problem.total_weight
    scale = float(np.abs(problem.edges()[2]).sum())
    return 0.0 if abs(value) <= ROUNDING * scale else value
