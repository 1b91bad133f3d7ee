"""The top of the page: how many clusters, and how sure."""

from __future__ import annotations

from html import escape

import numpy as np

from frenemy.report.material import Material
from frenemy.report.numbers import count, counted, percent, rough
from frenemy.report.verdict import guarantee, how_it_ended
from frenemy.report.violations import agreement


def headline(material: Material) -> str:
    problem = material.problem
    facts = f"{counted(problem.n_nodes, 'node')} and {counted(problem.n_edges, 'pair')}"
    verdict = f"{guarantee(material.result)[2]} {how_it_ended(material.result)}".strip()
    cards = "\n".join((_clusters(material), _guarantee(material), _doubt(material), _agreement(material)))
    return (
        f'<header>\n<p class="kind">Clustering report</p>\n<h1 dir="auto">{escape(material.title)}</h1>\n'
        f'<p class="lead">{facts}: a weight above 0 says that the two nodes of a pair belong together, below 0 that '
        "they do not. The clusters are those found to agree best with all pairs.</p>\n</header>\n"
        f'<div class="cards">\n{cards}\n</div>\n'
        f'<p class="lead">{verdict}</p>'
    )


def _card(value: str, what: str, detail: str) -> str:
    return (
        f'<div class="card"><p class="value">{value}</p><p class="what">{what}</p><p class="detail">{detail}</p></div>'
    )


def _clusters(material: Material) -> str:
    n = material.result.n_clusters
    sizes = material.sizes
    if n == 0:
        detail = "there are no nodes"
    elif sizes.min() == sizes.max():
        detail = f"of {counted(int(sizes.min()), 'node')}{' each' if n > 1 else ''}"
    else:
        detail = f"of {count(int(sizes.min()))} to {counted(int(sizes.max()), 'node')}"
        n_alone = int(np.count_nonzero(sizes == 1))
        if n_alone:
            detail += f"; {counted(n_alone, 'node')} {'stands' if n_alone == 1 else 'stand'} alone"
    return _card(count(n), "cluster" if n == 1 else "clusters", detail)


def _guarantee(material: Material) -> str:
    result = material.result
    value, what, _ = guarantee(result)
    detail = f"energy {rough(result.energy)}, lower bound {rough(result.lower_bound)}"
    return _card(value, what, detail)


def _doubt(material: Material) -> str:
    n, of = material.n_doubtful, material.problem.n_nodes
    detail = f"{count(n)} of {counted(of, 'node')} would change sides for less than one typical pair"
    return _card(percent(n / of if of else 0.0), "of nodes in doubt", detail)


def _agreement(material: Material) -> str:
    share = agreement(material)
    if share is None:
        return _card("\N{EM DASH}", "of weight respected", "no pair weighs anything")
    return _card(percent(share), "of weight respected", "by pairs that are together or apart as they ask to be")
