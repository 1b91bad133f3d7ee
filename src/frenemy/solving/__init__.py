"""From a problem to a result: transform, solve, lift."""

from frenemy.solving.certify import Certificate, certify
from frenemy.solving.result import Result
from frenemy.solving.solve import solve

__all__ = ["Certificate", "Result", "certify", "solve"]
