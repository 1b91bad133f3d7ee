"""Pairs that the clustering violates."""

from __future__ import annotations

from collections.abc import Sequence

from frenemy.explain import ViolatedPairs
from frenemy.report.markup import Column, note, section, table
from frenemy.report.numbers import counted, rough
from frenemy.report.report_data import ReportData

_MAX_PAIRS = 100  # of each kind
_MAX_SHOWN = 12


def agreement(data: ReportData) -> float | None:
    """The share of the total absolute weight that the clustering agrees with; None if every weight is 0."""
    problem, explanation = data.problem, data.explanation
    repelling = -problem.repelling_weight
    attracting = problem.total_weight + repelling
    if not repelling + attracting > 0.0:
        return None
    violated = abs(explanation.weight_apart) + abs(explanation.weight_together)
    return min(max(1.0 - violated / (repelling + attracting), 0.0), 1.0)


def violated_pairs(data: ReportData) -> str:
    explanation = data.explanation
    lead = (
        "No clustering can agree with every pair. These are the strongest pairs that it goes against, because other "
        "pairs outweigh them" + ("." if data.problem.constraints is None else ", or because constraints require it.")
    )
    if explanation.n_apart + explanation.n_together == 0:
        return section(
            "pairs", "Pairs that disagree", lead, note("There are none: the clustering agrees with every pair.")
        )
    parts = (
        '<div><h3><span class="blue">Attracting</span>, but apart</h3>'
        + _total(explanation.n_apart, explanation.weight_apart)
        + _apart(data, explanation.violated(_MAX_PAIRS, kind="apart"))
        + '</div>\n<div><h3><span class="orange">Repelling</span>, but together</h3>'
        + _total(explanation.n_together, explanation.weight_together)
        + _together(data, explanation.violated(_MAX_PAIRS, kind="together"))
        + "</div>"
    )
    return section("pairs", "Pairs that disagree", lead, f'<div class="two">\n{parts}\n</div>')


def _apart(data: ReportData, pairs: ViolatedPairs) -> str:
    node, cluster = Column(data.terms.node.capitalize()), Column(data.terms.cluster.capitalize())
    columns = (node, cluster, node, cluster, Column("Weight", True))
    name, place, labels = data.names.html, data.cluster_name, data.labels
    rows = [
        (name(u), place(int(labels[u])), name(v), place(int(labels[v])), rough(weight))
        for u, v, weight in zip(pairs.u.tolist(), pairs.v.tolist(), pairs.weight.tolist(), strict=True)
    ]
    return _table(columns, rows, "Attracting, but apart", data.explanation.n_apart)


def _together(data: ReportData, pairs: ViolatedPairs) -> str:
    node, cluster = Column(data.terms.node.capitalize()), Column(data.terms.cluster.capitalize())
    columns = (node, node, cluster, Column("Weight", True))
    name, place, labels = data.names.html, data.cluster_name, data.labels
    rows = [
        (name(u), name(v), place(int(labels[u])), rough(weight))
        for u, v, weight in zip(pairs.u.tolist(), pairs.v.tolist(), pairs.weight.tolist(), strict=True)
    ]
    return _table(columns, rows, "Repelling, but together", data.explanation.n_together)


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]], label: str, n_pairs: int) -> str:
    is_limited = len(rows) < n_pairs
    return table(columns, rows, label=label, extra_from=_MAX_SHOWN, is_limited=is_limited) if rows else ""


def _total(n: int, weight: float) -> str:
    if n == 0:
        return note("There are none.")
    text = f"{counted(n, 'pair')} with a weight of {rough(weight)} in all"
    return note(f"{text}; the strongest that are listed:" if n > _MAX_PAIRS else f"{text}.")
