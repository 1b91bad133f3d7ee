"""Hashes of the labels that every solver finds for fixed problems: a change that is meant to change nothing keeps them.

``python tests/solving/labels_table.py`` compares with the table beside this file, ``--write`` writes it again. Rounding
differs between processors, and with it a few labels, so a table holds for the platform it was written on.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import warnings
from pathlib import Path

import numpy as np

import frenemy as fr

TABLE = Path(__file__).with_name("labels_table.json")
MAX_NODES_EXPAND = 130
PLATFORM = f"{platform.system()} {platform.machine()}"


def random_weights(n: int, m: int, seed: int, missing: float = 0.0) -> fr.Problem:
    rng = np.random.default_rng(seed)
    return fr.Problem.from_edges(
        rng.integers(0, n, m), rng.integers(0, n, m), rng.normal(size=m), n_nodes=n, missing=missing
    )


def grid(side: int, seed: int) -> fr.Problem:
    rng = np.random.default_rng(seed)
    node = np.arange(side * side).reshape(side, side)
    u = np.concatenate((node[:, :-1].ravel(), node[:-1].ravel()))
    v = np.concatenate((node[:, 1:].ravel(), node[1:].ravel()))
    return fr.Problem.from_edges(u, v, rng.normal(0.3, 1.0, len(u)))


def problems() -> dict[str, fr.Problem]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # random pairs hold self-pairs
        plain = {
            "planted_100": fr.affinity.planted(100, seed=1)[0],
            "planted_2000": fr.affinity.planted(2000, seed=2)[0],
            "random_60": random_weights(60, 500, 3),
            "random_120_missing": random_weights(120, 400, 4, missing=-0.1),
            "random_1500": random_weights(1500, 9000, 5),
            "dense_90": random_weights(90, 9000, 6),
            "grid_40": grid(40, 7),
            "empty": fr.Problem.from_edges([], [], [], n_nodes=3),
        }
    rng = np.random.default_rng(8)
    u, v, _ = plain["planted_100"].edges()
    plain["cpm_100"] = fr.Problem.from_cpm(u, v, n_nodes=100, resolution=0.2)
    linked = fr.constraints.must_link(plain["random_120_missing"], rng.integers(0, 20, (6, 2)))
    linked = fr.constraints.cannot_link(linked, np.stack((rng.integers(30, 60, 20), rng.integers(60, 90, 20)), axis=1))
    groups = [f"g{i % 9}" if i % 3 else None for i in range(120)]
    plain["constrained_120"] = fr.constraints.at_most_one_per_group(plain["random_120_missing"], groups)
    plain["linked_120"] = linked
    return plain


def digest(*arrays: np.ndarray) -> str:
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).astype("<i8").tobytes())
    return total.hexdigest()[:12]


def solved() -> dict[str, str]:
    """One hash for each problem, solver and number of rounds."""
    found = {}
    for name, problem in problems().items():
        for solver_name, solver in fr.SOLVERS.items():
            if solver_name in ("expand_explore", "swap_explore", "warm_swap") and problem.n_nodes > MAX_NODES_EXPAND:
                continue
            if solver_name == "exact" and problem.n_nodes > 100:
                continue
            stop = fr.Stop(rounds=6) if solver_name in ("evolve", "anneal", "exact", "expand_explore") else None
            found[f"{name}/{solver_name}"] = digest(fr.solve(problem, solver(), stop=stop, seed=5).labels)
    return found


def restricted() -> dict[str, str]:
    """Nodes that are free, on plain and on constrained problems."""
    found = {}
    for name in ("random_1500", "grid_40", "constrained_120", "linked_120"):
        problem = problems()[name]
        start = fr.solve(problem, fr.GreedyAdditive()).labels
        free = np.arange(0, problem.n_nodes, 7)
        found[f"{name}/free"] = digest(fr.solve(problem, start=start, free=free, seed=3).labels)
    return found


def around() -> dict[str, str]:
    """What is built on solve: samples, certificates, bounds, reductions, reasons."""
    problem = problems()["random_60"]
    posterior = fr.posterior(problem, seed=2, n_samples=200)
    certificate = fr.certify(problems()["planted_100"])
    reduction = fr.reduce(problems()["grid_40"])
    labels = fr.solve(problem, seed=1).labels
    reasons = fr.explain(problem, labels)
    return {
        "posterior": digest(posterior.cluster_counts, np.round(posterior.probabilities * 1e6)),
        "certify": digest(certificate.together, certificate.is_apart),
        "reduce": digest(reduction.problem.edges()[0], reduction.lift(fr.solve(reduction.problem).labels)),
        "explain": digest(np.argsort(reasons.margins, kind="stable"), np.round(reasons.margins * 1e6)),
        "lower_bound": digest(np.round([fr.lower_bound(p).value * 1e6 for p in problems().values()])),
    }


def features() -> dict[str, str]:
    rng = np.random.default_rng(1)
    X = rng.normal(np.repeat(rng.normal(0, 5, (5, 8)), 20, axis=0), 1.0)
    return {"features": digest(fr.CorrelationClustering().fit_predict(X))}


#: Each gives some rows of the table.
PARTS = (solved, restricted, around, features)


def changed(now: dict[str, str]) -> list[str]:
    """The names of rows that differ from those in the table."""
    before = json.loads(TABLE.read_text())["rows"]
    return [name for name, value in now.items() if before.get(name) != value]


def main() -> int:
    now = {name: value for part in PARTS for name, value in part().items()}
    if "--write" in sys.argv:
        TABLE.write_text(json.dumps({"platform": PLATFORM, "rows": now}, indent=1) + "\n")
        print(f"{len(now)} rows written")
        return 0
    different = changed(now)
    print(f"{len(now) - len(different)} of {len(now)} rows are the same")
    print(*(f"changed: {name}" for name in different), sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
