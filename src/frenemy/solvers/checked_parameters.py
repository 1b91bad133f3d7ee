"""Checks that the parameters of several solvers share."""

from __future__ import annotations

from typing import Literal

from frenemy.problem.checked_arrays import whole_number

#: Nodes by number, or in a random order.
Order = Literal["index", "random"]


def check_order(order: str) -> None:
    if order not in ("index", "random"):
        raise ValueError(f"order must be 'index' or 'random', got {order!r}")


def check_at_least(value: int, minimum: int, name: str) -> None:
    whole_number(value, name, minimum=minimum)
