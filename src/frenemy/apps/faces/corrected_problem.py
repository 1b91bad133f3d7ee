"""Corrections as hard constraints of a problem whose nodes are faces."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from frenemy import constraints
from frenemy.apps.faces.corrections import Corrections
from frenemy.apps.faces.must_links import Chains
from frenemy.problem import Problem


def corrected_problem(problem: Problem, corrections: Corrections, index: Mapping[str, int]) -> Problem:
    """The problem with all that was said of the faces that are there.

    Chains of "same" hold through faces that are gone. Named people are different people: the first face of each name
    that is there must be apart from those of the others.

    Parameters
    ----------
    problem : Problem
    corrections : Corrections
    index : mapping from face id to node
    """
    chains = Chains(corrections.same)
    speaker: dict[str, int] = {}
    together, apart = [], []
    for id in sorted(corrections.face_ids & index.keys()):
        first = speaker.setdefault(chains.of(id), index[id])
        if first != index[id]:
            together.append((first, index[id]))
    for a, b in corrections.apart:
        i, j = speaker.get(chains.of(a)), speaker.get(chains.of(b))
        if i is not None and j is not None:
            apart.append((i, j))
    if together:
        problem = constraints.must_link(problem, together)
    if apart:
        problem = constraints.cannot_link(problem, apart)
    named = np.full(problem.n_nodes, -1)
    for name in corrections.names:
        there = [index[id] for id in name.faces if id in index]
        named[there[:1]] = 0
    return constraints.at_most_one_per_group(problem, named) if (named == 0).sum() > 1 else problem


def confirmed(corrections: Corrections, index: Mapping[str, int]) -> list[int]:
    """Nodes that a person tied to others that are there: their place is no longer in doubt."""
    chains = Chains(corrections.same)
    by_chain: dict[str, list[int]] = {}
    for id in {id for link in corrections.same for id in link} & index.keys():
        by_chain.setdefault(chains.of(id), []).append(index[id])
    return sorted(node for nodes in by_chain.values() if len(nodes) > 1 for node in nodes)
