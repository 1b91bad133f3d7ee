"""From data to a Problem."""

from frenemy.affinity.synthetic import planted

__all__ = ["planted"]
