"""Numbers the nodes of large components, each group of must-linked nodes as one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.stored_arrays import link_ends, open_array, save_array
from frenemy.engines.streamed.build_rows import equal_ranges
from frenemy.engines.streamed.pair_source import LargePairs
from frenemy.problem.array_types import Ints32


@dataclass(frozen=True)
class NumberNodes:
    """Writes the groups of must-linked nodes, by their smallest node, and numbers those that have a pair.

    Attributes
    ----------
    max_entries : int
        Entries of a file of rows, about.
    groups, numbers : Path
        The group of each node; its number, or -1.
    sizes, cannot_link : Path
        The number of nodes of each numbered group, and the numbers of cannot-linked ones.
    """

    pairs: LargePairs
    max_entries: int
    groups: Path
    numbers: Path
    sizes: Path
    cannot_link: Path

    def __call__(self) -> dict[str, Any]:
        groups = np.arange(self.pairs.n_nodes, dtype=np.int32)
        _core.unite(groups, *link_ends(open_array(self.pairs.must_link)))
        _core.flatten(groups)
        counts = np.zeros(self.pairs.n_nodes, np.int64)
        has_pair = np.zeros(self.pairs.n_nodes, np.bool_)
        for source in self.pairs.sources:
            u, v, _ = source()
            has_pair[u] = has_pair[v] = True
            _core.count_entries(u, v, groups, counts)
        is_numbered = np.zeros(self.pairs.n_nodes, np.bool_)
        is_numbered[groups[has_pair]] = True
        numbered = np.flatnonzero(is_numbered)
        numbers = np.full(self.pairs.n_nodes, -1, np.int32)
        numbers[numbered] = np.arange(len(numbered), dtype=np.int32)
        numbers = numbers[groups]
        save_array(self.groups, groups)
        save_array(self.numbers, numbers)
        save_array(self.sizes, np.bincount(numbers[numbers >= 0], minlength=len(numbered)).astype(np.float64))
        save_array(self.cannot_link, linked_numbers(open_array(self.pairs.cannot_link), numbers))
        return {"n_nodes": len(numbered), "edges": equal_ranges(counts[numbered], self.max_entries)}


def linked_numbers(links: Ints32, numbers: Ints32) -> Ints32:
    """Links between the numbers of their nodes, each once, without those of a node without a number."""
    ends = np.sort(numbers[links], axis=1)
    found: Ints32 = np.unique(ends[ends[:, 0] >= 0], axis=0).astype(np.int32)
    return found


@dataclass(frozen=True)
class SmallestNodes:
    """Writes the smallest node of each node's cluster; nodes without a number stay with their group.

    Attributes
    ----------
    labels : Path
        The cluster of each number.
    """

    groups: Path
    numbers: Path
    labels: Path
    out: Path

    def __call__(self) -> None:
        smallest, numbers = np.array(open_array(self.groups)), open_array(self.numbers)
        labels = open_array(self.labels)
        nodes = np.flatnonzero(numbers >= 0)
        clusters = labels[numbers[nodes]]
        first = np.full(len(labels), len(numbers), np.int32)
        np.minimum.at(first, clusters, nodes)
        smallest[nodes] = first[clusters]
        save_array(self.out, smallest)
