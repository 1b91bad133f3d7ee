"""Tables of the co-clustering experiment: ratios of energies, and how often they are lower."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from experiments.coclustering.problems import ABOUT
from harness.results_file import Row
from harness.tables import Column, Table

REFERENCE = "R-LP"
SAME = 1e-9  # relative: energies that differ by less are equal
REACHED = 1e-6  # relative: known optima are written with some digits


class PaperRow(NamedTuple):
    """Table 1 of the paper for its 77 matrices, in percent."""

    ratio: float
    deviation: float
    lower: float


PAPER = {
    "Swap": PaperRow(98.6, 1.4, 15.0),
    "Expand": PaperRow(98.4, 1.9, 11.7),
    "ICM": PaperRow(77.4, 23.9, 0.0),
    "TRW-S": PaperRow(83.8, 5.4, 0.0),
    "BP": PaperRow(83.6, 6.3, 0.0),
}


class Broken(NamedTuple):
    """A file that holds no problem."""

    group: str
    name: str
    reason: str


class Duel(NamedTuple):
    """One method compared with the relaxation on one problem."""

    row: Row
    reference: Row

    @property
    def ratio(self) -> float | None:
        """In the form of equation 1, percent; None where the relaxation is no better than every node alone."""
        return 100.0 * self.row["agreement"] / self.reference["agreement"] if self.reference["agreement"] < 0 else None

    @property
    def cut_ratio(self) -> float | None:
        """In the form of equation 3, percent; None where the relaxation is no better than one cluster."""
        return 100.0 * self.row["energy"] / self.reference["energy"] if self.reference["energy"] < 0 else None

    @property
    def is_equal(self) -> bool:
        return abs(self.row["energy"] - self.reference["energy"]) <= SAME * abs(self.reference["agreement"])

    @property
    def is_lower(self) -> bool:
        return not self.is_equal and bool(self.row["energy"] < self.reference["energy"])


def groups(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row["set"] for row in rows))


def duels(rows: Iterable[Row], group: str, method: str) -> list[Duel]:
    """On every problem of the set where the ratio is defined."""
    own = {row["problem"]: row for row in rows if row["set"] == group and row["method"] == method}
    references = _references(rows, group)
    found = [Duel(own[problem], reference) for problem, reference in references.items() if problem in own]
    return [duel for duel in found if duel.ratio is not None]


def _references(rows: Iterable[Row], group: str) -> dict[str, Row]:
    return {row["problem"]: row for row in rows if row["set"] == group and row["method"] == REFERENCE}


def compared(rows: Sequence[Row], group: str, method: str) -> Row | None:
    """Means and shares over a set, or None without a problem."""
    fought = duels(rows, group, method)
    if not fought:
        return None
    ratios = [duel.ratio for duel in fought]
    cut_ratios = [duel.cut_ratio for duel in fought if duel.cut_ratio is not None]
    known = [duel.row for duel in fought if duel.row["optimum"] is not None]
    paper = PAPER.get(method)
    return {
        "method": method,
        "problems": len(fought),
        "ratio": statistics.mean(ratios),
        "deviation": _deviation(ratios),
        "median": statistics.median(ratios),
        "lower": _share(duel.is_lower for duel in fought),
        "equal": _share(duel.is_equal for duel in fought),
        "cut_ratio": statistics.mean(cut_ratios) if cut_ratios else None,
        "cut_deviation": _deviation(cut_ratios),
        "reached": _share(_is_reached(row) for row in known) if known else None,
        "cpu_seconds": statistics.mean(duel.row["cpu_seconds"] for duel in fought),
        "stopped": sum(duel.row["status"] == "TIME_LIMIT" for duel in fought),
        "paper": f"{paper.ratio} ± {paper.deviation}" if paper else None,
        "paper_lower": f"{paper.lower:g} %" if paper else None,
    }


def _deviation(values: Sequence[float]) -> float:
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _share(claims: Iterable[bool]) -> float:
    return statistics.mean(map(float, claims))


def _is_reached(row: Row) -> bool:
    return math.isclose(row["energy"], row["optimum"], rel_tol=REACHED, abs_tol=REACHED)


# -------------------------------------------------------------------------------------------------------------- tables


def tables(
    rows: Sequence[Row],
    names: Sequence[str],
    broken: Sequence[Broken],
    limits: tuple[float, float],
    overestimate: int,
) -> list[Table]:
    made = [_overview(rows, names, broken, limits, overestimate)]
    made += [_detail(rows, group, names) for group in groups(rows)]
    if broken:
        made.append(_skipped(broken))
    return made


def _overview(
    rows: Sequence[Row],
    names: Sequence[str],
    broken: Sequence[Broken],
    limits: tuple[float, float],
    overestimate: int,
) -> Table:
    """Table 1: the paper's figures, and ours on each set."""
    lines = []
    for name in names:
        line: Row = {"method": name}
        if name in PAPER:
            line["paper"] = f"{PAPER[name].ratio} ± {PAPER[name].deviation}; {PAPER[name].lower:g} %"
        for group in groups(rows):
            mean = compared(rows, group, name)
            if mean is not None:
                line[group] = f"{mean['ratio']:.1f} ± {mean['deviation']:.1f}; {mean['lower']:.0%}".replace("%", " %")
        lines.append(line)
    return Table(
        title="Energies beside those of the linear relaxation (table 1)",
        aim=(
            f"Energy as a percentage of that of {REFERENCE}, mean ± standard deviation; then the share of problems "
            "with an energy strictly lower. Energies are those of equation 1, minus the weight inside clusters, so "
            f"that they are negative and above 100 is better than {REFERENCE}. The 77 matrices of Glasner et al. that "
            "the paper measures are not public: its column is what it printed for them, the others are **stand-ins or "
            "your own matrices**, and the columns cannot be compared digit by digit. Nor does the paper give the "
            f"constraints of its {REFERENCE} (Vitaladevuni & Basri 2010). Ours, `frenemy.comparators.LPRelaxation`, is "
            "the linear program over all conflicted cycles, rounded by thresholds and by growing balls; the best of "
            "these is taken and not improved. As a relaxation it is probably stronger than theirs; how the roundings "
            f"compare is not known. TRW-S and BP have {overestimate} times as many labels as clusters "
            "that our default finds. The paper's five, with noise or without, stop after "
            f"{limits[0]:g} s, {REFERENCE} after {limits[1]:g} s, "
            'of which a fifth is for rounding (wall clock); those that did are counted as stopped. "frenemy", Leiden '
            'and GAEC+KL make one pass, which no limit ends; "frenemy, 1 s" has a second to search. '
            f"{_left_out(broken)}"
        ),
        columns=(
            Column("method", "method"),
            Column("paper", "the paper's, on its data"),
            *(Column(group, group) for group in groups(rows)),
        ),
        rows=lines,
    )


def _left_out(broken: Sequence[Broken]) -> str:
    if not broken:
        return "No file was skipped."
    return (
        f"**{len(broken)} file(s) skipped** because they hold no problem that can be measured; the last table says why."
    )


def _detail(rows: Sequence[Row], group: str, names: Sequence[str]) -> Table:
    means = [mean for mean in (compared(rows, group, name) for name in names) if mean is not None]
    return Table(
        title=f"Set: {group}",
        aim=_aim(rows, group),
        columns=(
            Column("method", "method"),
            Column("ratio", "ratio, %", ".2f"),
            Column("deviation", "± sd", ".2f"),
            Column("median", "median", ".2f"),
            Column("lower", "strictly lower", ".1%"),
            Column("equal", "equal", ".1%"),
            Column("cut_ratio", "ratio in cut form, %", ".2f"),
            Column("cut_deviation", "± sd", ".2f"),
            Column("reached", "optimum reached", ".1%"),
            Column("cpu_seconds", "CPU s", ".3g"),
            Column("stopped", "stopped", "d"),
            Column("paper", "paper: ratio"),
            Column("paper_lower", "paper: lower"),
        ),
        rows=means,
    )


def _aim(rows: Sequence[Row], group: str) -> str:
    references = list(_references(rows, group).values())
    defined = [row for row in references if row["agreement"] < 0]
    n_undefined = len(references) - len(defined)
    n_tight = sum(
        row["lower_bound"] is not None and row["energy"] - row["lower_bound"] <= REACHED * abs(row["agreement"])
        for row in defined
    )
    n_known = sum(row["optimum"] is not None for row in defined)
    return (
        (f"{ABOUT[group]} " if group in ABOUT else "")
        + f"{len(references)} problems: {_range(references, 'nodes', ',d')} nodes, "
        f"{_range(references, 'density', '.0%')} of all pairs listed, "
        f"{_range(references, 'positive_share', '.0%')} of these attract"
        + (f"; {n_known} with a known optimum" if n_known else "")
        + f". {REFERENCE} reaches its own lower bound, and with that the optimum, on {n_tight} of {len(defined)}. "
        + (
            f"{n_undefined} left out: there {REFERENCE} has no energy below 0, which is what all nodes alone have, and "
            "the ratio means nothing. "
            if n_undefined
            else ""
        )
        + "The cut form is that of equation 3, the weight between clusters: the same clusterings in other ratios."
    )


def _range(rows: Sequence[Row], key: str, form: str) -> str:
    low, high = (format(bound(row[key] for row in rows), form) for bound in (min, max))
    return low if low == high else f"{low} to {high}"


def _skipped(broken: Sequence[Broken]) -> Table:
    return Table(
        title="Skipped",
        aim=f"{len(broken)} file(s) that hold no problem that can be measured.",
        columns=(Column("set", "set"), Column("file", "file"), Column("reason", "why")),
        rows=[{"set": one.group, "file": one.name, "reason": one.reason.replace("|", "/")} for one in broken],
    )
