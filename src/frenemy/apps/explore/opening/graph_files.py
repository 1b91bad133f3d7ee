"""Graphs with signed weights: GraphML and GEXF files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from frenemy.apps.explore.things import Things
from frenemy.io.source import load, suffix_of
from frenemy.io.text import cut
from frenemy.problem import Problem
from frenemy.problem.convert import as_problem
from frenemy.problem.sources.directions import Symmetrize
from frenemy.tables.arrow import pa

_FORMATS = {".graphml": "GraphML", ".gexf": "GEXF"}
_LABEL = "label"  # what nodes are called in programs that draw graphs


def is_graph_file(path: Path) -> bool:
    """Whether the name is that of a graph."""
    return suffix_of(path.name) in _FORMATS


def read_graph_file(
    path: Path, *, weight: str | None, missing: float | None, symmetrize: Symmetrize | None
) -> tuple[Problem, Things]:
    """The problem of a graph, and its nodes with their attributes as columns.

    Parameters
    ----------
    path : Path
        Gzipped files are unpacked.
    weight : str, optional
        The attribute of edges that holds the weights; by default "weight".
    missing, symmetrize
        As in :func:`frenemy.as_problem`.
    """
    graph = _graph(path)
    if graph.number_of_nodes() == 0:
        raise ValueError(f"{path}: holds no nodes")
    try:
        problem = as_problem(graph, missing=missing, symmetrize=symmetrize, weight=weight or "weight")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    attributes = [data for _, data in graph.nodes(data=True)]
    names = list(dict.fromkeys(name for data in attributes for name in data))
    columns = {str(name): _column([data.get(name) for data in attributes]) for name in names}
    things = Things.of(list(graph.nodes), len(attributes), pa.table(columns) if columns else None)
    return problem, things.called_by(_LABEL)


def _graph(path: Path) -> Any:
    kind = _FORMATS[suffix_of(path.name)]
    try:
        import networkx
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{path.name}: {kind} files need networkx: pip install networkx", name=error.name
        ) from error
    data = load(path).data
    try:
        read = networkx.read_graphml if kind == "GraphML" else networkx.read_gexf
        return read(io.BytesIO(data))
    except Exception as error:  # of damaged files, errors of any type
        raise ValueError(f"{path}: cannot be read as {kind}: {cut(str(error)) or type(error).__name__}") from None


def _column(values: list[Any]) -> pa.Array:
    """An attribute of all nodes; as text if it is of several types."""
    try:
        array = pa.array(values)
    except (pa.ArrowException, OverflowError, UnicodeEncodeError):
        array = None
    if array is None or pa.types.is_nested(array.type):
        return pa.array([None if one is None else str(one) for one in values], pa.string())
    return array
