"""All that is measured on scored pairs. To add one, write a line in ``ours`` or ``peers``."""

from __future__ import annotations

from experiments.records.method import Method
from experiments.records.ours import ours
from experiments.records.peers import peers


def methods() -> dict[str, Method]:
    """By name, in the order of the tables."""
    return peers() | ours()
