"""Methods to compare over even and uneven numbers of photographs."""

from __future__ import annotations

from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.measures.doubtful import DESCRIBED
from experiments.faces.methods.method import Clusterer, Learner, RowMethod
from experiments.faces.methods.methods import methods
from frenemy.apps.faces import find_people

_PEERS = ("estimator, guessed", "average link", "Chinese whispers, weighted")


def count_methods() -> dict[str, RowMethod]:
    """By name, in the order of the table."""
    made = {
        f"find_people, {name}": RowMethod(_found(name), method.about, "#000000") for name, method in DESCRIBED.items()
    }
    known = methods()
    return made | {name: known[name] for name in _PEERS}


def _found(name: str) -> Learner:
    def learn(features: Features, classes: Classes) -> Clusterer:  # noqa: ARG001
        def cluster(test: Features, seed: int) -> Labels:
            return find_people(DESCRIBED[name].call(test), seed=seed).labels

        return cluster

    return learn
