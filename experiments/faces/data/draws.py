"""Which classes are to be found and which to learn from, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from experiments.faces.data.rows import Classes, Data, Rows, rows, together

MIN_TO_LEARN = 20  # people: with fewer left in a database, the other one is learned from
MAX_PHOTOS = 15  # of a person, where their numbers are uneven


@dataclass(frozen=True, eq=False)
class Draw:
    """Classes to learn from and classes to find; no class is in both."""

    lessons: Rows
    test: Rows


@dataclass(frozen=True)
class Plan:
    """A row of a table: the source of the classes to find, and of those to learn from.

    Attributes
    ----------
    name : str
    data : str or PersonFolders
        The set with the classes to find.
    other : str or PersonFolders, optional
        Another set to learn from, in place of the classes that are left over.
    besides : str or PersonFolders, optional
        Another set to learn from, with the classes that are left over.
    fallback : str or PersonFolders, optional
        Another set for when fewer than ``MIN_TO_LEARN`` classes are left over.
    is_uneven : bool
        Whether each class keeps a random number of its rows, 1 to ``max_photos``.
    max_photos : int
    half : {0, 1}, optional
        Draw from one half of the classes only, so that settings can be chosen on the other.
    """

    name: str
    data: Data
    other: Data | None = None
    besides: Data | None = None
    fallback: Data | None = None
    is_uneven: bool = False
    max_photos: int = MAX_PHOTOS
    half: Literal[0, 1] | None = None

    def draw(self, k: int, seed: int) -> Draw:
        """The same classes for every plan on this data."""
        found = rows(self.data)
        if self.half is not None:
            order = np.random.default_rng(0).permutation(found.n_classes)
            found = found.of(np.array_split(order, 2)[self.half])
        return self.drawn_from(found, k, seed)

    def drawn_from(self, found: Rows, k: int, seed: int) -> Draw:
        if not 1 <= k <= found.n_classes:
            raise ValueError(f"{self.name}: k must be from 1 to the {found.n_classes} classes there are, got {k}")
        rng = np.random.default_rng([seed, k])
        order = rng.permutation(found.n_classes)
        test = found.of(order[:k])
        if self.is_uneven:
            test = _thinned(test, rng, self.max_photos)
        if self.other is not None:
            return Draw(rows(self.other), test)
        if self.fallback is not None and found.n_classes - k < MIN_TO_LEARN:
            return Draw(rows(self.fallback), test)
        rest = found.of(order[k:])
        return Draw(rest if self.besides is None else together(rest, rows(self.besides)), test)


def _thinned(test: Rows, rng: np.random.Generator, max_photos: int) -> Rows:
    """Each class keeps some rows at random, at least one."""
    kept: list[Classes] = []
    for number in range(test.n_classes):
        own = np.flatnonzero(test.classes == number)
        kept.append(rng.permutation(own)[: rng.integers(1, min(max_photos, len(own)) + 1)])
    chosen = np.sort(np.concatenate(kept))
    return Rows(test.features[chosen], test.classes[chosen])
