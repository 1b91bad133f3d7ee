"""Which rows are near each other, and random pairs that stand for all the others."""

from frenemy.affinity.neighbors.nearest import nearest
from frenemy.affinity.neighbors.neighbors import Neighbors, near_pairs
from frenemy.affinity.neighbors.sampled_pairs import SampledPairs, group_pairs

__all__ = ["Neighbors", "SampledPairs", "group_pairs", "near_pairs", "nearest"]
