"""The gap between an energy and a lower bound: what it is, and how it is shown."""

from __future__ import annotations

import math

_ROUNDING = 1e-9  # a relative gap below this is rounding


def relative_gap(energy: float, bound: float) -> float:
    """How far the energy is above the bound, relative to the larger magnitude; 0 if it is not above."""
    if energy <= bound:
        return 0.0
    return (energy - bound) / max(abs(energy), abs(bound))


def is_closed(energy: float, bound: float) -> bool:
    """Whether only rounding separates them."""
    return relative_gap(energy, bound) <= _ROUNDING


def gap_text(gap: float) -> str:
    """A gap above 0 in percent, with two digits. It is rounded up, so that "at most" stays true.

    Examples
    --------
    >>> from frenemy.bounds.gap import gap_text
    >>> gap_text(0.0331), gap_text(0.131), gap_text(1e-6)
    ('3.4 %', '14 %', '0.01 %')
    """
    percent = 100.0 * gap
    if percent < 0.01:
        return "0.01 %"
    step = 10.0 ** (math.floor(math.log10(percent)) - 1)
    return f"{math.ceil(percent / step - _ROUNDING) * step:.3g} %"
