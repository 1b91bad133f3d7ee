"""Pictures of problems, clusters, solves and probabilities. Needs matplotlib: ``pip install "frenemy[plot]"``."""

from frenemy.plot.calibration import calibration
from frenemy.plot.cluster_graph import cluster_graph
from frenemy.plot.history import history
from frenemy.plot.matrix import matrix
from frenemy.plot.path import path
from frenemy.plot.sizes import sizes

__all__ = ["calibration", "cluster_graph", "history", "matrix", "path", "sizes"]
