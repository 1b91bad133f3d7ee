"""How large the clusters are."""

from __future__ import annotations

import numpy as np

from frenemy.report.chart import Bar, bars
from frenemy.report.markup import Column, figure, section, table
from frenemy.report.material import Material
from frenemy.report.numbers import count, percent
from frenemy.report.words import Words

_MOST_BARS = 60
_MOST_LISTED = 50
_MOST_SHOWN = 10
_LONGEST_LABEL = 12  # characters below a bar


def cluster_sizes(material: Material) -> str:
    sizes = material.sizes
    if not len(sizes):
        return ""
    largest_first = np.argsort(-sizes, kind="stable")
    words = material.words
    lead = (
        f"How many {words.nodes} each {words.cluster} has: the largest has "
        f"{percent(float(sizes.max()) / float(sizes.sum()))} of all {words.nodes}, and {_half(sizes, words)}."
    )
    picture = _one_bar_each(material, largest_first) if len(sizes) <= _MOST_BARS else _histogram(material)
    heading = f"{words.cluster.capitalize()} sizes"
    return section("sizes", heading, lead, picture, _largest(material, largest_first[:_MOST_LISTED]))


def _half(sizes: np.ndarray, words: Words) -> str:
    if len(sizes) == 1:
        return "there is no other"
    middle = int(np.median(sizes))
    return f"half of the {words.clusters} have {words.n_nodes(middle)}" + (" or fewer" if middle > 1 else "")


def _one_bar_each(material: Material, largest_first: np.ndarray) -> str:
    data, words = [], material.words
    for cluster in largest_first.tolist():
        size = int(material.sizes[cluster])
        hint = f"{words.cluster} {material.cluster_text(cluster)}: {words.n_nodes(size)}"
        data.append(Bar(size, material.cluster_text(cluster, _LONGEST_LABEL), hint))
    nodes = words.nodes.capitalize()
    title = f"{nodes} in each of {words.n_clusters(len(data))}, the largest first"
    by = f"{words.cluster} {'number' if material.clusters is None else 'id'}"
    return figure(bars(data, title=title), f"{nodes} in each {words.cluster}, by {by}, the largest first.")


def _histogram(material: Material) -> str:
    """Clusters by size, in bins that double: sizes are often of all magnitudes."""
    sizes, words = material.sizes, material.words
    bins = np.ceil(np.log2(np.maximum(sizes, 1))).astype(np.int64)
    n_clusters = np.bincount(bins)
    n_nodes = np.bincount(bins, weights=sizes)
    data = []
    for k, (n, nodes) in enumerate(zip(n_clusters.tolist(), n_nodes.tolist(), strict=True)):
        low, high = 2 ** (k - 1) + 1 if k else 1, 2**k
        span = count(high) if low >= high else f"{count(low)}\N{EN DASH}{count(high)}"
        each = words.node if high == 1 else words.nodes
        hint = f"{words.n_clusters(n)} of {span} {each}, with {count(int(nodes))} in all"
        data.append(Bar(n, count(high), hint))
    title = f"How many of {words.n_clusters(len(sizes))} have which size"
    return figure(
        bars(data, title=title),
        f"Number of {words.clusters} by the number of {words.nodes} in them: the number below a bar is the largest "
        "that counts there.",
    )


def _largest(material: Material, clusters: np.ndarray) -> str:
    words = material.words
    columns = (
        Column(words.cluster.capitalize()),
        Column(words.nodes.capitalize(), True),
        Column("Share", True),
        Column("Among them"),
    )
    n = material.problem.n_nodes
    rows = [
        (
            material.cluster_name(c),
            count(int(material.sizes[c])),
            percent(int(material.sizes[c]) / n),
            material.examples(c),
        )
        for c in clusters.tolist()
    ]
    return table(columns, rows, label=f"The largest {words.clusters}", extra_from=_MOST_SHOWN)
