"""Where the pairs of a large component come from: any chunks of pairs that tasks can read, again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from frenemy.engines.scratch.stored_arrays import open_array, pair_fields
from frenemy.problem.array_types import Floats, Ints32

#: A chunk of pairs ``(u, v, w)``: called in any process, as often as needed, with the same pairs in the same order.
PairSource = Callable[[], tuple[Ints32, Ints32, Floats]]


@dataclass(frozen=True)
class PairFile:
    """The pairs of a file."""

    path: Path

    def __call__(self) -> tuple[Ints32, Ints32, Floats]:
        return pair_fields(open_array(self.path))


class LargePairs(NamedTuple):
    """The pairs of all large components.

    Attributes
    ----------
    sources : sequence of PairSource
        Chunks of pairs. Weights are those of the pairs minus ``missing``; the same pair may come several times, and
        counts with the sum. The labels do not depend on how pairs are cut into chunks, as long as their order is the
        same.
    n_nodes : int
        Nodes of the whole problem; those without a pair stay alone.
    missing : float
        The weight of an unlisted pair of nodes of size 1, at most 0.
    must_link, cannot_link : Path
        Files of (n, 2) nodes.
    """

    sources: Sequence[PairSource]
    n_nodes: int
    missing: float
    must_link: Path
    cannot_link: Path
