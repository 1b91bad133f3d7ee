"""From a map of boundaries in a picture or a volume to regions and the weights between them."""

from frenemy.affinity.volume.blocks import Sections
from frenemy.affinity.volume.cell_volume import CellVolume, cell_volume
from frenemy.affinity.volume.edge_weights import BoundaryWeights, ContrastWeights, EdgeWeights
from frenemy.affinity.volume.learned_weights import LearnedWeights, learn_weights
from frenemy.affinity.volume.region_graph import RegionGraph, region_graph
from frenemy.affinity.volume.supervoxels import Watershed, supervoxels
from frenemy.affinity.volume.volume_problem import volume_problem

__all__ = [
    "BoundaryWeights",
    "CellVolume",
    "ContrastWeights",
    "EdgeWeights",
    "LearnedWeights",
    "RegionGraph",
    "Sections",
    "Watershed",
    "cell_volume",
    "learn_weights",
    "region_graph",
    "supervoxels",
    "volume_problem",
]
