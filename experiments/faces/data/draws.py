"""Which classes are to be found and which to learn from, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from experiments.faces.data.photo_counts import ALL, PhotoCounts
from experiments.faces.data.rows import Classes, Data, Rows, numbered, rows, together

MIN_TO_LEARN = 20  # people: with fewer left in a database, the other one is learned from


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
    photos : PhotoCounts
        How many rows each class keeps.
    half : {0, 1}, optional
        Draw from one half of the classes only, and learn from the other.
    """

    name: str
    data: Data
    other: Data | None = None
    besides: Data | None = None
    fallback: Data | None = None
    photos: PhotoCounts = ALL
    half: Literal[0, 1] | None = None

    def draw(self, k: int, seed: int) -> Draw:
        """The same classes for every plan on this data."""
        found = rows(self.data)
        if self.half is None:
            return self.drawn_from(found, k, seed)
        halves = np.array_split(np.random.default_rng(0).permutation(found.n_classes), 2)
        drawn = self.drawn_from(found.of(halves[self.half]), k, seed)
        return Draw(found.of(halves[1 - self.half]), drawn.test)

    def drawn_from(self, found: Rows, k: int, seed: int) -> Draw:
        if not 1 <= k <= found.n_classes:
            raise ValueError(f"{self.name}: k must be from 1 to the {found.n_classes} classes there are, got {k}")
        rng = np.random.default_rng([seed, k])
        order = rng.permutation(found.n_classes)
        test = found.of(order[:k])
        if self.photos != ALL:
            test = _thinned(test, rng, self.photos)
        if self.other is not None:
            return Draw(rows(self.other), test)
        if self.fallback is not None and found.n_classes - k < MIN_TO_LEARN:
            return Draw(rows(self.fallback), test)
        rest = found.of(order[k:])
        return Draw(rest if self.besides is None else together(rest, rows(self.besides)), test)


def _thinned(test: Rows, rng: np.random.Generator, photos: PhotoCounts) -> Rows:
    """Each class keeps some rows at random, at least one, before an album is drawn from all."""
    kept: list[Classes] = []
    for number in range(test.n_classes):
        own = np.flatnonzero(test.classes == number)
        kept.append(rng.permutation(own)[: photos.of_one(len(own), rng)])
    chosen = np.concatenate(kept)
    if photos.album is not None:
        chosen = rng.permutation(chosen)[: photos.album]
    chosen = np.sort(chosen)
    return numbered(test.features[chosen], test.classes[chosen])
