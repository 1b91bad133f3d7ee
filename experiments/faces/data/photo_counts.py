"""How many photographs of each person are in a draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

MAX_PHOTOS = 15  # of a person, where their numbers are uneven


@dataclass(frozen=True)
class PhotoCounts:
    """Numbers of photographs of each person; by default all there are.

    Attributes
    ----------
    kind : {"all", "uniform", "geometric", "power law", "half single"}
        ``"uniform"``: 1 to ``most``. ``"geometric"``: 4 on average. ``"power law"``: at least n with probability
        ``1 / n``. ``"half single"``: 1 of every second person, 1 to ``most`` of the others.
    most : int
        Of a person.
    album : int, optional
        This many photographs of those are drawn at random; people may vanish.
    """

    kind: str = "all"
    most: int = MAX_PHOTOS
    album: int | None = None

    def of_one(self, n: int, rng: np.random.Generator) -> int:
        """The number of photographs of a person who has ``n``."""
        if self.kind == "uniform":
            return int(rng.integers(1, min(self.most, n) + 1))
        if self.kind == "geometric":
            return min(n, self.most, int(rng.geometric(0.25)))
        if self.kind == "power law":
            return min(n, self.most, int(1.0 / (1.0 - rng.random())))
        if self.kind == "half single":
            return 1 if rng.random() < 0.5 else int(rng.integers(1, min(self.most, n) + 1))
        return n


ALL = PhotoCounts()
UNEVEN = PhotoCounts("uniform")
