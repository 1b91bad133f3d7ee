"""Label maps to files and from files."""

from __future__ import annotations

import io
import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.coco import coco_of, coco_size, labels_of_coco
from frenemy.io.images.objects.geojson import geojson_of, geojson_size, labels_of_geojson
from frenemy.io.images.objects.labeled_objects import LabeledObjects
from frenemy.io.images.pictures import check_size, decoded_picture
from frenemy.io.images.png import png_bytes
from frenemy.io.json_text import loaded_json
from frenemy.io.numpy_files import load_numpy
from frenemy.io.source import PathFileOrBytes, PathOrFile, load_bytes, suffix_of
from frenemy.io.text import cut
from frenemy.io.whole_files import write_whole
from frenemy.problem.renamed_parameters import renamed_parameters

#: Every format by name, with what it holds.
LABEL_MAP_FORMATS = {
    "png": "a grey picture of 16 bits (.png): each pixel is its label",
    "npz": "NumPy arrays labels, ids and areas, and names and classes if there are any (.npz)",
    "coco": "COCO annotations (.json)",
    "geojson": "polygons, in corners of pixels (.geojson)",
}

_SUFFIXES = {".png": "png", ".npz": "npz", ".json": "coco", ".geojson": "geojson"}
_MAX_PNG_LABEL = 65_535


def write_label_map(
    where: PathOrFile, found: Any, *, format: str | None = None, picture: str = "", polygons: bool = True
) -> None:
    """Write which object each pixel belongs to.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
        ``"-"`` is standard output.
    found : Segmentation or (height, width) int
        Ids and colors are written if the format has a place for them.
    format : str, optional
        One of :data:`LABEL_MAP_FORMATS`; by default the one of the extension.
    picture : str
        The name of the picture's file, for COCO.
    polygons : bool
        For COCO: objects without holes as polygons; otherwise all as run lengths. Both are exact.

    Examples
    --------
    >>> import io, json
    >>> from frenemy.io import write_label_map
    >>> file = io.BytesIO()
    >>> write_label_map(file, [[0, 0, 1]], format="geojson")
    >>> [feature["geometry"]["coordinates"] for feature in json.loads(file.getvalue())["features"]]
    [[[[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]], [[[2, 0], [3, 0], [3, 1], [2, 1], [2, 0]]]]
    """
    chosen = label_map_format(where, format)
    write_whole(where, label_map_bytes(found, chosen, picture=picture, polygons=polygons))


def label_map_format(where: PathOrFile, format: str | None) -> str:
    """The format that :func:`write_label_map` would use; a ValueError if there is none."""
    if format is not None:
        name = format.lower().removeprefix(".")
        if name not in LABEL_MAP_FORMATS:
            raise ValueError(f"unknown format {format!r} of label maps; there are {', '.join(LABEL_MAP_FORMATS)}")
        return name
    if not isinstance(where, (str, os.PathLike)):
        raise ValueError(f"for an open file name the format: {', '.join(LABEL_MAP_FORMATS)}")
    path = os.fspath(where)
    suffix = os.path.splitext(path.lower())[1]
    if path == "-":
        return "png"
    if suffix not in _SUFFIXES:
        raise ValueError(f"cannot write a label map to {path}: the extension must be one of {', '.join(_SUFFIXES)}")
    return _SUFFIXES[suffix]


def label_map_bytes(found: Any, format: str, *, picture: str = "", polygons: bool = True) -> bytes:
    """The file that :func:`write_label_map` writes."""
    objects = LabeledObjects.of(found)
    match format:
        case "png":
            if objects.values[-1] > _MAX_PNG_LABEL:
                raise ValueError(
                    f"a PNG holds labels up to {_MAX_PNG_LABEL:,}, got {objects.values[-1]:,} ({len(objects.values):,} "
                    "objects); write NPZ instead"
                )
            return png_bytes(objects.values.astype(np.uint16)[objects.labels])
        case "npz":
            file = io.BytesIO()
            labels = objects.values.astype(np.int32 if objects.values[-1] < 2**31 else np.int64)[objects.labels]
            arrays = {"labels": labels, "ids": objects.ids, "areas": objects.areas} | _name_arrays(objects)
            np.savez_compressed(file, **arrays)
            return file.getvalue()
        case "coco":
            return _json(coco_of(objects, picture=picture, polygons=polygons))
        case _:
            return _json(geojson_of(objects))


@renamed_parameters(most_pixels="max_pixels")
def read_label_map(source: PathFileOrBytes, *, max_pixels: int = 80_000_000) -> npt.NDArray[np.int32]:
    """Read a label map of any format that :func:`write_label_map` writes, recognized by its content.

    Parameters
    ----------
    source : path, bytes, ``"-"`` or open file
        COCO files of other programs too, if they describe one picture, and GeoJSON of polygons.
    max_pixels : int
        A larger label map is an error.

    Returns
    -------
    (height, width) int32
        -1 where there is no object, which only COCO and GeoJSON can express.
    """
    name, data = load_bytes(source, default_name="the label map")
    try:
        if data.startswith(b"PK"):
            return _from_npz(data)
        if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" or suffix_of(name) in (".json", ".geojson"):
            return _from_json(name, data, max_pixels)
    except ValueError as error:
        raise ValueError(
            str(error) if str(error).startswith((f"{name}: ", f"{name}, ")) else f"{name}: {error}"
        ) from None
    pixels = decoded_picture(name, data, max_pixels=max_pixels)
    if pixels.ndim != 2 or pixels.dtype.kind != "u":
        raise ValueError(f"{name}: a label map is grey, got a picture of shape {pixels.shape} and type {pixels.dtype}")
    return pixels.astype(np.int32)


def write_object_table(where: PathOrFile, found: Any) -> None:
    """Write the objects of a label map as JSON, to go with a PNG, which has no place for names.

    For each object its ``label`` in the map, ``id``, ``area`` and ``color``, and its ``name`` and ``class``; and all
    ``classes`` with their colors.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
    found : Segmentation or (height, width) int

    Examples
    --------
    >>> import io, json
    >>> from frenemy.io import write_object_table
    >>> file = io.BytesIO()
    >>> write_object_table(file, [[0, 0, 1]])
    >>> json.loads(file.getvalue())["objects"][1]
    {'label': 1, 'id': 1, 'area': 1, 'name': '', 'class': ''}
    """
    write_whole(where, object_table_bytes(found))


def object_table_bytes(found: Any) -> bytes:
    """The file that :func:`write_object_table` writes."""
    objects = LabeledObjects.of(found)
    height, width = objects.labels.shape
    rows = []
    for at, name in enumerate(objects.names):
        row = {
            "label": int(objects.values[at]),
            "id": int(objects.ids[at]),
            "area": int(objects.areas[at]),
            "color": objects.color_text(at),
            "name": name.name if name else "",
            "class": name.class_name if name else "",
        }
        rows.append({key: value for key, value in row.items() if value is not None})
    return _json(
        {"width": width, "height": height, "objects": rows, "classes": [one.as_json() for one in objects.classes]}
    )


def _name_arrays(objects: LabeledObjects) -> dict[str, npt.NDArray[Any]]:
    if not objects.has_names:
        return {}
    return {
        "names": np.array([name.name if name else "" for name in objects.names], np.str_),
        "classes": np.array([name.class_name if name else "" for name in objects.names], np.str_),
    }


def _from_npz(data: bytes) -> npt.NDArray[np.int32]:
    try:
        with load_numpy(data) as arrays:
            labels = arrays["labels"] if "labels" in arrays.files else None
    except Exception as error:  # decoders of damaged files raise errors of any type
        raise ValueError(f"cannot be read as a NumPy .npz file: {cut(str(error)) or type(error).__name__}") from None
    if not isinstance(labels, np.ndarray) or labels.ndim != 2 or labels.dtype.kind not in "iu":
        got = "no such array" if not isinstance(labels, np.ndarray) else f"{labels.dtype} of shape {labels.shape}"
        raise ValueError(f"labels must be whole numbers of shape (height, width), got {got}")
    if labels.size and (labels.min() < -(2**31) or labels.max() >= 2**31):
        raise ValueError(f"labels must fit 32 bits, got {labels.min()} to {labels.max()}")
    return np.ascontiguousarray(labels, np.int32)


def _from_json(name: str, data: bytes, max_pixels: int) -> npt.NDArray[np.int32]:
    content = loaded_json(name, data)
    if isinstance(content, dict) and isinstance(content.get("annotations"), list):
        height, width = coco_size(content)
        check_size(name, (width, height), max_pixels)
        return labels_of_coco(content, height, width)
    if isinstance(content, dict) and isinstance(content.get("features"), list):
        height, width = geojson_size(content)
        check_size(name, (width, height), max_pixels)
        return labels_of_geojson(content, height, width)
    raise ValueError("is neither COCO (annotations) nor GeoJSON (features)")


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"
