"""The groups of an earlier run, to compare with."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.problem.array_types import Bools, Ints


@dataclass(frozen=True)
class EarlierGroup:
    """A group of the earlier run: what it was called, how many things it had, and how many of these are meant."""

    name: str
    size: int
    n_things: int


@dataclass(frozen=True)
class Origin:
    """Where the things of a group were before.

    Attributes
    ----------
    groups : tuple of EarlierGroup
        The groups that they come from, most things first.
    n_new : int
        Things that were in no group.
    n_gone : int
        Things of these groups that are not there any more.
    """

    groups: tuple[EarlierGroup, ...]
    n_new: int
    n_gone: int


@dataclass(frozen=True, eq=False)
class Earlier:
    """The groups of an earlier run.

    Attributes
    ----------
    title : str
        What the run is called in texts, such as the name of its file.
    labels : (n_things,) int64
        The earlier group of each thing, ``0..k-1``; -1 for things that are new.
    sizes : (k,) int64
        The sizes of the earlier groups, with the things that are gone.
    names : tuple of str
        What each of them was called.
    """

    title: str
    labels: Ints = field(repr=False)
    sizes: Ints = field(repr=False)
    names: tuple[str, ...] = field(repr=False)

    @property
    def n_new(self) -> int:
        """Things that were in no group."""
        return int((self.labels < 0).sum())

    @property
    def n_gone(self) -> int:
        """Things of earlier groups that are not there any more."""
        return int(self._n_gone.sum())

    @property
    def _n_gone(self) -> Ints:
        left: Ints = self.sizes - np.bincount(self.labels[self.labels >= 0], minlength=len(self.sizes))
        return left

    def origin(self, things: Labels) -> Origin:
        """Where these things were."""
        was = self.labels[things]
        groups, counts = np.unique(was[was >= 0], return_counts=True)
        order = np.lexsort((groups, -counts)).tolist()
        found = tuple(EarlierGroup(self.names[groups[i]], int(self.sizes[groups[i]]), int(counts[i])) for i in order)
        return Origin(found, int((was < 0).sum()), int(self._n_gone[groups].sum()))


def changed_groups(labels: Labels, before: npt.NDArray[np.integer], sizes_before: Ints) -> Bools:
    """Which groups are not the same as one of the groups before.

    Parameters
    ----------
    labels, before : (n_things,) int
        The group of each thing now, ``0..n-1``, and before; -1 for things that were in none.
    sizes_before : (k,) int64
        The sizes of the groups before, with things that are not there any more.

    Returns
    -------
    (n,) bool

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.explore.earlier import changed_groups
    >>> changed_groups(np.array([0, 0, 1, 1, 2]), np.array([5, 5, 3, 3, -1]), np.array([0, 0, 0, 3, 0, 2]))
    array([False,  True,  True])
    """
    n_groups = int(labels.max(initial=-1)) + 1
    low, high = np.full(n_groups, len(sizes_before)), np.full(n_groups, -1)
    np.minimum.at(low, labels, before)
    np.maximum.at(high, labels, before)
    is_one = (low == high) & (low >= 0)
    sizes = np.bincount(labels, minlength=n_groups)
    found: Bools = ~is_one
    found[is_one] = sizes[is_one] != sizes_before[low[is_one]]
    return found
