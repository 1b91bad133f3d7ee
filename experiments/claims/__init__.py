"""Every claim of sections 2 to 6 of the paper, measured."""

from experiments.claims.run import run

__all__ = ["run"]
