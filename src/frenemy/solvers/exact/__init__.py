"""Exact solving by branch and cut."""

from frenemy.solvers.exact.exact import Exact

__all__ = ["Exact"]
