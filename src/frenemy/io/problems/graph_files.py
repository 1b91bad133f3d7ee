"""Graphs in XML: GraphML and GEXF, which networkx reads."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.source import Source
from frenemy.io.text import cut
from frenemy.problem.convert import as_problem
from frenemy.problem.sources.directions import Symmetrize

#: The formats by name, with how they are written.
GRAPH_FORMATS = {"graphml": "GraphML", "gexf": "GEXF"}


def read_graph(source: Source, *, format: str, missing: float, symmetrize: Symmetrize | None) -> PairsFile:
    """Read a graph whose edges have weights."""
    graph = read_networkx(source, format)
    try:
        problem = as_problem(graph, missing=missing, symmetrize=symmetrize)
    except ValueError as error:
        raise ValueError(f"{source.name}: {error}") from None
    ids = np.empty(problem.n_nodes, object)
    ids[:] = list(graph.nodes)
    n_self = sum(1 for u, v in graph.edges() if u == v)
    return PairsFile(problem, ids, source.name, format, n_rows=graph.number_of_edges(), n_self_pairs=n_self)


def read_networkx(source: Source, format: str) -> Any:
    """The graph of networkx; a ``ValueError`` if it is damaged or has no nodes."""
    kind = GRAPH_FORMATS[format]
    try:
        import networkx
    except ModuleNotFoundError as error:
        message = f"{source.name}: {kind} files need networkx: pip install networkx"
        raise ModuleNotFoundError(message, name=error.name) from error
    try:
        graph = (networkx.read_graphml if format == "graphml" else networkx.read_gexf)(io.BytesIO(source.data))
    except Exception as error:  # of damaged files, errors of any type
        raise ValueError(
            f"{source.name}: cannot be read as {kind}: {cut(str(error)) or type(error).__name__}"
        ) from None
    if graph.number_of_nodes() == 0:
        raise ValueError(f"{source.name}: holds no nodes")
    return graph
