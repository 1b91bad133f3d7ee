"""Tables of the faces experiment: mean and standard error over draws."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence

from experiments.faces.groups import ABOUT, ASKED, BALANCE, COUNTS, DOUBTFUL, FIGURE_7, METRIC, PARTS
from experiments.faces.measures.doubtful import MARKS
from experiments.faces.measures.group import Group
from experiments.faces.measures.sheet import CLUSTERINGS
from harness.means import mean_and_error, mean_cell
from harness.results_file import Row
from harness.tables import Column, Table

Value = Callable[[Row], float]


def k3_error(row: Row) -> float:
    """Clusters with at least 3 members minus classes with at least 3 members."""
    return row["k3_found"] - row["k3_true"]


#: Key, heading, digits, and the value of a row.
SCORES: tuple[tuple[str, str, int, Value], ...] = (
    ("b3_f", "B-cubed F", 3, lambda row: row["b3_f"]),
    ("ari", "ARI", 3, lambda row: row["ari"]),
    ("purity", "purity", 3, lambda row: row["purity"]),
    ("k3_error", "k' - k of clusters of at least 3", 1, k3_error),
    ("k3_off", "|k' - k| of clusters of at least 3", 1, lambda row: abs(k3_error(row))),
)
FIGURE_SCORES: tuple[tuple[str, str, int, Value], ...] = (
    ("k_found", "k'", 1, lambda row: row["k_found"]),
    ("k3_found", "k' of clusters of at least 3", 1, lambda row: row["k3_found"]),
    ("k5_found", "k' of clusters of at least 5", 1, lambda row: row["k5_found"]),
    *SCORES[:3],
    ("cpu_seconds", "CPU seconds", 3, lambda row: row["cpu_seconds"]),
)


def tables(rows: Sequence[Row], groups: Sequence[Group], left_out: Mapping[str, str]) -> list[Table]:
    made = []
    for part in PARTS:
        own = [group for group in groups if group.part == part]
        if not own:
            continue
        made.append(_methods(part, own, left_out))
        if part == FIGURE_7:
            made += [_by_k(rows, group, *score[1:]) for group in own for score in FIGURE_SCORES]
            continue
        if part in _BY_LINE:
            made.append(_BY_LINE[part](rows, own))
            continue
        made += [_by_set(rows, part, own, *score[1:]) for score in (SCORES[:1] if part == BALANCE else SCORES)]
        if part == BALANCE:
            made.append(_by_set(rows, part, own, "k'", 1, lambda row: row["k_found"]))
        made += [_by_k(rows, group, *SCORES[0][1:]) for group in own if len(group.ks) > 1]
    return made


def summary(rows: Sequence[Row], groups: Sequence[Group]) -> list[Row]:
    """Means and standard errors by set, k and method, as plain data."""
    sheets = {group.name: group.sheet for group in groups}
    made: list[Row] = []
    for name, k, method in dict.fromkeys((row["set"], row["k"], row["method"]) for row in rows):
        own = [row for row in rows if (row["set"], row["k"], row["method"]) == (name, k, method)]
        line: Row = {"set": name, "k": k, "method": method, "draws": len(own)}
        if sheets[name] == CLUSTERINGS:
            values = {key: [value(row) for row in own] for key, _, _, value in (*SCORES, *FIGURE_SCORES)}
        else:
            values = {key: [row[key] for row in own] for key in sheets[name].scores}
        for key, own in values.items():
            mean, error = mean_and_error(own)
            line |= {key: mean, f"{key}_error": error}
        made.append(line)
    return made


def _methods(part: str, groups: Sequence[Group], left_out: Mapping[str, str]) -> Table:
    known = {name: method for group in groups for name, method in group.methods.items()}
    absent = [f"{name} ({method.missing})" for name, method in known.items() if method.missing]
    absent += [f"{name} ({why})" for name, why in left_out.items() if name.startswith(part)]
    return Table(
        title=f"{part.capitalize()}: methods",
        aim=f"{ABOUT[part]} " + (f"Not measured: {'; '.join(absent)}." if absent else "None was left out."),
        columns=(Column("method", "method"), Column("about", "what it does")),
        rows=[{"method": name, "about": method.about} for name, method in known.items() if not method.missing],
    )


def _by_set(rows: Sequence[Row], part: str, groups: Sequence[Group], heading: str, digits: int, value: Value) -> Table:
    """A column for every set, over all its k."""
    names = [group.name for group in groups]
    lines: list[Row] = []
    for method in dict.fromkeys(row["method"] for row in rows if row["set"] in names):
        line: Row = {"method": method}
        for name in names:
            line[name] = mean_cell(
                [value(row) for row in rows if (row["set"], row["method"]) == (name, method)], digits
            )
        lines.append(line)
    return Table(
        title=f"{part.capitalize()}: {heading}",
        aim="Mean ± standard error over all draws and numbers of classes.",
        columns=(Column("method", "method"), *(Column(group.name, group.plan.name) for group in groups)),
        rows=lines,
    )


def _by_k(rows: Sequence[Row], group: Group, heading: str, digits: int, value: Value) -> Table:
    """A column for every k."""
    own = [row for row in rows if row["set"] == group.name]
    lines: list[Row] = []
    for method in dict.fromkeys(row["method"] for row in own):
        line: Row = {"method": method}
        for k in group.ks:
            line[f"k{k}"] = mean_cell([value(row) for row in own if (row["k"], row["method"]) == (k, method)], digits)
        lines.append(line)
    return Table(
        title=f"{group.name[0].upper()}{group.name[1:]}: {heading} by k",
        aim=f"Mean ± standard error over {len({row['draw'] for row in own})} draws.",
        columns=(Column("method", "method"), *(Column(f"k{k}", f"k = {k}") for k in group.ks)),
        rows=lines,
    )


def _pairs(rows: Sequence[Row], groups: Sequence[Group]) -> Table:
    """A line for every set and setting."""
    lines: list[Row] = []
    for group in groups:
        for method in group.methods:
            own = [row for row in rows if (row["set"], row["method"]) == (group.name, method)]
            if not own:
                continue
            cells = {key: mean_cell([row[key] for row in own], 3) for key in ("auc", "eer", "loss")}
            seconds = statistics.mean(row["learn_seconds"] for row in own)
            lines.append({"set": group.plan.name, "method": method, "seconds": seconds, **cells})
    return Table(
        title="Metric: pairs of unseen people",
        aim="Area under the curve, equal error rate, and mean cross entropy in nats with both kinds of pairs alike, "
        "where knowing nothing is 0.693. Mean ± standard error over draws; mean CPU seconds to learn.",
        columns=(
            Column("set", "faces, points"), Column("method", "setting"), Column("auc", "AUC"), Column("eer", "EER"),
            Column("loss", "loss"), Column("seconds", "seconds", ".2f"),
        ),
        rows=lines,
    )  # fmt: skip


def _counts(rows: Sequence[Row], groups: Sequence[Group]) -> Iterator[tuple[Group, str, int, dict[str, int]]]:
    """The scores of every set and kind of weights, summed over its draws; with the number of draws."""
    for group in groups:
        for method in group.methods:
            own = [row for row in rows if (row["set"], row["method"]) == (group.name, method)]
            if own:
                yield group, method, len(own), {key: sum(row[key] for row in own) for key in group.sheet.scores}


def _doubts(rows: Sequence[Row], groups: Sequence[Group]) -> Table:
    """A line for every set and kind of weights; faces of all draws are counted together."""
    lines: list[Row] = []
    for group, method, n_draws, counts in _counts(rows, groups):
        hits, marked, wrong = counts["doubtful_misplaced"], counts["doubtful"], counts["misplaced"]
        line: Row = {mark: f"{counts[f'{mark}_misplaced']:,} of {counts[mark]:,}" for mark in MARKS}
        line |= {"set": group.plan.name, "method": method, "draws": n_draws, "n": counts["n"], "misplaced": wrong}
        line |= {"precision": hits / marked if marked else None, "recall": hits / wrong if wrong else None}
        lines.append(line)
    return Table(
        title="Doubtful: faces that are misplaced",
        aim="How many of the faces that are doubtful, or have margins below some nats, are misplaced; counted over "
        "all draws. Precision is the share of the doubtful ones that are misplaced, recall the share of the misplaced "
        "ones that are doubtful.",
        columns=(
            Column("set", "faces"),
            Column("method", "weights"),
            Column("draws", "draws", "d"),
            Column("n", "n", ",d"),
            Column("misplaced", "misplaced", ",d"),
            *(Column(mark, heading) for mark, heading in MARKS.items()),
            Column("precision", "precision", ".2f"),
            Column("recall", "recall", ".2f"),
        ),
        rows=lines,
    )


def _questions(rows: Sequence[Row], groups: Sequence[Group]) -> Table:
    """A line for every set and kind of weights; people of all draws are counted together."""
    lines: list[Row] = []
    for group, method, n_draws, counts in _counts(rows, groups):
        line: Row = {"set": group.plan.name, "method": method, "draws": n_draws, "people": counts["people"]}
        for key in ("merged", "mixed", "torn"):
            line[key] = f"{counts[f'{key}_asked']:,} of {counts[key]:,}"
        for key in ("questions", "needless", "needless_faces", "doubtful_needless"):
            line[key] = 20 * counts[key] / counts["people"]
        lines.append(line)
    return Table(
        title="Questions: people that are asked about",
        aim="How many groups with two faces or more of a second person (merged), with any face of a second person "
        "(mixed), and how many pairs of groups of one person (torn) are asked about; counted over all draws and k. "
        "Questions per 20 people: all, those whose answer changes nothing (needless), those of them about one face, "
        "and what a question about every doubtful face would be.",
        columns=(
            Column("set", "faces, half, photos"), Column("method", "weights"), Column("draws", "draws", "d"),
            Column("people", "people", ",d"), Column("merged", "merged"), Column("mixed", "mixed"),
            Column("torn", "torn"), Column("questions", "questions", ".2f"), Column("needless", "needless", ".2f"),
            Column("needless_faces", "needless, one face", ".2f"),
            Column("doubtful_needless", "needless if every doubtful face is asked", ".2f"),
        ),
        rows=lines,
    )  # fmt: skip


def _photo_counts(rows: Sequence[Row], groups: Sequence[Group]) -> Table:
    """A line for every set, a column for every method."""
    methods = list(dict.fromkeys(row["method"] for group in groups for row in rows if row["set"] == group.name))

    def line(title: str, sets: Sequence[str]) -> Row:
        made: Row = {"set": title}
        for method in methods:
            own = [row for row in rows if row["set"] in sets and row["method"] == method]
            near = statistics.mean(abs(k3_error(row)) <= 1 for row in own)
            made[method] = f"{mean_cell([row['b3_f'] for row in own], 3)}, {near:.0%}"
        return made

    lines = [line(group.plan.name, [group.name]) for group in groups]
    halves = dict.fromkeys(group.plan.name.rsplit(", ", 1)[0] for group in groups)
    for half in halves:
        own = [group.name for group in groups if group.plan.name.rsplit(", ", 1)[0] == half]
        lines.append(line(f"{half}: all but the first", own[1:] or own))
    return Table(
        title="Counts: even and uneven numbers of photographs",
        aim="B-cubed F, mean ± standard error over draws and k, and the share of draws where k' of clusters of at "
        "least 3 is within one of k.",
        columns=(Column("set", "faces, half, photos"), *(Column(method, method) for method in methods)),
        rows=lines,
    )


#: Tables with a line for every set and method, by part.
_BY_LINE: dict[str, Callable[[Sequence[Row], Sequence[Group]], Table]] = {
    COUNTS: _photo_counts,
    METRIC: _pairs,
    DOUBTFUL: _doubts,
    ASKED: _questions,
}
