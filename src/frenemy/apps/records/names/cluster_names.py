"""Cluster ids across updates: unchanged clusters keep theirs, and no id is used twice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.apps.records.names.id_sequence import IdSequence
from frenemy.apps.records.names.stable_ids import as_ids, kept_ids, ranks
from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa
from frenemy.tables.ids.growing_column import GrowingColumn


@dataclass(frozen=True, eq=False)
class ClusterNames:
    """All cluster ids, current and past, and the id of each record's cluster.

    Attributes
    ----------
    names : GrowingColumn
    of_record : (n_records,) int64
        Places in ``names``.
    next_ids : IdSequence
        The ids of new clusters.

    Examples
    --------
    >>> import numpy as np, pyarrow as pa
    >>> from frenemy.apps.records.names.cluster_names import ClusterNames
    >>> names = ClusterNames.of(pa.array(["p4", "p4", "p7"]))
    >>> names.updated(np.array([0, 1, 3]), np.array([5, 6, 6]), n_records=4).all().to_pylist()
    ['p4', 'p8', 'p7', 'p8']
    """

    names: GrowingColumn
    of_record: Ints
    next_ids: IdSequence

    @classmethod
    def of(cls, cluster_ids: pa.Array, *, taken: pa.Array | None = None) -> ClusterNames:
        """From the id of each record's cluster; ``taken`` are ids that must not be used again."""
        encoded = as_ids(cluster_ids, "cluster ids").dictionary_encode()
        names = encoded.dictionary
        before = None if taken is None else as_ids(taken, "previous")
        return cls(
            GrowingColumn.of(names), encoded.indices.to_numpy().astype(np.int64), IdSequence.after(names, before)
        )

    def updated(self, changed: Ints, labels: Ints, *, n_records: int) -> ClusterNames:
        """The ids after some clusters changed.

        Parameters
        ----------
        changed : (n_changed,) int64
            All records of changed clusters, before or after; sorted, new records last.
        labels : (n_changed,) int64
            Their clusters now.
        """
        is_old = changed < len(self.of_record)
        used, code = np.unique(self.of_record[changed[is_old]], return_inverse=True)
        rank = ranks(self.names.take(used)) if len(used) else np.empty(0, np.int64)
        previous = np.full(len(changed), -1, np.int64)
        previous[is_old] = rank[code]
        label = _by_appearance(labels)
        kept = kept_ids(label, previous)
        is_new = kept < 0
        new, next_ids = self.next_ids.new(int(is_new.sum()))
        by_rank = np.empty(len(used), np.int64)
        by_rank[rank] = used
        place = np.empty(len(kept), np.int64)
        place[~is_new] = by_rank[kept[~is_new]]
        place[is_new] = len(self.names) + np.arange(len(new))
        of_record = np.concatenate((self.of_record, np.empty(n_records - len(self.of_record), np.int64)))
        of_record[changed] = place[label]
        names = self.names if new.type == self.names.kind else self.names.cast(new.type)
        return ClusterNames(names.added(new), of_record, next_ids)

    def take(self, records: Ints) -> pa.Array:
        """The ids of some records' clusters."""
        return self.names.take(self.of_record[records])

    def all(self) -> pa.Array:
        """The id of each record's cluster."""
        return self.names.combined().take(pa.array(self.of_record))


def _by_appearance(labels: Ints) -> Ints:
    """The same clusters, ``0..k-1``."""
    _, first, code = np.unique(labels, return_index=True, return_inverse=True)
    number = np.empty(len(first), np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    return number[code]
