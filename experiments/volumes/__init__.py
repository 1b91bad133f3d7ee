"""From boundary maps to cells: ISBI 2012 sections and made-up volumes, beside bioimage-cpp."""

from experiments.volumes.run import run

__all__ = ["run"]
