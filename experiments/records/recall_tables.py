"""Tables of blocking with fewer rules: ours beside the best method in hindsight, for every set and recall."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.records.data.conditions import CLEAN, FEWER_RULES, FEWER_RULES_AND_WRONG
from experiments.records.data.pair_sets import TITLES, TUNED
from experiments.records.methods.peers import AVERAGE_BEST, COMPONENTS_BEST, LOG_ODDS_BEST
from harness.results_file import Row
from harness.tables import Column, Table

OURS, REACH = "ours", "(within reach)"
IN_HINDSIGHT = (COMPONENTS_BEST, AVERAGE_BEST, LOG_ODDS_BEST)


def recall_tables(rows: Sequence[Row]) -> list[Table]:
    halves = {"unseen": False, "in view while the weights were worked out": True}
    return [_table(rows, is_tuned, about) for about, is_tuned in halves.items()]


def _table(rows: Sequence[Row], is_tuned: bool, about: str) -> Table:
    own = [row for row in rows if (row["set"] in TUNED) == is_tuned]
    lines: list[Row] = []
    for name in dict.fromkeys(row["set"] for row in own):
        seen: set[float] = set()
        for kind, amount in sorted(
            {
                (row["condition"], row["amount"])
                for row in own
                if row["set"] == name and row["condition"] in (CLEAN, FEWER_RULES)
            },
            key=lambda key: (key[0] == CLEAN, key[1]),
        ):
            found = _by_method(own, name, kind, amount)
            wrong = _by_method(own, name, FEWER_RULES_AND_WRONG, amount if kind == FEWER_RULES else 1.0)
            line = _line(found, wrong)
            if line and line["recall"] not in seen:  # two recalls may be nearest to the same rules
                seen.add(line["recall"])
                lines.append({"set": TITLES[name]} | line)
    return Table(
        title=f"Fewer blocking rules: B-cubed F, sets {about}",
        aim="Best: the better of components, average link and average log-odds, each with the best threshold of all. "
        "Wrong: 5 % of isolated wrong pairs are added. Lost: by them, ours and within reach.",
        columns=(
            Column("set", "set"),
            Column("recall", "recall", ".2f"),
            Column("best", "best in hindsight", ".3f"),
            Column("ours", "ours", ".3f"),
            Column("ahead", "ahead", "+.3f"),
            Column("best_wrong", "best, wrong", ".3f"),
            Column("ours_wrong", "ours, wrong", ".3f"),
            Column("ahead_wrong", "ahead", "+.3f"),
            Column("lost", "lost", ".3f"),
            Column("reach_lost", "of it within reach", ".3f"),
        ),
        rows=lines,
    )


def _by_method(rows: Sequence[Row], name: str, kind: str, amount: float) -> dict[str, Row]:
    wanted = (name, kind, amount)
    return {row["method"]: row for row in rows if (row["set"], row["condition"], row["amount"]) == wanted}


def _line(found: dict[str, Row], wrong: dict[str, Row]) -> Row:
    """Empty unless all methods were measured."""
    if not all({OURS, REACH, *IN_HINDSIGHT} <= set(one) for one in (found, wrong)):
        return {}
    best, best_wrong = (max(one[method]["b3_f"] for method in IN_HINDSIGHT) for one in (found, wrong))
    ours, ours_wrong = found[OURS]["b3_f"], wrong[OURS]["b3_f"]
    return {
        "recall": found[OURS]["listed_share"],
        "best": best,
        "ours": ours,
        "ahead": ours - best,
        "best_wrong": best_wrong,
        "ours_wrong": ours_wrong,
        "ahead_wrong": ours_wrong - best_wrong,
        "lost": ours - ours_wrong,
        "reach_lost": found[REACH]["b3_f"] - wrong[REACH]["b3_f"],
    }
