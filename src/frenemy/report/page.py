"""The report: one HTML page with everything in it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

from frenemy.report.cluster_sizes import cluster_sizes
from frenemy.report.course import course
from frenemy.report.doubt import doubtful_clusters, doubtful_nodes
from frenemy.report.headline import headline
from frenemy.report.material import Material
from frenemy.report.matrix import matrix
from frenemy.report.names import Names, shortened, visible
from frenemy.report.origin import origin
from frenemy.report.violations import violated_pairs
from frenemy.solve import Result

_DEFAULT_TITLE = "Who belongs together"
_LONGEST_TITLE = 200


def render(result: Result, *, ids: Any = None, title: str | None = None) -> str:
    """The report of a result as HTML: no files beside it, no network, no scripts.

    Parameters
    ----------
    result : Result
    ids : (n_nodes,) sequence, optional
        What each node is called; by default its number.
    title : str, optional
        The heading.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.report import render
    >>> page = render(fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [2.0, -1.0])), ids=["ann", "bob", "<carl>"])
    >>> "&lt;carl&gt;" in page, "<script" in page
    (True, False)
    """
    names = Names(ids, result.problem.n_nodes)
    heading = heading_of(title)
    material = Material(result, names, heading)
    body = (
        headline(material),
        matrix(material),
        cluster_sizes(material),
        doubtful_nodes(material),
        doubtful_clusters(material),
        violated_pairs(material),
        course(material),
        origin(material),
    )
    return page(heading, body)


def page(heading: str, body: Iterable[str]) -> str:
    """A page of sections; those that are empty are left out.

    Parameters
    ----------
    heading : str
        Its title, as text.
    body : iterable of str
        HTML.
    """
    style = files("frenemy.report").joinpath("style.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        # Nothing is fetched or run, whatever an id may hold.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\">\n"
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(heading)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in body if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def write_report(result: Result, path: str | os.PathLike[str], *, ids: Any = None, title: str | None = None) -> None:
    """Write what :func:`render` makes to a file; :meth:`frenemy.Result.report` is this, with an example.

    Parameters
    ----------
    result : Result
    path : path
    ids, title
        As of :func:`render`.
    """
    write_page(path, render(result, ids=ids, title=title))


def heading_of(title: str | None) -> str:
    """A title as the page can show it; one of ours if there is none."""
    return shortened(visible(_DEFAULT_TITLE if title is None else str(title)), _LONGEST_TITLE)


def write_page(path: str | os.PathLike[str], html: str) -> None:
    """Write a page that is complete, so that what goes wrong before leaves an older one as it was."""
    with open(path, "wb") as file:
        file.write(html.encode("utf-8", "replace"))
