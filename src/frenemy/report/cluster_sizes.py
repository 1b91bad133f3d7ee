"""How large the clusters are."""

from __future__ import annotations

import numpy as np

from frenemy.report.chart import Bar, bars
from frenemy.report.markup import Column, figure, section, table
from frenemy.report.material import Material
from frenemy.report.numbers import count, counted, percent

_MOST_BARS = 60
_MOST_LISTED = 50
_MOST_SHOWN = 10


def cluster_sizes(material: Material) -> str:
    sizes = material.sizes
    if not len(sizes):
        return ""
    largest_first = np.argsort(-sizes, kind="stable")
    lead = (
        f"How many nodes each cluster has: the largest has {percent(float(sizes.max()) / float(sizes.sum()))} of all "
        f"nodes, and {_half(sizes)}."
    )
    picture = _one_bar_each(material, largest_first) if len(sizes) <= _MOST_BARS else _histogram(material)
    return section("sizes", "Cluster sizes", lead, picture, _largest(material, largest_first[:_MOST_LISTED]))


def _half(sizes: np.ndarray) -> str:
    if len(sizes) == 1:
        return "there is no other"
    middle = int(np.median(sizes))
    return f"half of the clusters have {counted(middle, 'node')}" + (" or fewer" if middle > 1 else "")


def _one_bar_each(material: Material, largest_first: np.ndarray) -> str:
    data = []
    for cluster in largest_first.tolist():
        size = int(material.sizes[cluster])
        data.append(Bar(size, str(cluster), f"cluster {cluster}: {counted(size, 'node')}"))
    title = f"Nodes in each of {counted(len(data), 'cluster')}, the largest first"
    return figure(bars(data, title=title), "Nodes in each cluster, by cluster number, the largest first.")


def _histogram(material: Material) -> str:
    """Clusters by size, in bins that double: sizes are often of all magnitudes."""
    sizes = material.sizes
    bins = np.ceil(np.log2(np.maximum(sizes, 1))).astype(np.int64)
    n_clusters = np.bincount(bins)
    n_nodes = np.bincount(bins, weights=sizes)
    data = []
    for k, (n, nodes) in enumerate(zip(n_clusters.tolist(), n_nodes.tolist(), strict=True)):
        low, high = 2 ** (k - 1) + 1 if k else 1, 2**k
        span = count(high) if low >= high else f"{count(low)}\N{EN DASH}{count(high)}"
        hint = f"{counted(n, 'cluster')} of {span} {'node' if high == 1 else 'nodes'}, with {count(int(nodes))} in all"
        data.append(Bar(n, count(high), hint))
    title = f"How many of {counted(len(sizes), 'cluster')} have which size"
    return figure(
        bars(data, title=title),
        "Number of clusters by the number of nodes in them: the number below a bar is the largest that counts there.",
    )


def _largest(material: Material, clusters: np.ndarray) -> str:
    columns = (Column("Cluster"), Column("Nodes", True), Column("Share", True), Column("Among them"))
    n = material.problem.n_nodes
    rows = [
        (str(c), count(int(material.sizes[c])), percent(int(material.sizes[c]) / n), material.examples(c))
        for c in clusters.tolist()
    ]
    return table(columns, rows, label="The largest clusters", extra_from=_MOST_SHOWN)
