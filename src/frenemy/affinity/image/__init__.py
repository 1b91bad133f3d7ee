"""From a picture and strokes to a Problem."""

from frenemy.affinity.image.across import across
from frenemy.affinity.image.appearance import Appearance, appearance_of, edge_cues
from frenemy.affinity.image.completions import Completions, completions
from frenemy.affinity.image.learned_weights import LearnedWeights, learned_weights
from frenemy.affinity.image.matting import laplacian
from frenemy.affinity.image.memberships import SoftMaps
from frenemy.affinity.image.network import Network
from frenemy.affinity.image.paper_affinities import paper_affinities
from frenemy.affinity.image.picture import Picture, checked_picture, to_lab
from frenemy.affinity.image.region_evidence import RegionEvidence, RegionPairs
from frenemy.affinity.image.scene import Scene, scene
from frenemy.affinity.image.sides import Sides, sides
from frenemy.affinity.image.soft_segmentation import SoftSegmentation, soft_segmentation, soft_segmentations
from frenemy.affinity.image.stroke import Stroke, as_strokes
from frenemy.affinity.image.stroke_lines import StrokeLines, line_pixels

__all__ = [
    "Appearance",
    "Completions",
    "LearnedWeights",
    "Network",
    "Picture",
    "RegionEvidence",
    "RegionPairs",
    "Scene",
    "Sides",
    "SoftMaps",
    "SoftSegmentation",
    "Stroke",
    "StrokeLines",
    "across",
    "appearance_of",
    "as_strokes",
    "checked_picture",
    "completions",
    "edge_cues",
    "laplacian",
    "learned_weights",
    "line_pixels",
    "paper_affinities",
    "scene",
    "sides",
    "soft_segmentation",
    "soft_segmentations",
    "to_lab",
]
