"""Claims on the three optimisers and their binary steps (section 5)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.problems import SHARED, picture
from experiments.claims.claim import Claim, Evidence, Found, verdict
from experiments.measured import Labels
from experiments.synthetic import synthetic

REACHED = 1e-6  # relative: as good as the optimum


def qpbo_leaves_all(evidence: Evidence) -> Found:
    n_nodes = 60 if evidence.quick else 300
    shares = []
    for seed in range(5):
        problem, _ = synthetic(0.2, n_nodes=n_nodes, seed=seed)
        shares.append(1 - fr.binary.qpbo(_two_labels(problem), weak=False).share_labeled)
    return Found(
        f"QPBO without Improve leaves {min(shares):.0%} to {max(shares):.0%} of the nodes of a swap between two labels "
        "unlabelled",
        verdict(min(shares) > 0.5),
        "All, not most: turning all labels around costs the same, so that no label is in every optimum.",
    )


def improve_never_raises(evidence: Evidence) -> Found:
    rng = np.random.default_rng(2)
    n = 20 if evidence.quick else 500
    n_raised = n_lowered = 0
    for seed in range(n):
        problem, _ = synthetic(0.2, n_nodes=60, seed=seed % 5)
        energy = _two_labels(problem)
        start = rng.integers(2, size=60).astype(np.uint8)
        before, after = energy(start), energy(fr.binary.improve(energy, start, seed=seed))
        n_raised += after > before + 1e-9
        n_lowered += after < before - 1e-9
    return Found(
        f"{n} random starts: raised {n_raised} times, lowered {n_lowered} times",
        verdict(n_raised == 0 and n_lowered > 0),
    )


def any_number_of_clusters(evidence: Evidence) -> Found:
    density = 0.3
    n_nodes = 100 if evidence.quick else 750
    problem, truth = synthetic(density, n_nodes=n_nodes, seed=3)
    told, right = [], []
    for solver in (fr.SwapExplore(), fr.AdaptiveICM()):
        for name, start in (("one cluster", np.zeros(n_nodes, int)), ("single nodes", np.arange(n_nodes))):
            found = fr.solve(problem, solver, start=start, stop=fr.Stop(seconds=60.0))
            right.append(abs(found.n_clusters - (truth.max() + 1)) <= 2)
            told.append(f"{type(solver).__name__} from {name} ends with {found.n_clusters}")
    return Found(
        f"{truth.max() + 1} planted clusters, {density:.0%} of the pairs: " + ", ".join(told),
        verdict(all(right), any(right)),
    )


def scales_to_pixels(evidence: Evidence) -> Found:
    height, width = (40, 60) if evidence.quick else (260, 390)
    problem = picture(height, width).problem()
    told, seconds = [], []
    for solver in (fr.SwapExplore(), fr.AdaptiveICM()):
        began = time.process_time()
        found = fr.solve(problem, solver, stop=fr.Stop(seconds=300.0))
        seconds.append(time.process_time() - began)
        told.append(f"{type(solver).__name__} {seconds[-1]:.2g} CPU s (energy {found.energy:,.0f})")
    return Found(
        f"{problem.n_nodes:,} pixels with strokes, {problem.n_edges:,} pairs: " + ", ".join(told),
        verdict(max(seconds) < 300.0),
        "Only the sizes are shown here; what the segmentations are worth is another question.",
    )


def k_is_optimal(evidence: Evidence) -> Found:
    """Small real problems with proven optima where they are there, else small planted ones solved exactly."""
    problems = list(_with_optima(evidence.quick))
    told, shares = [], []
    for solver in (fr.SwapExplore(), fr.ExpandExplore(), fr.AdaptiveICM(), fr.DEFAULT):
        reached = [
            fr.solve(problem, solver).energy <= optimum + REACHED * max(1.0, abs(optimum))
            for problem, optimum in problems
        ]
        shares.append(sum(reached) / len(reached))
        told.append(f"{type(solver).__name__} {shares[-1]:.0%}")
    return Found(
        f"{len(problems)} small problems with known optimum, share in which it is reached: " + ", ".join(told),
        verdict(min(shares[:3]) == 1.0),
        "All three are local searches: k is found along with the clusters, and is as good as they are. "
        "`fr.lower_bound` and `fr.Exact` prove what is optimal.",
    )


def icm_is_elsner_schudy(evidence: Evidence) -> Found:
    n = 5 if evidence.quick else 100
    n_equal = 0
    for seed in range(n):
        rng = np.random.default_rng(seed)
        w = np.triu(rng.normal(size=(40, 40)), 1)
        w = w + w.T
        problem = fr.as_problem(w)
        ours = fr.solve(problem, fr.AdaptiveICM(), start=np.arange(40)).labels
        n_equal += np.array_equal(ours, fr.solve(problem, _best_one_element_moves, start=np.arange(40)).labels)
    return Found(
        f"{n} random complete graphs of 40 nodes: same labels as the best one-element moves in {n_equal}",
        verdict(n_equal == n),
    )


def _best_one_element_moves(problem: fr.Problem, start: Labels, run: fr.Run) -> Labels:
    """Elsner & Schudy (2009), written down plainly: each node in turn to the cluster that gains most, or alone."""
    n = problem.n_nodes
    w = np.zeros((n, n))
    u, v, x = problem.edges()
    w[u, v] = w[v, u] = x
    labels = start.astype(np.int64)
    has_moved = True
    while has_moved and not run.expired():
        has_moved = False
        for i in range(n):
            sums = np.bincount(labels, weights=w[i], minlength=2 * n)
            best = int(np.argmax(sums))
            if sums[best] > max(sums[labels[i]], 0.0):
                labels[i], has_moved = best, True
            elif sums[labels[i]] < 0.0:
                labels[i], has_moved = np.setdiff1d(np.arange(2 * n), labels)[0], True
    return problem.check_labels(labels)


def _two_labels(problem: fr.Problem) -> fr.binary.BinaryEnergy:
    """The swap of all nodes between two labels: a pair weighs w if cut, and there are no unary terms."""
    u, v, w = problem.edges()
    zero = np.zeros_like(w)
    return fr.binary.BinaryEnergy(
        problem.n_nodes, u=u, v=v, tables=np.stack((zero, w, w, zero), axis=1).reshape(-1, 2, 2)
    )


def _with_optima(quick: bool) -> Iterator[tuple[fr.Problem, float]]:
    files = sorted((SHARED / "data" / "small_opt_json").glob("*.json"))
    for file in files:
        instances = json.loads(file.read_text(encoding="utf-8"))
        for instance in instances[:4] if quick else instances:
            u, v, w = zip(*instance["edges"], strict=True)
            yield fr.Problem.from_edges(np.array(u, int), np.array(v, int), w, n_nodes=instance["n"]), instance["cplex"]
    for seed in range(0 if files else 10 if quick else 100):
        problem, _ = fr.affinity.planted(40, sizes=[1, 3, 5, 2], degree=4, balance=0.4, noise=0.2, seed=seed)
        found = fr.solve(problem, stop=fr.Stop(seconds=0.5))
        if found.status is fr.Status.OPTIMAL:
            yield problem, found.energy


CLAIMS = (
    Claim("5.1", "without a unary term QPBO leaves most variables unlabelled", qpbo_leaves_all),
    Claim("5.1", "QPBO with Improve never raises the energy", improve_never_raises),
    Claim("5.1", "exploring an empty label finds any number of clusters", any_number_of_clusters),
    Claim("5.2", "the algorithms cope with more than 100,000 variables, as pixels need", scales_to_pixels),
    Claim("5.2", "the number of clusters is optimally determined", k_is_optimal),
    Claim("5.2", "the greedy algorithm of Elsner & Schudy is ICM on complete graphs", icm_is_elsner_schudy),
)
