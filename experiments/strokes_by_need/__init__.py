"""A simulated person who corrects a segmentation stroke by stroke, where it helps most."""

from experiments.strokes_by_need.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
