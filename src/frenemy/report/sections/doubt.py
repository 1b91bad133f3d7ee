"""Doubtful nodes and clusters: those for which another place costs little."""

from __future__ import annotations

import numpy as np

from frenemy.explain.explained_clusters import Split
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
    terms = data.terms
    heading = f"Doubtful {terms.nodes}"
    lead = (
        f"{terms.nodes.capitalize()} that could almost as well be elsewhere, the most doubtful first. The cost is how "
        f"much the energy would rise if the {terms.node} moved to its second-best place."
    )
    listed = data.by_doubt[:_MAX_NODES].tolist()
    remark = note(_doubt_note(data, len(listed)))
    if not listed:
        return section("nodes", heading, lead, remark)
    node, cluster = Column(terms.node.capitalize()), Column(terms.cluster.capitalize())
    columns = (node, cluster, Column("Second-best place"), Column("Cost of moving", True))
    body = table(
        columns,
        (_node_row(data, one) for one in listed),
        label=f"The most doubtful {terms.nodes}",
        extra_from=_MAX_SHOWN,
        is_limited=len(listed) < len(data.by_doubt),
    )
    return section("nodes", heading, lead, remark, body)


def _node_row(data: ReportData, node: int) -> tuple[str, str, str, str]:
    other = int(data.explanation.runner_up[node])
    place = '<span class="faint">alone</span>' if other < 0 else data.cluster(other)
    cost = _cost(data, float(data.costs[node]))
    return data.names.html(node), data.cluster(int(data.labels[node])), place, cost


def doubtful_clusters(data: ReportData) -> str:
    if data.result.n_clusters == 0:
        return ""
    terms = data.terms
    heading = f"Doubtful {terms.clusters}"
    lead = (
        f"{terms.clusters.capitalize()} that could almost as well lose a {terms.node}, join another one or be split in "
        "two, the most doubtful first. The cost is how much the energy would rise."
    )
    likely = data.explanation.doubtful_clusters(_MAX_CLUSTERS).tolist()
    splits = _splits(data, likely)
    chosen = [cluster for cluster in likely if _lowest_cost(data, cluster, splits) < data.doubt_limit]
    if not chosen:
        return section("clusters", heading, lead, note(_no_cluster_note(data, has_any=bool(likely))))
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
            *(_splitting(data, cluster, splits[cluster]) if cluster in splits else ("", "")),
            data.examples(cluster, 2),
        )
        for cluster in chosen
    ]
    body = table(
        columns,
        rows,
        label=f"The most doubtful {terms.clusters}",
        extra_from=_MAX_SHOWN,
        is_limited=len(rows) == _MAX_CLUSTERS < data.result.n_clusters,
    )
    return section("clusters", heading, lead, body, *_split_remark(data, splits, chosen))


def _lowest_cost(data: ReportData, cluster: int, splits: dict[int, Split]) -> float:
    """The cost of the cheapest change of a cluster: losing a node, joining another one or being split."""
    split = splits[cluster].cost if cluster in splits else np.inf
    return min(_cost_of_losing(data, cluster), _cost_of_joining(data, cluster), split)


def _cost_of_losing(data: ReportData, cluster: int) -> float:
    node = data.explanation.clusters.weakest_node[cluster]
    is_possible = data.sizes[cluster] > 1 and data.is_linked[node]  # to lose its only node is to join another cluster
    return float(data.costs[node]) if is_possible else np.inf


def _cost_of_joining(data: ReportData, cluster: int) -> float:
    clusters = data.explanation.clusters
    return float(clusters.merge_cost[cluster]) if clusters.nearest[cluster] >= 0 else np.inf


def _no_cluster_note(data: ReportData, *, has_any: bool) -> str:
    terms = data.terms
    if not has_any:
        return f"There are none: no {terms.cluster} shares a pair with another one, or has one to lose."
    return (
        f"No {terms.cluster} counts as in doubt: to lose a {terms.node} or to join another one would cost at least "
        f"{_limit(data)}."
    )


def _losing(data: ReportData, cluster: int) -> tuple[str, str]:
    """The node that is cheapest to move elsewhere, and the cost."""
    if data.sizes[cluster] == 1:
        return "", ""
    cost = _cost_of_losing(data, cluster)
    if not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return data.names.html(int(data.explanation.clusters.weakest_node[cluster])), _cost(data, cost)


def _joining(data: ReportData, cluster: int) -> tuple[str, str]:
    """The cluster that is cheapest to join with, and the cost."""
    cost = _cost_of_joining(data, cluster)
    if not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return data.cluster(int(data.explanation.clusters.nearest[cluster])), _cost(data, cost)


def _splits(data: ReportData, clusters: list[int]) -> dict[int, Split]:
    """The cheapest split of the first clusters that are small enough."""
    found: dict[int, Split] = {}
    n_split = 0
    for cluster in clusters:
        size = int(data.sizes[cluster])
        if 2 <= size <= _MAX_CLUSTER_TO_SPLIT and n_split + size <= _MAX_NODES_TO_SPLIT:
            n_split += size
            found[cluster] = data.explanation.split(cluster)
    return found


def _splitting(data: ReportData, cluster: int, split: Split) -> tuple[str, str]:
    """The sizes of the two sides, and the cost."""
    if not np.isfinite(split.cost):
        return '<span class="faint">must stay together</span>', ""
    one = len(split.side)
    at_most = "" if split.is_exact else "at most "
    return f"{count(int(data.sizes[cluster]) - one)} + {count(one)}", at_most + _cost(data, split.cost)


def _split_remark(data: ReportData, splits: dict[int, Split], clusters: list[int]) -> list[str]:
    possible = [cluster for cluster in clusters if data.sizes[cluster] > 1]
    n_tried = sum(cluster in splits for cluster in possible)
    if n_tried == len(possible):
        return []
    return [note(f"To save time, the cheapest split was computed for {n_tried} of these {data.terms.clusters}.")]


def _cost(data: ReportData, cost: float) -> str:
    """A cost; what is only a rounding error counts as 0."""
    return rough(0.0 if abs(cost) < 1e-9 * data.typical_weight else cost)


def _limit(data: ReportData) -> str:
    if data.doubt is not None:
        return f"{rough(data.doubt)} nats"
    return f"{rough(data.typical_weight)}, the weight of a typical pair (the median)"


def _doubt_note(data: ReportData, n_rows: int) -> str:
    n, n_linked, terms = data.n_doubtful, len(data.by_doubt), data.terms
    if n == 0 and not data.is_linked.any():
        return f"There are none: no {terms.node} has another place to go."
    if n == 0:
        return f"No {terms.node} counts as in doubt: moving one would cost at least {_limit(data)}."
    counts = f"{terms.n_nodes(n)} {'counts' if n == 1 else 'count'} as in doubt"
    text = f"{counts}: moving {'it' if n == 1 else 'one'} would cost less than {_limit(data)}."
    if n_linked < n:
        text += (
            f" {n - n_linked:,} of them {'is' if n - n_linked == 1 else 'are'} alone and could as well join any "
            f"{terms.cluster} that no pair keeps them out of; these are not listed."
        )
    return text + (f" The first {n_rows:,} are shown." if n_linked > n_rows else "")
