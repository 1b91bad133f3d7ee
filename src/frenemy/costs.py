"""Energy, bound and history of a result, of which a constant may be left to sum up until someone asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from frenemy.run import BoundRound, Round

_CLOSED = 1e-9  # a relative gap below this is rounding


class Costs:
    """What a solve found, in numbers.

    A solve that looks at a few nodes only knows its energies up to a constant. ``whole`` then gives the energy of the
    result, which takes a look at all pairs; it is called once, when the first of the numbers is asked for.
    """

    def __init__(
        self,
        energy: float,
        bounds: Iterable[BoundRound],
        history: Iterable[Round],
        whole: Callable[[], float] | None = None,
    ) -> None:
        self._energy = energy
        # What is above the energy, or nearly there, is so by rounding.
        self._bounds = tuple(BoundRound(b.seconds, energy if is_closed(energy, b.bound) else b.bound) for b in bounds)
        self._history = tuple(history)
        self._whole = whole

    @cached_property
    def energy(self) -> float:
        return self._energy if self._whole is None else self._whole()

    @cached_property
    def lower_bound(self) -> float:
        return self.bounds[-1].bound

    @cached_property
    def bounds(self) -> tuple[BoundRound, ...]:
        if self._whole is None:
            return self._bounds
        return tuple(BoundRound(b.seconds, b.bound + self._unseen) for b in self._bounds)

    @cached_property
    def history(self) -> tuple[Round, ...]:
        if self._whole is None:
            return self._history
        return tuple(Round(r.seconds, r.energy + self._unseen, r.n_clusters) for r in self._history)

    @property
    def _unseen(self) -> float:
        return self.energy - self._energy

    def __reduce__(self) -> tuple[Any, ...]:
        return Costs, (self.energy, self.bounds, self.history)


def relative_gap(energy: float, bound: float) -> float:
    """How far the energy is from the bound, as a share of the larger of the two."""
    if energy <= bound:
        return 0.0
    return (energy - bound) / max(abs(energy), abs(bound))


def is_closed(energy: float, bound: float) -> bool:
    """Whether nothing but rounding is between them."""
    return relative_gap(energy, bound) <= _CLOSED
