"""LDML learned from some people and measured on pairs of others, by its settings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial

import numpy as np

from experiments.faces.data.draws import Draw
from experiments.faces.data.rows import Classes, Features, Rows
from experiments.faces.measures.group import Measure
from experiments.faces.measures.pair_scores import pair_scores
from experiments.faces.measures.solver_measure import LearnWeights
from experiments.faces.methods.weighted import Weigher, logistic
from harness.method import Method
from harness.results_file import Row

STRENGTHS = (0.1, 0.01, 0.001, 0.0001)
RANKS = (16, 32, 64)
PEOPLE = (5, 10)
PLAIN, DEFAULT, RANK_32 = "plain distance", "strength 0.001", "rank 32"


PairMethod = Method[LearnWeights]


def metric_methods() -> dict[str, PairMethod]:
    """By name, in the order of the table."""
    needs = ("sklearn",)
    made = {PLAIN: PairMethod(partial(logistic, prior=0.5), "a logistic curve of the Euclidean distance")}
    for strength in STRENGTHS:
        about = "`LDML()` as it is" if strength == 0.001 else "another penalty"
        made[f"strength {strength:g}"] = PairMethod(partial(_ldml, strength=strength), about, needs=needs)
    made["held_out 0.25"] = PairMethod(
        partial(_ldml, held_out=0.25), "learning watched on a quarter of the people to learn from", needs=needs
    )
    for rank in RANKS:
        made[f"rank {rank}"] = PairMethod(partial(_ldml, rank=rank), "number of rows of L", needs=needs)
    for n_people in PEOPLE:
        made[f"rank 32, {n_people} people"] = PairMethod(
            partial(_ldml, rank=32, n_people=n_people), "learned from fewer people", needs=needs
        )
    return made


def on_pairs(methods: Mapping[str, PairMethod]) -> Measure:
    """All pairs of the people to find, weighed as learned from the others."""

    def measure(draw: Draw, name: str, seed: int) -> Row:  # noqa: ARG001
        began = time.process_time()
        weigh = methods[name].call(draw.lessons.features, draw.lessons.classes)
        learned = time.process_time()
        weights = weigh(draw.test.features)
        seconds = time.process_time() - learned
        u, v = np.triu_indices(len(draw.test.classes), 1)
        return pair_scores(weights, draw.test.classes[u] == draw.test.classes[v]) | {
            "cpu_seconds": seconds,
            "learn_seconds": learned - began,
        }

    return measure


def _ldml(
    features: Features,
    classes: Classes,
    *,
    strength: float = 0.001,
    held_out: float = 0.0,
    rank: int | None = None,
    n_people: int | None = None,
) -> Weigher:
    from frenemy.affinity.metric import LDML

    people = Rows(features, classes)
    if n_people is not None:
        people = people.of(np.arange(n_people))
    rank = None if rank is None else min(rank, features.shape[1])
    learned = LDML(rank, strength=strength, held_out=held_out).fit(people.features, people.classes)
    return lambda test: learned.prepare(test).weights(*np.triu_indices(len(test), 1))
