"""Questions about people, in the order of what the answers settle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from frenemy.apps.faces.questions.placed_faces import PlacedFaces
from frenemy.apps.faces.questions.possible_joins import possible_joins
from frenemy.apps.faces.questions.possible_splits import possible_splits
from frenemy.problem import Labels

#: The log-odds that a question changes something: at the limit, and for each unit of contrast beyond it.
_AT_LIMIT, _PER_CONTRAST = -2.0, 4.0

Kind = Literal["face", "split", "join"]


@dataclass(frozen=True)
class Question:
    """One question about people.

    Attributes
    ----------
    kind : {"face", "split", "join"}
        ``"split"``: whether a person is two. ``"join"``: whether two people are one. ``"face"``: either of them where
        one side is a single face.
    people : tuple of int
        The person, or the two people, the larger one first.
    faces : tuple of int
        The faces that change their person if the answer changes anything: the smaller side of a person, or the smaller
        person.
    value : float
        The expected number of faces that change their person.
    """

    kind: Kind
    people: tuple[int, ...]
    faces: tuple[int, ...]
    value: float


def find_questions(placed: PlacedFaces, photo: Labels) -> tuple[Question, ...]:
    """The questions worth asking, the one that is expected to settle most faces first.

    At most one about each person being two, and each person with its most similar one. What corrections say is not
    asked. ``faces`` of the questions are nodes of the problem; ``photo`` is of each node.
    """
    splits = [
        _question("split", (person,), cut.side.tolist(), cut.excess) for person, cut in possible_splits(placed).items()
    ]
    joins = [
        _question("join", (join.first, join.second), placed.members[join.second].tolist(), join.excess)
        for join in possible_joins(placed, photo)
    ]
    return tuple(sorted((*splits, *joins), key=lambda one: -one.value))


def _question(kind: Kind, people: tuple[int, ...], faces: list[int], excess: float) -> Question:
    needed = 1.0 / (1.0 + math.exp(-_AT_LIMIT - _PER_CONTRAST * excess))
    return Question("face" if len(faces) == 1 else kind, people, tuple(faces), len(faces) * needed)
