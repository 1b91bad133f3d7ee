"""Which records are one entity, how sure that is, and how it came about."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.account import Account
from frenemy.apps.records.arrow import pa
from frenemy.apps.records.changes import change_list
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.previous import Previous
from frenemy.explain import explain
from frenemy.problem import Labels, Problem
from frenemy.solve import Result

# In nats: somewhere else would be less than about 4 times less likely. One pair may say 1.6 against its ends, so a
# record that all its pairs repel is not in doubt.
DOUBTFUL = 1.5


@dataclass(frozen=True, eq=False)
class Entities:
    """What :func:`find_entities` found.

    Attributes
    ----------
    pairs : ScoredPairs
        The pairs as they were read.
    problem : Problem
        What was solved: weights, and what is known for certain.
    result : Result
        Labels ``0..k-1``, energy, lower bound, status.
    account : Account
        What was read, left out and chosen.
    doubt : float
        In nats: a record whose margin is below is doubtful.
    """

    pairs: ScoredPairs
    problem: Problem
    result: Result
    account: Account
    doubt: float = DOUBTFUL
    previous: Previous | None = field(default=None, repr=False)

    @property
    def labels(self) -> Labels:
        """The entity of each record, ``0..k-1``."""
        return self.result.labels

    @property
    def n_records(self) -> int:
        return self.pairs.ids.n

    @property
    def n_entities(self) -> int:
        return self.result.n_clusters

    @cached_property
    def margins(self) -> npt.NDArray[np.float64]:
        """What it would cost to have each record elsewhere, in nats; infinite where there is no other place."""
        return explain(self.problem, self.labels).margins

    @property
    def doubtful(self) -> npt.NDArray[np.bool_]:
        """The records whose margin is small."""
        is_doubtful: npt.NDArray[np.bool_] = self.margins < self.doubt
        return is_doubtful

    @cached_property
    def cluster_ids(self) -> pa.Array:
        """The id of each record's entity: its label, or what it was called before."""
        return pa.array(self.labels) if self.previous is None else self.previous.cluster_ids(self.labels)

    @cached_property
    def table(self) -> Any:
        """One row per record: its id, ``cluster_id``, ``margin`` (null where there is no other place), ``doubtful``.

        Of the kind that the pairs were.
        """
        is_known = np.isfinite(self.margins)
        return self.pairs.table(
            {
                "cluster_id": self.cluster_ids,
                "margin": pa.array(np.where(is_known, self.margins, 0.0), mask=~is_known),
                "doubtful": self.doubtful,
            }
        )

    @cached_property
    def changes(self) -> Any:
        """What changed since ``previous``, as :func:`cluster_changes` tells it; None without it."""
        if self.previous is None:
            return None
        listed = change_list(
            self.pairs.ids.values,
            self.previous.records,
            self.previous.rows,
            self.cluster_ids,
            self.previous.ids,
            names=self.pairs.id_names,
        )
        return self.pairs.kind.back(listed)

    def summary(self) -> str:
        """In one line.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import frenemy as fr
        >>> pairs = pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "probability": [0.999, 0.001]})
        >>> fr.find_entities(pairs).summary()
        '2 entities of 3 records, 0 doubtful'
        """
        n_doubtful = int(np.count_nonzero(self.doubtful))
        return (
            f"{self.n_entities:,} {'entity' if self.n_entities == 1 else 'entities'} of {self.n_records:,} "
            f"{'record' if self.n_records == 1 else 'records'}, {n_doubtful:,} doubtful"
        )

    def report(self, path: str | os.PathLike[str], *, title: str | None = None, questions: Any = None) -> None:
        """Write an HTML page: the entities, what they are made from, what is in doubt and what changed.

        Parameters
        ----------
        path : path
            One file with everything in it; it needs no network and no other files.
        title : str, optional
            The heading of the page.
        questions : table, optional
            Pairs to ask a person about, from :func:`review`.

        Examples
        --------
        >>> import os, tempfile, pyarrow as pa
        >>> import frenemy as fr
        >>> pairs = pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "probability": [0.999, 0.001]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     fr.find_entities(pairs).report(os.path.join(folder, "report.html"), title="Three letters")
        ...     os.listdir(folder)
        ['report.html']
        """
        from frenemy.apps.records.report.page import render_entities
        from frenemy.report.page import write_page

        write_page(path, render_entities(self, title=title, questions=questions))

    def __repr__(self) -> str:
        return f"<Entities: {self.summary()}>"
