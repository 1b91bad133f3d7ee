"""Lower bounds on the energy, and exact reductions."""

from frenemy.bounds.lower_bound import Bounding, LowerBound, lower_bound

__all__ = ["Bounding", "LowerBound", "lower_bound"]
