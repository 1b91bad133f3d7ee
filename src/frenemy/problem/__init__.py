"""Problems: signed weights between nodes, and conversions from other data."""

from frenemy.problem.problem import Contraction, Labels, Problem, Restriction

__all__ = ["Contraction", "Labels", "Problem", "Restriction"]
