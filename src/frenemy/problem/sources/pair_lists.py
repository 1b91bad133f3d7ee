"""Pairs in lists and dicts of Python: triples, three columns, weights by pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from frenemy.problem.checked_arrays import shown
from frenemy.problem.ids import numbered_ids
from frenemy.problem.sources.edges import Edges, finite_weights


def is_three_columns(data: Any) -> bool:
    """Whether this is ``(u, v, w)``: a tuple, as a list of three rows is a matrix or triples."""
    return isinstance(data, tuple) and len(data) == 3 and all(map(_is_column, data))


def is_triples(data: Any) -> bool:
    """Whether this is a list of ``(a, b, weight)``; three rows of three numbers are one only if the rows are tuples."""
    if not isinstance(data, (list, tuple)):
        return False
    if not all(isinstance(row, (list, tuple)) and len(row) == 3 for row in data):
        return False
    return len(data) != 3 or any(isinstance(row, tuple) for row in data) or _has_text(data)


def is_pair_weights(data: Any) -> bool:
    """Whether this is a dict of pairs."""
    return isinstance(data, Mapping) and all(isinstance(key, tuple) for key in data)


def column_edges(u: Any, v: Any, w: Any, *, names: tuple[str, str, str] = ("u", "v", "w"), unit: str = "edge") -> Edges:
    """Pairs of ids of any kind; ``names`` and ``unit`` say in errors where a value stands."""
    left, right, ids = numbered_ids(u, v, names=names[:2], unit=unit)
    weights = finite_weights(w if hasattr(w, "__array__") else list(w), names[2], unit)
    if weights.shape != left.shape:
        raise ValueError(f"{names[2]} must have one weight per pair, {len(left)}, got shape {weights.shape}")
    n_nodes = 1 + int(max(left.max(initial=-1), right.max(initial=-1)))
    return Edges(left, right, weights, n_nodes, ids)


def triple_edges(triples: Sequence[Any]) -> Edges:
    """Pairs of a list of ``(a, b, weight)``."""
    u, v, w = zip(*triples, strict=True) if triples else ((), (), ())
    return column_edges(u, v, w, names=("the first id", "the second id", "the weight"), unit="row")


def dict_edges(weights: Mapping[Any, Any]) -> Edges:
    """Pairs of ``{(a, b): weight}``."""
    for at, key in enumerate(weights):
        if len(key) != 2:
            raise ValueError(f"keys must be pairs (a, b), got {shown(key)} at entry {at}")
    u, v = zip(*weights, strict=True) if weights else ((), ())
    return column_edges(
        u, v, list(weights.values()), names=("the first id", "the second id", "the weight"), unit="entry"
    )


def _is_column(values: Any) -> bool:
    if isinstance(values, (str, bytes)):
        return False
    return np.ndim(values) == 1 if hasattr(values, "__array__") else isinstance(values, Iterable)


def _has_text(rows: Sequence[Sequence[Any]]) -> bool:
    return any(isinstance(one, (str, bytes)) for row in rows for one in row)
