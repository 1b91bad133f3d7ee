"""Speed of the Markov chains over partitions, in sweeps per second, and how well they mix."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from harness.data import problems
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

#: Of the shared generator: problem, temperature, missing, samples.
ROWS = (
    ("syn750_s05", 1.0, 0.0, 4000),
    ("syn750_s05", 0.5, 0.0, 4000),
    ("syn750_s05", 0.25, 0.0, 4000),
    ("pp1e4", 1.0, 0.0, 400),
    ("pp1e4", 0.25, 0.0, 400),
    ("pp1e4", 1.0, -2.0, 400),
    ("pp1e5", 0.25, 0.0, 40),
)
MAX_PAIRS = 200_000
QUICK = (("own", 1.0, 0.0, 40), ("own", 1.0, -1.0, 40))


def tables(options: Options) -> Iterator[Table]:
    rows = QUICK if options.quick or not problems.SHARED_GENERATOR.exists() else ROWS
    yield Table(
        title="Chains over partitions",
        aim=(
            f"`posterior` with four chains and one thread; up to {MAX_PAIRS:,} listed pairs counted. "
            "A sweep looks at every pair at least four times: twice in Gibbs moves, and as long in splits and merges."
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("missing", "missing", "g"),
            Column("temperature", "temperature", "g"),
            Column("best_clusters", "clusters, best", ",.0f"),
            Column("mean_clusters", "clusters, mean", ",.0f"),
            Column("sweeps", "sweeps / CPU s", ",.0f"),
            Column("pairs_a_second", "pairs / CPU s", ",.0f"),
            Column("energy_r_hat", "R-hat energy", ".3f"),
            Column("clusters_r_hat", "clusters", ".3f"),
            Column("pairs_r_hat", "worst pair", ".3f"),
            Column("largest_error", "largest error", ".3f"),
        ),
        rows=[
            {"problem": name, "temperature": temperature, "missing": missing}
            | fresh(
                measure,
                name=name,
                temperature=temperature,
                missing=missing,
                n_samples=n_samples,
                repeats=options.repeats,
            )
            for name, temperature, missing, n_samples in rows
        ],
    )


def measure(name: str, temperature: float, missing: float, n_samples: int) -> Measured:
    pairs = problems.normal_graph(400, density=0.02) if name == "own" else problems.shared(name)
    u, v, w = pairs.problem().edges()
    problem = fr.Problem.from_edges(u, v, w, missing=missing)
    best = fr.solve(problem)
    pairs = np.stack((u, v), axis=1)[:MAX_PAIRS]
    with Cpu() as cpu:
        found = fr.posterior(problem, pairs=pairs, n_samples=n_samples, temperature=temperature)
    n_chains = len(found.energies)
    sweeps = 2 * n_chains * -(-n_samples // n_chains) / cpu.seconds
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "best_clusters": best.n_clusters,
        "mean_clusters": found.mean_n_clusters,
        "sweeps": sweeps,
        "pairs_a_second": sweeps * problem.n_edges,
        "energy_r_hat": found.r_hat.energy,
        "clusters_r_hat": found.r_hat.n_clusters,
        "pairs_r_hat": found.r_hat.pairs,
        "largest_error": float(found.standard_errors.max()),
    }
