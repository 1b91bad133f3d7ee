"""Tables of the records experiment."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from experiments.records.data.conditions import CLEAN, CONDITIONS, FEWER_RULES, FEWER_RULES_AND_WRONG
from experiments.records.data.pair_quality import pair_quality
from experiments.records.data.pair_sets import RULES_ONLY, TITLES, tool
from experiments.records.data.scored_pairs import ScoredPairs
from experiments.records.methods.method import PairsMethod
from experiments.records.recall_tables import recall_tables
from harness.results_file import Row
from harness.tables import Column, Table


def tables(
    rows: Sequence[Row], pairs: Mapping[str, ScoredPairs], known: Mapping[str, PairsMethod], left_out: Mapping[str, str]
) -> list[Table]:
    made = [_sets(pairs, left_out), _methods(rows, known)]
    for key, heading in (("b3_f", "B-cubed F"), ("pair_f", "pairwise F"), ("n_found", "entities found")):
        made.append(_clean(rows, pairs, key, heading))
    made += [_in_full(rows, name) for name in pairs]
    disturbed = [name for name in pairs if name not in RULES_ONLY]
    kinds = [kind for kind in CONDITIONS if kind not in (CLEAN, FEWER_RULES, FEWER_RULES_AND_WRONG)]
    made += [_disturbed(rows, disturbed, kind, max(CONDITIONS[kind].amounts)) for kind in kinds]
    made += [_by_amount(rows, name, kind) for kind in kinds for name in disturbed]
    made += recall_tables(rows)
    return [table for table in made if table.rows]


def _sets(pairs: Mapping[str, ScoredPairs], left_out: Mapping[str, str]) -> Table:
    absent = "; ".join(f"{name} ({why})" for name, why in left_out.items())
    lines = [
        {"set": TITLES[name], "tool": tool(name), "n": scored.n, "k": scored.n_entities, "pairs": len(scored.u)}
        | pair_quality(scored)
        for name, scored in pairs.items()
    ]
    return Table(
        title="The sets",
        aim="Listed: share of the true pairs that were compared. AUC: of a true pair above a wrong one. Off: what must "
        "be added to all log-odds for as many matches as there are (nats). "
        + (f"Not measured: {absent}." if absent else "None was left out."),
        columns=(
            Column("set", "set"),
            Column("tool", "scored by"),
            Column("n", "records", ",d"),
            Column("k", "entities", ",d"),
            Column("pairs", "pairs", ",d"),
            Column("listed", "listed", ".3f"),
            Column("true_share", "true", ".3f"),
            Column("auc", "AUC", ".4f"),
            Column("true_above", "true above 0", ".3f"),
            Column("wrong_above", "wrong above 0", ".4f"),
            Column("off", "off", "+.1f"),
        ),
        rows=lines,
    )


def _methods(rows: Sequence[Row], known: Mapping[str, PairsMethod]) -> Table:
    measured = {row["method"] for row in rows}
    absent = [f"{name} ({method.missing})" for name, method in known.items() if method.missing]
    return Table(
        title="Methods",
        aim="All from the same scores. *Best* ones choose their threshold by the truth, for every draw: no "
        "one can, but it says how good a choice could be. " + (f"Not measured: {'; '.join(absent)}." if absent else ""),
        columns=(Column("method", "method"), Column("about", "what it does"), Column("sees", "knows the truth")),
        rows=[
            {"method": name, "about": method.about, "sees": "yes" if method.sees_truth else ""}
            for name, method in known.items()
            if name in measured
        ],
    )


def _clean(rows: Sequence[Row], pairs: Mapping[str, ScoredPairs], key: str, heading: str) -> Table:
    form = ",d" if key == "n_found" else ".4f"
    lines: list[Row] = []
    own = [row for row in rows if row["condition"] == CLEAN]
    if key == "n_found":
        lines.append({"method": "(truth)"} | {name: scored.n_entities for name, scored in pairs.items()})
    for method in dict.fromkeys(row["method"] for row in own):
        lines.append({"method": method} | {row["set"]: row[key] for row in own if row["method"] == method})
    return Table(
        title=f"Scores as they are: {heading}",
        aim="Nothing added, nothing left out.",
        columns=(Column("method", "method"), *(Column(name, TITLES[name], form) for name in pairs)),
        rows=lines,
    )


def _in_full(rows: Sequence[Row], name: str) -> Table:
    """Precision and recall of either kind."""
    columns = (
        ("pair_precision", "pairs: precision"),
        ("pair_recall", "recall"),
        ("pair_f", "F"),
        ("b3_precision", "B-cubed: precision"),
        ("b3_recall", "recall"),
        ("b3_f", "F"),
    )
    return Table(
        title=f"{TITLES[name]}: in full",
        aim="Scores as they are.",
        columns=(
            Column("method", "method"),
            *(Column(key, heading, ".4f") for key, heading in columns),
            Column("n_found", "entities", ",d"),
        ),
        rows=[row for row in rows if row["set"] == name and row["condition"] == CLEAN],
    )


def _disturbed(rows: Sequence[Row], sets: Sequence[str], kind: str, amount: float) -> Table:
    """Quality at the largest amount, and the loss."""
    condition = CONDITIONS[kind]
    lines: list[Row] = []
    for method in dict.fromkeys(row["method"] for row in rows):
        line: Row = {"method": method}
        for name in sets:
            clean, value = _mean(rows, name, CLEAN, 0.0, method), _mean(rows, name, kind, amount, method)
            if value is not None:
                line[name] = f"{value:.3f}" + ("" if clean is None else f" ({value - clean:+.3f})")
        lines.append(line)
    return Table(
        title=f"{kind.capitalize()}, {amount:.0%}: B-cubed F",
        aim=f"{condition.about[0].upper()}{condition.about[1:]}. In brackets: against the scores as they are. Means "
        f"over {1 + max((row['draw'] for row in rows), default=0)} draws.",
        columns=(Column("method", "method"), *(Column(name, TITLES[name]) for name in sets)),
        rows=lines,
    )


def _by_amount(rows: Sequence[Row], name: str, kind: str) -> Table:
    amounts = (0.0, *CONDITIONS[kind].amounts)
    lines: list[Row] = []
    for method in dict.fromkeys(row["method"] for row in rows if row["set"] == name and row["condition"] == kind):
        line: Row = {"method": method}
        for amount in amounts:
            line[f"at{amount:g}"] = _mean(rows, name, kind if amount else CLEAN, amount, method)
        lines.append(line)
    return Table(
        title=f"{TITLES[name]}: B-cubed F by {CONDITIONS[kind].axis} ({kind})",
        aim="Means over draws.",
        columns=(Column("method", "method"), *(Column(f"at{a:g}", f"{a:.0%}", ".4f") for a in amounts)),
        rows=lines,
    )


def _mean(rows: Sequence[Row], name: str, kind: str, amount: float, method: str) -> float | None:
    wanted = (name, kind, amount, method)
    values = [row["b3_f"] for row in rows if (row["set"], row["condition"], row["amount"], row["method"]) == wanted]
    return statistics.mean(values) if values else None
