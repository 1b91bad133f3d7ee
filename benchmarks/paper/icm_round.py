"""Cost of a round of AdaptiveICM, in products of the same matrix with a vector."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.measure.matrix_product import cpu_seconds, products_per_turn, symmetric
from harness.tables import Column, Table

PROBLEMS: dict[str, Recipe] = {
    "planted, degree 20": {"name": "planted", "n_nodes": 100_000, "n_clusters": 1000, "degree": 20},
    "grid, 8 neighbours": {"name": "normal_grid", "side": 1000, "neighbors": 8},
    "half of all pairs": {"name": "normal_graph", "n_nodes": 2000, "density": 0.5},
}
QUICK_PROBLEMS: dict[str, Recipe] = {
    "planted, degree 20": {"name": "planted", "n_nodes": 2000, "n_clusters": 20, "degree": 20}
}


def tables(options: Options) -> Iterator[Table]:
    yield icm_round_table(QUICK_PROBLEMS if options.quick else PROBLEMS, options.repeats)


def icm_round_table(problems: dict[str, Recipe], repeats: int) -> Table:
    rows = [
        {"problem": name} | fresh(rounds_and_products, recipe=recipe, repeats=repeats)
        for name, recipe in problems.items()
    ]
    return Table(
        title="A round of AdaptiveICM",
        aim=(
            "In units of one product of the symmetric CSR matrix (float64) with a vector by scipy, in the same process "
            "and in turns. A round is one pass over the pairs; aim: at most 3 products. Round: what the sixth to "
            "tenth take, without set-up. Whole solve: to convergence, set-up and final energy included, per round."
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ","),
            Column("pairs", "pairs", ","),
            Column("product_seconds", "product CPU s", ".3g"),
            Column("round_seconds", "round CPU s", ".3g"),
            Column("round_products", "round / product", ".2f"),
            Column("whole_products", "whole solve / rounds / product", ".2f"),
            Column("rounds", "rounds to the end", ".0f"),
        ),
        rows=rows,
    )


def rounds_and_products(recipe: Recipe, turns: int = 7, few: int = 5) -> Measured:
    pairs = make(**recipe)
    problem = pairs.problem()
    matrix = symmetric(*problem.edges(), problem.n_nodes)
    vector = np.random.default_rng(0).normal(size=problem.n_nodes)
    n_products = products_per_turn(matrix)

    def products() -> None:
        for _ in range(n_products):
            matrix @ vector

    def rounds(count: int | None) -> fr.Result:
        return fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(rounds=count))

    n_more = len(rounds(2 * few).history) - few  # it may converge before; also, the first call pays for cold caches
    if n_more < 1:
        raise ValueError(f"AdaptiveICM ends within {few} rounds, too few to measure one")
    product, short, long = [], [], []
    for _ in range(turns):
        product.append(cpu_seconds(products) / n_products)
        short.append(cpu_seconds(lambda: rounds(few)))
        long.append(cpu_seconds(lambda: rounds(2 * few)))
    with Cpu() as whole:
        n_rounds = len(rounds(None).history)
    product_seconds = statistics.median(product)
    round_seconds = statistics.median((b - a) / n_more for a, b in zip(short, long, strict=True))
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "product_seconds": product_seconds,
        "round_seconds": round_seconds,
        "round_products": round_seconds / product_seconds,
        "whole_products": whole.seconds / n_rounds / product_seconds,
        "rounds": n_rounds,
    }
