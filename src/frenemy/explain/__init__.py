"""Reasons for a clustering, and what makes a problem hard."""

from frenemy.explain.explain import explain
from frenemy.explain.explanation import Explanation, ViolatedPairs

__all__ = ["Explanation", "ViolatedPairs", "explain"]
