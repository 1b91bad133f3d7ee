"""Whether the faces that ``find_people`` calls doubtful are the misplaced ones."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.faces.data.draws import Draw
from experiments.faces.data.rows import Classes, Labels
from experiments.faces.measures.group import Measure
from experiments.faces.measures.sheet import Sheet
from frenemy.apps.faces import faces_from_embeddings, find_people
from harness.method import Method
from harness.results_file import Row

BELOW = (2, 4, 8, 10, 20)  # nats
#: By the key of how many faces are marked so: what the table calls them.
MARKS = {"doubtful": "doubtful, as shipped"} | {f"below_{nats}": f"below {nats} nats" for nats in BELOW}
MARGINS = Sheet(
    "faces_doubtful", ("n", "k_found", "misplaced", *(key for mark in MARKS for key in (mark, f"{mark}_misplaced")))
)


DESCRIBED = {
    "dlib's": Method(partial(faces_from_embeddings, describer="dlib"), "`find_people` as `frenemy faces` uses it"),
    "guessed": Method(
        partial(faces_from_embeddings, describer="embeddings"),
        "`find_people` that does not know where embeddings come from",
    ),
}


def on_people(methods: Mapping[str, Method[Any]]) -> Measure:
    """Nothing is learned."""

    def measure(draw: Draw, name: str, seed: int) -> Row:
        began = time.process_time()
        faces = methods[name].call(draw.test.features)
        people = find_people(faces, seed=seed)
        seconds = time.process_time() - began
        wrong = misplaced(people.labels, draw.test.classes)
        row: Row = {"n": len(faces), "k_found": people.n_people, "misplaced": int(wrong.sum())}
        marked = {"doubtful": people.doubtful} | {f"below_{nats}": people.margins < nats for nats in BELOW}
        for key, chosen in marked.items():
            row |= {key: int(chosen.sum()), f"{key}_misplaced": int((chosen & wrong).sum())}
        return row | {"cpu_seconds": seconds, "learn_seconds": 0.0}

    return measure


def misplaced(labels: Labels, classes: Classes) -> npt.NDArray[np.bool_]:
    """Faces away from most faces of their person, or among a majority of another person's."""
    counts = np.zeros((classes.max() + 1, labels.max() + 1), int)
    np.add.at(counts, (classes, labels), 1)
    not_with_own: npt.NDArray[np.bool_] = labels != counts.argmax(axis=1)[classes]
    with_others: npt.NDArray[np.bool_] = classes != counts.argmax(axis=0)[labels]
    return np.logical_or(not_with_own, with_others)
