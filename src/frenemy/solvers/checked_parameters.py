"""Checks that the parameters of several solvers share."""

from __future__ import annotations

from typing import Literal

#: Nodes by number, or in a random order.
Order = Literal["index", "random"]


def check_order(order: str) -> None:
    if order not in ("index", "random"):
        raise ValueError(f"order must be 'index' or 'random', got {order!r}")


def check_at_least(value: int, least: int, name: str) -> None:
    try:
        is_good = not isinstance(value, bool) and int(value) == value and value >= least
    except (TypeError, ValueError, OverflowError):  # no number, or one that no whole number is equal to
        is_good = False
    if not is_good:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
