"""Tables of the segmentation experiment: mean and standard error of each score by share drawn, for each set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.segmentation.data.cases import ABOUT, REPORTED
from experiments.segmentation.methods.method import PictureMethod
from experiments.segmentation.methods.methods import HUMAN, OURS
from harness.means import mean_cell
from harness.results_file import Row
from harness.tables import Column, Table

AIM = "aim"
#: Score, heading, digits, and our aim on the reported half.
SCORES: tuple[tuple[str, str, int, dict[float, str]], ...] = (
    ("covering", "covering", 3, {0.2: "≥ 0.65", 0.4: "≥ 0.82", 0.6: "≥ 0.92", 0.8: "≥ 0.96"}),
    ("boundary_f", "boundary F", 3, {0.4: "≥ 0.85", 0.6: "≥ 0.92"}),
    ("k_error", "|k' - k|", 2, {0.4: "≤ 1", 0.6: "≤ 0.6"}),
    ("ari", "ARI", 3, {}),
    ("undrawn_f", "boundary F away from strokes", 3, {}),
    ("cpu_seconds", "CPU seconds", 2, {}),
    ("wall_seconds", "wall-clock seconds", 2, {}),
)


def tables(
    rows: Sequence[Row], names: Sequence[str], known: Mapping[str, PictureMethod], left_out: Mapping[str, str]
) -> list[Table]:
    made = [_overview(names, known, left_out)]
    for group in dict.fromkeys(row["set"] for row in rows):
        own = [row for row in rows if row["set"] == group]
        shares = sorted({row["share"] for row in own})
        for key, heading, digits, aims in SCORES:
            if all(row[key] is None for row in own):
                continue
            made.append(_scores(own, group, names, shares, key, heading, digits, aims if group == REPORTED else {}))
        if any(row["method"] == OURS for row in own):
            made.append(_duels(own, group, names, shares))
    return made


def _overview(names: Sequence[str], known: Mapping[str, PictureMethod], left_out: Mapping[str, str]) -> Table:
    about = {name: known[name].about for name in names if name in known}
    if HUMAN in names:
        about[HUMAN] = "the mean over all other annotators of the picture"
    return Table(
        title="Methods",
        aim=(
            "All are given the same picture and the same strokes, each with one setting for all pictures and shares. "
            "Strokes are pieces of 20 to 60 pixels of the reference's boundary with a jitter of up to 2 pixels. "
            + (
                "Not measured: " + "; ".join(f"{name} ({why})" for name, why in left_out.items()) + "."
                if left_out
                else "None was left out."
            )
        ),
        columns=(Column("method", "method"), Column("about", "what it does")),
        rows=[{"method": name, "about": text} for name, text in about.items()],
    )


def _scores(
    rows: Sequence[Row],
    group: str,
    names: Sequence[str],
    shares: Sequence[float],
    key: str,
    heading: str,
    digits: int,
    aims: Mapping[float, str],
) -> Table:
    lines: list[Row] = []
    for name in [name for name in names if any(row["method"] == name for row in rows)]:
        line: Row = {"method": name, "pictures": _range([len(_of(rows, name, share)) for share in shares])}
        for share in shares:
            line[_column(share)] = mean_cell([row[key] for row in _of(rows, name, share)], digits)
        lines.append(line)
    if aims:
        lines.append({"method": AIM} | {_column(share): text for share, text in aims.items()})
    return Table(
        title=f"{group.capitalize()}: {heading}",
        aim=f"{ABOUT[group]} Mean ± standard error over pictures, by the share of the boundary that is drawn.",
        columns=(
            Column("method", "method"),
            Column("pictures", "pictures"),
            *(Column(_column(share), f"{share:.0%}") for share in shares),
        ),
        rows=lines,
    )


def _duels(rows: Sequence[Row], group: str, names: Sequence[str], shares: Sequence[float]) -> Table:
    lines: list[Row] = []
    for name in names:
        if name == OURS or not any(row["method"] == name for row in rows):
            continue
        line: Row = {"method": name}
        for share in shares:
            ours = {row["picture"]: row["covering"] for row in _of(rows, OURS, share)}
            theirs = {row["picture"]: row["covering"] for row in _of(rows, name, share)}
            common = [at for at in ours if theirs.get(at) is not None]
            line[_column(share)] = mean_cell([ours[at] - theirs[at] for at in common], 3, sign="+")
        lines.append(line)
    return Table(
        title=f"{group.capitalize()}: ours beside each",
        aim="Covering of ours less that of the other on the same one, mean ± standard error; above 0: ours is ahead.",
        columns=(Column("method", "method"), *(Column(_column(share), f"{share:.0%}") for share in shares)),
        rows=lines,
    )


def _of(rows: Sequence[Row], name: str, share: float) -> list[Row]:
    return [row for row in rows if row["method"] == name and row["share"] == share]


def _range(counts: Sequence[int]) -> str:
    """An interrupted run has fewer pictures at some shares."""
    return f"{min(counts)}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"


def _column(share: float) -> str:
    return f"share {share:g}"
