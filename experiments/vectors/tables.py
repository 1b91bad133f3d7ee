"""Tables of the vectors experiment."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from experiments.vectors.data.panel import PARTS, PanelSet
from experiments.vectors.methods.leiden import RESOLUTION, leiden_by_resolution
from experiments.vectors.methods.method import VectorMethod
from experiments.vectors.methods.ours import OURS
from experiments.vectors.verdicts import BAD_SHARE, FACTOR, NEAR, best_unaided, is_bad, is_sensible
from harness.means import mean_cell
from harness.results_file import Row
from harness.tables import Column, Table


def tables(
    rows: Sequence[Row],
    sets: Mapping[str, PanelSet],
    known: Mapping[str, VectorMethod],
    left_out: Mapping[str, str],
) -> list[Table]:
    main = [row for row in rows if row["method"] in known]
    made = [_methods(main, known, left_out)]
    made += [_means(main, known, part) for part in reversed(PARTS)]
    made += [_by_origin(main, sets, known, part) for part in reversed(PARTS)]
    made.append(_by_resolution(rows))
    made += [_not_sensible(main, known, part) for part in reversed(PARTS)]
    made += [_by_set(main, known, part) for part in reversed(PARTS)]
    return [table for table in made if table.rows]


def _methods(rows: Sequence[Row], known: Mapping[str, VectorMethod], left_out: Mapping[str, str]) -> Table:
    measured = {row["method"] for row in rows}
    absent = [f"{name} ({method.missing})" for name, method in known.items() if method.missing]
    absent += [f"{name} ({why})" for name, why in left_out.items()]
    return Table(
        title="Methods",
        aim="Each at one setting for all sets. " + (f"Not measured: {'; '.join(absent)}." if absent else ""),
        columns=(Column("method", "method"), Column("about", "what it does"), Column("sees", "sees the classes")),
        rows=[
            {"method": name, "about": method.about, "sees": "yes" if method.sees_truth else ""}
            for name, method in known.items()
            if name in measured
        ],
    )


def _means(rows: Sequence[Row], known: Mapping[str, VectorMethod], part: str) -> Table:
    own = [row for row in rows if row["part"] == part]
    best = best_unaided(own, known)
    ours = {row["set"]: row["ari"] for row in own if row["method"] == OURS}
    lines = [_mean_line(name, [row for row in own if row["method"] == name], best, ours) for name in known]
    return Table(
        title=f"Means over the {part} part",
        aim=f"Sensible: an ARI within {NEAR:g} of the best method that does not see the classes, and clusters of at "
        f"least 3 rows within a factor {FACTOR:g} of the classes. Bad: an ARI below {BAD_SHARE:.0%} of that best one. "
        "Ours less this: means of differences in ARI with their standard error.",
        columns=(
            Column("method", "method"),
            Column("sets", "sets", "d"),
            Column("ari", "ARI", ".3f"),
            Column("ami", "AMI", ".3f"),
            Column("less", "ours less this"),
            Column("sensible", "sensible", ".0%"),
            Column("bad", "bad", ".0%"),
            Column("mean_seconds", "CPU s", ".2f"),
            Column("max_seconds", "most", ".1f"),
        ),
        rows=[line for line in lines if line["sets"]],
    )


def _mean_line(name: str, own: Sequence[Row], best: Mapping[str, Row], ours: Mapping[str, float]) -> Row:
    judged = [(row, best[row["set"]]["ari"]) for row in own if row["set"] in best]
    differences = [ours[row["set"]] - row["ari"] for row in own if row["set"] in ours and name != OURS]
    return {
        "method": name,
        "sets": len(own),
        "less": mean_cell(differences, 3, "+"),
        "sensible": _mean([is_sensible(*one) for one in judged]),
        "bad": _mean([is_bad(*one) for one in judged]),
        "max_seconds": max((row["cpu_seconds"] for row in own), default=None),
        **{
            key: _mean([row[column] for row in own])
            for key, column in (("ari", "ari"), ("ami", "ami"), ("mean_seconds", "cpu_seconds"))
        },
    }


def _by_origin(
    rows: Sequence[Row], sets: Mapping[str, PanelSet], known: Mapping[str, VectorMethod], part: str
) -> Table:
    own = [row for row in rows if row["part"] == part]
    parts = {
        "generated": [row for row in own if sets[row["set"]].is_generated],
        "real": [row for row in own if not sets[row["set"]].is_generated],
        "of more than one class": [row for row in own if row["k3_true"] > 1],
    }
    lines: list[Row] = []
    for name in known:
        line: Row = {"method": name}
        for origin, members in parts.items():
            of_method = [row for row in members if row["method"] == name]
            line |= {f"{origin} {key}": _mean([row[key] for row in of_method]) for key in ("ari", "ami")}
        lines.append(line)
    counts = [f"{len({row['set'] for row in members})} {origin}" for origin, members in parts.items()]
    return Table(
        title=f"Generated and real sets, {part} part",
        aim=f"Means over the sets: {', '.join(counts)}. Those of one class give k-means its ARI of 1 for nothing.",
        columns=(
            Column("method", "method"),
            *(
                Column(f"{origin} {key}", f"{origin}: {key.upper()}", ".3f")
                for origin, members in parts.items()
                if members
                for key in ("ari", "ami")
            ),
        ),
        rows=[line for line in lines if any(row["method"] == line["method"] for row in own)],
    )


def _by_resolution(rows: Sequence[Row]) -> Table:
    lines = []
    for name in leiden_by_resolution():
        own = [row for row in rows if row["method"] == name]
        lines.append({"method": name, "ari": _mean([r["ari"] for r in own]), "ami": _mean([r["ami"] for r in own])})
    return Table(
        title="Leiden's resolution, on the tuning part",
        aim=f"The mean ARI chooses; the other tables have {RESOLUTION:g}.",
        columns=(Column("method", "method"), Column("ari", "ARI", ".3f"), Column("ami", "AMI", ".3f")),
        rows=[line for line in lines if line["ari"] is not None],
    )


def _not_sensible(rows: Sequence[Row], known: Mapping[str, VectorMethod], part: str) -> Table:
    """Where ours is clearly worse, whichever method is better."""
    own = [row for row in rows if row["part"] == part]
    best = best_unaided(own, known)
    lines = [
        {
            "set": row["set"],
            "k3_true": row["k3_true"],
            "k3_found": row["k3_found"],
            "ari": row["ari"],
            "best": best[row["set"]]["ari"],
            "by": best[row["set"]]["method"],
            "is_bad": "yes" if is_bad(row, best[row["set"]]["ari"]) else "",
        }
        for row in own
        if row["method"] == OURS and not is_sensible(row, best[row["set"]]["ari"])
    ]
    return Table(
        title=f"Where ours is not sensible, {part} part",
        aim="The best is of the methods that do not see the classes.",
        columns=(
            Column("set", "set"),
            Column("k3_true", "classes", "d"),
            Column("k3_found", "clusters", "d"),
            Column("ari", "ARI", ".2f"),
            Column("best", "best ARI", ".2f"),
            Column("by", "by"),
            Column("is_bad", "bad"),
        ),
        rows=lines,
    )


def _by_set(rows: Sequence[Row], known: Mapping[str, VectorMethod], part: str) -> Table:
    lines: dict[str, Row] = {}
    for row in rows:
        if row["part"] == part:
            line = lines.setdefault(row["set"], {column: row[column] for column in ("set", "n_rows", "n_columns")})
            line["k3_true"] = row["k3_true"]
            line[row["method"]] = f"{row['ari']:.2f} ({row['k3_found']})"
    measured = {row["method"] for row in rows}
    return Table(
        title=f"ARI of each set, {part} part",
        aim="In brackets: clusters with at least 3 rows. Classes are those with at least 3.",
        columns=(
            Column("set", "set"),
            Column("n_rows", "rows", ",d"),
            Column("n_columns", "columns", "d"),
            Column("k3_true", "classes", "d"),
            *(Column(name, name) for name in known if name in measured),
        ),
        rows=list(lines.values()),
    )


def _mean(values: Sequence[float]) -> float | None:
    return statistics.mean(values) if values else None
