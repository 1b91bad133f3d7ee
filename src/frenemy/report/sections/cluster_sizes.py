"""The sizes of the clusters."""

from __future__ import annotations

import numpy as np

from frenemy.report.chart import Bar, bars
from frenemy.report.markup import Column, figure, note, section, table
from frenemy.report.numbers import count, percent
from frenemy.report.report_data import ReportData
from frenemy.report.sections.terms import Terms

_MAX_BARS = 60
_MAX_LISTED = 1000
_MAX_BYTES = 100_000  # of all rows: ids may be long
_MAX_SHOWN = 10
_MAX_LABEL_LENGTH = 12  # characters below a bar


def cluster_sizes(data: ReportData) -> str:
    sizes = data.sizes
    if not len(sizes):
        return ""
    largest_first = np.argsort(-sizes, kind="stable")
    terms = data.terms
    lead = (
        f"How many {terms.nodes} each {terms.cluster} has. The largest has "
        f"{percent(float(sizes.max()) / float(sizes.sum()))} of all {terms.nodes}, and {_half(sizes, terms)}."
    )
    picture = _one_bar_each(data, largest_first) if len(sizes) <= _MAX_BARS else _histogram(data)
    heading = f"{terms.cluster.capitalize()} sizes"
    return section("sizes", heading, lead, picture, *_largest(data, largest_first))


def _half(sizes: np.ndarray, terms: Terms) -> str:
    if len(sizes) == 1:
        return "there is no other"
    middle = int(np.median(sizes))
    return f"half of the {terms.clusters} have {terms.n_nodes(middle)}" + (" or fewer" if middle > 1 else "")


def _one_bar_each(data: ReportData, largest_first: np.ndarray) -> str:
    heights, terms = [], data.terms
    for cluster in largest_first.tolist():
        size = int(data.sizes[cluster])
        hint = f"{terms.cluster} {data.cluster_text(cluster)}: {terms.n_nodes(size)}"
        heights.append(Bar(size, data.cluster_text(cluster, _MAX_LABEL_LENGTH), hint))
    nodes = terms.nodes.capitalize()
    title = f"{nodes} in each of {terms.n_clusters(len(heights))}, the largest first"
    by = f"{terms.cluster} {'number' if data.clusters is None else 'id'}"
    return figure(bars(heights, title=title), f"{nodes} in each {terms.cluster}, by {by}, the largest first.")


def _histogram(data: ReportData) -> str:
    """Clusters by size, in bins that double in width: sizes often span many orders of magnitude."""
    sizes, terms = data.sizes, data.terms
    bins = np.ceil(np.log2(np.maximum(sizes, 1))).astype(np.int64)
    n_clusters = np.bincount(bins)
    n_nodes = np.bincount(bins, weights=sizes)
    heights = []
    for k, (n, nodes) in enumerate(zip(n_clusters.tolist(), n_nodes.tolist(), strict=True)):
        low, high = 2 ** (k - 1) + 1 if k else 1, 2**k
        span = count(high) if low >= high else f"{count(low)}\N{EN DASH}{count(high)}"
        each = terms.node if high == 1 else terms.nodes
        hint = f"{terms.n_clusters(n)} of {span} {each}, with {count(int(nodes))} in all"
        heights.append(Bar(n, count(high), hint))
    title = f"How many of {terms.n_clusters(len(sizes))} have which size"
    return figure(
        bars(heights, title=title),
        f"Number of {terms.clusters} by the number of {terms.nodes} in them. The number below a bar is the largest "
        "size that it counts.",
    )


def _largest(data: ReportData, largest_first: np.ndarray) -> list[str]:
    """The table of the largest clusters, and how many of all it holds if not all."""
    terms = data.terms
    columns = (
        Column(terms.cluster.capitalize()),
        Column(terms.nodes.capitalize(), True),
        Column("Share", True),
        Column("Among them"),
    )
    rows = _rows(data, largest_first[:_MAX_LISTED])
    is_limited = len(rows) < len(largest_first)
    listed = table(columns, rows, label=f"The largest {terms.clusters}", extra_from=_MAX_SHOWN, is_limited=is_limited)
    if not is_limited:
        return [listed]
    return [listed, note(f"The {len(rows):,} largest of {terms.n_clusters(len(largest_first))} are shown.")]


def _rows(data: ReportData, clusters: np.ndarray) -> list[tuple[str, str, str, str]]:
    """The rows of the first clusters, as many as the page has room for."""
    rows: list[tuple[str, str, str, str]] = []
    n_bytes = 0
    for cluster in clusters.tolist():
        size = int(data.sizes[cluster])
        row = (data.cluster_name(cluster), count(size), percent(size / data.problem.n_nodes), data.examples(cluster))
        n_bytes += sum(len(cell.encode("utf-8", "replace")) for cell in row)
        if n_bytes > _MAX_BYTES:
            break
        rows.append(row)
    return rows
