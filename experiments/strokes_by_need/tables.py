"""Tables of the experiment: covering by the number of strokes, strokes to a level, and falls."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from itertools import pairwise

from experiments.segmentation.data.cases import ABOUT, REPORTED
from experiments.strokes_by_need.methods import OURS, Responder
from harness.means import mean_cell
from harness.results_file import Row
from harness.tables import Column, Table

AT = (0, 1, 2, 4, 8, 16, 32)
LEVELS = (0.85, 0.90, 0.95)
FALL = 0.01  # of covering
AIMS = {1: "≥ 0.70", 2: "≥ 0.75", 4: "≥ 0.82", 8: "≥ 0.90", 16: "≥ 0.95"}


def tables(rows: Sequence[Row], names: Sequence[str], known: Mapping[str, Responder]) -> list[Table]:
    overview = Table(
        title="Methods",
        aim=(
            "Each step draws one stroke where it concerns the largest wrong area: along a border that is missed, or "
            "across one that is false. Steady strokes are off by up to 2 pixels, clumsy ones by up to 5."
        ),
        columns=(Column("method", "method"), Column("about", "what it does")),
        rows=[{"method": name, "about": known[name].about} for name in names],
    )
    made = [overview]
    for group in dict.fromkeys(row["set"] for row in rows):
        for hand in dict.fromkeys(row["hand"] for row in rows):
            own = [row for row in rows if row["set"] == group and row["hand"] == hand]
            if own:
                made += [_curve(own, group, hand, names), _effort(own, group, hand, names)]
    return made


def curve(row: Row) -> list[float]:
    """Covering after 0, 1, 2, ... strokes; the last value stays when nothing is left to draw."""
    found = [float(value) for value in row["covering"].split()]
    return found + found[-1:] * (AT[-1] + 1 - len(found))


def _curve(rows: Sequence[Row], group: str, hand: str, names: Sequence[str]) -> Table:
    lines: list[Row] = []
    for name in names:
        own = [curve(row) for row in rows if row["method"] == name]
        if own:
            line: Row = {"method": name, "pictures": len(own)}
            lines.append(line | {f"after {n}": mean_cell([values[n] for values in own], 3) for n in AT})
    if group == REPORTED and hand == "steady":
        lines.append({"method": "aim"} | {f"after {n}": text for n, text in AIMS.items()})
    return Table(
        title=f"{group.capitalize()}, {hand}: covering by the number of strokes",
        aim=f"{ABOUT[group]} Mean ± standard error over pictures.",
        columns=(
            Column("method", "method"),
            Column("pictures", "pictures"),
            *(Column(f"after {n}", str(n)) for n in AT),
        ),
        rows=lines,
    )


def _effort(rows: Sequence[Row], group: str, hand: str, names: Sequence[str]) -> Table:
    lines: list[Row] = []
    for name in names:
        own = [row for row in rows if row["method"] == name]
        if not own:
            continue
        line: Row = {"method": name}
        for level in LEVELS:
            needed = [next((n for n, value in enumerate(curve(row)) if value >= level), AT[-1] + 1) for row in own]
            line[f"to {level}"] = f"{statistics.median(needed):g}"
        steps = [b - a for row in own for a, b in _steps(row)]
        line["worse"] = f"{sum(step < -FALL for step in steps) / max(1, len(steps)):.1%}"
        line["worst"] = f"{min(steps, default=0.0):.3f}"
        line["seconds"] = f"{statistics.median(row['wall_seconds'] for row in own):.2f}"
        lines.append(line)
    if group == REPORTED and hand == "steady" and OURS in names:
        lines.append({"method": "aim", "to 0.9": "≤ 4", "worse": "≤ 5 %", "worst": "≥ -0.1"})
    return Table(
        title=f"{group.capitalize()}, {hand}: effort and falls",
        aim=(
            f"Median number of strokes to a covering ({AT[-1] + 1}: not within {AT[-1]}); share of strokes that lower "
            f"covering by more than {FALL:g}, and the worst fall; seconds of a response."
        ),
        columns=(
            Column("method", "method"),
            *(Column(f"to {level}", f"to {level:.2f}") for level in LEVELS),
            Column("worse", "lower it"),
            Column("worst", "worst fall"),
            Column("seconds", "seconds"),
        ),
        rows=lines,
    )


def _steps(row: Row) -> list[tuple[float, float]]:
    values = [float(value) for value in row["covering"].split()]
    return list(pairwise(values))
