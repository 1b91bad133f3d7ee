"""Stable cluster ids: a cluster takes the id of the previous cluster that it shares most records with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.names.id_sequence import IdSequence
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import unmasked, whole_numbers

if TYPE_CHECKING:
    import pyarrow as pa


def stable_ids(labels: npt.ArrayLike, *, previous: Any, taken: Any = None) -> pa.Array:
    """The id of each record's cluster, keeping previous ids where possible.

    A cluster keeps the id of the previous cluster that it shares most records with, if no other cluster shares more
    with that one. All others get unused ids: numbers continue above the largest, strings of one prefix and a number
    (``"c7"``, ``"person-0012"``) keep counting, and otherwise new ids are ``"c0"``, ``"c1"``, ... Ties are broken by
    cluster size, then by label. The time is O(n log n) in the number of records.

    Parameters
    ----------
    labels : (n_records,) int
        The clusters found; equal means together.
    previous : (n_records,) pyarrow array, numpy array or sequence
        The previous cluster id of each record; null (None, NaN) for new records.
    taken : array or sequence, optional
        Further ids that new clusters must not get, such as those of clusters whose records were all removed. Of the
        type of ``previous``.

    Returns
    -------
    pyarrow.Array
        (n_records,), of the type of ``previous``, or a wider one if the new numbers do not fit.

    Examples
    --------
    >>> from frenemy.apps.records.names.stable_ids import stable_ids
    >>> stable_ids([0, 0, 0, 1, 1, 2], previous=[7, 7, 7, 7, 4, None]).to_pylist()
    [7, 7, 7, 4, 4, 8]
    >>> stable_ids([0, 0, 0, 1, 1, 2], previous=["c1", "c1", "c1", "c1", None, None], taken=["c9"]).to_pylist()
    ['c1', 'c1', 'c1', 'c10', 'c10', 'c11']
    """
    import pyarrow as pa

    before = as_ids(previous, "previous")
    found = whole_numbers(unmasked(labels, "labels"), "labels", "record")
    if found.ndim != 1 or len(found) != len(before):
        raise ValueError(
            f"labels and previous must be one per record, got {found.shape} labels and {len(before)} previous ids"
        )
    encoded = before.dictionary_encode()
    names = encoded.dictionary
    order = ranks(names)  # ties go to the smaller id, in any order of the records
    codes = np.full(len(before), -1, np.int64)
    here = np.asarray(before.is_valid())
    codes[here] = order[encoded.indices.drop_null().to_numpy()]
    clusters, label = np.unique(found, return_inverse=True)
    kept = kept_ids(label, codes)
    is_new = kept < 0
    n_new = int(is_new.sum())
    new, _ = IdSequence.after(names, None if taken is None else as_ids(taken, "taken")).new(n_new)
    both = new.type
    position = np.empty(len(clusters), np.int64)
    by_rank = np.empty(len(names), np.int64)
    by_rank[order] = np.arange(len(names))
    position[~is_new] = by_rank[kept[~is_new]]
    position[is_new] = len(names) + np.arange(n_new)
    all_names = pa.concat_arrays([names.cast(both), new])
    return all_names.take(pa.array(position[label]))


def kept_ids(labels: npt.NDArray[np.integer], previous: npt.NDArray[np.integer]) -> Ints:
    """The previous cluster whose id each cluster keeps, or -1.

    Parameters
    ----------
    labels : (n_records,) int
        ``0..k-1``.
    previous : (n_records,) int
        ``0..p-1``, or -1 for none.

    Returns
    -------
    (k,) int64
        Distinct except for -1: a cluster keeps an id only if each is the best match of the other.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.names.stable_ids import kept_ids
    >>> kept_ids(np.array([0, 0, 0, 1, 1, 2]), np.array([1, 1, 1, 1, 0, -1])).tolist()
    [1, 0, -1]
    """
    n_clusters = int(labels.max(initial=-1)) + 1
    n_previous = int(previous.max(initial=-1)) + 1
    had = previous >= 0
    pairs = labels[had].astype(np.int64) * n_previous + previous[had]
    shared, counts = np.unique(pairs, return_counts=True)
    if not len(shared):
        return np.full(n_clusters, -1, np.int64)
    cluster, before = np.divmod(shared, n_previous)
    sizes = np.bincount(labels, minlength=n_clusters)
    previous_sizes = np.bincount(previous[had], minlength=n_previous)
    # At equal counts the smaller cluster wins: it shares a larger part of its records.
    best_before = _first_of_each(cluster, (before, previous_sizes[before], -counts), before, n_clusters)
    best_cluster = _first_of_each(before, (cluster, sizes[cluster], -counts), cluster, n_previous)
    is_mutual = (best_before >= 0) & (best_cluster[best_before] == np.arange(n_clusters))
    return np.where(is_mutual, best_before, -1)


def _first_of_each(group: Ints, keys: tuple[Ints, ...], values: Ints, n_groups: int) -> Ints:
    """The value with the smallest keys in each group, the last key first; -1 for empty groups."""
    order = np.lexsort((*keys, group))
    is_first = np.ones(len(order), bool)
    is_first[1:] = group[order[1:]] != group[order[:-1]]
    best = np.full(n_groups, -1, np.int64)
    best[group[order[is_first]]] = values[order[is_first]]
    return best


# ---------------------------------------------------------------------------------------------- ids of any type


def as_ids(values: Any, name: str) -> pa.Array:
    """Cluster ids as one pyarrow array of whole numbers or strings; null for None and NaN."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError('tables need pyarrow: pip install "frenemy[tables]"') from error
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    try:
        array = values if isinstance(values, pa.Array) else pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise ValueError(f"{name} must be cluster ids of one type: {error}") from None
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    kind = array.type
    if pa.types.is_null(kind):
        return array.cast(pa.int64())
    if pa.types.is_floating(kind):  # whole numbers in a column with NaN
        numbers = array.to_numpy(zero_copy_only=False).astype(np.float64)
        bad = np.flatnonzero(~np.isnan(numbers) & ((numbers != np.floor(numbers)) | (np.abs(numbers) > 2**53)))
        if len(bad):
            raise ValueError(f"{name} must be whole numbers or texts, got {numbers[bad[0]]} at record {bad[0]}")
        return pa.array(np.nan_to_num(numbers).astype(np.int64), mask=np.isnan(numbers))
    if pa.types.is_string_view(kind):
        return array.cast(pa.string())
    is_decimal = pa.types.is_decimal(kind) and kind.scale == 0
    if not (pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind) or is_decimal):
        raise ValueError(
            f"{name} must be whole numbers or texts, got {kind}: it is not clear which {kind} a new cluster would "
            "get; cast the column to texts"
        )
    return array


def ranks(names: pa.Array) -> Ints:
    """The rank of each value."""
    import pyarrow.compute as pc

    found = np.empty(len(names), np.int64)
    found[pc.sort_indices(names).to_numpy()] = np.arange(len(names))
    return found
