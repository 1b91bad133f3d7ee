"""Whether ``find_people`` asks about people that it took for one, and how often it asks in vain."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from experiments.faces.data.draws import Draw
from experiments.faces.data.rows import Classes, Labels
from experiments.faces.measures.group import Measure
from experiments.faces.measures.sheet import Sheet
from frenemy.apps.faces import People, find_people
from harness.method import Method
from harness.results_file import Row

#: A group is *merged* if it has two faces or more of a second person, *mixed* if it has any. A person is *torn* if
#: it is most of more than one group; each such pair of groups counts.
COUNTS = (
    "n", "people", "merged", "merged_asked", "mixed", "mixed_asked", "torn", "torn_asked", "questions", "needless",
    "needless_faces", "doubtful", "doubtful_needless",
)  # fmt: skip
QUESTIONS = Sheet("faces_questions", COUNTS)


def on_questions(methods: Mapping[str, Method[Any]]) -> Measure:
    """Nothing is learned."""

    def measure(draw: Draw, name: str, seed: int) -> Row:
        began = time.process_time()
        people = find_people(methods[name].call(draw.test.features), seed=seed)
        row = counted(people, draw.test.classes)
        return row | {"cpu_seconds": time.process_time() - began, "learn_seconds": 0.0}

    return measure


def counted(people: People, classes: Classes) -> Row:
    """How many groups are asked about rightly and in vain."""
    counts = np.zeros((people.n_people, int(classes.max()) + 1), int)
    np.add.at(counts, (people.labels, classes), 1)
    largest = counts.argmax(axis=1)
    second = np.sort(np.pad(counts, ((0, 0), (1, 0))), axis=1)[:, -2]
    split = {one.people[0] for one in people.questions if len(one.people) == 1}
    joined = [one.people for one in people.questions if len(one.people) == 2]
    asked = np.isin(np.arange(people.n_people), list(split))
    torn = sum(n * (n - 1) // 2 for n in np.bincount(largest).tolist())
    torn_asked = sum(int(largest[a] == largest[b]) for a, b in joined)
    vain = [one for one in people.questions if not _is_needed(one.people, second, largest)]
    return {
        "n": len(classes),
        "people": len(np.unique(classes)),
        "merged": int((second >= 2).sum()),
        "merged_asked": int((asked & (second >= 2)).sum()),
        "mixed": int((second >= 1).sum()),
        "mixed_asked": int((asked & (second >= 1)).sum()),
        "torn": torn,
        "torn_asked": torn_asked,
        "questions": len(people.questions),
        "needless": len(vain),
        "needless_faces": sum(one.kind == "face" for one in vain),
        "doubtful": people.n_doubtful,
        "doubtful_needless": _n_doubtful_needless(people, classes, largest),
    }


def _is_needed(people: tuple[int, ...], second: Labels, largest: Labels) -> bool:
    return bool(second[people[0]] >= 1 if len(people) == 1 else largest[people[0]] == largest[people[1]])


def _n_doubtful_needless(people: People, classes: Classes, largest: Labels) -> int:
    """Doubtful faces where the answer changes nothing: rightly placed, or alone and not of the next best person."""
    n = 0
    for face in people.doubtful_faces().tolist():
        own, other = int(people.labels[face]), int(people.runner_up[face])
        is_alone = people.sizes[own] == 1
        is_wrong = (other >= 0 and largest[other] == classes[face]) if is_alone else largest[own] != classes[face]
        n += not is_wrong
    return n
