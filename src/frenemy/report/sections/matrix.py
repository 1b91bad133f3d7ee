"""The matrix of weights, ordered by cluster, with lines between clusters."""

from __future__ import annotations

import base64
from html import escape
from typing import NamedTuple

import numpy as np

from frenemy.plot.binned_matrix import binned, by_cluster, full_scale, lined_ends
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.report.markup import figure, section
from frenemy.report.numbers import percent, rough
from frenemy.report.report_data import ReportData
from frenemy.report.signed_image import signed_png

_MAX_PIXELS = 560
_MIN_PIXELS = 160
_MAX_NODES_EXACT = 400  # up to this many nodes, each has its own pixel
_COARSE = 420  # a picture with fewer pixels is shown without smoothing
_N_CLOSER = 30  # clusters in the closer look
_ENOUGH_LINED = 0.6  # no closer look if this share of the nodes is in clusters with lines


def matrix(data: ReportData) -> str:
    problem, clusters, terms = data.problem, data.labels, data.terms
    if problem.n_nodes == 0 or (problem.n_edges == 0 and not problem.missing):
        return ""  # the picture would be empty
    lead = (
        f"Every {terms.node} is a row and a column, and {terms.nodes} of one {terms.cluster} are side by side: a "
        "good clustering shows "
        f"{_swatch('blue', 'attracting')} pairs in the blocks along the diagonal, and "
        f"{_swatch('orange', 'repelling')} ones outside them."
    )
    ends = lined_ends(clusters)
    lined = int(ends[-1]) if len(ends) else 0
    has_closer = lined < _ENOUGH_LINED * problem.n_nodes and data.result.n_clusters > _N_CLOSER and data.sizes.max() > 1
    if not has_closer:
        return section("matrix", "Who attracts whom", lead, f'<div class="picture">{_whole(data)}</div>')
    pictures = _whole(data) + _closer(data)
    return section("matrix", "Who attracts whom", lead, f'<div class="pictures">{pictures}</div>')


def _whole(data: ReportData) -> str:
    problem, clusters, terms = data.problem, data.labels, data.terms
    largest_first = np.argsort(-data.sizes, kind="stable")
    title = f"The matrix of all weights, ordered by {terms.cluster}"
    picture = _picture(data, problem, clusters, largest_first, title)
    text = f"All {terms.nodes}, the largest {terms.cluster} first."
    per_dot = problem.n_nodes / picture.n_pixels
    if per_dot > 1.0:
        wide = "a few" if per_dot < 1.5 else f"about {per_dot:,.0f} \N{MULTIPLICATION SIGN} {per_dot:,.0f}"
        kind = "all" if problem.missing else "the listed"
        text += f" Each dot stands for {wide} {terms.nodes} and shows the mean weight of {kind} pairs between them."
    return figure(picture.html, f"{picture.legend}{text}{_lines_note(data)}")


def _lines_note(data: ReportData) -> str:
    n_lined, terms = len(lined_ends(data.labels)), data.terms
    if n_lined == data.result.n_clusters:
        return ""
    if n_lined == 0:
        return f" No {terms.cluster} is large enough for a line."
    who = f"{n_lined:,} largest {terms.clusters} have" if n_lined > 1 else f"largest {terms.cluster} has"
    return f" Only the {who} lines."


def _closer(data: ReportData) -> str:
    """The largest clusters alone, if the whole picture is too coarse to show them."""
    chosen = np.argsort(-data.sizes, kind="stable")[:_N_CLOSER]
    is_chosen = np.zeros(data.result.n_clusters, bool)
    is_chosen[chosen] = True
    nodes = np.flatnonzero(is_chosen[data.labels])
    problem = data.problem.restrict(nodes).problem
    renumbered = np.empty(data.result.n_clusters, np.int32)
    renumbered[chosen] = np.arange(_N_CLOSER)
    clusters = renumbered[data.labels[nodes]]
    terms = data.terms
    picture = _picture(data, problem, clusters, chosen, f"The matrix of the {_N_CLOSER} largest {terms.clusters}")
    share = percent(problem.n_nodes / data.problem.n_nodes)
    text = (
        f"A closer look at the {_N_CLOSER} largest of {terms.n_clusters(data.result.n_clusters)} alone: "
        f"{terms.n_nodes(problem.n_nodes)}, {share} of all."
    )
    return figure(picture.html, f"{picture.legend}{text}")


class _Picture(NamedTuple):
    html: str
    legend: str
    n_pixels: int


def _picture(data: ReportData, problem: Problem, clusters: Labels, largest_first: Ints, title: str) -> _Picture:
    """The picture with its lines; ``largest_first`` holds the number of each cluster for its hint."""
    terms = data.terms
    image = binned(problem, by_cluster(clusters), _n_pixels(problem))
    scale = _scale(problem, image)
    encoded = base64.b64encode(signed_png(image, scale)).decode("ascii")
    kind = ' class="coarse"' if len(image) < _COARSE else ""
    n = problem.n_nodes
    ends = lined_ends(clusters)
    lines = "".join(
        f'<line x1="0" x2="{n}" y1="{e}" y2="{e}"/><line x1="{e}" x2="{e}" y1="0" y2="{n}"/>'
        for e in ends.tolist()
        if e < n
    )
    blocks = "".join(
        f'<rect x="{begin}" y="{begin}" width="{end - begin}" height="{end - begin}">'
        f"<title>{terms.cluster} {escape(data.cluster_text(int(largest_first[k])))}: {terms.n_nodes(end - begin)}"
        "</title></rect>"
        for k, (begin, end) in enumerate(zip([0, *ends.tolist()], ends.tolist(), strict=False))
    )
    html = (
        f'<div class="matrix"><img{kind} alt="{title}" width="{len(image)}" height="{len(image)}" '
        f'src="data:image/png;base64,{encoded}">'
        f'<svg viewBox="0 0 {n} {n}" preserveAspectRatio="none" role="img" aria-label="Lines between {terms.clusters}">'
        f"{lines}{blocks}</svg></div>"
    )
    legend = (
        f'<span class="legend" role="img" aria-label="Colors from {rough(-scale)} to {rough(scale)}">'
        f'<span>{rough(-scale)}</span><span class="ramp"></span><span>{rough(scale)}</span></span>'
    )
    return _Picture(html, legend, len(image))


def _n_pixels(problem: Problem) -> int:
    """The largest width: about one listed pair per pixel, so that the pairs of a large sparse problem can be seen."""
    if problem.n_nodes <= _MAX_NODES_EXACT or problem.missing:
        return _MAX_PIXELS
    return min(max(int(1.5 * np.sqrt(2.0 * problem.n_edges)), _MIN_PIXELS), _MAX_PIXELS)


def _scale(problem: Problem, image: Floats) -> float:
    """The weight with the fullest color; unlisted pairs, which are many, do not determine it alone."""
    scale = full_scale(image)
    weights = problem.edges()[2] if problem.missing else ()
    if not len(weights):
        return scale
    return max(scale, min(float(np.quantile(np.abs(weights), 0.95)), float(np.abs(image).max())))


def _swatch(color: str, text: str) -> str:
    return f'<span class="{color}">{text}</span>'
