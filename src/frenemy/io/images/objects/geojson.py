"""Objects as polygons of GeoJSON (RFC 7946), which GIS programs and viewers of large pictures read."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.io.images.objects.coco import label_or
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.io.images.objects.labeled_objects import LabeledObjects
from frenemy.io.images.objects.outlines import Part, outlines
from frenemy.io.images.objects.polygon_fill import pixels_within
from frenemy.problem.array_types import Floats


def geojson_of(objects: LabeledObjects) -> dict[str, Any]:
    """One feature per object, ready for ``json``.

    Coordinates are corners of pixels, x to the right and y down: the picture spans 0 to its width and 0 to its height.
    Outer rings have an area above 0 in these numbers and holes one below, by the right-hand rule of the standard.
    """
    height, width = objects.labels.shape
    features = []
    for at, parts in enumerate(outlines(objects.labels)):
        rings = [_rings(part) for part in parts]
        is_one, name = len(rings) == 1, objects.names[at]
        properties = {
            "id": int(objects.ids[at]),
            "label": int(objects.values[at]),
            "area": int(objects.areas[at]),
            "color": objects.color_text(at),
            "name": (name.name if name else "") or None,
            "class": (name.class_name if name else "") or None,
        }
        features.append(
            {
                "type": "Feature",
                "id": properties["id"],
                "geometry": {
                    "type": "Polygon" if is_one else "MultiPolygon",
                    "coordinates": rings[0] if is_one else rings,
                },
                "properties": {key: value for key, value in properties.items() if value is not None},
            }
        )
    return {"type": "FeatureCollection", "width": width, "height": height, "features": features}


def geojson_size(content: dict[str, Any]) -> tuple[int, int]:
    """Height and width of the picture; if the file does not say, the smallest that holds all polygons."""
    size = content.get("height"), content.get("width")
    if all(isinstance(length, int) and length > 0 for length in size):
        return size  # type: ignore[return-value]  # checked
    points = [_points(ring) for feature in _features(content) for polygon in feature for ring in polygon]
    largest = np.ceil(np.concatenate(points).max(axis=0)) if points else np.zeros(2)
    if not (largest >= 1).all():
        raise ValueError("no polygon of it is within a picture")
    return int(largest[1]), int(largest[0])


def labels_of_geojson(content: dict[str, Any], height: int, width: int) -> LabelMap:
    """The label map: the property ``label`` of each feature, or its position if any has none; -1 elsewhere."""
    labels = np.full((height, width), -1, np.int32)
    features = _features(content)
    properties = [feature.get("properties") for feature in content["features"]]
    given = [one.get("label") if isinstance(one, dict) else None for one in properties]
    for at, polygons in enumerate(features):
        for polygon in polygons:
            rings = [_points(ring) for ring in polygon]
            labels[pixels_within(rings, height, width)] = label_or(at, given)
    return labels


def _features(content: dict[str, Any]) -> list[list[list[Any]]]:
    """Of each feature its polygons, each a list of rings."""
    found = []
    for at, feature in enumerate(content["features"]):
        geometry: Any = feature.get("geometry") if isinstance(feature, dict) else None
        kind = geometry.get("type") if isinstance(geometry, dict) else None
        if kind not in ("Polygon", "MultiPolygon"):
            raise ValueError(f"feature {at}: must be a Polygon or a MultiPolygon, got {kind}")
        coordinates = geometry.get("coordinates")
        polygons = [coordinates] if kind == "Polygon" else coordinates
        if not isinstance(polygons, list) or not all(isinstance(polygon, list) and polygon for polygon in polygons):
            raise ValueError(f"feature {at}: its coordinates must be lists of rings")
        found.append(polygons)
    return found


def _rings(part: Part) -> list[list[list[int]]]:
    return [[*ring.tolist(), ring[0].tolist()] for ring in (part.outer, *part.holes)]


def _points(ring: Any) -> Floats:
    try:
        points = np.array([point[:2] for point in ring], np.float64)
    except (KeyError, TypeError, ValueError, OverflowError):
        points = np.empty(0)
    if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
        raise ValueError("a ring must be a list of points, each of two finite numbers")
    return points
