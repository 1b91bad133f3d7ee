"""Priors on the number of clusters."""

from frenemy.affinity.prior.prior import PriorOnK, approximate_mode, paper_mode, prior_on_clusters, uniform_partition

__all__ = ["PriorOnK", "approximate_mode", "paper_mode", "prior_on_clusters", "uniform_partition"]
