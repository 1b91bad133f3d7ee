"""Signed problems from files and labels to files; pictures, strokes and label maps; volumes."""

from typing import TYPE_CHECKING

from frenemy.io.problems.constraints import read_groups, read_node_pairs
from frenemy.io.problems.labels import LABEL_FORMATS, write_labels
from frenemy.io.problems.lifted import write_lifted
from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.problems.read import FORMATS, read
from frenemy.lazy_names import lazy_names

if TYPE_CHECKING:
    from frenemy.io.images.label_maps import LABEL_MAP_FORMATS, read_label_map, write_label_map, write_object_table
    from frenemy.io.images.marks import Marks
    from frenemy.io.images.objects.object_names import ObjectClass, ObjectName
    from frenemy.io.images.pictures import read_picture
    from frenemy.io.images.png import write_png
    from frenemy.io.images.read_marks import read_marks
    from frenemy.io.images.strokes import read_strokes, write_strokes
    from frenemy.io.volumes.open_volume import open_volume
    from frenemy.io.volumes.volume_file import VolumeFile
    from frenemy.io.volumes.write_volume import write_volume

__all__ = [
    "FORMATS",
    "LABEL_FORMATS",
    "LABEL_MAP_FORMATS",
    "Marks",
    "ObjectClass",
    "ObjectName",
    "PairsFile",
    "VolumeFile",
    "open_volume",
    "read",
    "read_groups",
    "read_label_map",
    "read_marks",
    "read_node_pairs",
    "read_picture",
    "read_strokes",
    "write_label_map",
    "write_labels",
    "write_lifted",
    "write_object_table",
    "write_png",
    "write_strokes",
    "write_volume",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "LABEL_MAP_FORMATS": "frenemy.io.images.label_maps",
        "VolumeFile": "frenemy.io.volumes.volume_file",
        "open_volume": "frenemy.io.volumes.open_volume",
        "write_volume": "frenemy.io.volumes.write_volume",
        "Marks": "frenemy.io.images.marks",
        "ObjectClass": "frenemy.io.images.objects.object_names",
        "ObjectName": "frenemy.io.images.objects.object_names",
        "read_label_map": "frenemy.io.images.label_maps",
        "read_marks": "frenemy.io.images.read_marks",
        "read_picture": "frenemy.io.images.pictures",
        "read_strokes": "frenemy.io.images.strokes",
        "write_label_map": "frenemy.io.images.label_maps",
        "write_object_table": "frenemy.io.images.label_maps",
        "write_png": "frenemy.io.images.png",
        "write_strokes": "frenemy.io.images.strokes",
    },
)
