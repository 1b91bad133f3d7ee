"""Pictures of problems, clusters and probabilities. Needs matplotlib: ``pip install "frenemy[plot]"``."""

from frenemy.plot.calibration import calibration
from frenemy.plot.matrix import matrix

__all__ = ["calibration", "matrix"]
