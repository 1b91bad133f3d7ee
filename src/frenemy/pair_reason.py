"""Why two nodes are together or apart, as numbers and as plain sentences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_MOST_SHOWN = 8


@dataclass(frozen=True)
class PairReason:
    """What speaks for and against a pair being together; ``str()`` tells it.

    Costs are what the energy would rise by, and infinite where constraints forbid it.

    Attributes
    ----------
    u, v : int
        The two nodes.
    is_together : bool
    clusters : (int, int)
        The cluster of each.
    n_members : (int, int)
        How many nodes these have.
    weight : float
        What the pair itself weighs.
    is_listed : bool
        Whether the pair is listed, or weighs what unlisted pairs weigh.
    is_constrained : bool
        Whether a constraint says that they must be as they are.
    chain : tuple of int
        If together: the nodes from ``u`` to ``v``, inside the cluster, along listed pairs that attract, such that the
        weakest of these pairs attracts as much as possible. Empty if there is none.
    chain_weights : tuple of float
        What these pairs weigh.
    separation_cost, separation_bound : float
        If together: the cost of the cheapest split of the cluster found that separates them, and what no such split
        costs less than. They are equal if nothing inside the cluster repels.
    merge_cost : float
        If apart: the cost of making their two clusters one.
    move_costs : (float, float)
        If apart: the cost of ``u`` going to the cluster of ``v``, and of ``v`` going to that of ``u``; with whatever
        must-links tie to it.
    """

    u: int
    v: int
    is_together: bool
    clusters: tuple[int, int]
    n_members: tuple[int, int]
    weight: float
    is_listed: bool
    is_constrained: bool
    chain: tuple[int, ...] = ()
    chain_weights: tuple[float, ...] = ()
    separation_cost: float = math.nan
    separation_bound: float = math.nan
    merge_cost: float = math.nan
    move_costs: tuple[float, float] = (math.nan, math.nan)

    def told(self, name: Callable[[int], Any] = str) -> str:
        """The sentences, one a line, with names of your own for the nodes."""
        u, v = name(self.u), name(self.v)
        where = f"in cluster {self.clusters[0]} ({_nodes(self.n_members[0])})"
        if not self.is_together:
            where = f"in clusters {self.clusters[0]} ({_nodes(self.n_members[0])}) and "
            where += f"{self.clusters[1]} ({_nodes(self.n_members[1])})"
        lines = [f"{u} and {v} are {'together' if self.is_together else 'apart'}, {where}.", self._own_pair()]
        if self.is_constrained:
            lines.append(f"A constraint says that they must be {'together' if self.is_together else 'apart'}.")
        if self.is_together:
            lines += [self._chain(name), self._separation()]
        else:
            lines += self._joining(u, v)
        return "\n".join(line for line in lines if line)

    def __str__(self) -> str:
        return self.told(lambda node: f"node {node}").replace("node", "Node", 1)

    def _own_pair(self) -> str:
        told = "attracts" if self.weight > 0 else "repels"
        if not self.is_listed:
            return f"The pair is not listed{f', and so {told} by {abs(self.weight):.6g}' if self.weight else ''}."
        return (
            f"The pair itself {told} by {abs(self.weight):.6g}." if self.weight else "The pair itself weighs nothing."
        )

    def _chain(self, name: Callable[[int], Any]) -> str:
        if len(self.chain) == 2:
            return "No chain of attracting pairs between them is stronger than the pair itself."
        if not self.chain:
            return "No chain of listed pairs that attract joins them inside the cluster."
        weights = [f"{weight:.6g}" for weight in self.chain_weights]
        steps = [str(name(self.chain[0]))]
        steps += [f"-({w})- {name(b)}" for w, (_, b) in zip(weights, itertools.pairwise(self.chain), strict=True)]
        if len(steps) > _MOST_SHOWN:
            half = _MOST_SHOWN // 2
            steps = [*steps[:half], f"... {len(steps) - 2 * half} more ...", *steps[-half:]]
        weakest = f"its weakest pair attracts by {min(self.chain_weights):.6g}"
        return f"The strongest chain between them: {' '.join(steps)}; {weakest}."

    def _separation(self) -> str:
        if math.isinf(self.separation_cost):
            return ""
        least = self.separation_bound
        is_open = self.separation_cost - least > 1e-6 * max(1.0, abs(self.separation_cost), abs(least))
        bound = f" at most, and change it by {least:+.6g} at least" if is_open else ""
        return f"Separating them would {_change(self.separation_cost)}{bound}."

    def _joining(self, u: Any, v: Any) -> list[str]:
        merge = f"Making the two clusters one would {_change(self.merge_cost)}."
        to_v = f"Moving {u} to cluster {self.clusters[1]} would {_change(self.move_costs[0])}"
        to_u = f"moving {v} to cluster {self.clusters[0]} would {_change(self.move_costs[1])}"
        return [merge, f"{to_v}; {to_u}."]


def _nodes(count: int) -> str:
    return f"{count} node{'' if count == 1 else 's'}"


def _change(cost: float) -> str:
    if math.isinf(cost):
        return "break a constraint"
    if cost == 0:
        return "leave the energy as it is"
    return f"{'raise' if cost > 0 else 'lower'} the energy by {abs(cost):.6g}"
