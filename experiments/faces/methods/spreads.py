"""Effect of spread weights on faces, and of the two numbers they start with."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import frenemy as fr
from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.methods.method import Clusterer, Learner, RowMethod
from frenemy.affinity import PairWeights, SpreadWeigher, feature_problem, guess_spread_weights


def spread_methods() -> dict[str, RowMethod]:
    """By name, in the order of the table."""
    made = {
        "as it is": RowMethod(_guessed(), "`guess_spread_weights`", "#000000"),
        "one spread for all": RowMethod(_guessed(n_rounds=0), "a threshold on squared distances", "#000000", ":"),
        "spreads taken once": RowMethod(_guessed(n_rounds=1), "from the clusters that this finds", "#000000", "--"),
    }
    for times in (0.8, 0.9, 1.1, 1.2):
        made[f"apart x {times:g}"] = RowMethod(_guessed(apart=times), "another least distance of middles", "#0072b2")
    for times in (0.7, 1.4):
        made[f"spread x {times:g}"] = RowMethod(_guessed(spread=times), "another spread to begin with", "#8a3d90")
    return made


def _guessed(*, apart: float = 1.0, spread: float = 1.0, n_rounds: int | None = None) -> Learner:
    def learn(features: Features, classes: Classes) -> Clusterer:  # noqa: ARG001
        def cluster(test: Features, seed: int) -> Labels:
            found = guess_spread_weights(test, seed=seed)
            weigher = replace(found, apart=found.apart * apart, spread=found.spread * spread)
            return fr.solve(feature_problem(_after(weigher, test, n_rounds), seed=seed), seed=seed).labels

        return cluster

    return learn


def _after(weigher: SpreadWeigher, rows: Features, n_rounds: int | None) -> PairWeights:
    *_, last = islice(weigher.rounds(rows), None if n_rounds is None else n_rounds + 1)
    return last
