"""Graphs with signed weights: GraphML and GEXF files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from frenemy.apps.explore.things import Things
from frenemy.io.problems.graph_files import GRAPH_FORMATS, read_networkx
from frenemy.io.source import load, suffix_of
from frenemy.problem import Problem
from frenemy.problem.convert import as_problem
from frenemy.problem.sources.directions import Symmetrize
from frenemy.tables.arrow import pa

_LABEL = "label"  # what nodes are called in programs that draw graphs


def is_graph_file(path: Path) -> bool:
    """Whether the name is that of a graph."""
    return suffix_of(path.name).removeprefix(".") in GRAPH_FORMATS


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
    graph = read_networkx(load(path), suffix_of(path.name).removeprefix("."))
    try:
        problem = as_problem(graph, missing=missing, symmetrize=symmetrize, weight=weight or "weight")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    attributes = [data for _, data in graph.nodes(data=True)]
    names = list(dict.fromkeys(name for data in attributes for name in data))
    columns = {str(name): _column([data.get(name) for data in attributes]) for name in names}
    things = Things.of(list(graph.nodes), len(attributes), pa.table(columns) if columns else None)
    return problem, things.called_by(_LABEL)


def _column(values: list[Any]) -> pa.Array:
    """An attribute of all nodes; as text if it is of several types."""
    try:
        array = pa.array(values)
    except (pa.ArrowException, OverflowError, UnicodeEncodeError):
        array = None
    if array is None or pa.types.is_nested(array.type):
        return pa.array([None if one is None else str(one) for one in values], pa.string())
    return array
