"""Objects in the format of COCO (Lin et al. 2014), which most annotation and training tools read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.labeled_objects import LabeledObjects
from frenemy.io.images.objects.outlines import outlines
from frenemy.io.images.objects.polygon_fill import pixels_within
from frenemy.io.images.objects.run_lengths import pixels_of_runs, run_lengths
from frenemy.problem.array_types import Ints

_NO_CLASS = "object"  # the category of objects without a class


def coco_of(objects: LabeledObjects, *, picture: str, polygons: bool) -> dict[str, Any]:
    """One picture and its objects, ready for ``json``.

    A polygon of COCO cannot have a hole: several polygons are one object. So an object with a hole is written as run
    lengths, with ``polygons`` too.
    """
    height, width = objects.labels.shape
    parts = outlines(objects.labels) if polygons else None
    runs = run_lengths(objects.labels)
    categories = _categories(objects)
    category_ids = {one["name"]: one["id"] for one in categories}
    annotations = []
    for at, (left, top, right, bottom) in enumerate(objects.boxes().tolist()):
        shape: Any = {"counts": runs[at], "size": [height, width]}
        if parts is not None and not any(part.holes for part in parts[at]):
            shape = [part.outer.ravel().tolist() for part in parts[at]]
        name = objects.names[at]
        annotations.append(
            {
                "id": at + 1,  # 0 would mean "none" to pycocotools' evaluation
                "image_id": 1,
                "category_id": category_ids[(name.class_name if name else "") or _NO_CLASS],
                "segmentation": shape,
                "area": int(objects.areas[at]),
                "bbox": [left, top, right - left, bottom - top],
                "iscrowd": 0,
                "label": int(objects.values[at]),
                "object_id": int(objects.ids[at]),
                **({"attributes": {"name": name.name}} if name and name.name else {}),
            }
        )
    return {
        "info": {"description": "Objects found by frenemy"},
        "licenses": [],
        "images": [{"id": 1, "width": width, "height": height, "file_name": picture}],
        "annotations": annotations,
        "categories": categories,
    }


def _categories(objects: LabeledObjects) -> list[dict[str, Any]]:
    """The classes, numbered from 1; one more for objects without a class, if there are any."""
    categories: list[dict[str, Any]] = [
        {"id": i, "name": one.name, "supercategory": "", "color": list(bytes.fromhex(one.color[1:]))}
        for i, one in enumerate(objects.classes, 1)
    ]
    is_complete = all(name is not None and name.class_name for name in objects.names)
    if not is_complete and all(one.name != _NO_CLASS for one in objects.classes):
        categories.append({"id": len(categories) + 1, "name": _NO_CLASS, "supercategory": ""})
    return categories


def coco_size(content: dict[str, Any]) -> tuple[int, int]:
    """Height and width of the one picture."""
    images = content.get("images")
    if not isinstance(images, list) or len(images) != 1 or not isinstance(images[0], dict):
        n = len(images) if isinstance(images, list) else 0
        raise ValueError(f"must be about one picture, got {n} images")
    size = images[0].get("height"), images[0].get("width")
    if not all(isinstance(length, int) and length > 0 for length in size):
        raise ValueError(f"image 0: height and width must be whole numbers above 0, got {size[0]!r} and {size[1]!r}")
    return size  # type: ignore[return-value]  # checked above


def labels_of_coco(content: dict[str, Any], height: int, width: int) -> LabelMap:
    """The label map: ``label`` of each annotation, or its position if any has none; -1 without an object."""
    annotations = content["annotations"]
    labels = np.full((height, width), -1, np.int32)
    given = [one.get("label") for one in annotations if isinstance(one, dict)]
    for at, annotation in enumerate(annotations):
        if not isinstance(annotation, dict):
            raise ValueError(f"annotation {at}: must be an object of JSON, got {type(annotation).__name__}")
        try:
            for pixels in _pixels(annotation.get("segmentation"), height, width):
                labels[pixels] = label_or(at, given)
        except ValueError as error:
            raise ValueError(f"annotation {at}: {error}") from None
    return labels


def label_or(at: int, labels: list[Any]) -> int:
    """The label of object ``at`` if all have one, else ``at``."""
    is_given = all(isinstance(label, int) and 0 <= label < 2**31 for label in labels)
    return int(labels[at]) if is_given else at


def _pixels(shape: Any, height: int, width: int) -> Iterator[tuple[Ints, Ints]]:
    """Rows and columns of the pixels of each part."""
    if isinstance(shape, dict):
        counts = shape.get("counts")
        if isinstance(counts, str):
            raise ValueError("its run lengths are packed; unpack them (pycocotools.mask.decode) and save the list")
        if shape.get("size") != [height, width]:
            raise ValueError(f"size must be [{height}, {width}] as that of the picture, got {shape.get('size')}")
        yield pixels_of_runs(counts if isinstance(counts, list) else [], height, width)
        return
    if not isinstance(shape, list):
        raise ValueError("segmentation must be run lengths or a list of polygons")
    for polygon in shape:
        if not isinstance(polygon, list) or len(polygon) % 2 or len(polygon) < 6:
            raise ValueError("a polygon must be a list of three or more x, y")
        yield pixels_within([list(zip(polygon[0::2], polygon[1::2], strict=True))], height, width)
