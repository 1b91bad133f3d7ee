"""Lifted problems as NumPy arrays: base edges and lifted pairs with their weights."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.source import PathOrFile
from frenemy.io.whole_files import write_whole
from frenemy.problem import Problem
from frenemy.problem.apart import pair_keys
from frenemy.problem.checked_arrays import shown

#: The arrays of a file, besides ``n_nodes``.
LIFTED_ARRAYS = ("base_edges", "base_weights", "lifted_edges", "lifted_weights")


def lifted_from_arrays(name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> PairsFile:
    """A lifted problem from the arrays of a file."""
    n_nodes: Any = arrays.get("n_nodes")
    if n_nodes is not None:
        if n_nodes.size != 1:
            raise ValueError(f"{name}: n_nodes must be one whole number, got {shown(n_nodes)}")
        n_nodes = n_nodes.item()
    try:
        problem = Problem.lifted(*(arrays[key] for key in LIFTED_ARRAYS), n_nodes=n_nodes)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    n_rows = len(arrays["base_edges"]) + len(arrays["lifted_edges"])
    return PairsFile(problem, np.arange(problem.n_nodes), name, "npz", n_rows)


def write_lifted(where: PathOrFile, problem: Problem) -> None:
    """Write a lifted problem as an ``.npz`` file, which :func:`read` reads.

    Its arrays are ``base_edges`` (n_base, 2), ``base_weights``, ``lifted_edges`` (n_lifted, 2), ``lifted_weights`` and
    ``n_nodes``. The weight of a lifted pair that is a base edge is part of ``base_weights``. Ids are not written.

    Parameters
    ----------
    where : path, ``"-"`` or open binary file
        ``"-"`` is standard output.
    problem : Problem
        A lifted problem.

    Examples
    --------
    >>> import io, frenemy as fr
    >>> problem = fr.Problem.lifted([[0, 1], [1, 2]], [1.0, 0.0], [[0, 2]], [-2.0])
    >>> file = io.BytesIO()
    >>> fr.io.write_lifted(file, problem)
    >>> fr.io.read(io.BytesIO(file.getvalue())).problem == problem
    True
    """
    base_u, base_v = problem.base_edges()
    u, v, w = problem.edges()
    base, pairs = pair_keys(base_u, base_v), pair_keys(u, v)
    weights = np.zeros(len(base))
    is_base = np.isin(pairs, base, assume_unique=True)
    weights[np.searchsorted(base, pairs[is_base])] = w[is_base]
    file = io.BytesIO()
    np.savez_compressed(
        file,
        base_edges=np.stack((base_u, base_v), axis=1),
        base_weights=weights,
        lifted_edges=np.stack((u[~is_base], v[~is_base]), axis=1),
        lifted_weights=w[~is_base],
        n_nodes=np.int64(problem.n_nodes),
    )
    write_whole(where, file.getvalue())
