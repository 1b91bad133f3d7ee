"""Reasons for a clustering, and what makes a problem hard."""

from frenemy.explain.explain import Explanation, ViolatedPairs, explain

__all__ = ["Explanation", "ViolatedPairs", "explain"]
