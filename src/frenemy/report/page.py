"""The report: one HTML page with everything in it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from frenemy.io.whole_files import write_all_whole
from frenemy.report.document import document
from frenemy.report.names import Names, shortened, visible
from frenemy.report.report_data import ReportData
from frenemy.report.sections.cluster_sizes import cluster_sizes
from frenemy.report.sections.doubt import doubtful_clusters, doubtful_nodes
from frenemy.report.sections.energy_over_time import energy_over_time
from frenemy.report.sections.matrix import matrix
from frenemy.report.sections.provenance import provenance
from frenemy.report.sections.summary import summary
from frenemy.report.sections.violations import violated_pairs
from frenemy.report.solved import Solved

_DEFAULT_TITLE = "Who belongs together"
_MAX_TITLE_LENGTH = 200


def render(result: Solved, *, ids: Any = None, title: str | None = None, notes: tuple[str, ...] = ()) -> str:
    """The report of a result as HTML: no files beside it, no network, and no script but the one that sorts its tables.

    Parameters
    ----------
    result : Result
    ids : (n_nodes,) sequence, optional
        The name of each node; by default its number.
    title : str, optional
        The heading.
    notes : tuple of str
        How the data was read.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.report import render
    >>> page = render(fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [2.0, -1.0])), ids=["ann", "bob", "<carl>"])
    >>> "&lt;carl&gt;" in page, "<carl>" in page
    (True, False)
    """
    names = Names(ids, result.problem.n_nodes)
    heading = heading_of(title)
    data = ReportData(result, names, heading, notes=notes)
    body = (
        summary(data),
        matrix(data),
        cluster_sizes(data),
        doubtful_nodes(data),
        doubtful_clusters(data),
        violated_pairs(data),
        energy_over_time(data),
        provenance(data),
    )
    return page(heading, body)


def page(heading: str, body: Iterable[str]) -> str:
    """A page of sections, without the empty ones.

    Parameters
    ----------
    heading : str
        The title, as text.
    body : iterable of str
        HTML.
    """
    here = files("frenemy.report")
    return document(
        heading,
        "<main>\n" + "\n".join(part for part in body if part) + "\n</main>",
        style=here.joinpath("style.css").read_text(encoding="utf-8"),
        script=here.joinpath("tables.js").read_text(encoding="utf-8"),
    )


def write_report(
    result: Solved,
    path: str | os.PathLike[str],
    *,
    ids: Any = None,
    title: str | None = None,
    notes: tuple[str, ...] = (),
) -> None:
    """Write the page of :func:`render` to a file; :meth:`frenemy.Result.report` calls this, and has an example.

    Parameters
    ----------
    result : Result
    path : path
    ids, title, notes
        As of :func:`render`.
    """
    write_page(path, render(result, ids=ids, title=title, notes=notes))


def heading_of(title: str | None) -> str:
    """The title as the page shows it, or the default one."""
    return shortened(visible(_DEFAULT_TITLE if title is None else str(title)), _MAX_TITLE_LENGTH)


def write_page(path: str | os.PathLike[str], html: str) -> None:
    """Write a page as UTF-8, whole or not at all."""
    write_all_whole({os.fspath(path): html.encode("utf-8", "replace")})
