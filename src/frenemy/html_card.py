"""What notebooks show of a value: a small table and a picture, as HTML without scripts, styles or files around it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape

import numpy as np
import numpy.typing as npt

from frenemy.sign_colors import BLUE, ORANGE, hex_color

_WIDTH, _HEIGHT = 240, 72  # of a chart, in pixels
_MAX_BARS, _MAX_STEP = 60, 40.0
_MAX_TEXT = 200  # characters of a cell
_CELL = "padding:1px 10px 1px 0;text-align:left;border:0"


def card(title: str, facts: Iterable[tuple[str, str]], picture: str = "", *, warnings: Sequence[str] = ()) -> str:
    """A heading, rows of a name and a value, warnings, and a picture beside them.

    Titles, names, values and warnings are text, and escaped here; the picture is HTML, from :func:`bars`,
    :func:`shares` or :func:`png`.

    Examples
    --------
    >>> from frenemy.html_card import card
    >>> "&lt;b&gt;" in card("Problem", [("name", "<b>")])
    True
    """
    rows = "".join(
        f'<tr><th scope="row" style="{_CELL};font-weight:normal;opacity:.7">{escape(name)}</th>'
        f'<td style="{_CELL}">{escape(_cut(value))}</td></tr>'
        for name, value in facts
    )
    notes = "".join(f'<div style="max-width:60em">&#9888; {escape(text)}</div>' for text in warnings)
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start;font-size:13px">'
        f'<div><div style="font-weight:bold">{escape(title)}</div>'
        f'<table style="border-collapse:collapse;border:0;margin:0;font-size:inherit">{rows}</table>{notes}</div>'
        f"{picture}</div>"
    )


def bars(
    heights: Sequence[float],
    *,
    caption: str,
    ends: tuple[object, object] | None = None,
    signs: Sequence[float] | None = None,
) -> str:
    """A bar chart as SVG; empty if there is nothing to draw.

    ``ends`` are written below the first and the last bar. Bars are blue, or orange where ``signs`` are below 0.
    """
    highest = max(heights, default=0)
    if highest <= 0:
        return ""
    step = min(_MAX_STEP, _WIDTH / len(heights))
    drawn = "".join(
        f'<rect x="{i * step:.2f}" y="{_HEIGHT - tall:.2f}" width="{max(step - 1, 0.5 * step):.2f}" '
        f'height="{tall:.2f}" fill="{hex_color(ORANGE if signs is not None and signs[i] < 0 else BLUE)}"/>'
        for i, tall in ((i, max(1.0, _HEIGHT * height / highest)) for i, height in enumerate(heights) if height > 0)
    )
    labels = (
        ""
        if ends is None or len(heights) == 1
        else _text(0, "start", _number(ends[0])) + _text(step * len(heights), "end", _number(ends[1]))
    )
    return _svg(drawn + labels, caption)


def size_bars(labels: npt.NDArray[np.integer]) -> str:
    """The sizes of the clusters of labels ``0..k-1``, the largest first; of many clusters, the largest ones."""
    sizes = -np.sort(-np.bincount(labels)) if len(labels) else np.empty(0, np.int64)
    shown = sizes[:_MAX_BARS].tolist()
    which = "" if len(sizes) <= _MAX_BARS else f", the {_MAX_BARS} largest"
    return bars(shown, caption=f"sizes of clusters{which}", ends=(shown[0], shown[-1]) if shown else None)


def shares(parts: Sequence[tuple[str, float, str]], *, caption: str) -> str:
    """One bar, divided: name, share of the whole and color of each part."""
    drawn, begin = "", 0.0
    for name, share, color in parts:
        width = _WIDTH * share
        drawn += (
            f'<rect x="{begin:.2f}" y="{_HEIGHT // 3}" width="{width:.2f}" height="{_HEIGHT // 3}" fill="{color}">'
            f"<title>{escape(name)}: {share:.1%}</title></rect>"
        )
        begin += width
    return _svg(drawn, caption)


def png(data: bytes, *, caption: str, max_width: int = 320) -> str:
    """A PNG file within the page."""
    text = base64.b64encode(data).decode("ascii")
    return f'<img alt="{escape(caption)}" style="max-width:{max_width}px" src="data:image/png;base64,{text}">'


def number_text(value: float) -> str:
    """A number for people: thousands apart, six digits at most."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def _svg(drawn: str, caption: str) -> str:
    return (
        f'<figure style="margin:0"><svg role="img" aria-label="{escape(caption)}" width="{_WIDTH}" '
        f'height="{_HEIGHT + 16}" viewBox="0 0 {_WIDTH} {_HEIGHT + 16}">{drawn}</svg>'
        f'<figcaption style="opacity:.7">{escape(caption)}</figcaption></figure>'
    )


def _text(x: float, anchor: str, text: str) -> str:
    return (
        f'<text x="{x}" y="{_HEIGHT + 12}" text-anchor="{anchor}" font-size="11" fill="currentColor">'
        f"{escape(_cut(text))}</text>"
    )


def _number(value: object) -> str:
    return number_text(value) if isinstance(value, (int, float)) else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 1]}\N{HORIZONTAL ELLIPSIS}"
