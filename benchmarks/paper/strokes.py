"""A picture with strokes: the large sparse problem of interactive segmentation."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.paper.methods import cluster_fresh, is_installed
from harness.tables import Column, Row, Table

METHODS = ("AdaptiveICM", "SwapExplore", "AdaptiveICM, SwapExplore", "igraph Leiden")
LIMIT = 300.0


def tables(options: Options) -> Iterator[Table]:
    yield strokes_table(*((24, 36) if options.quick else (258, 387)), options.repeats)


def strokes_table(height: int, width: int, repeats: int) -> Table:
    recipe = {"name": "picture", "height": height, "width": width}
    rows: list[Row] = []
    for method in METHODS:
        if not is_installed(method):
            rows.append({"method": f"{method} (not installed)"})
            continue
        rows.append({"method": method} | cluster_fresh(recipe, method, limit=LIMIT, repeats=repeats))
    return Table(
        title="A picture with strokes",
        aim=(
            f"{height} x {width} pixels, 8 open strokes, cosine weights between 8-neighbours, -10 across strokes. Aim: "
            "SwapExplore under 10 s at 258 x 387. Parts: clusters split where pairs do not connect them; pixels far "
            "from all strokes have no pairs and are parts of one pixel."
        ),
        columns=(
            Column("method", "method"),
            Column("pairs", "pairs", ","),
            Column("build_seconds", "build CPU s", ".2g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("energy", "energy", ".1f"),
            Column("clusters", "clusters", ",.0f"),
            Column("parts", "parts", ",.0f"),
            Column("parts_over_one", "parts of 2 or more", ",.0f"),
            Column("status", "status"),
            Column("peak_mb", "peak MB", ".0f"),
        ),
        rows=rows,
    )
