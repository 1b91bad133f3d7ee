"""The answer of finding entities: which records belong together, how certain that is, and how it was found."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ParamSpec, Protocol

import numpy as np

from frenemy.apps.records.find.compared_share import ComparedShare, compared_share
from frenemy.apps.records.find.entity_data import EntityData, UpdatedEntities
from frenemy.apps.records.margin_columns import margin_columns
from frenemy.apps.records.options import DOUBTFUL, UpdateOptions
from frenemy.apps.records.report.page import render_entities
from frenemy.apps.records.update.update_entities import update_entities
from frenemy.html_card import card, number_text, size_bars
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats
from frenemy.report.page import write_page
from frenemy.run import Stop
from frenemy.solving import Result
from frenemy.tables.arrow import pa
from frenemy.tables.notes import Notes
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.pair_table import ScoredPairs

_P = ParamSpec("_P")


class _Update(Protocol[_P]):
    def __call__(
        self, new_pairs: Any = None, new_nodes: Any = None, *args: _P.args, **options: _P.kwargs
    ) -> Entities: ...


def _takes_options(options: Callable[_P, Any]) -> Callable[[Callable[..., Entities]], _Update[_P]]:
    """:func:`takes_options` for a method whose tables may be given by keyword."""
    return takes_options(options)  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Entities:
    """The entities that :func:`find_entities` or an update found.

    Attributes
    ----------
    data : EntityData
        A solve of all pairs, or an update.
    doubt : float
        In nats: a record with a smaller margin is doubtful.
    bounded_result : Result, optional
        The result after more work on its bound.
    """

    data: EntityData
    doubt: float = DOUBTFUL
    bounded_result: Result | None = field(default=None, repr=False)

    @property
    def pairs(self) -> ScoredPairs:
        """The pairs that were read; after an update, all pairs."""
        return self.data.pairs

    @property
    def problem(self) -> Problem:
        """The problem that was solved: weights and constraints."""
        return self.data.problem

    @property
    def result(self) -> Result:
        """Labels ``0..k-1``, energy, lower bound, status. After an update, the bound is the trivial one."""
        return self.data.result if self.bounded_result is None else self.bounded_result

    def bounded(self, *, stop: Stop | None = None) -> Entities:
        """The same with a better lower bound, as :meth:`Result.bounded`."""
        return replace(self, bounded_result=self.result.bounded(stop=stop))

    @property
    def notes(self) -> Notes:
        """What was read, what was dropped, and which choices were made; after an update, what was new."""
        return self.data.notes

    @property
    def account(self) -> Notes:
        """The old name of ``notes``."""
        warnings.warn("account is now called notes", DeprecationWarning, stacklevel=2)
        return self.notes

    @property
    def labels(self) -> Labels:
        """The entity of each record, ``0..k-1``."""
        return self.data.labels

    @property
    def n_records(self) -> int:
        return self.data.n_records

    @property
    def n_entities(self) -> int:
        return self.data.n_entities

    @property
    def margins(self) -> Floats:
        """The cost of moving each record to its best other place, in nats; infinite if it has none."""
        return self.data.margins

    @property
    def doubtful(self) -> Bools:
        """Which records have a small margin."""
        is_doubtful: Bools = self.margins < self.doubt
        return is_doubtful

    @cached_property
    def compared_share(self) -> ComparedShare | None:
        """The share of pairs within entities that were compared, with an interval; None if all are single records."""
        return compared_share(self.pairs.u, self.pairs.v, self.labels)

    @property
    def cluster_ids(self) -> pa.Array:
        """The id of each record's entity: its label, or its id in an earlier run."""
        return self.data.cluster_ids

    @cached_property
    def table(self) -> Any:
        """One row per record: its id, ``cluster_id``, ``margin`` (null if it has no other place), ``doubtful``.

        The table is of the same kind as the pairs.
        """
        return self.pairs.table({"cluster_id": self.cluster_ids, **margin_columns(self.margins, self.doubt)})

    @property
    def changes(self) -> Any:
        """The changes since ``previous``, or by the update, as in :func:`cluster_changes`; None without either."""
        return self.data.changes

    @_takes_options(UpdateOptions)
    def update(self, new_pairs: Any = None, new_nodes: Any = None, *, options: UpdateOptions) -> Entities:
        """The entities after new pairs, records and knowledge. Only the clusters that they touch are solved again.

        Scores become weights as in the first run, nothing is estimated again, and constraints stay in force:
        must-links, cannot-links, decisions, ``one_per``. Unchanged clusters keep their ids, and ``changes`` lists the
        others. Margins are updated for records that changed their cluster, that share a pair with one, or that have a
        new pair.

        The time is proportional to what is touched, plus copies of about 30 bytes per record. The first update also
        sorts all pairs and indexes all ids. These entities stay unchanged, and can be updated again.

        Parameters
        ----------
        new_pairs : table or path, optional
            The columns have the names of the first pairs. The new score of a known pair, in either direction, replaces
            the old one.
        new_nodes : table or path, optional
            New records, which need not be in any pair. Without it, unknown ids are new records; with it, ids that it
            lacks are an error.
        **options

        Returns
        -------
        Entities
            All records, new ones last. Its ``notes`` are those of the update.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import frenemy as fr
        >>> pairs = pa.table({"id_1": ["a", "c"], "id_2": ["b", "d"], "weight": [3.0, 3.0]})
        >>> found = fr.find_entities(pairs, missing=-0.5, calibration="none")
        >>> later = found.update(pa.table({"id_1": ["e", "e"], "id_2": ["a", "b"], "weight": [2.0, 2.0]}))
        >>> later.cluster_ids.to_pylist()
        [0, 0, 1, 1, 0]
        >>> later.changes.select(["change", "cluster_id", "examples"]).to_pylist()
        [{'change': 'grown', 'cluster_id': 0, 'examples': ['e']}]
        >>> later.update(must_link=pa.table({"id_1": ["d"], "id_2": ["e"]})).summary()
        '1 entity of 5 records, 0 doubtful'
        """
        begin = time.perf_counter()
        updated = update_entities(self.data.state, new_pairs, new_nodes, options)
        return Entities(UpdatedEntities(updated, self.n_records, time.perf_counter() - begin, options.seed), self.doubt)

    def summary(self) -> str:
        """A summary in one line.

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
        """Write an HTML page: the entities, how they were found, what is doubtful and what changed.

        Parameters
        ----------
        path : path
            A single file that needs no network and no other files.
        title : str, optional
            The heading of the page.
        questions : table, optional
            Pairs for a person to review, from :func:`review`.

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
        write_page(path, render_entities(self, title=title, questions=questions))

    def _repr_html_(self) -> str:
        """The numbers, and the sizes of the entities, for notebooks."""
        facts = [
            ("entities", number_text(self.n_entities)),
            ("records", number_text(self.n_records)),
            ("doubtful records", number_text(int(np.count_nonzero(self.doubtful)))),
            ("status", self.result.status.name),
        ]
        return card("Entities", facts, size_bars(self.labels))

    def __repr__(self) -> str:
        return f"<Entities: {self.summary()}>"
