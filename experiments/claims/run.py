"""The table of claims: some are measured here, others are read from the other experiments."""

from __future__ import annotations

import csv
import textwrap
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from experiments import coclustering, fragments, page, synthetic
from experiments.claims import figure_3, functional, moves, probability, table_1
from experiments.claims.claim import FAILS, HOLDS, NOT_MEASURED, WITH_A_REASON, Claim, Evidence
from experiments.settings import Settings
from harness.figure import figure
from harness.progress import with_progress
from harness.results_file import ResultsFile, Row
from harness.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CLAIMS: tuple[Claim, ...] = tuple(
    sorted(
        (*probability.CLAIMS, *functional.CLAIMS, *moves.CLAIMS, *figure_3.CLAIMS, *table_1.CLAIMS),
        key=lambda claim: claim.section,
    )
)
COLUMNS = ("scale", "name", "measured", "verdict", "remark", "seconds")
COLORS = {HOLDS: "#00805a", WITH_A_REASON: "#d59a00", FAILS: "#c03030", NOT_MEASURED: "#808080"}


def run(settings: Settings) -> None:
    """Run the other experiments first; rows measured before take no time."""
    others = replace(settings, fresh=False)
    evidence = Evidence(
        quick=settings.quick,
        synthetic=synthetic.measure(replace(others, name="synthetic"))[1],
        coclustering=coclustering.measure(replace(others, name="coclustering")).rows,
        fragments=fragments.measure(others),
    )
    scale = "quick" if settings.quick else "full"
    cache = ResultsFile(settings.out / "claims_measured.csv", COLUMNS, n_keys=2, fresh=settings.fresh)
    by_name = {claim.name: claim for claim in CLAIMS if not claim.is_read}
    keys = [(scale, name) for name in by_name]
    for _, name in with_progress(cache.left(keys), "claims"):
        cache.add({"scale": scale, "name": name} | _measured(by_name[name], evidence))
    found = {row["name"]: row for row in cache.of(keys)}
    found |= {claim.name: _measured(claim, evidence) for claim in CLAIMS if claim.is_read}
    rows = [found[claim.name] | {"name": claim.name, "section": claim.section, "claim": claim.says} for claim in CLAIMS]
    _write_csv(settings, rows)
    draw(settings, rows)
    page.write(settings, [table(rows)], results=[cache], seconds=sum(row["seconds"] for row in rows))


def _measured(claim: Claim, evidence: Evidence) -> Row:
    began = time.perf_counter()
    row = claim.measure(evidence)._asdict()
    return row | {"seconds": time.perf_counter() - began}


def _write_csv(settings: Settings, rows: list[Row]) -> None:
    columns = ("name", "section", "claim", "measured", "verdict", "remark", "seconds")
    with (settings.out / "claims.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def table(rows: list[Row]) -> Table:
    counts = {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COLORS}
    return Table(
        title="The paper's claims",
        aim=(
            "Each claim of sections 1 to 6 in our words, what we measured, and the verdict that a rule in the code "
            "draws from it: " + ", ".join(f"{verdict} {count}" for verdict, count in counts.items() if count) + "."
        ),
        columns=(
            Column("section", "section"),
            Column("claim", "claim"),
            Column("measured", "measured"),
            Column("verdict", "verdict"),
            Column("remark", "remark"),
        ),
        rows=[row | {"remark": row["remark"] or ""} for row in rows],
    )


def draw(settings: Settings, rows: list[Row]) -> None:
    """The claims one below the other, each with the color of its verdict."""
    lines = [textwrap.wrap(row["claim"], 62) for row in rows]
    height = 0.3 + 0.17 * sum(len(wrapped) + 0.6 for wrapped in lines)
    with figure(settings.out, "claims", is_draft=settings.quick, panels=(1, 1), size=(6.4, height)) as (_, (panel,)):
        _draw_claims(panel, rows, lines)


def _draw_claims(panel: Axes, rows: list[Row], lines: list[list[str]]) -> None:
    y = 0.0
    for row, wrapped in zip(rows, lines, strict=True):
        middle = y + (len(wrapped) - 1) / 2
        panel.plot([0.0], [middle], "o", color=COLORS[row["verdict"]], markersize=6)
        panel.text(0.04, middle, str(row["section"]), va="center", color="#606060")
        panel.text(0.11, middle, "\n".join(wrapped), va="center", linespacing=1.25)
        panel.text(1.0, middle, row["verdict"], va="center", ha="right", color=COLORS[row["verdict"]])
        y += len(wrapped) + 0.6
    panel.set_ylim(y - 0.4, -1.0)
    panel.set_xlim(-0.03, 1.02)
    panel.set_axis_off()
