"""Read the groups of an earlier run."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from frenemy.apps.explore.earlier import Earlier
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.apps.records.entities import Entities
from frenemy.apps.records.names.previous import CLUSTER, read_previous
from frenemy.apps.records.names.stable_ids import as_ids
from frenemy.io.numpy_files import load_numpy
from frenemy.io.source import load, suffix_of
from frenemy.problem.array_types import Ints
from frenemy.solving import Result
from frenemy.tables.arrow import pa
from frenemy.tables.readers.tables import as_readable_again

_IN_MEMORY = "the earlier result"


def compared_with(source: Source, before: Any) -> Source:
    """The source with the groups of an earlier run; as it is without one."""
    return source if before is None else replace(source, earlier=earlier_groups(before, source.things))


def earlier_groups(before: Any, things: Things) -> Earlier:
    """The groups of an earlier run.

    Parameters
    ----------
    before : path, table, Result, Entities, fitted CorrelationClustering, or (n_things,) labels
        A file is one that ``frenemy cluster`` or the page writes. Things are found by their ids; where there are none,
        as in an array of labels, a .txt file or the result of a matrix, by their order.
    things : Things

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.explore.opening.earlier_groups import earlier_groups
    >>> from frenemy.apps.explore.things import Things
    >>> before = pa.table({"id": ["cid", "ann", "old"], "cluster_id": [7, 4, 7]})
    >>> found = earlier_groups(before, Things.of(["ann", "bob", "cid"], 3))
    >>> found.labels.tolist(), found.names, found.n_new, found.n_gone
    ([1, -1, 0], ('#7', '#4'), 1, 1)
    """
    title = Path(before).name if isinstance(before, str | os.PathLike) else _IN_MEMORY
    given = _given(before)
    if isinstance(given, _Labels) and given.ids is None:
        return _earlier(title, given.clusters, _rows_in_order(given.clusters, len(things), title))
    names = tuple(things.ids.column_names)
    table = given.table(names) if isinstance(given, _Labels) else given
    found = read_previous(table, things.record_names.ids, names, name="before")
    if (found.rows < 0).all():
        raise ValueError(
            f"before: none of the {len(found.ids):,} ids of {title} is among the {len(things):,} things; is it of "
            "another input?"
        )
    return _earlier(title, as_ids(found.ids, f"{CLUSTER} of before"), found.rows)


@dataclass(frozen=True, eq=False)
class _Labels:
    """The cluster of each thing, with or without ids."""

    clusters: pa.Array
    ids: pa.Array | pa.ChunkedArray | None = None

    def table(self, names: Sequence[str]) -> pa.Table:
        if len(names) > 1:
            raise ValueError(f"before: an id has {len(names)} columns, {', '.join(names)}, got one; give a table")
        return pa.table({names[0]: self.ids, CLUSTER: self.clusters})


def _given(before: Any) -> Any:
    """Labels, or the table or the path of one."""
    if isinstance(before, str | os.PathLike):
        return _of_file(Path(before))
    if isinstance(before, Entities):
        return before.table
    if hasattr(before, "fit_predict"):
        if not hasattr(before, "result_"):
            raise ValueError(f"before: {type(before).__name__} is not fitted yet; call fit(X) first")
        before = before.result_
    if isinstance(before, Result):
        ids = before.problem.ids
        return _Labels(pa.array(before.labels), None if ids is None else Things.of(ids, len(ids)).ids.column(0))
    is_array = hasattr(before, "ndim") and not hasattr(before, "columns")
    if isinstance(before, list | tuple) or (is_array and before.dtype.names is None):
        return _Labels(_clusters(before))
    return as_readable_again(before)


def _of_file(path: Path) -> Any:
    """The formats of labels that are no tables; a table as it is."""
    suffix = suffix_of(path.name)
    if suffix not in (".npz", ".txt"):
        return path
    if not path.is_file():
        raise ValueError(f"before: there is no file {path}")
    try:
        content = load(path).data
        if suffix == ".txt":
            return _Labels(_clusters(np.loadtxt(io.BytesIO(content), np.int64, ndmin=1)))
        with load_numpy(content) as arrays:
            absent = [name for name in ("ids", "labels") if name not in arrays.files]
            if absent:
                raise ValueError(f"it has no array {absent[0]!r}; it has {', '.join(arrays.files) or 'none'}")
            return _Labels(_clusters(arrays["labels"]), pa.array(arrays["ids"].tolist()))
    except (ValueError, OSError, EOFError, BadZipFile) as error:
        raise ValueError(f"before: {path} cannot be read as labels of `frenemy cluster`: {error}") from None


def _clusters(values: Any) -> pa.Array:
    found = np.asarray(values)
    if found.ndim != 1:
        raise ValueError(f"before: labels must be one per thing, got shape {found.shape}")
    return as_ids(found.tolist(), "before")


def _rows_in_order(clusters: pa.Array, n_things: int, title: str) -> Ints:
    if len(clusters) != n_things:
        raise ValueError(
            f"before: {title} has no ids, so it must have a label for each of the {n_things:,} things, in their order, "
            f"got {len(clusters):,}"
        )
    return np.arange(n_things)


def _earlier(title: str, clusters: pa.Array, rows: Ints) -> Earlier:
    """From the cluster of each earlier row, and the row of each thing."""
    if clusters.null_count:
        row = int(np.flatnonzero(np.asarray(clusters.is_null()))[0])
        raise ValueError(f"before: every row must have a cluster, got none at row {row} (from 0) of {title}")
    encoded = clusters.dictionary_encode()
    codes = encoded.indices.to_numpy().astype(np.int64)
    labels = np.where(rows >= 0, codes[rows], -1)
    names = tuple(f"#{name}" if isinstance(name, int) else name for name in encoded.dictionary.to_pylist())
    return Earlier(title, labels, np.bincount(codes, minlength=len(names)), names)
