"""Open the page of a clustering from Python."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import webbrowser
from functools import cached_property
from importlib.util import find_spec
from socket import socket
from types import TracebackType
from typing import Any

from frenemy.apps.explore.decisions_table import decisions_table
from frenemy.apps.explore.open_file import open_file
from frenemy.apps.explore.opening.source_of import source_of
from frenemy.problem import Labels

# First of the web: it names the extra where that is missing.
from frenemy.web.server import address_of, application, listen, server_of  # isort: skip
from frenemy.web.explore.open_session import open_session
from frenemy.web.explore.session import ExploreSession


def explore(
    result: Any,
    nodes: Any = None,
    *,
    X: Any = None,
    id: str | None = None,
    pictures: str | os.PathLike[str] | None = None,
    decisions: str | os.PathLike[str] | None = None,
    before: Any = None,
    port: int = 0,
    browser: bool | None = None,
) -> OpenPage:
    """Look at a clustering, understand it and correct it, on a page in the browser or in a notebook.

    The page is served by this process, to this machine only, until it is closed. As the last line of a cell of a
    notebook, it is shown there, wherever the kernel runs; this needs the extra ``notebook``.

    Parameters
    ----------
    result : Result, Entities, fitted CorrelationClustering, Problem, or the path of a file
        A file is opened as ``frenemy serve FILE`` does. A problem without a result is solved.
    nodes : table or path, optional
        What is known about the things: its columns are shown. Things are found by their ids; if they have none, by
        their order.
    X : (n_nodes, n_features) float, optional
        The rows that were clustered, for a map of them; estimators do not keep them.
    id : str, optional
        The column of ``nodes`` that has the ids, or the names if things have no ids.
    pictures : path, optional
        The folder of the pictures that a column of ``nodes`` names.
    decisions : path, optional
        Where decisions are saved, and read again next time; a .csv or .parquet file, which
        ``cluster_table(decisions=...)`` and ``frenemy cluster --decisions`` take. By default beside the file that was
        opened; those about a result in memory are not saved.
    before : path, table, result or labels, optional
        The groups of an earlier run: the page shows which groups are not as they were there. A file that ``frenemy
        cluster`` or the page has written, a table with ``cluster_id``, a result, or labels in the order of the things.
        Things are found by their ids; those that it lacks are new.
    port : int
        0 for any free one.
    browser : bool, optional
        Whether to open the browser. By default unless a notebook shows the page.

    Returns
    -------
    OpenPage
        ``labels`` and ``decisions`` are those of the page now; ``close()`` ends it.

    Examples
    --------
    >>> import frenemy as fr
    >>> result = fr.solve([("ann", "bob", 3.0), ("bob", "cid", -2.0)])
    >>> with fr.explore(result, browser=False) as page:  # doctest: +ELLIPSIS
    ...     page.labels
    frenemy is at http://127.0.0.1:.../explore/
    array([0, 0, 1], dtype=int32)
    """
    if isinstance(result, str | os.PathLike):
        if X is not None:
            raise ValueError("X is for results in memory; a file of vectors has its rows")
        source = open_file(result, nodes=nodes, id=id, pictures=pictures, before=before)
    else:
        source = source_of(result, X, nodes=nodes, id=id, pictures=pictures, before=before)
    opened = listen("127.0.0.1", port)
    try:
        page = OpenPage(open_session(source, decisions), opened)
    except BaseException:
        opened.close()
        raise
    print(f"frenemy is at {page.address}", flush=True)
    if browser or (browser is None and not _is_shown_in_notebook()):
        webbrowser.open(page.address)
    return page


class OpenPage:
    """A page that is served in the background.

    Attributes
    ----------
    address : str
        Its URL.
    labels : (n_nodes,) int32
        The group of each thing on the page now, ``0..k-1``.
    decisions : pyarrow.Table
        What was decided on the page, step by step.
    """

    def __init__(self, session: ExploreSession, opened: socket) -> None:
        self.address = f"{address_of(opened)}explore/"
        self._session = session
        self._socket = opened
        self._server = server_of(application(clustering=session))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [opened]}, name="frenemy page", daemon=True
        )
        self._thread.start()
        atexit.register(self.close)

    @property
    def labels(self) -> Labels:
        return self._session.exploration.clustering.labels.copy()

    @property
    def decisions(self) -> Any:
        exploration = self._session.exploration
        return decisions_table(exploration.steps, exploration.source.things)

    @property
    def is_open(self) -> bool:
        """Whether it is served."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Wait until the page is closed, or Ctrl-C: for scripts, which would end it with their last line."""
        try:
            while self.is_open:
                self._thread.join(0.2)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the page; decisions that are saved stay so. A page may be closed twice."""
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()
        self._session.close()
        atexit.unregister(self.close)

    def __enter__(self) -> OpenPage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{'open' if self.is_open else 'closed'} page: {self.address}>"

    @cached_property
    def _widget(self) -> Any:
        from frenemy.notebook.explorer import ExploreWidget

        return ExploreWidget(self.address)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """For notebooks: the page itself, or as text where it is closed or anywidget is missing."""
        if not self.is_open or find_spec("anywidget") is None:
            return {"text/plain": repr(self)}
        return self._widget._repr_mimebundle_(**options)


def _is_shown_in_notebook() -> bool:
    """Whether this is a kernel, as of a notebook, with what is needed to show the page in a cell."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel") and find_spec("anywidget") is not None
