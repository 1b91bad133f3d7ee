"""The top of the page: how many clusters, and how sure."""

from __future__ import annotations

from html import escape

import numpy as np

from frenemy.report.material import Material
from frenemy.report.numbers import count, counted, percent, rough
from frenemy.report.verdict import guarantee, how_it_ended
from frenemy.report.violations import agreement


def headline(material: Material) -> str:
    problem, words = material.problem, material.words
    n_pairs = problem.n_edges if material.n_pairs is None else material.n_pairs
    facts = f"{words.n_nodes(problem.n_nodes)} and {counted(n_pairs, 'pair')}"
    verdict = f"{guarantee(material.result)[2]} {how_it_ended(material.result)}".strip()
    cards = "\n".join((_clusters(material), _guarantee(material), _doubt(material), _agreement(material)))
    return (
        f'<header>\n<p class="kind">{words.page}</p>\n<h1 dir="auto">{escape(material.title)}</h1>\n'
        f'<p class="lead">{facts}: a weight above 0 says that the two {words.nodes} of a pair belong together, below '
        f"0 that they do not. The {words.clusters} are those found to agree best with all pairs.</p>\n</header>\n"
        f'<div class="cards">\n{cards}\n</div>\n'
        f'<p class="lead">{verdict}</p>'
    )


def _card(value: str, what: str, detail: str) -> str:
    return (
        f'<div class="card"><p class="value">{value}</p><p class="what">{what}</p><p class="detail">{detail}</p></div>'
    )


def _clusters(material: Material) -> str:
    n, words = material.result.n_clusters, material.words
    sizes = material.sizes
    if n == 0:
        detail = f"there are no {words.nodes}"
    elif sizes.min() == sizes.max():
        detail = f"of {words.n_nodes(int(sizes.min()))}{' each' if n > 1 else ''}"
    else:
        detail = f"of {count(int(sizes.min()))} to {words.n_nodes(int(sizes.max()))}"
        n_alone = int(np.count_nonzero(sizes == 1))
        if n_alone:
            detail += f"; {words.n_nodes(n_alone)} {'stands' if n_alone == 1 else 'stand'} alone"
    return _card(count(n), words.cluster if n == 1 else words.clusters, detail)


def _guarantee(material: Material) -> str:
    result = material.result
    value, what, _ = guarantee(result)
    detail = f"energy {rough(result.energy)}, lower bound {rough(result.lower_bound)}"
    return _card(value, what, detail)


def _doubt(material: Material) -> str:
    n, of, words = material.n_doubtful, material.problem.n_nodes, material.words
    limit = "one typical pair" if material.doubt is None else f"{rough(material.doubt)} nats"
    detail = f"{count(n)} of {words.n_nodes(of)} would change sides for less than {limit}"
    return _card(percent(n / of if of else 0.0), f"of {words.nodes} in doubt", detail)


def _agreement(material: Material) -> str:
    share = agreement(material)
    if share is None:
        return _card("\N{EM DASH}", "of weight respected", "no pair weighs anything")
    return _card(percent(share), "of weight respected", "by pairs that are together or apart as they ask to be")
