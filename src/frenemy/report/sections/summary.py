"""The top of the page: how many clusters there are, and how certain they are."""

from __future__ import annotations

from html import escape

import numpy as np

from frenemy.report.names import visible
from frenemy.report.numbers import count, counted, percent, rough
from frenemy.report.report_data import ReportData
from frenemy.report.sections.guarantee import guarantee, how_it_ended
from frenemy.report.sections.violations import agreement


def summary(data: ReportData) -> str:
    problem, terms = data.problem, data.terms
    n_pairs = problem.n_edges if data.n_pairs is None else data.n_pairs
    facts = f"{terms.n_nodes(problem.n_nodes)} and {counted(n_pairs, 'pair')}"
    conclusion = f"{guarantee(data.result).sentence} {how_it_ended(data.result)}".strip()
    cards = "\n".join((_clusters(data), _guarantee(data), _doubt(data), _agreement(data)))
    return (
        f'<header>\n<p class="kind">{terms.page}</p>\n<h1 dir="auto">{escape(data.title)}</h1>\n'
        f'<p class="lead">{facts}. A weight above 0 says that the two {terms.nodes} of a pair belong together, a '
        f"weight below 0 that they do not. The {terms.clusters} are those that agree best with all pairs.</p>\n"
        f'</header>\n<div class="cards">\n{cards}\n</div>\n'
        f'<p class="lead">{conclusion}</p>'
        f"{_warnings(data)}"
    )


def _warnings(data: ReportData) -> str:
    """A box with what is odd about the result; nothing if nothing is."""
    found = data.result.warnings
    if not found:
        return ""
    lines = "".join(f"<p>{escape(visible(warning))}</p>" for warning in found)
    return f'\n<div class="warning" role="note"><p class="what">Please check</p>{lines}</div>'


def _card(value: str, caption: str, detail: str) -> str:
    text = f'<p class="value">{value}</p><p class="what">{caption}</p><p class="detail">{detail}</p>'
    return f'<div class="card">{text}</div>'


def _clusters(data: ReportData) -> str:
    n, terms = data.result.n_clusters, data.terms
    sizes = data.sizes
    if n == 0:
        detail = f"there are no {terms.nodes}"
    elif sizes.min() == sizes.max():
        detail = f"of {terms.n_nodes(int(sizes.min()))}{' each' if n > 1 else ''}"
    else:
        detail = f"of {count(int(sizes.min()))} to {terms.n_nodes(int(sizes.max()))}"
        n_alone = int(np.count_nonzero(sizes == 1))
        if n_alone:
            detail += f"; {terms.n_nodes(n_alone)} {'is' if n_alone == 1 else 'are'} alone"
    return _card(count(n), terms.cluster if n == 1 else terms.clusters, detail)


def _guarantee(data: ReportData) -> str:
    result = data.result
    found = guarantee(result)
    detail = f"energy {rough(result.energy)}, lower bound {rough(result.lower_bound)}"
    return _card(found.value, found.caption, detail)


def _doubt(data: ReportData) -> str:
    n, of, terms = data.n_doubtful, data.problem.n_nodes, data.terms
    limit = "one typical pair" if data.doubt is None else f"{rough(data.doubt)} nats"
    detail = f"{count(n)} of {terms.n_nodes(of)} would change sides for less than {limit}"
    return _card(percent(n / of if of else 0.0), f"of {terms.nodes} in doubt", detail)


def _agreement(data: ReportData) -> str:
    share = agreement(data)
    if share is None:
        return _card("\N{EM DASH}", "of weight respected", "no pair weighs anything")
    return _card(percent(share), "of weight respected", "the clustering agrees with these pairs")
