"""Why two nodes are together or apart, as numbers and as plain sentences."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_MAX_SHOWN = 8


@dataclass(frozen=True)
class Wording:
    """How the sentences of a reason are put.

    Attributes
    ----------
    name, cluster_name : callable
        The names of nodes and clusters, from their numbers.
    node, cluster : str
        What nodes and clusters are called.
    n_digits : int
        Of numbers.
    has_chain : bool
        Whether a sentence lists the strongest chain.
    """

    name: Callable[[int], Any] = str
    cluster_name: Callable[[int], Any] = str
    node: str = "node"
    cluster: str = "cluster"
    n_digits: int = 6
    has_chain: bool = True


@dataclass(frozen=True)
class PairReason:
    """Reasons for and against a pair being together; ``str()`` gives plain sentences.

    A cost is how much the energy would rise; infinite if constraints forbid the change, or if it would leave a cluster
    of a lifted problem unconnected.

    Attributes
    ----------
    u, v : int
        The two nodes.
    is_together : bool
    clusters : (int, int)
        The cluster of each.
    n_members : (int, int)
        The number of nodes of each cluster.
    weight : float
        The weight of the pair itself.
    is_listed : bool
        Whether the pair is listed; otherwise its weight comes from ``missing``.
    is_constrained : bool
        Whether a constraint requires it.
    chain : tuple of int
        If together: the path from ``u`` to ``v`` inside the cluster, along listed attracting pairs, whose weakest pair
        is as strong as possible. Empty if there is none.
    chain_weights : tuple of float
        The weights of these pairs.
    separation_cost, separation_bound : float
        If together: the cost of the cheapest split found that separates them, and a lower bound on it. They are equal
        if nothing inside the cluster repels.
    merge_cost : float
        If apart: the cost of merging their two clusters.
    move_costs : (float, float)
        If apart: the cost of moving ``u`` to the cluster of ``v``, and ``v`` to that of ``u``, with all nodes that
        must-links join to it.
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

    def text(self, name: Callable[[int], Any] = str, *, wording: Wording | None = None) -> str:
        """The sentences, one per line; ``name`` gives the name of a node, ``wording`` all the words."""
        words = Wording(name) if wording is None else wording
        u, v = words.name(self.u), words.name(self.v)
        first, second = (
            f"{words.cluster_name(cluster)} ({_counted(n, words.node)})"
            for cluster, n in zip(self.clusters, self.n_members, strict=True)
        )
        where = f"in {words.cluster} {first}" if self.is_together else f"in {words.cluster}s {first} and {second}"
        lines = [f"{u} and {v} are {'together' if self.is_together else 'apart'}, {where}.", self._own_pair(words)]
        if self.is_constrained:
            lines.append(f"A constraint says that they must be {'together' if self.is_together else 'apart'}.")
        if self.is_together:
            lines += [self._chain(words) if words.has_chain else "", self._separation(words)]
        else:
            lines += self._joining(words)
        return "\n".join(line for line in lines if line)

    def __str__(self) -> str:
        return self.text(lambda node: f"node {node}").replace("node", "Node", 1)

    def told(self, name: Callable[[int], Any] = str) -> str:
        """Deprecated: use :meth:`text`."""
        warnings.warn("PairReason.told is now called text", DeprecationWarning, stacklevel=2)
        return self.text(name)

    def _own_pair(self, words: Wording) -> str:
        effect = f"{'attracts' if self.weight > 0 else 'repels'} by {_number(abs(self.weight), words)}"
        if not self.is_listed:
            return f"The pair is not listed{f', and so {effect}' if self.weight else ''}."
        return f"The pair itself {effect}." if self.weight else "The pair itself weighs nothing."

    def _chain(self, words: Wording) -> str:
        if len(self.chain) == 2:
            return "No chain of attracting pairs between them is stronger than the pair itself."
        if not self.chain:
            return f"No chain of listed pairs that attract joins them inside the {words.cluster}."
        weights = [_number(weight, words) for weight in self.chain_weights]
        steps = [str(words.name(self.chain[0]))]
        steps += [f"-({w})- {words.name(b)}" for w, (_, b) in zip(weights, itertools.pairwise(self.chain), strict=True)]
        if len(steps) > _MAX_SHOWN:
            half = _MAX_SHOWN // 2
            steps = [*steps[:half], f"... {len(steps) - 2 * half} more ...", *steps[-half:]]
        weakest = f"its weakest pair attracts by {_number(min(self.chain_weights), words)}"
        return f"The strongest chain between them: {' '.join(steps)}; {weakest}."

    def _separation(self, words: Wording) -> str:
        if math.isinf(self.separation_cost):
            return ""
        least = self.separation_bound
        is_open = self.separation_cost - least > 1e-6 * max(1.0, abs(self.separation_cost), abs(least))
        bound = f" at most, and change it by {least:+.{words.n_digits}g} at least" if is_open else ""
        return f"Separating them would {_change(self.separation_cost, words)}{bound}."

    def _joining(self, words: Wording) -> list[str]:
        u, v = words.name(self.u), words.name(self.v)
        of_u, of_v = map(words.cluster_name, self.clusters)
        merge = f"Making the two {words.cluster}s one would {_change(self.merge_cost, words)}."
        to_v = f"Moving {u} to {words.cluster} {of_v} would {_change(self.move_costs[0], words)}"
        to_u = f"moving {v} to {words.cluster} {of_u} would {_change(self.move_costs[1], words)}"
        return [merge, f"{to_v}; {to_u}."]


def _counted(count: int, node: str) -> str:
    return f"{count} {node}{'' if count == 1 else 's'}"


def _number(value: float, words: Wording) -> str:
    return f"{value:.{words.n_digits}g}"


def _change(cost: float, words: Wording) -> str:
    if math.isinf(cost):
        return "break a constraint"
    if cost == 0:
        return "leave the energy as it is"
    return f"{'raise' if cost > 0 else 'lower'} the energy by {_number(abs(cost), words)}"
