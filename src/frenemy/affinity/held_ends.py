"""Ends that scores are held at: beyond them densities are not trusted."""

from __future__ import annotations

from typing import Any

from frenemy.checked_arrays import number


def check_ends(low: Any, high: Any) -> None:
    if not number(low) <= number(high):
        raise ValueError(f"low must be a number not above high, got {low!r} and {high!r}")
