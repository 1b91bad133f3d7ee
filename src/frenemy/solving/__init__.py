"""From a problem to a result: transform, solve, lift."""

from frenemy.solving.certify import Certificate, certify
from frenemy.solving.result import Result
from frenemy.solving.solve import solve
from frenemy.solving.solve_problem import solve_problem

__all__ = ["Certificate", "Result", "certify", "solve", "solve_problem"]
