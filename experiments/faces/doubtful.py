"""Whether the faces that ``find_people`` calls doubtful are those that are in the wrong place."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.faces.draws import Draw
from experiments.faces.group import Measure
from experiments.faces.rows import Classes, Labels
from experiments.faces.sheet import Sheet
from experiments.results_file import Row
from frenemy.apps.faces.embedded_faces import faces_from_embeddings
from frenemy.apps.faces.people import find_people

BELOW = (2, 4, 8, 10, 20)  # nats
#: By the key of how many faces are marked so: what the table calls them.
MARKS = {"doubtful": "doubtful, as shipped"} | {f"below_{nats}": f"below {nats} nats" for nats in BELOW}
MARGINS = Sheet(
    "faces_doubtful", ("n", "k_found", "misplaced", *(key for mark in MARKS for key in (mark, f"{mark}_misplaced")))
)


@dataclass(frozen=True)
class Described:
    """What ``find_people`` is told of the embeddings; it is in no figure."""

    describer: str
    about: str
    color: str = "#000000"
    line: str = "-"
    missing: None = None
    most_draws: int | None = None


DESCRIBED = {
    "dlib's": Described("dlib", "`find_people` as `frenemy faces` uses it"),
    "guessed": Described("embeddings", "`find_people` that does not know where embeddings come from"),
}


def on_people(methods: Mapping[str, Described]) -> Measure:
    """Nobody is learned from."""

    def measure(draw: Draw, name: str, seed: int) -> Row:
        began = time.process_time()
        faces = faces_from_embeddings(draw.test.features, describer=methods[name].describer)
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
    """Faces that are not where most faces of their person are, or where most faces are another's."""
    counts = np.zeros((classes.max() + 1, labels.max() + 1), int)
    np.add.at(counts, (classes, labels), 1)
    not_with_own: npt.NDArray[np.bool_] = labels != counts.argmax(axis=1)[classes]
    with_others: npt.NDArray[np.bool_] = classes != counts.argmax(axis=0)[labels]
    return np.logical_or(not_with_own, with_others)
