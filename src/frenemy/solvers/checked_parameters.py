"""Checks that the parameters of several solvers share."""

from __future__ import annotations

from typing import Literal

#: Nodes by number, or in a random order.
Order = Literal["index", "random"]


def check_order(order: str) -> None:
    if order not in ("index", "random"):
        raise ValueError(f"order must be 'index' or 'random', got {order!r}")
