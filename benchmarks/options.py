"""Options of the command line that benchmarks read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch


@dataclass(frozen=True)
class Options:
    """
    Attributes
    ----------
    quick : bool
        Measure small problems only.
    repeats : int
        Measurements of each number; tables show the median.
    seconds : float
        Time budget of a solve.
    only : tuple of str
        Names of the problems to measure, with ``*`` for any letters; all if empty.
    peers : tuple of str
        Names of the peers to measure in the same way; all if empty.
    huge : bool
        Whether to measure problems that take an hour or most of the memory.
    threads : tuple of int
        Numbers of threads to measure.
    """

    quick: bool = False
    repeats: int = 3
    seconds: float = 10.0
    only: tuple[str, ...] = ()
    peers: tuple[str, ...] = ()
    huge: bool = False
    threads: tuple[int, ...] = (1, 2)

    def chosen(self, names: Iterable[str]) -> list[str]:
        return _matching(names, self.only)

    def chosen_peers(self, names: Iterable[str]) -> list[str]:
        return _matching(names, self.peers)


def _matching(names: Iterable[str], patterns: tuple[str, ...]) -> list[str]:
    return [name for name in names if not patterns or any(fnmatch(name, pattern) for pattern in patterns)]
