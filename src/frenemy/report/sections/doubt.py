"""Doubtful nodes and clusters: those for which another place costs little."""

from __future__ import annotations

import numpy as np

from frenemy.report.markup import Column, note, section, table
from frenemy.report.numbers import count, rough
from frenemy.report.report_data import ReportData

_MAX_NODES = 50
_MAX_SHOWN = 15
_MAX_CLUSTERS = 20
_MAX_CLUSTER_TO_SPLIT = 500  # nodes of a cluster for which the cheapest split is quick
_MAX_NODES_TO_SPLIT = 1000  # nodes of all these clusters together


def doubtful_nodes(data: ReportData) -> str:
    if data.result.n_clusters == 0:
        return ""
    explanation, terms = data.explanation, data.terms
    node, cluster = Column(terms.node.capitalize()), Column(terms.cluster.capitalize())
    columns = (node, cluster, Column("Second-best place"), Column("Cost of moving", True))
    rows = []
    for one in data.by_doubt[:_MAX_NODES].tolist():
        other = int(explanation.runner_up[one])
        place = '<span class="faint">alone</span>' if other < 0 else data.cluster(other)
        cost = _cost(data, float(explanation.margins[one]))
        rows.append((data.names.html(one), data.cluster(int(data.labels[one])), place, cost))
    heading = f"Doubtful {terms.nodes}"
    lead = (
        f"{terms.nodes.capitalize()} that could almost as well be elsewhere, the most doubtful first. The cost is how "
        f"much the energy would rise if the {terms.node} moved to its second-best place."
    )
    if not rows:
        return section("nodes", heading, lead, note(f"There are none: no {terms.node} has an alternative."))
    body = table(columns, rows, label=f"The most doubtful {terms.nodes}", extra_from=_MAX_SHOWN)
    return section("nodes", heading, lead, note(_doubt_note(data, len(rows))), body)


def doubtful_clusters(data: ReportData) -> str:
    if data.result.n_clusters == 0:
        return ""
    terms = data.terms
    chosen = data.explanation.doubtful_clusters(_MAX_CLUSTERS).tolist()
    heading = f"Doubtful {terms.clusters}"
    lead = (
        f"{terms.clusters.capitalize()} that could almost as well lose a {terms.node}, join another one or be split in "
        "two, the most doubtful first. The cost is how much the energy would rise."
    )
    if not chosen:
        text = f"There are none: no {terms.cluster} has an alternative."
        return section("clusters", heading, lead, note(text))
    splits = _splits(data, chosen)
    columns = (
        Column(terms.cluster.capitalize()),
        Column(f"Lose {terms.node}"),
        Column("Cost", True),
        Column("Join with"),
        Column("Cost", True),
        Column("Split into"),
        Column("Cost", True),
        Column(f"Among its {terms.nodes}"),
    )
    rows = [
        (
            data.cluster(cluster),
            *_losing(data, cluster),
            *_joining(data, cluster),
            *splits.get(cluster, ("", "")),
            data.examples(cluster, 2),
        )
        for cluster in chosen
    ]
    body = table(columns, rows, label=f"The most doubtful {terms.clusters}", extra_from=_MAX_SHOWN)
    return section("clusters", heading, lead, body, *_split_remark(data, splits, chosen))


def _losing(data: ReportData, cluster: int) -> tuple[str, str]:
    """The node that is cheapest to move elsewhere, and the cost."""
    if data.sizes[cluster] == 1:
        return "", ""  # to lose its only node is to join another cluster
    node = int(data.explanation.clusters.weakest_node[cluster])
    cost = float(data.explanation.margins[node])
    if not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return data.names.html(node), _cost(data, cost)


def _joining(data: ReportData, cluster: int) -> tuple[str, str]:
    """The cluster that is cheapest to join with, and the cost."""
    nearest = int(data.explanation.clusters.nearest[cluster])
    cost = float(data.explanation.clusters.merge_cost[cluster])
    if nearest < 0 or not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return data.cluster(nearest), _cost(data, cost)


def _splits(data: ReportData, clusters: list[int]) -> dict[int, tuple[str, str]]:
    """The cheapest split of the first clusters that are small enough, and the cost."""
    found: dict[int, tuple[str, str]] = {}
    n_split = 0
    for cluster in clusters:
        size = int(data.sizes[cluster])
        if 2 <= size <= _MAX_CLUSTER_TO_SPLIT and n_split + size <= _MAX_NODES_TO_SPLIT:
            n_split += size
            found[cluster] = _split(data, cluster)
    return found


def _split(data: ReportData, cluster: int) -> tuple[str, str]:
    split = data.explanation.split(cluster)
    if not np.isfinite(split.cost):
        return '<span class="faint">must stay together</span>', ""
    one = len(split.side)
    at_most = "" if split.is_exact else "at most "
    return f"{count(int(data.sizes[cluster]) - one)} + {count(one)}", at_most + _cost(data, split.cost)


def _split_remark(data: ReportData, splits: dict[int, tuple[str, str]], clusters: list[int]) -> list[str]:
    n_possible = sum(data.sizes[cluster] > 1 for cluster in clusters)
    if len(splits) == n_possible:
        return []
    return [note(f"To save time, the cheapest split was computed for {len(splits)} of these {data.terms.clusters}.")]


def _cost(data: ReportData, cost: float) -> str:
    """A cost; what is only a rounding error counts as 0."""
    return rough(0.0 if abs(cost) < 1e-9 * data.typical_weight else cost)


def _doubt_note(data: ReportData, n_rows: int) -> str:
    n, terms = data.n_doubtful, data.terms
    limit = f"{rough(data.typical_weight)}, the weight of a typical pair (the median)"
    if data.doubt is not None:
        limit = f"{rough(data.doubt)} nats"
    if n == 0:
        return f"No {terms.node} counts as in doubt: moving one would cost at least {limit}."
    counts = f"{terms.n_nodes(n)} {'counts' if n == 1 else 'count'} as in doubt"
    shown = f" The first {n_rows:,} are shown." if n > n_rows else ""
    return f"{counts}: moving {'it' if n == 1 else 'one'} would cost less than {limit}.{shown}"
