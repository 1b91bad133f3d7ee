"""Which format a file has, and the one call that reads any of them."""

from __future__ import annotations

import re

from frenemy.io.problems.cluster_editing import NO_EDGE, read_cluster_editing
from frenemy.io.problems.graph_files import GRAPH_FORMATS, read_graph
from frenemy.io.problems.matrices import read_mat, read_mtx, read_npy, read_npz
from frenemy.io.problems.multicut import read_multicut
from frenemy.io.problems.pairs import read_pairs
from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.source import PathOrFile, Source, load
from frenemy.problem.sources.directions import Symmetrize

#: Every format by name, with what it holds.
FORMATS = {
    "pairs": "a table of two ids and, in a third column, a weight (.csv, .tsv, .txt)",
    "multicut": "the line MULTICUT, then 'u v cost'",
    "gr": "PACE cluster editing (.gr); an edge weighs 1, a missing one -1",
    "mtx": "a Matrix Market matrix (.mtx)",
    "npz": "a SciPy sparse matrix, arrays u, v, w or uv, cost, or those of a lifted problem (.npz)",
    "npy": "a dense NumPy matrix (.npy)",
    "mat": "a Matlab matrix (.mat)",
    "graphml": "a graph with the attribute weight (.graphml); needs networkx",
    "gexf": "the same in GEXF (.gexf)",
}

_ALIASES = {"csv": "pairs", "tsv": "pairs", "pace": "gr", "cep": "gr"}
_SUFFIXES = {".csv": "pairs", ".tsv": "pairs", ".gr": "gr", ".mtx": "mtx", ".npz": "npz", ".npy": "npy", ".mat": "mat"}
_SUFFIXES |= {f".{format}": format for format in GRAPH_FORMATS}
_MATRICES = ("mtx", "npz", "npy", "mat")
_PACE_HEADER = re.compile(rb"\A(?:\s*c(?:[ \t][^\n]*)?\n)*\s*p cep\b")


def read(
    source: PathOrFile,
    *,
    format: str | None = None,
    missing: float | None = None,
    symmetrize: Symmetrize | None = None,
    variable: str | None = None,
    header: bool | None = None,
) -> PairsFile:
    """Read a signed problem.

    The weights of repeated pairs are summed; a node paired with itself is left out with a warning. Gzipped files are
    unpacked. Ids need not be contiguous, and results carry them.

    Parameters
    ----------
    source : path, ``"-"`` or open file
        ``"-"`` is standard input.
    format : str, optional
        One of :data:`FORMATS`; by default by extension, or else by content.
    missing : float, optional
        The weight of an unlisted pair; by default 0, and -1 for cluster editing.
    symmetrize : {"mean", "sum", "max", "min"}, optional
        How to combine the two triangles of a matrix (by mean or sum), or the two directions of a graph, if they differ;
        by default that is an error.
    variable : str, optional
        Which variable of a Matlab file to read, if there is more than one square matrix.
    header : bool, optional
        Whether a table of pairs begins with a header; by default detected from its first two lines.

    Returns
    -------
    PairsFile

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If it does not hold a problem; the message says where.

    Examples
    --------
    >>> import io
    >>> from frenemy.io import read
    >>> file = read(io.StringIO("ann,bob,2\\nbob,carl,-1\\n"))
    >>> file.problem, list(file.ids)
    (Problem(n_nodes=3, n_edges=2), ['ann', 'bob', 'carl'])
    >>> import frenemy as fr
    >>> fr.solve(file).clusters()
    [['ann', 'bob'], ['carl']]
    """
    chosen = known_format(format)
    loaded = load(source)
    chosen = chosen or _SUFFIXES.get(loaded.suffix) or _format_of(loaded)
    if symmetrize not in (None, "mean", "sum") and chosen not in GRAPH_FORMATS:
        raise ValueError(f"symmetrize must be None, 'mean' or 'sum', got {symmetrize!r}")
    if variable is not None and chosen != "mat":
        raise ValueError(f"variable= is for Matlab files; {loaded.name} is read as {chosen}")
    if symmetrize == "mean" and chosen not in (*_MATRICES, *GRAPH_FORMATS):
        raise ValueError(
            f"symmetrize='mean' is for matrices; {loaded.name} is read as {chosen}, whose pairs are summed"
        )
    absent = missing if missing is not None else NO_EDGE if chosen == "gr" else 0.0
    match chosen:
        case "pairs":
            return read_pairs(loaded, missing=absent, header=header)
        case "multicut":
            return read_multicut(loaded, missing=absent)
        case "gr":
            return read_cluster_editing(loaded, missing=absent)
        case "graphml" | "gexf":
            return read_graph(loaded, format=chosen, missing=absent, symmetrize=symmetrize)
        case "mtx":
            return read_mtx(loaded, missing=absent, symmetrize=symmetrize)
        case "npz":
            return read_npz(loaded, missing=absent, symmetrize=symmetrize)
        case "npy":
            return read_npy(loaded, missing=absent, symmetrize=symmetrize)
        case _:
            return read_mat(loaded, missing=absent, symmetrize=symmetrize, variable=variable)


def known_format(format: str | None) -> str | None:
    """The format by its name in :data:`FORMATS`; a ValueError if there is none of that name."""
    if format is None:
        return None
    name = format.lower().removeprefix(".")
    name = _ALIASES.get(name, name)
    if name not in FORMATS:
        raise ValueError(f"unknown format {format!r}; there are {', '.join(FORMATS)}")
    return name


def _format_of(source: Source) -> str:
    """The format, from the first bytes."""
    data = source.data
    if data.startswith(b"PK\x03\x04"):
        return "npz"
    if data.startswith(b"\x93NUMPY"):
        return "npy"
    if data.startswith(b"MATLAB "):
        return "mat"
    top = data[:4096].lstrip()
    if top[:14].lower() == b"%%matrixmarket":
        return "mtx"
    if re.match(rb"multicut\s", top, re.IGNORECASE):
        return "multicut"
    if top.startswith(b"<"):
        return "gexf" if b"<gexf" in top else "graphml"
    return "gr" if _PACE_HEADER.match(top) else "pairs"
