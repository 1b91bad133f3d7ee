"""Affinities from a picture and strokes: superpixels, soft segmentations and live wires."""

from frenemy.affinity.image.picture import Picture, checked_picture, to_lab
from frenemy.affinity.image.regions.appearance import Appearance, appearance_of, edge_cues
from frenemy.affinity.image.regions.learned_weights import LearnedWeights, learned_weights
from frenemy.affinity.image.regions.network import Network
from frenemy.affinity.image.regions.region_evidence import RegionEvidence, RegionPairs
from frenemy.affinity.image.regions.superpixels import superpixels
from frenemy.affinity.image.scene import Scene, scene
from frenemy.affinity.image.soft.matting import laplacian
from frenemy.affinity.image.soft.memberships import SoftMaps
from frenemy.affinity.image.soft.paper_affinities import paper_affinities
from frenemy.affinity.image.soft.soft_segmentation import SoftSegmentation, soft_segmentation, soft_segmentations
from frenemy.affinity.image.strokes.across import across
from frenemy.affinity.image.strokes.drawing import Drawing
from frenemy.affinity.image.strokes.drawn_apart import drawn_apart
from frenemy.affinity.image.strokes.sides import Sides, sides
from frenemy.affinity.image.strokes.stroke import Stroke, as_strokes
from frenemy.affinity.image.strokes.stroke_lines import StrokeLines, line_pixels
from frenemy.affinity.image.wires.completions import Completions, completions

__all__ = [
    "Appearance",
    "Completions",
    "Drawing",
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
    "drawn_apart",
    "edge_cues",
    "laplacian",
    "learned_weights",
    "line_pixels",
    "paper_affinities",
    "scene",
    "sides",
    "soft_segmentation",
    "soft_segmentations",
    "superpixels",
    "to_lab",
]
