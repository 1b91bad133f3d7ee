"""Problems: signed weights between nodes, and conversions from other data."""

from frenemy.problem.problem import Labels, Problem
from frenemy.problem.smaller_problems import Contraction, Restriction

__all__ = ["Contraction", "Labels", "Problem", "Restriction"]
