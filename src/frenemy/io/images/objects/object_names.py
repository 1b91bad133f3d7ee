"""Names and classes of objects, and the classes there are: checked once, where they come in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from frenemy.io.images.objects.points import Point
from frenemy.io.text import shortened
from frenemy.problem.checked_arrays import number

#: The longest name of an object or a class, in characters.
MAX_NAME_LENGTH = 200
_COLOR = re.compile("#[0-9a-f]{6}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class ObjectName:
    """The name and the class of the object at a point.

    Attributes
    ----------
    at : (x, y)
        A point of the object. The name stays there over edits, so it belongs to whatever object the point is in.
    name : str
        Any text; may be empty.
    class_name : str
        The name of a class; may be empty.
    """

    at: Point
    name: str = ""
    class_name: str = ""

    def as_json(self) -> dict[str, Any]:
        """As in a file of strokes."""
        return {"at": list(self.at), "name": self.name, "class": self.class_name}


@dataclass(frozen=True)
class ObjectClass:
    """A class of objects.

    Attributes
    ----------
    name : str
    color : str
        ``"#rrggbb"``; empty if any color will do.
    """

    name: str
    color: str = ""

    def as_json(self) -> dict[str, Any]:
        """As in a file of strokes."""
        return {"name": self.name, "color": self.color}


def checked_names(values: Iterable[Any]) -> tuple[ObjectName, ...]:
    """Check names: :class:`ObjectName`, or ``{"at": (x, y), "name": ..., "class": ...}`` as in files.

    Examples
    --------
    >>> checked_names([{"at": [3, 4], "name": "Tom", "class": "cat"}])
    (ObjectName(at=(3.0, 4.0), name='Tom', class_name='cat'),)
    >>> checked_names([{"at": [3, 4], "name": 7}])
    Traceback (most recent call last):
    ...
    ValueError: name 0: name must be text, got '7'
    """
    return tuple(_checked_name(f"name {i}", value) for i, value in enumerate(_listed(values, "names")))


def checked_classes(values: Iterable[Any]) -> tuple[ObjectClass, ...]:
    """Check classes: :class:`ObjectClass`, a name, or ``{"name": ..., "color": "#rrggbb"}``; each name once."""
    classes = tuple(_checked_class(f"class {i}", value) for i, value in enumerate(_listed(values, "classes")))
    first: dict[str, int] = {}
    for i, one in enumerate(classes):
        if one.name in first:
            raise ValueError(f"class {i}: has the name of class {first[one.name]}, {shortened(one.name)}")
        first[one.name] = i
    return classes


def _listed(values: Any, what: str) -> list[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{what} must be a list, got {shortened(repr(values))}")
    return list(values)


def _checked_name(place: str, value: Any) -> ObjectName:
    if isinstance(value, Mapping):
        at: Any = value.get("at")
        value = ObjectName(at, _or_nothing(value.get("name")), _or_nothing(value.get("class")))
    if not isinstance(value, ObjectName):
        raise ValueError(f'{place}: must be {{"at": [x, y], "name": ..., "class": ...}}, got {shortened(repr(value))}')
    name, class_name = _text(place, "name", value.name), _text(place, "class", value.class_name)
    return ObjectName(_point(place, value.at), name, class_name)


def _checked_class(place: str, value: Any) -> ObjectClass:
    if isinstance(value, str):
        value = ObjectClass(value)
    elif isinstance(value, Mapping):
        value = ObjectClass(_or_nothing(value.get("name")), _or_nothing(value.get("color")))
    if not isinstance(value, ObjectClass):
        raise ValueError(f'{place}: must be {{"name": ..., "color": "#rrggbb"}}, got {shortened(repr(value))}')
    name = _text(place, "name", value.name)
    if not name:
        raise ValueError(f"{place}: must have a name")
    if not isinstance(value.color, str) or (value.color and not _COLOR.fullmatch(value.color)):
        raise ValueError(f"{place}: color must be as in '#3078cc', got {shortened(str(value.color))}")
    return ObjectClass(name, value.color.lower())


def _or_nothing(value: Any) -> Any:
    return "" if value is None else value


def _point(place: str, value: Any) -> Point:
    try:
        x, y = (number(c) for c in value)
    except (TypeError, ValueError):
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"{place}: at must be a point [x, y], got {shortened(repr(value))}")
    return x, y


def _text(place: str, what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{place}: {what} must be text, got {shortened(repr(value))}")
    if len(value) > MAX_NAME_LENGTH:
        raise ValueError(
            f"{place}: {what} has {len(value):,} characters, at most {MAX_NAME_LENGTH} are allowed, "
            f"got {shortened(value)}"
        )
    return value
