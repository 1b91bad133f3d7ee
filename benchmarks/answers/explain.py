"""Cost of an explanation, in products of the same matrix with a vector, and of one cut of a cluster."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from harness.data.problems import SHARED_GENERATOR
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Measured, fresh
from harness.measure.matrix_product import cpu_seconds, products_per_turn, symmetric
from harness.tables import Column, Table

PROBLEMS: dict[str, Recipe] = {
    "pp1e5": {"name": "shared", "problem": "pp1e5"},
    "grid, 4 neighbours": {"name": "normal_grid", "side": 708},
    "the same, every other pair repels": {"name": "normal_grid", "side": 708, "missing": -1e-4},
}
QUICK_PROBLEMS: dict[str, Recipe] = {
    "planted, degree 20": {"name": "planted", "n_nodes": 2000, "n_clusters": 20, "degree": 20}
}
N_CUTS = 20


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK_PROBLEMS if options.quick else PROBLEMS
    rows = [
        {"problem": name} | fresh(explanations_and_products, recipe=recipe, repeats=options.repeats)
        for name, recipe in problems.items()
        if recipe["name"] != "shared" or SHARED_GENERATOR.exists()
    ]
    yield Table(
        title="An explanation",
        aim=(
            "CPU seconds of `explain` and of its 100 strongest violated pairs, for the labels of a default solve; and "
            "in units of one product of the symmetric CSR matrix (float64) with a vector by scipy, in the same process "
            f"and in turns. Then one `split` and one `why` of each of the {N_CUTS} largest clusters, the mean, and how "
            "many of the splits are proved to be the cheapest."
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ","),
            Column("pairs", "pairs", ","),
            Column("clusters", "clusters", ","),
            Column("product_seconds", "product CPU s", ".3g"),
            Column("explain_seconds", "explain CPU s", ".3g"),
            Column("explain_products", "explain / product", ".1f"),
            Column("violated_products", "violated / product", ".1f"),
            Column("solve_share", "explain / solve", ".3f"),
            Column("largest", "nodes of the largest", ","),
            Column("split_seconds", "split CPU s", ".3g"),
            Column("why_seconds", "why CPU s", ".3g"),
            Column("exact", "exact splits", ".0f"),
        ),
        rows=rows,
    )


def explanations_and_products(recipe: Recipe, turns: int = 7) -> Measured:
    missing = recipe.pop("missing", 0.0)
    problem = make(**recipe)._replace(missing=missing).problem()
    matrix = symmetric(*problem.edges(), problem.n_nodes)
    vector = np.random.default_rng(0).normal(size=problem.n_nodes)
    n_products = products_per_turn(matrix)
    labels = fr.solve(problem).labels
    solve_seconds = cpu_seconds(lambda: fr.solve(problem))
    explanation = fr.explain(problem, labels)  # the first call pays for cold caches

    def products() -> None:
        for _ in range(n_products):
            matrix @ vector

    product, explain, violated = [], [], []
    for _ in range(turns):
        product.append(cpu_seconds(products) / n_products)
        explain.append(cpu_seconds(lambda: fr.explain(problem, labels)))
        violated.append(cpu_seconds(lambda: explanation.violated(100)))
    largest = np.argsort(-explanation.clusters.size, kind="stable")[:N_CUTS].tolist()
    largest = [cluster for cluster in largest if explanation.clusters.size[cluster] > 1]
    ends = [explanation.members(cluster)[[0, -1]].tolist() for cluster in largest]
    split_seconds = cpu_seconds(lambda: [explanation.split(cluster) for cluster in largest]) / len(largest)
    why_seconds = cpu_seconds(lambda: [explanation.why(u, v) for u, v in ends]) / len(ends)
    product_seconds, explain_seconds = statistics.median(product), statistics.median(explain)
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "clusters": explanation.n_clusters,
        "product_seconds": product_seconds,
        "explain_seconds": explain_seconds,
        "explain_products": explain_seconds / product_seconds,
        "violated_products": statistics.median(violated) / product_seconds,
        "solve_share": explain_seconds / solve_seconds,
        "largest": int(explanation.clusters.size[largest[0]]),
        "split_seconds": split_seconds,
        "why_seconds": why_seconds,
        "exact": sum(explanation.split(cluster).is_exact for cluster in largest),
    }
