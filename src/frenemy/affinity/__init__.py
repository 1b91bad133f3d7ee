"""From data to a Problem."""

from frenemy.affinity.generative import Observed, PairModel
from frenemy.affinity.partition_counts import log_bell, log_stirling
from frenemy.affinity.prior import PriorOnK, approximate_mode, paper_mode, prior_on_clusters, uniform_partition
from frenemy.affinity.synthetic import planted

__all__ = [
    "Observed",
    "PairModel",
    "PriorOnK",
    "approximate_mode",
    "log_bell",
    "log_stirling",
    "paper_mode",
    "planted",
    "prior_on_clusters",
    "uniform_partition",
]
