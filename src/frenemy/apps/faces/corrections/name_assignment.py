"""Assign names to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from frenemy.apps.faces.corrections.corrections import Name
from frenemy.problem import Labels


def assign_names(
    names: Sequence[Name], labels: Labels, n_people: int, index: Mapping[str, int]
) -> tuple[str | None, ...]:
    """The name of each person, if it has one.

    A name stays with the person that has most of its faces. Where two names would go to one person, an optimal
    assignment gives as many names as possible a person, with as many of their faces as possible.

    Parameters
    ----------
    names : sequence of Name
    labels : (n_nodes,) int32
        The person of each face; -1 for none.
    n_people : int
    index : mapping from face id to node

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.corrections.corrections import Name
    >>> from frenemy.apps.faces.corrections.name_assignment import assign_names
    >>> labels, index = np.array([0, 0, 1, 0]), {"a": 0, "b": 1, "c": 2, "d": 3}
    >>> assign_names([Name("Ann", ("c", "a", "b")), Name("Bob", ("d",))], labels, 2, index)
    ('Bob', 'Ann')
    """
    counts = np.zeros((len(names), n_people))
    typical = np.zeros((len(names), n_people))
    for row, name in enumerate(names):
        people = [int(labels[index[id]]) for id in name.faces if id in index and labels[index[id]] >= 0]
        np.add.at(counts[row], people, 1)
        typical[row, people[:1]] = 0.5  # ties go to the most typical face
    there = np.flatnonzero(counts.any(axis=1))
    found: list[str | None] = [None] * n_people
    places = (counts + typical)[there]
    best = places.argmax(axis=1) if len(there) else there
    rows = np.arange(len(there))
    if len(set(best.tolist())) < len(best):
        from scipy.optimize import linear_sum_assignment

        # Any match counts more than all faces together.
        many = places.sum() + 1.0
        rows, best = linear_sum_assignment(np.where(places > 0, places + many, 0.0), maximize=True)
    for row, person in zip(rows.tolist(), best.tolist(), strict=True):
        if places[row, person] > 0:
            found[person] = names[there[row]].text
    return tuple(found)
