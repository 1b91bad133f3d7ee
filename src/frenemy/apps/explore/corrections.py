"""From what a person does to decisions about pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.decisions import Decision, Step
from frenemy.problem import Labels, Problem
from frenemy.problem.rows import rows_of


@dataclass(frozen=True, eq=False)
class Correction:
    """What a person wants, as few decisions and as many.

    Attributes
    ----------
    light : Step
        Few decisions, which are often enough.
    sides : tuple of int32
        Sets of things: afterwards each is in one group of its own.
    more : tuple of Decision
        Decisions that keep sides apart, if the light step does not give them.
    chained : tuple of int32
        Sets of things that decisions may then have to keep together.
    """

    light: Step
    sides: tuple[Labels, ...]
    more: tuple[Decision, ...]
    chained: tuple[Labels, ...]

    def is_met(self, labels: Labels) -> bool:
        """Whether each side is in one group of its own."""
        found = [np.unique(labels[side]) for side in self.sides]
        return all(len(one) == 1 for one in found) and len({int(one[0]) for one in found}) == len(found)

    def fallen_apart(self, labels: Labels) -> list[Labels]:
        """The sets of things to keep together that are in more than one group."""
        return [things for things in self.chained if len(np.unique(labels[things])) > 1]

    def stronger(self, problem: Problem, chained: Iterable[Labels]) -> Step:
        """The light step, and decisions that keep its sides apart and some sets of things together."""
        kept = [link for things in chained for link in _chain(problem, things)]
        return Step(self.light.action, (*self.light.decisions, *self.more, *kept))


def together(u: int, v: int) -> Step:
    """Two things belong together."""
    return Step("together", (Decision(u, v, True),))


def apart(u: int, v: int) -> Step:
    """Two things do not belong together."""
    return Step("apart", (Decision(u, v, False),))


def join(clustering: Clustering, groups: Sequence[int], said: Sequence[Decision]) -> Correction:
    """Groups belong together, as a whole. That their most typical things do is often enough."""
    chosen = list(dict.fromkeys(groups))
    if len(chosen) < 2:
        raise ValueError(f"to join groups, name at least two, got {chosen}")
    things = [int(clustering.typical[clustering.label(group)]) for group in chosen]
    wholes = tuple(clustering.members(group) for group in chosen)
    sides = np.full(len(clustering.labels), -1, np.int64)
    for place, whole in enumerate(wholes):
        sides[whole] = place
    against = [one for one in said if not one.is_same and -1 != sides[one.u] != sides[one.v] != -1]
    light = Step("join", (*_taken_back(against), *(Decision(things[0], thing, True) for thing in things[1:])))
    return Correction(light, (np.concatenate(wholes),), (), wholes)


def split(clustering: Clustering, group: int, side: Iterable[int], said: Sequence[Decision]) -> Correction:
    """A group is two: the things of ``side``, and the rest. One pair apart is often enough."""
    members = clustering.members(group)
    inside = _checked_side(members, side, group)
    outside = np.setdiff1d(members, inside).astype(np.int32)
    if not len(outside):
        raise ValueError("to split a group, leave at least one thing on the other side")
    across = _strongest_across(clustering.problem, inside, outside)
    light = Step("split", (*_taken_back(_same_across(said, inside, outside)), across))
    return Correction(light, (inside, outside), (), (inside, outside))


def move(clustering: Clustering, things: Iterable[int], group: int | None, said: Sequence[Decision]) -> Correction:
    """Things belong together, and to another group or a new one. Often nothing need keep others from coming along."""
    chosen = np.unique(np.fromiter(things, np.int64)).astype(np.int32)
    if not len(chosen):
        raise ValueError("to move things, name at least one")
    problem = clustering.problem
    rests = _left_behind(clustering, chosen, group)
    apart = [_strongest_across(problem, chosen, rest) for rest in rests]
    left = np.concatenate([np.empty(0, np.int32), *rests])
    links = [*_taken_back(_same_across(said, chosen, left)), *_chain(problem, chosen)]
    if group is None:
        return Correction(Step("move", (*links, *apart)), (chosen, *rests), (), tuple(rests))
    target = clustering.members(group)
    others = np.setdiff1d(target, chosen).astype(np.int32)
    if not len(others):
        raise ValueError("these things are the whole group")
    typical = int(clustering.typical[clustering.label(group)])
    links += _taken_back(one for one in said if not one.is_same and _is_across(one, chosen, others))
    links.append(Decision(int(chosen[0]), typical if typical in others else int(others[0]), True))
    sides = (np.union1d(chosen, target).astype(np.int32), *rests)
    return Correction(Step("move", tuple(links)), sides, tuple(apart), (*rests, others))


def forget(u: int, v: int) -> Step:
    """Take back what was said about a pair."""
    return Step("forget", (Decision(u, v, None),))


def _left_behind(clustering: Clustering, chosen: Labels, group: int | None) -> list[Labels]:
    """What stays of each other group that things are taken from."""
    labels = [label for label in np.unique(clustering.labels[chosen]).tolist() if clustering.ids[label] != group]
    rests = [np.setdiff1d(clustering.explanation.members(label), chosen).astype(np.int32) for label in labels]
    return [rest for rest in rests if len(rest)]


def _taken_back(decisions: Iterable[Decision]) -> list[Decision]:
    return [Decision(one.u, one.v, None) for one in decisions]


def _same_across(said: Sequence[Decision], a: Labels, b: Labels) -> list[Decision]:
    return [one for one in said if one.is_same and _is_across(one, a, b)]


def _is_across(one: Decision, a: Labels, b: Labels) -> bool:
    return (one.u in a and one.v in b) or (one.u in b and one.v in a)


def _checked_side(members: Labels, side: Iterable[int], group: int) -> Labels:
    inside = np.unique(np.fromiter(side, np.int64)).astype(np.int32)
    if not len(inside):
        raise ValueError("to split a group, name the things of one side")
    foreign = np.setdiff1d(inside, members)
    if len(foreign):
        raise ValueError(f"thing {foreign[0]} is not in group {group}")
    return inside


def _chain(problem: Problem, things: Labels) -> list[Decision]:
    """The fewest decisions that keep some things together: a tree of their strongest pairs."""
    if len(things) < 2:
        return []
    at, neighbors, weights = rows_of(problem.graph, things)
    place = np.full(problem.n_nodes, -1, np.int64)
    place[things] = np.arange(len(things))
    other = place[neighbors]
    is_pair = (other > at) & (weights != 0)
    costs = weights[is_pair].max(initial=0.0) + 1.0 - weights[is_pair]  # the strongest pair costs 1: 0 is no pair
    graph = coo_array((costs, (at[is_pair], other[is_pair])), shape=(len(things), len(things)))
    tree = minimum_spanning_tree(graph.tocsr()).tocoo()
    pairs = list(zip(tree.row.tolist(), tree.col.tolist(), strict=True))
    return [Decision(int(things[i]), int(things[j]), True) for i, j in sorted(pairs + _bridges(len(things), pairs))]


def _bridges(n: int, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs between the parts that listed pairs do not connect."""
    row, col = ([pair[side] for pair in pairs] for side in (0, 1))
    graph = coo_array((np.ones(len(pairs)), (row, col)), shape=(n, n))
    parts = connected_components(graph.tocsr(), directed=False)[1]
    firsts = np.unique(parts, return_index=True)[1].tolist()
    return [(firsts[0], first) for first in firsts[1:]]


def _strongest_across(problem: Problem, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]) -> Decision:
    """The strongest pair between two sets of things is apart; any pair if none is listed."""
    at, neighbors, weights = rows_of(problem.graph, a)
    is_across = np.isin(neighbors, b)
    if not is_across.any():
        return Decision(int(a[0]), int(b[0]), False)
    best = np.flatnonzero(is_across)[np.argmax(weights[is_across])]
    return Decision(int(a[at[best]]), int(neighbors[best]), False)
