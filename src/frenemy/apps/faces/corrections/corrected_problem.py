"""Corrections as hard constraints of a problem whose nodes are faces."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from frenemy import constraints
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.must_links import Chains
from frenemy.problem import Problem


def corrected_problem(problem: Problem, corrections: Corrections, index: Mapping[str, int]) -> Problem:
    """The problem with all corrections of existing faces.

    Chains of "same" hold through faces that no longer exist. Two names are two people: the first existing face of each
    name must be separate from those of the others.

    Parameters
    ----------
    problem : Problem
    corrections : Corrections
    index : mapping from face id to node
    """
    chains = Chains(corrections.same)
    representative: dict[str, int] = {}
    together, apart = [], []
    for id in sorted(corrections.face_ids & index.keys()):
        first = representative.setdefault(chains.of(id), index[id])
        if first != index[id]:
            together.append((first, index[id]))
    for a, b in corrections.apart:
        i, j = representative.get(chains.of(a)), representative.get(chains.of(b))
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


def confirmed_nodes(corrections: Corrections, index: Mapping[str, int]) -> list[int]:
    """Nodes that the user has linked to other existing ones, which are therefore not doubtful."""
    chains = Chains(corrections.same)
    by_chain: dict[str, list[int]] = {}
    for id in {id for link in corrections.same for id in link} & index.keys():
        by_chain.setdefault(chains.of(id), []).append(index[id])
    return sorted(node for nodes in by_chain.values() if len(nodes) > 1 for node in nodes)
