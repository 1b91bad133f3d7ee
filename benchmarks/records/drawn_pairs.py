"""Pairs drawn by chance, as for answers of a crowd: what the default makes of them, beside thresholds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from harness.tables import Column, Row, Table

Beta = tuple[float, float]
STRONG: tuple[Beta, Beta] = ((6.0, 2.0), (1.5, 6.0))  # probabilities of pairs that are the same, and of others
WEAK: tuple[Beta, Beta] = ((3.0, 2.0), (2.0, 3.0))
SURE: tuple[Beta, Beta] = ((90.0, 10.0), (10.0, 90.0))

#: Things, groups, the share of all pairs that is drawn, and how probabilities are made; ``wrong`` answers are turned
#: round, and ``uneven`` is the spread of how often things are drawn.
KINDS: dict[str, dict[str, Any]] = {
    "answers, 5 % wrong, half": {"n": 200, "k": 10, "share": 0.5, "scores": SURE, "wrong": 0.05},
    "answers, 10 % wrong, half": {"n": 200, "k": 10, "share": 0.5, "scores": SURE, "wrong": 0.1},
    "answers, 20 % wrong, all": {"n": 200, "k": 10, "share": 1.0, "scores": SURE, "wrong": 0.2},
    "answers, 20 % wrong, third": {"n": 400, "k": 10, "share": 0.3, "scores": SURE, "wrong": 0.2},
    "answers, 10 % wrong, uneven": {"n": 400, "k": 15, "share": 0.25, "scores": SURE, "wrong": 0.1, "uneven": 0.7},
    "strong scores, all": {"n": 200, "k": 8, "share": 1.0, "scores": STRONG},
    "strong scores, fifth": {"n": 300, "k": 10, "share": 0.2, "scores": STRONG},
    "strong scores, tenth": {"n": 500, "k": 20, "share": 0.1, "scores": STRONG},
    "strong scores, small groups": {"n": 200, "k": 60, "share": 0.6, "scores": STRONG},
    "weak scores, all": {"n": 200, "k": 8, "share": 1.0, "scores": WEAK},
    "weak scores, half": {"n": 200, "k": 8, "share": 0.5, "scores": WEAK},
}
QUICK = ("answers, 10 % wrong, half", "strong scores, fifth")
_FIRST_SEED = 101


def tables(options: Options) -> Iterator[Table]:
    kinds = QUICK if options.quick else KINDS
    rows = [_row(name, KINDS[name], options.repeats) for name in options.chosen(kinds)]
    if rows:
        yield _table(rows)


def drawn(kind: Mapping[str, Any], seed: int) -> tuple[Any, Any, Any, Any]:
    """The true groups, and pairs with probabilities."""
    rng = np.random.default_rng(seed)
    groups = rng.integers(0, kind["k"], kind["n"])
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(kind["n"], 1))
    often = rng.lognormal(0.0, kind.get("uneven", 0.0), kind["n"])
    is_drawn = rng.random(len(u)) < kind["share"] * often[u] * often[v]
    u, v = u[is_drawn], v[is_drawn]
    is_same = (groups[u] == groups[v]) ^ (rng.random(len(u)) < kind.get("wrong", 0.0))
    same, other = kind["scores"]
    return groups, u, v, np.where(is_same, rng.beta(*same, len(u)), rng.beta(*other, len(u))).round(3)


def _row(name: str, kind: Mapping[str, Any], repeats: int) -> Row:
    found = [_measured(*drawn(kind, _FIRST_SEED + draw)) for draw in range(repeats)]
    return {"kind": name, "groups": kind["k"]} | {key: median(one[key] for one in found) for key in found[0]}


def _measured(groups: Any, u: Any, v: Any, p: Any) -> dict[str, float]:
    import pyarrow as pa

    pairs = pa.table({"left": u, "right": v, "probability": p})
    started = time.process_time()
    clusters = fr.cluster_table(pairs, values="probabilities")
    seconds = time.process_time() - started
    things = clusters.column(0).to_numpy()
    labels = clusters["cluster_id"].to_numpy()
    score = fr.metrics.adjusted_rand_index
    problem = fr.Problem.from_edges(u, v, p, n_nodes=len(groups))
    components = fr.comparators.components_by_threshold(problem, np.linspace(0.0, 0.99, 100))
    return {
        "pairs": len(u),
        "ours": score(labels, groups[things]),
        "clusters": len(np.unique(labels)),
        "seconds": seconds,
        "at_half": score(components[50].labels, groups),
        "best": max(score(one.labels, groups) for one in components),
    }


def _table(rows: list[Row]) -> Table:
    return Table(
        title="Pairs drawn by chance",
        aim="Adjusted Rand index of the groups, medians over draws. The best threshold is chosen by the truth.",
        columns=(
            Column("kind", "pairs of"),
            Column("groups", "groups", "d"),
            Column("pairs", "pairs", ",.0f"),
            Column("ours", "cluster_table", ".3f"),
            Column("clusters", "clusters", ".0f"),
            Column("seconds", "CPU s", ".2g"),
            Column("at_half", "components above .5", ".3f"),
            Column("best", "components, best threshold", ".3f"),
        ),
        rows=rows,
    )
