"""Signed problems from files and labels to files; pictures, strokes and label maps."""

from frenemy.io.constraints import read_groups, read_node_pairs
from frenemy.io.label_maps import LABEL_MAP_FORMATS, read_label_map, write_label_map
from frenemy.io.labels import LABEL_FORMATS, write_labels
from frenemy.io.pairs_file import PairsFile
from frenemy.io.pictures import read_picture
from frenemy.io.png import write_png
from frenemy.io.read import FORMATS, read
from frenemy.io.strokes import read_strokes, write_strokes

__all__ = [
    "FORMATS",
    "LABEL_FORMATS",
    "LABEL_MAP_FORMATS",
    "PairsFile",
    "read",
    "read_groups",
    "read_label_map",
    "read_node_pairs",
    "read_picture",
    "read_strokes",
    "write_label_map",
    "write_labels",
    "write_png",
    "write_strokes",
]
