"""Vectors on which a guess without options is hard: no structure, overlapping groups, and up to a million rows."""

from experiments.vector_limits.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
