"""Methods of the literature to compare with; for answers there are better ones."""

from frenemy.comparators.lp_relaxation import LPRelaxation

__all__ = ["LPRelaxation"]
