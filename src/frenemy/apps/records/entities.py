"""Which records are one entity, how sure that is, and how it came about."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.account import Account
from frenemy.apps.records.arrow import pa
from frenemy.apps.records.found import Found, FoundByUpdate
from frenemy.apps.records.knowledge import Knowledge
from frenemy.apps.records.pair_table import OnStage, ScoredPairs
from frenemy.apps.records.update_entities import update_entities
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solve import Result
from frenemy.solvers import Solver

# In nats: somewhere else would be less than about 4 times less likely. One pair may say 1.6 against its ends, so a
# record that all its pairs repel is not in doubt.
DOUBTFUL = 1.5


@dataclass(frozen=True, eq=False)
class Entities:
    """What :func:`find_entities` found, or an update made of it.

    Attributes
    ----------
    found : Found
        Where all of it comes from.
    doubt : float
        In nats: a record whose margin is below is doubtful.
    bounded_result : Result, optional
        The result after more work on its bound.
    """

    found: Found
    doubt: float = DOUBTFUL
    bounded_result: Result | None = field(default=None, repr=False)

    @property
    def pairs(self) -> ScoredPairs:
        """The pairs as they were read; after an update, all pairs there are."""
        return self.found.pairs

    @property
    def problem(self) -> Problem:
        """What was solved: weights, and what is known for certain."""
        return self.found.problem

    @property
    def result(self) -> Result:
        """Labels ``0..k-1``, energy, lower bound, status. After an update, the bound is the one that takes no work."""
        return self.found.result if self.bounded_result is None else self.bounded_result

    def bounded(self, *, stop: Stop | None = None) -> Entities:
        """The same after more work on the bound of the result, as :meth:`Result.bounded`."""
        return replace(self, bounded_result=self.result.bounded(stop=stop))

    @property
    def account(self) -> Account:
        """What was read, left out and chosen; after an update, what was new."""
        return self.found.account

    @property
    def labels(self) -> Labels:
        """The entity of each record, ``0..k-1``."""
        return self.found.labels

    @property
    def n_records(self) -> int:
        return self.found.n_records

    @property
    def n_entities(self) -> int:
        return self.found.n_entities

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """What it would cost to have each record elsewhere, in nats; infinite where there is no other place."""
        return self.found.margins

    @property
    def doubtful(self) -> npt.NDArray[np.bool_]:
        """The records whose margin is small."""
        is_doubtful: npt.NDArray[np.bool_] = self.margins < self.doubt
        return is_doubtful

    @property
    def cluster_ids(self) -> pa.Array:
        """The id of each record's entity: its label, or what it was called before."""
        return self.found.cluster_ids

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

    @property
    def changes(self) -> Any:
        """What changed since ``previous``, or by the update, as :func:`cluster_changes` tells it; None without."""
        return self.found.changes

    def update(
        self,
        new_pairs: Any = None,
        new_nodes: Any = None,
        *,
        must_link: Any = None,
        cannot_link: Any = None,
        decisions: Any = None,
        decision_weight: float | None = None,
        nulls: Literal["error", "drop"] = "error",
        unknown: Literal["error", "add"] = "error",
        solver: Solver | None = None,
        stop: Stop | None = None,
        seed: int = 0,
        threads: int = 1,
        on_stage: OnStage | None = None,
    ) -> Entities:
        """The entities after new pairs, records and knowledge have come in; only what they touch is solved again.

        Scores are weighed as those of the first run were, nothing is estimated again, and what was known stays in
        force: must-links, cannot-links, decisions, ``one_per``. Clusters that stay keep their ids, and ``changes``
        lists the others. Margins are found again for the records that changed their cluster, that share a pair with
        one, or of which a pair is new.

        Time goes with what is touched; on top of it come copies of some 30 bytes a record. The first update also sorts
        all pairs and indexes all ids, once. These entities stay as they are, and can be updated again.

        Parameters
        ----------
        new_pairs : table or path, optional
            Columns are called as in the first pairs. Of a pair that was there before, in either direction, the new
            score counts.
        new_nodes : table or path, optional
            New records, which need not be in any pair. Without it, ids that are not known yet are new records; with it,
            those that are not in it, either, are an error.
        must_link, cannot_link, decisions, decision_weight
            As in :func:`find_entities`, on top of what is known.
        nulls, unknown, solver, stop, seed, threads, on_stage
            As in :func:`find_entities`; solving is about the touched part.

        Returns
        -------
        Entities
            Of all records, new ones last. Its ``account`` is that of the update.

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
        updated = update_entities(
            self.found.standing,
            new_pairs,
            new_nodes,
            Knowledge(must_link, cannot_link, decisions, decision_weight),
            nulls=nulls,
            unknown=unknown,
            solver=solver,
            stop=stop,
            seed=seed,
            threads=threads,
            on_stage=on_stage,
        )
        return Entities(FoundByUpdate(updated, self.n_records, time.perf_counter() - begin, seed), self.doubt)

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
