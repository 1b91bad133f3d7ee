"""SVG charts that stretch with the page while their text keeps its size.

Horizontal positions are in percent, vertical ones in pixels. Only the curve is in a nested SVG that stretches, with
strokes that do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from frenemy.report.numbers import compact, number, rough, seconds, tick_labels, ticks
from frenemy.report.sections.terms import DEFAULT_TERMS, Terms
from frenemy.run import BoundRound, Round

_HEIGHT = 240
_TOP = 22  # room for text above the highest bar or line
_BOTTOM = 28  # room for the axis
_BASE = _HEIGHT - _BOTTOM
_MAX_POINTS = 400
_ROUNDING = 1e-9  # energies that differ by less are the same
_MAX_VALUES = 20  # with more bars there is no room for their values
_MAX_LABELS = 10  # below bars
_MIN_BARS = 8  # fewer bars are drawn as wide as if there were this many


class Bar(NamedTuple):
    """A bar: its height, the label below it, and the hint on hover."""

    value: float
    label: str
    hint: str


def bars(data: Sequence[Bar], *, title: str) -> str:
    """A column chart: with values above the bars if they are few, and a scale on the left otherwise."""
    top = max((bar.value for bar in data), default=0.0) or 1.0
    scale = (_BASE - _TOP) / top
    width = 100.0 / max(len(data), _MIN_BARS)
    has_values = len(data) <= _MAX_VALUES
    lines = [] if has_values else [tick for tick in ticks(0.0, top, 4) if tick > 0 and tick == int(tick)]
    parts = [_grid_line(_BASE - tick * scale) for tick in lines]
    every = max(1, -(-len(data) // _MAX_LABELS))
    for k, bar in enumerate(data):
        height = max(bar.value * scale, 1.0 if bar.value else 0.0)
        x = width * k
        parts.append(
            f'<g class="bar"><title>{escape(bar.hint)}</title>'
            f'<rect class="catch" x="{x:.3f}%" y="0" width="{width:.3f}%" height="{_BASE}"/>'
            f'<rect x="{x + 0.07 * width:.3f}%" y="{_BASE - height:.1f}" '
            f'width="{0.86 * width:.3f}%" height="{height:.1f}"/></g>'
        )
        middle = f'x="{x + width / 2:.3f}%"'
        if has_values and bar.value:
            parts.append(f'<text {middle} y="{_BASE - height - 6:.1f}" class="middle">{compact(bar.value)}</text>')
        if k % every == 0:
            spare = " spare" if k // every % 2 and len(data) > _MAX_LABELS // 2 else ""
            parts.append(f'<text {middle} y="{_HEIGHT - 9}" class="middle{spare}">{escape(bar.label)}</text>')
    parts.append(_axis())
    return _plot(parts, [(_BASE - tick * scale, compact(tick)) for tick in lines], title)


def energy_curve(
    history: Sequence[Round], bounds: Sequence[BoundRound], *, title: str, end: float, terms: Terms = DEFAULT_TERMS
) -> str:
    """Energy after each round over time, with the lower bound, if any, as a line and how it rose."""
    points = thinned(history)
    bound = bounds[-1].bound if bounds else None
    high = max(r.energy for r in points)
    low = min(*(r.energy for r in points), high if bound is None else bound)
    span = high - low
    room = span if span > _ROUNDING * abs(high) else abs(high) or 1.0
    bottom, top = low - 0.1 * room, high + 0.05 * room
    last = max(end, points[-1].seconds) or 1.0

    def y(energy: float) -> float:
        return _TOP + (top - energy) / (top - bottom) * (_BASE - _TOP)

    def x(time: float) -> float:
        return 100.0 * time / last

    lines = ticks(bottom, top, 4)
    parts = [*(_grid_line(y(tick)) for tick in lines), _axis()]
    for tick in ticks(0.0, last, 4):
        anchor = "start" if tick == 0 else "end" if x(tick) > 96 else "middle"
        text = "0 s" if tick == 0 else _time(tick)
        parts.append(f'<text x="{x(tick):.2f}%" y="{_HEIGHT - 9}" class="{anchor}">{text}</text>')
    found = y(points[-1].energy)
    parts.append(f'<text class="end energy" x="100%" y="{found - 8:.1f}">energy {rough(points[-1].energy)}</text>')
    if bound is not None:
        at = y(bound)
        text_at = at - 6 if at - found > 24 else at + 15  # the two texts must not overlap
        parts.append(f'<line class="bound" x1="0" x2="100%" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="end bound" x="100%" y="{text_at:.1f}">lower bound {rough(bound)}</text>')
    steps = " ".join(_steps([(x(r.seconds), y(r.energy)) for r in points], 100.0))
    # Clipped at the axis: the first bounds are far below, and a scale that holds them would show nothing else.
    rising = [(x(min(b.seconds, last)), min(y(b.bound), float(_BASE))) for b in bounds]
    curves = f'<polyline class="rising" points="{" ".join(_steps(rising, 100.0))}"/>' if len(rising) > 1 else ""
    parts.append(
        f'<svg width="100%" height="{_HEIGHT}" viewBox="0 0 100 {_HEIGHT}" preserveAspectRatio="none">'
        f'{curves}<polyline class="curve" points="{steps}"/></svg>'
    )
    for r in _marked(points):
        hint = f"after {seconds(r.seconds)}: energy {number(r.energy)}, {terms.n_clusters(r.n_clusters)}"
        parts.append(
            f'<circle class="point" cx="{x(r.seconds):.2f}%" cy="{y(r.energy):.1f}" r="3.5">'
            f"<title>{escape(hint)}</title></circle>"
        )
    return _plot(parts, [(y(tick), label) for tick, label in zip(lines, tick_labels(lines), strict=True)], title)


def thinned(history: Sequence[Round]) -> list[Round]:
    """At most as many rounds as a screen can show: those that improved, and evenly spread ones."""
    if len(history) <= _MAX_POINTS:
        return list(history)
    better, lowest = [], float("inf")
    for k, r in enumerate(history):
        if r.energy < lowest:
            lowest = r.energy
            better.append(k)
    half = _MAX_POINTS // 2 - 1
    kept = {0, len(history) - 1, *_spread(better, half), *_spread(range(len(history)), half)}
    return [history[k] for k in sorted(kept)]


def _marked(points: Sequence[Round]) -> list[Round]:
    """The first round, those that improved, and the last."""
    marked = [points[0]]
    for r in points[1:]:
        if r.energy < marked[-1].energy - 1e-9 * abs(r.energy):
            marked.append(r)
    return marked if marked[-1] is points[-1] else [*marked, points[-1]]


def _spread(indices: Sequence[int], max_indices: int) -> Sequence[int]:
    return indices[:: max(1, -(-len(indices) // max_indices))]


def _steps(points: Sequence[tuple[float, float]], end: float) -> list[str]:
    """Steps, not slopes: a clustering stands until a better one is found."""
    found = [f"{points[0][0]:.3f},{points[0][1]:.2f}"]
    for (_, before), (x, y) in pairwise(points):
        found += [f"{x:.3f},{before:.2f}", f"{x:.3f},{y:.2f}"]
    return [*found, f"{end:.3f},{points[-1][1]:.2f}"]


def _time(s: float) -> str:
    if s < 1.0:
        return f"{1000 * s:.3g} ms"
    return f"{s:.3g} s" if s < 7200.0 else f"{s / 3600:.3g} h"


def _grid_line(y: float) -> str:
    return f'<line class="grid" x1="0" x2="100%" y1="{y:.1f}" y2="{y:.1f}"/>'


def _axis() -> str:
    return f'<line class="axis" x1="0" x2="100%" y1="{_BASE}" y2="{_BASE}"/>'


def _plot(parts: Sequence[str], scale: Sequence[tuple[float, str]], title: str) -> str:
    """The drawing, with its scale in a column on the left that does not stretch."""
    labels = "".join(f'<text x="100%" y="{y + 4:.1f}" class="end">{label}</text>' for y, label in scale)
    width = max((len(label) for _, label in scale), default=0)
    beside = f'<svg class="chart" style="width:{0.5 * width + 0.6:.1f}rem" height="{_HEIGHT}" aria-hidden="true">'
    return (
        '<div class="plot">'
        + (f"{beside}{labels}</svg>" if scale else "")
        + f'<svg class="chart wide" role="img" aria-label="{escape(title)}" height="{_HEIGHT}">'
        + f"<title>{escape(title)}</title>\n"
        + "\n".join(parts)
        + "\n</svg></div>"
    )
