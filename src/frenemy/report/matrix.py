"""The matrix of weights, ordered by cluster, with lines between clusters."""

from __future__ import annotations

import base64
from html import escape
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.binned_matrix import binned, by_cluster, full_scale, lined_ends
from frenemy.problem import Labels, Problem
from frenemy.report.markup import figure, section
from frenemy.report.material import Material
from frenemy.report.numbers import percent, rough
from frenemy.report.png import signed_png

_MOST_PIXELS = 560
_FEWEST_PIXELS = 160
_EXACT = 400  # nodes up to which every node has a pixel
_COARSE = 420  # a picture with fewer pixels is shown with hard edges
_CLOSER = 30  # clusters of the closer look
_ENOUGH = 0.6  # share of the nodes in clusters with lines from which on no closer look is needed


def matrix(material: Material) -> str:
    problem, clusters, words = material.problem, material.labels, material.words
    if problem.n_nodes == 0 or (problem.n_edges == 0 and not problem.missing):
        return ""  # the picture would be empty
    lead = (
        f"Every {words.node} is a row and a column, and {words.nodes} of one {words.cluster} stand side by side: a "
        "good clustering shows "
        f"{_swatch('blue', 'attracting')} pairs in the blocks along the diagonal, and "
        f"{_swatch('orange', 'repelling')} ones outside them."
    )
    ends = lined_ends(clusters)
    lined = int(ends[-1]) if len(ends) else 0
    has_closer = lined < _ENOUGH * problem.n_nodes and material.result.n_clusters > _CLOSER and material.sizes.max() > 1
    if not has_closer:
        return section("matrix", "Who attracts whom", lead, f'<div class="picture">{_whole(material)}</div>')
    pictures = _whole(material) + _closer(material)
    return section("matrix", "Who attracts whom", lead, f'<div class="pictures">{pictures}</div>')


def _whole(material: Material) -> str:
    problem, clusters, words = material.problem, material.labels, material.words
    largest_first = np.argsort(-material.sizes, kind="stable")
    title = f"The matrix of all weights, ordered by {words.cluster}"
    picture = _picture(material, problem, clusters, largest_first, title)
    text = f"All {words.nodes}, the largest {words.cluster} first."
    per_dot = problem.n_nodes / picture.n_pixels
    if per_dot > 1.0:
        wide = "a few" if per_dot < 1.5 else f"about {per_dot:,.0f} \N{MULTIPLICATION SIGN} {per_dot:,.0f}"
        kind = "all" if problem.missing else "the listed"
        text += f" Each dot stands for {wide} {words.nodes} and shows the mean weight of {kind} pairs between them."
    return figure(picture.html, f"{picture.legend}{text}{_who_has_lines(material)}")


def _who_has_lines(material: Material) -> str:
    n_lined, words = len(lined_ends(material.labels)), material.words
    if n_lined == material.result.n_clusters:
        return ""
    if n_lined == 0:
        return f" No {words.cluster} is large enough for a line."
    who = f"{n_lined:,} largest {words.clusters} have" if n_lined > 1 else f"largest {words.cluster} has"
    return f" Only the {who} lines."


def _closer(material: Material) -> str:
    """The largest clusters alone, where the whole picture is too coarse to show any."""
    chosen = np.argsort(-material.sizes, kind="stable")[:_CLOSER]
    is_chosen = np.zeros(material.result.n_clusters, bool)
    is_chosen[chosen] = True
    nodes = np.flatnonzero(is_chosen[material.labels])
    problem = material.problem.restrict(nodes).problem
    renumbered = np.empty(material.result.n_clusters, np.int32)
    renumbered[chosen] = np.arange(_CLOSER)
    clusters = renumbered[material.labels[nodes]]
    words = material.words
    picture = _picture(material, problem, clusters, chosen, f"The matrix of the {_CLOSER} largest {words.clusters}")
    share = percent(problem.n_nodes / material.problem.n_nodes)
    text = (
        f"A closer look at the {_CLOSER} largest of {words.n_clusters(material.result.n_clusters)} alone: "
        f"{words.n_nodes(problem.n_nodes)}, {share} of all."
    )
    return figure(picture.html, f"{picture.legend}{text}")


class _Picture(NamedTuple):
    html: str
    legend: str
    n_pixels: int


def _picture(
    material: Material, problem: Problem, clusters: Labels, largest_first: npt.NDArray[np.int64], title: str
) -> _Picture:
    """The picture with its lines; ``largest_first`` gives the clusters their names in hints."""
    words = material.words
    image = binned(problem, by_cluster(clusters), _n_pixels(problem))
    scale = _scale(problem, image)
    data = base64.b64encode(signed_png(image, scale)).decode("ascii")
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
        f"<title>{words.cluster} {escape(material.cluster_text(int(largest_first[k])))}: {words.n_nodes(end - begin)}"
        "</title></rect>"
        for k, (begin, end) in enumerate(zip([0, *ends.tolist()], ends.tolist(), strict=False))
    )
    html = (
        f'<div class="matrix"><img{kind} alt="{title}" width="{len(image)}" height="{len(image)}" '
        f'src="data:image/png;base64,{data}">'
        f'<svg viewBox="0 0 {n} {n}" preserveAspectRatio="none" role="img" aria-label="Lines between {words.clusters}">'
        f"{lines}{blocks}</svg></div>"
    )
    legend = (
        f'<span class="legend" role="img" aria-label="Colors from {rough(-scale)} to {rough(scale)}">'
        f'<span>{rough(-scale)}</span><span class="ramp"></span><span>{rough(scale)}</span></span>'
    )
    return _Picture(html, legend, len(image))


def _n_pixels(problem: Problem) -> int:
    """At most so many: about one listed pair a pixel, so that a large sparse problem shows more than dust."""
    if problem.n_nodes <= _EXACT or problem.missing:
        return _MOST_PIXELS
    return min(max(int(1.5 * np.sqrt(2.0 * problem.n_edges)), _FEWEST_PIXELS), _MOST_PIXELS)


def _scale(problem: Problem, image: npt.NDArray[np.float64]) -> float:
    """The weight with the fullest color; where unlisted pairs weigh something, they must not set it by their number."""
    scale = full_scale(image)
    weights = problem.edges()[2] if problem.missing else ()
    if not len(weights):
        return scale
    return max(scale, min(float(np.quantile(np.abs(weights), 0.95)), float(np.abs(image).max())))


def _swatch(color: str, text: str) -> str:
    return f'<span class="{color}">{text}</span>'
