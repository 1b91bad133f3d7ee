"""A small clustering with known groups, to explore."""

from __future__ import annotations

from itertools import combinations

import pyarrow as pa

from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.problem import Problem
from frenemy.solving import solve_problem

SIZES = {"ann": 6, "bob": 5, "cid": 4, "dee": 2, "eve": 1}
N_GROUPS = len(SIZES)
NAMES = [f"{name} {i}" for name, size in SIZES.items() for i in range(size)]
#: Between groups, and where a group is weak: ann could split in halves for 0.5, bob and cid could join for 0.4, dee
#: could join bob for 0.2.
SPECIAL = {
    ("ann 2", "ann 3"): 0.5,
    ("bob 0", "cid 0"): -0.4,
    ("dee 0", "bob 1"): -0.9,
    ("dee 1", "bob 1"): 0.7,
    ("eve 0", "ann 0"): -1.0,
}
CITIES = {"ann": "York", "bob": "Leeds", "cid": "Hull", "dee": "Bath", "eve": "Ely"}


def small_source(path=None, pictures=None):
    """Its source; ``ann 5`` lives elsewhere than the others of its group."""
    number = {name: i for i, name in enumerate(NAMES)}
    pairs = dict(SPECIAL)
    for name, size in SIZES.items():
        halves = [range(3), range(3, 6)] if name == "ann" else [range(size)]
        for half in halves:
            pairs |= {(f"{name} {i}", f"{name} {j}"): 2.0 for i, j in combinations(half, 2)}
    edges = [(number[a], number[b], weight) for (a, b), weight in pairs.items()]
    u, v, weights = zip(*edges, strict=True)
    problem = Problem.from_edges(u, v, weights, n_nodes=len(NAMES))
    columns = {
        "first name": [name.split()[0].title() for name in NAMES],
        "city": ["Rome" if name == "ann 5" else CITIES[name.split()[0]] for name in NAMES],
    }
    if pictures is not None:
        columns["photo"] = [f"{name.split()[0]}.png" for name in NAMES]
    listed = Things.of(NAMES, len(NAMES))
    things = Things(listed.ids, listed.pair_names, pa.table(columns), pictures)
    notes = ("All numbers are weights.",)
    return Source(
        "small.csv", "pairs", problem, solve_problem(problem), things, "weights", notes, path=path, doubt=0.45
    )
