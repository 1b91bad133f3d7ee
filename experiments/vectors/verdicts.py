"""Whether a clustering is sensible, or bad, beside the best that does not see the classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.vectors.methods.method import VectorMethod
from harness.results_file import Row

NEAR = 0.1  # ARI
FACTOR = 2.0  # of the number of clusters
BAD_SHARE = 0.5  # of the best ARI


def best_unaided(rows: Sequence[Row], known: Mapping[str, VectorMethod]) -> dict[str, Row]:
    """Of each set, the row with the highest ARI of those methods that do not see the classes."""
    best: dict[str, Row] = {}
    for row in rows:
        if not known[row["method"]].sees_truth and row["ari"] > best.get(row["set"], {"ari": -1.0})["ari"]:
            best[row["set"]] = row
    return best


def is_sensible(row: Row, best: float) -> bool:
    """About as good as the best, with about as many clusters of three rows as there are classes."""
    has_right_number = row["k3_true"] <= FACTOR * row["k3_found"] and row["k3_found"] <= FACTOR * row["k3_true"]
    return bool(row["ari"] >= best - NEAR and has_right_number)


def is_bad(row: Row, best: float) -> bool:
    """Less than half as good as the best; below 0 is as good as 0, which chance gives."""
    return bool(max(row["ari"], 0.0) < BAD_SHARE * best)
