"""What a person drew on a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from frenemy.affinity.image.strokes.stroke import Stroke


@dataclass(frozen=True)
class Drawing:
    """Lines of two kinds.

    Attributes
    ----------
    strokes : tuple of Stroke
        Where objects meet.
    joins : tuple of Stroke
        Lines that lie within one object. Their widths do not count.
    """

    strokes: tuple[Stroke, ...] = ()
    joins: tuple[Stroke, ...] = ()

    def within(self, shape: tuple[int, int]) -> Drawing:
        """Clipped to the picture, without duplicates, in an order that does not depend on the drawing order."""
        return Drawing(_sorted(self.strokes, shape), _sorted(map(_of_one_width, self.joins), shape))

    def scaled(self, fx: float, fy: float) -> Drawing:
        """The same on a grid with ``fx`` times as many columns and ``fy`` times as many rows."""
        strokes, joins = (tuple(line.scaled(fx, fy) for line in lines) for lines in (self.strokes, self.joins))
        return Drawing(strokes, joins)

    def ignored_strokes(self, shape: tuple[int, int]) -> tuple[int, ...]:
        """Indices of strokes without effect: outside the picture, or equal to an earlier one."""
        return _ignored(self.strokes, shape)

    def ignored_joins(self, shape: tuple[int, int]) -> tuple[int, ...]:
        """The same for joins."""
        return _ignored(map(_of_one_width, self.joins), shape)


def _of_one_width(join: Stroke) -> Stroke:
    return Stroke(join.points)


def _sorted(lines: Iterable[Stroke], shape: tuple[int, int]) -> tuple[Stroke, ...]:
    inside = {clipped for line in lines if (clipped := line.clipped(shape)) is not None}
    return tuple(sorted(inside, key=lambda line: (line.width, line.points.tobytes())))


def _ignored(lines: Iterable[Stroke], shape: tuple[int, int]) -> tuple[int, ...]:
    seen: set[Stroke] = set()
    ignored = []
    for at, line in enumerate(lines):
        inside = line.clipped(shape)
        if inside is None or inside in seen:
            ignored.append(at)
        else:
            seen.add(inside)
    return tuple(ignored)
