"""Nearest neighbors of rows, and random pairs that represent all others."""

from frenemy.affinity.neighbors.nearest import nearest
from frenemy.affinity.neighbors.neighbors import Neighbors, near_pairs
from frenemy.affinity.neighbors.sampled_pairs import SampledPairs, group_pairs

__all__ = ["Neighbors", "SampledPairs", "group_pairs", "near_pairs", "nearest"]
