"""What could almost as well be otherwise: single nodes, and whole clusters."""

from __future__ import annotations

import numpy as np

from frenemy.report.markup import Column, note, section, table
from frenemy.report.material import Material
from frenemy.report.numbers import count, rough

_MOST_NODES = 50
_MOST_SHOWN = 15
_MOST_CLUSTERS = 20
_LARGEST_SPLIT = 500  # nodes of a cluster for which a cut is quick
_MOST_SPLIT = 1000  # nodes of all clusters that are cut


def doubtful_nodes(material: Material) -> str:
    if material.result.n_clusters == 0:
        return ""
    explanation, words = material.explanation, material.words
    node, cluster = Column(words.node.capitalize()), Column(words.cluster.capitalize())
    columns = (node, cluster, Column("Second-best place"), Column("Cost of moving", True))
    rows = []
    for one in material.by_doubt[:_MOST_NODES].tolist():
        other = int(explanation.runner_up[one])
        place = '<span class="faint">alone</span>' if other < 0 else material.cluster(other)
        cost = _cost(material, float(explanation.margins[one]))
        rows.append((material.names.html(one), material.cluster(int(material.labels[one])), place, cost))
    heading = f"Doubtful {words.nodes}"
    lead = (
        f"{words.nodes.capitalize()} that could almost as well be elsewhere, the most doubtful first: the cost is how "
        f"much the energy would rise if the {words.node} moved to its second-best place."
    )
    if not rows:
        return section("nodes", heading, lead, note(f"There are none: no {words.node} has another place to go."))
    body = table(columns, rows, label=f"The most doubtful {words.nodes}", extra_from=_MOST_SHOWN)
    return section("nodes", heading, lead, note(_who_is_in_doubt(material, len(rows))), body)


def doubtful_clusters(material: Material) -> str:
    if material.result.n_clusters == 0:
        return ""
    words = material.words
    chosen = material.explanation.doubtful_clusters(_MOST_CLUSTERS).tolist()
    heading = f"Doubtful {words.clusters}"
    lead = (
        f"{words.clusters.capitalize()} that could almost as well lose a {words.node}, join another one or be split in "
        "two, the most doubtful first: the cost is how much the energy would rise."
    )
    if not chosen:
        text = f"There are none: no {words.cluster} shares a pair with another one, or has one to lose."
        return section("clusters", heading, lead, note(text))
    splits = _splits(material, chosen)
    columns = (
        Column(words.cluster.capitalize()),
        Column(f"Lose {words.node}"),
        Column("Cost", True),
        Column("Join with"),
        Column("Cost", True),
        Column("Split into"),
        Column("Cost", True),
        Column(f"Among its {words.nodes}"),
    )
    rows = [
        (
            material.cluster(cluster),
            *_losing(material, cluster),
            *_joining(material, cluster),
            *splits.get(cluster, ("", "")),
            material.examples(cluster, 2),
        )
        for cluster in chosen
    ]
    body = table(columns, rows, label=f"The most doubtful {words.clusters}", extra_from=_MOST_SHOWN)
    return section("clusters", heading, lead, body, *_split_remark(material, splits, chosen))


def _losing(material: Material, cluster: int) -> tuple[str, str]:
    """The node that it costs least to move elsewhere, and what that costs."""
    if material.sizes[cluster] == 1:
        return "", ""  # that would be to join another one
    node = int(material.explanation.clusters.weakest_node[cluster])
    cost = float(material.explanation.margins[node])
    if not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return material.names.html(node), _cost(material, cost)


def _joining(material: Material, cluster: int) -> tuple[str, str]:
    """The cluster that it costs least to join with, and what that costs."""
    nearest = int(material.explanation.clusters.nearest[cluster])
    cost = float(material.explanation.clusters.merge_cost[cluster])
    if nearest < 0 or not np.isfinite(cost):
        return '<span class="faint">none</span>', ""
    return material.cluster(nearest), _cost(material, cost)


def _splits(material: Material, clusters: list[int]) -> dict[int, tuple[str, str]]:
    """The cheapest split of the first clusters that are not too large to look at, and what it costs."""
    found: dict[int, tuple[str, str]] = {}
    n_looked_at = 0
    for cluster in clusters:
        size = int(material.sizes[cluster])
        if 2 <= size <= _LARGEST_SPLIT and n_looked_at + size <= _MOST_SPLIT:
            n_looked_at += size
            found[cluster] = _split(material, cluster)
    return found


def _split(material: Material, cluster: int) -> tuple[str, str]:
    split = material.explanation.split(cluster)
    if not np.isfinite(split.cost):
        return '<span class="faint">must stay together</span>', ""
    one = len(split.side)
    at_most = "" if split.is_exact else "at most "
    return f"{count(int(material.sizes[cluster]) - one)} + {count(one)}", at_most + _cost(material, split.cost)


def _split_remark(material: Material, splits: dict[int, tuple[str, str]], clusters: list[int]) -> list[str]:
    n_possible = sum(material.sizes[cluster] > 1 for cluster in clusters)
    if len(splits) == n_possible:
        return []
    return [
        note(f"The cheapest split was looked for in {len(splits)} of these {material.words.clusters}, to save time.")
    ]


def _cost(material: Material, cost: float) -> str:
    """A cost, where sums that should cancel out but for rounding count as 0."""
    return rough(0.0 if abs(cost) < 1e-9 * material.typical_weight else cost)


def _who_is_in_doubt(material: Material, n_rows: int) -> str:
    n, words = material.n_doubtful, material.words
    limit = f"{rough(material.typical_weight)}, the weight of a typical pair (the median)"
    if material.doubt is not None:
        limit = f"{rough(material.doubt)} nats"
    if n == 0:
        return f"No {words.node} counts as in doubt: moving one would cost at least {limit}."
    counts = f"{words.n_nodes(n)} {'counts' if n == 1 else 'count'} as in doubt"
    shown = f" The first {n_rows:,} are here." if n > n_rows else ""
    return f"{counts}: moving {'it' if n == 1 else 'one'} would cost less than {limit}.{shown}"
