"""All methods on vectors. To add one, add a line to ``ours`` or ``peers``."""

from __future__ import annotations

from experiments.vectors.methods.method import VectorMethod
from experiments.vectors.methods.ours import ours
from experiments.vectors.methods.peers import peers


def methods() -> dict[str, VectorMethod]:
    """By name, in the order of the tables."""
    return peers() | ours()
