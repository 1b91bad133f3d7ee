"""Compare two clusterings of nearly the same records: created, merged, split, moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.apps.records.names.stable_ids import as_ids
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.ids.id_types import IdColumn, id_columns, of_one_type, with_extension
from frenemy.tables.ids.null_rows import refuse_null_ids
from frenemy.tables.ids.record_ids import matched_rows

if TYPE_CHECKING:
    import pyarrow as pa


#: The kinds of changes, in the order of the table.
CHANGES = ("created", "grown", "merged", "split", "moved", "renamed", "dissolved", "shrunk")
_NOT_IDS = ("cluster_id", "margin", "doubtful")


def cluster_changes(
    before: Any,
    after: Any,
    *,
    id: str | Sequence[str] | None = None,
    cluster: str = "cluster_id",
    n_examples: int = 3,
) -> pa.Table:
    """List the changes from one clustering to the next.

    Each row is a set of records that made the same change. Every record whose cluster has a new id, and every record
    that was added or removed, is in exactly one row.

    ========== ==================================================================================
    change     what happened to the records
    ========== ==================================================================================
    created    new records, in a new cluster
    grown      new records, in an existing cluster
    merged     all remaining records of a cluster that no longer exists joined another one
    split      they left a cluster that still exists, for a new one
    moved      they left a cluster that still exists, for another existing one
    renamed    only the id of the cluster changed
    dissolved  their cluster no longer exists; they were removed, or went to several clusters
    shrunk     removed records, from a cluster that still exists
    ========== ==================================================================================

    Parameters
    ----------
    before, after : tables
        One row per record: the columns of its id, and the id of its cluster. Any table with the Arrow interface:
        pandas, polars, pyarrow, duckdb.
    id : str or sequence of str, optional
        The columns of the record id. By default those that both tables have, except cluster_id, margin and
        doubtful.
    cluster : str
        The column of the cluster ids.
    n_examples : int
        The maximum number of example records per row.

    Returns
    -------
    pyarrow.Table
        ``change``; ``previous_id`` and ``cluster_id``, the clusters before and after; ``n_records`` that changed;
        ``n_before`` and ``n_after``, the sizes of the two clusters; ``examples``, a list of record ids (structs if an
        id has several columns). By kind of change, the largest first.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> before = pa.table({"name": ["ann", "anna", "bob", "rob"], "cluster_id": [0, 0, 1, 2]})
    >>> after = pa.table({"name": ["ann", "anna", "bob", "rob", "cid"], "cluster_id": [0, 3, 1, 1, 4]})
    >>> for row in fr.cluster_changes(before, after).to_pylist():
    ...     print(row["change"], row["previous_id"], row["cluster_id"], row["examples"])
    created None 4 ['cid']
    merged 2 1 ['rob']
    split 0 3 ['anna']
    """
    old, new = _as_table(before, "before"), _as_table(after, "after")
    for table, name in ((old, "before"), (new, "after")):
        if cluster not in table.column_names:
            raise ValueError(f"{name} has no column {cluster!r}; it has {table.column_names}: name it with cluster=")
    columns = _id_columns(old, new, id, cluster)
    for table, name in ((old, "before"), (new, "after")):
        refuse_null_ids(table, columns, name)
    old_ids, new_ids = id_columns(old, columns, "before"), id_columns(new, columns, "after")
    matched_rows(old_ids, new_ids, name="after")  # also checks that each record is there once
    rows = matched_rows(new_ids, old_ids, name="before").astype(np.int64)
    return change_list(
        [column.values for column in new_ids],
        [column.values for column in old_ids],
        rows,
        new.column(cluster),
        old.column(cluster),
        names=columns,
        n_examples=n_examples,
    )


def change_list(
    records: Sequence[Any],
    previous_records: Sequence[Any],
    rows: Ints,
    clusters: Any,
    previous_clusters: Any,
    *,
    names: Sequence[str],
    n_examples: int = 3,
) -> pa.Table:
    """As :func:`cluster_changes`, from columns; ``rows`` is the previous row of each record, -1 for new ones.

    Parameters
    ----------
    records, previous_records : sequences of pyarrow arrays
        The columns of the ids, with the names ``names``.
    rows : (n_records,) int64
        From :func:`~frenemy.tables.ids.record_ids.matched_rows`.
    clusters, previous_clusters : pyarrow arrays
        The cluster of each record now, and of each previous record.
    """
    is_gone = np.ones(len(previous_clusters), bool)
    is_gone[rows[rows >= 0]] = False
    gone = np.flatnonzero(is_gone)
    after, before, cluster_names = _cluster_codes(clusters, previous_clusters)
    # All records: current ones, then removed ones.
    was = np.concatenate((np.where(rows >= 0, before[rows] if len(before) else -1, -1), before[gone]))
    now = np.concatenate((after, np.full(len(gone), -1)))
    changed = np.flatnonzero(was != now)
    n = len(cluster_names)
    steps, step, counts = np.unique(
        (was[changed] + 1) * (n + 1) + now[changed] + 1, return_inverse=True, return_counts=True
    )
    source, target = steps // (n + 1) - 1, steps % (n + 1) - 1
    n_before, n_after = np.bincount(before, minlength=n), np.bincount(after, minlength=n)
    kinds = _kinds(source, target, was, now, n_before, n_after)
    order = np.lexsort((target, source, -counts, kinds))
    examples = _examples(changed, step, order, n_examples)
    return _table(
        kinds[order],
        source[order],
        target[order],
        counts[order],
        n_before,
        n_after,
        cluster_names,
        _listed(examples, records, previous_records, gone, names),
    )


def _kinds(source: Ints, target: Ints, was: Ints, now: Ints, n_before: Ints, n_after: Ints) -> Ints:
    """The kind of each change, as a place in CHANGES."""
    n = len(n_before)
    stays = (was >= 0) & (now >= 0)
    ways = distinct(was[stays] * (n + 1) + now[stays])
    n_ways_out = np.bincount(ways // (n + 1), minlength=n)
    is_alone = (np.bincount(ways % (n + 1), minlength=n) == 1) & (
        np.bincount(now[(was < 0) & (now >= 0)], minlength=n) == 0
    )
    # Added and removed records have no cluster on one side; the values looked up there are not used.
    existed, goes_on = n_before[target] > 0, n_after[source] > 0
    went_one_way = n_ways_out[source] == 1
    kinds = np.select(
        [
            (source < 0) & ~existed,
            source < 0,
            (target < 0) & goes_on,
            (target < 0) & ~goes_on,
            goes_on & existed,
            goes_on & ~existed,
            went_one_way & ~existed & is_alone[target],
            went_one_way,
        ],
        [CHANGES.index(c) for c in ("created", "grown", "shrunk", "dissolved", "moved", "split", "renamed", "merged")],
        default=CHANGES.index("dissolved"),
    )
    return kinds.astype(np.int64)


def _examples(changed: Ints, step: Ints, order: Ints, n_examples: int) -> list[Ints]:
    """The first few records of each change, in the given order."""
    by_step = np.argsort(step, kind="stable")
    begin = np.searchsorted(step[by_step], np.arange(len(order) + 1))
    return [changed[by_step[begin[s] : min(begin[s] + n_examples, begin[s + 1])]] for s in order]


# ------------------------------------------------------------------------------------------------------- tables


def _as_table(table: Any, name: str) -> pa.Table:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError('tables need pyarrow: pip install "frenemy[tables]"') from error
    if isinstance(table, pa.Table):
        return table
    if not hasattr(table, "__arrow_c_stream__"):
        raise ValueError(f"{name} must be a table (pandas, polars, pyarrow, duckdb), got {type(table).__name__}")
    return pa.table(table)


def _id_columns(old: pa.Table, new: pa.Table, id: str | Sequence[str] | None, cluster: str) -> list[str]:
    if id is None:
        columns = [name for name in new.column_names if name in old.column_names and name not in (*_NOT_IDS, cluster)]
        if not columns:
            raise ValueError(
                f"the tables share no column that could be an id: before has {old.column_names}, after has "
                f"{new.column_names}; name those of the id with id="
            )
        return columns
    columns = [id] if isinstance(id, str) else list(id)
    for table, name in ((old, "before"), (new, "after")):
        lost = [column for column in columns if column not in table.column_names]
        if lost:
            raise ValueError(f"{name} has no column {lost[0]!r}; it has {table.column_names}")
    return columns


def _cluster_codes(clusters: Any, previous: Any) -> tuple[Ints, Ints, pa.Array]:
    """Both columns as places in the sorted list of all cluster ids."""
    import pyarrow as pa
    import pyarrow.compute as pc

    now, was = as_ids(clusters, "cluster ids after"), as_ids(previous, "cluster ids before")
    for ids, name in ((now, "after"), (was, "before")):
        if ids.null_count:
            row = int(np.flatnonzero(np.asarray(ids.is_null()))[0])
            raise ValueError(f"every record must be in a cluster, got none at row {row} (from 0) of {name}")
    try:
        kind = now.type if len(now) else was.type
        both = pa.concat_arrays([ids.cast(kind) for ids in (now, was) if len(ids)] or [pa.array([], kind)])
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ValueError(f"cluster ids are {was.type} before and {now.type} after") from error
    encoded = both.dictionary_encode()
    by_name = pc.sort_indices(encoded.dictionary).to_numpy()
    rank = np.empty(len(by_name), np.int64)
    rank[by_name] = np.arange(len(by_name))
    codes = rank[encoded.indices.to_numpy()]
    return codes[: len(now)], codes[len(now) :], encoded.dictionary.take(pa.array(by_name))


def _listed(
    examples: list[Ints],
    records: Sequence[Any],
    previous_records: Sequence[Any],
    gone: Ints,
    names: Sequence[str],
) -> pa.Array:
    import pyarrow as pa

    lengths = np.array([len(e) for e in examples], np.int64)
    at = np.concatenate([np.empty(0, np.int64), *examples])
    n = len(records[0])
    is_here = at < n
    place = np.empty(len(at), np.int64)
    place[np.concatenate((np.flatnonzero(is_here), np.flatnonzero(~is_here)))] = np.arange(len(at))
    columns = []
    for column, previous in zip(records, previous_records, strict=True):
        both = [IdColumn("after", _in_chunks(column)), IdColumn("before", _in_chunks(previous))]
        now, was = of_one_type(both)
        chosen = [now.take(pa.array(at[is_here])), was.take(pa.array(gone[at[~is_here] - n]))]
        together = pa.chunked_array([chunk for part in chosen for chunk in part.chunks], now.type)
        columns.append(with_extension(together.combine_chunks(), both).take(pa.array(place)))
    values = columns[0] if len(columns) == 1 else pa.StructArray.from_arrays(columns, names=list(names))
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), values)


def _in_chunks(column: Any) -> pa.ChunkedArray:
    import pyarrow as pa

    return column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])


def _table(
    kinds: Ints,
    source: Ints,
    target: Ints,
    counts: Ints,
    n_before: Ints,
    n_after: Ints,
    cluster_names: pa.Array,
    examples: pa.Array,
) -> pa.Table:
    import pyarrow as pa

    def named(codes: Ints) -> pa.Array:
        return cluster_names.take(pa.array(np.maximum(codes, 0), mask=codes < 0))

    def sizes(of: Ints, codes: Ints) -> pa.Array:
        return pa.array(np.where(codes >= 0, of[codes], 0) if len(of) else np.zeros(0, np.int64))

    return pa.table(
        {
            "change": pa.array([CHANGES[kind] for kind in kinds], pa.string()),
            "previous_id": named(source),
            "cluster_id": named(target),
            "n_records": pa.array(counts.astype(np.int64)),
            "n_before": sizes(n_before, source),
            "n_after": sizes(n_after, target),
            "examples": examples,
        }
    )
