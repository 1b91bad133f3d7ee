"""The gap between an energy and a lower bound."""

from __future__ import annotations

_ROUNDING = 1e-9  # a relative gap below this is rounding


def relative_gap(energy: float, bound: float) -> float:
    """How far the energy is above the bound, relative to the larger magnitude; 0 if it is not above."""
    if energy <= bound:
        return 0.0
    return (energy - bound) / max(abs(energy), abs(bound))


def is_closed(energy: float, bound: float) -> bool:
    """Whether only rounding separates them."""
    return relative_gap(energy, bound) <= _ROUNDING
