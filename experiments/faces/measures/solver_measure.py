"""Figure 7 of the paper: problems from pair probabilities, and all solvers on the same problem."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

import frenemy as fr
from experiments.faces.data.draws import Draw
from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.measures.group import Measure
from experiments.faces.measures.row_measure import digest
from experiments.faces.measures.scores import scores
from experiments.faces.methods.weighted import Weigher, all_pairs
from frenemy.comparators import NormalizedCuts, best_by_truth, components_by_threshold, spaced_thresholds
from harness.method import Method
from harness.results_file import Row

EXPAND = "Expand"
EXPAND_NODES = 200  # with more, Expand takes minutes

#: A problem, its truth and a seed to labels; the truth is for the one rule that looks at it.
Solve = Callable[[fr.Problem, Labels, int], Labels]
LearnWeights = Callable[[Features, Classes], Weigher]


def _solver(problem: fr.Problem, truth: Labels, seed: int, *, solver: fr.Solver) -> Labels:  # noqa: ARG001
    """From one cluster, as in the paper."""
    return solver(problem, np.zeros(problem.n_nodes, np.int32), fr.Run(seed=seed))


def _default(problem: fr.Problem, truth: Labels, seed: int) -> Labels:  # noqa: ARG001
    return fr.solve(problem, seed=seed).labels


def _components(problem: fr.Problem, truth: Labels, seed: int) -> Labels:  # noqa: ARG001
    return best_by_truth(components_by_threshold(problem, spaced_thresholds(problem)), truth).labels


def _spectral(problem: fr.Problem, truth: Labels, seed: int, *, rule: str) -> Labels:  # noqa: ARG001
    return NormalizedCuts(rule=rule).clustering(problem, seed=seed).labels  # type: ignore[arg-type]


#: The colors of the paper's own three methods are the paper's.
PaperMethod = Method[Solve]


def _from_one(solver: fr.Solver) -> Solve:
    return partial(_solver, solver=solver)


SOLVERS = {
    "Swap": PaperMethod(_from_one(fr.SwapExplore()), "Swap-and-Explore from one cluster", "#0000ff"),
    EXPAND: PaperMethod(
        _from_one(fr.ExpandExplore()),
        f"Expand-and-Explore, up to {EXPAND_NODES} faces and one draw",
        "#707070",
        ":",
        max_draws=1,
    ),
    "ICM": PaperMethod(_from_one(fr.AdaptiveICM()), "adaptive-label ICM", "#56b4e9", "--"),
    "frenemy": PaperMethod(_default, "`fr.solve(problem)`", "#000000", "-."),
    "components, best of ten": PaperMethod(
        _components, "of pairs above a threshold; of ten thresholds the best by the truth", "#ff0000"
    ),
    "spectral gap, as printed": PaperMethod(
        partial(_spectral, rule="paper"),
        "normalized cuts; number where the ratio of eigenvalues is largest",
        "#00a000",
        ":",
    ),
    "spectral gap, mended": PaperMethod(
        partial(_spectral, rule="skip_first"), "the same from the second on", "#00a000"
    ),
    "spectral gap, difference": PaperMethod(
        partial(_spectral, rule="difference"), "the same with differences in place of ratios", "#00a000", "--"
    ),
}


def on_problems(learn: LearnWeights) -> Measure:
    """The problem of a draw is built once; each method is timed on it alone."""
    made: dict[tuple[bytes, bytes], tuple[fr.Problem, float]] = {}

    def problem_of(draw: Draw) -> tuple[fr.Problem, float]:
        key = digest(draw.lessons), digest(draw.test)
        if key not in made:
            made.clear()
            began = time.process_time()
            weigh = learn(draw.lessons.features, draw.lessons.classes)
            seconds = time.process_time() - began
            made[key] = all_pairs(weigh(draw.test.features), len(draw.test.classes)), seconds
        return made[key]

    def measure(draw: Draw, name: str, seed: int) -> Row:
        problem, learn_seconds = problem_of(draw)
        truth = draw.test.classes
        began = time.process_time()
        labels = SOLVERS[name].call(problem, truth, seed)
        seconds = time.process_time() - began
        return scores(labels, truth) | {
            "energy": problem.energy(labels),
            "truth_energy": problem.energy(truth.astype(np.int32)),
            "cpu_seconds": seconds,
            "learn_seconds": learn_seconds,
        }

    return measure
