"""Energies compared with those of the linear relaxation (section 6.2 of the paper, table 1)."""

from experiments.coclustering.run import COLUMNS, measure, run

__all__ = ["COLUMNS", "measure", "run"]
