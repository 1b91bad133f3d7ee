"""The page about entities."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from frenemy.apps.records.report.changes import changes_section
from frenemy.apps.records.report.notes import notes_section
from frenemy.apps.records.report.questions import questions_section
from frenemy.apps.records.report.record_names import RecordNames
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats
from frenemy.report.names import Names
from frenemy.report.page import heading_of, page
from frenemy.report.report_data import ReportData
from frenemy.report.sections.cluster_sizes import cluster_sizes
from frenemy.report.sections.doubt import doubtful_clusters, doubtful_nodes
from frenemy.report.sections.energy_over_time import energy_over_time
from frenemy.report.sections.matrix import matrix
from frenemy.report.sections.provenance import provenance
from frenemy.report.sections.summary import summary
from frenemy.report.sections.terms import Terms
from frenemy.report.sections.violations import violated_pairs
from frenemy.solving import Result
from frenemy.tables.arrow import pa
from frenemy.tables.notes import Notes
from frenemy.tables.pair_table import ScoredPairs

RECORDS = Terms(page="Entities report", node="record", nodes="records", cluster="entity", clusters="entities")


class ReportedEntities(Protocol):
    """What the page reads of :class:`frenemy.Entities`."""

    @property
    def pairs(self) -> ScoredPairs: ...
    @property
    def result(self) -> Result: ...
    @property
    def notes(self) -> Notes: ...
    @property
    def changes(self) -> Any: ...
    @property
    def labels(self) -> Labels: ...
    @property
    def cluster_ids(self) -> pa.Array: ...
    @property
    def n_records(self) -> int: ...
    @property
    def n_entities(self) -> int: ...
    @property
    def doubt(self) -> float: ...
    @property
    def margins(self) -> Floats: ...


def render_entities(found: ReportedEntities, *, title: str | None = None, questions: Any = None) -> str:
    """The page as one HTML text that needs no other files and no network.

    Parameters
    ----------
    found : Entities
    title : str, optional
        The heading.
    questions : table, optional
        Pairs for a person to review, from :func:`frenemy.review`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> from frenemy.apps.records.report.page import render_entities
    >>> pairs = pa.table({"id_1": ["ann", "ann"], "id_2": ["anne", "bob"], "probability": [0.9, 0.2]})
    >>> html = render_entities(fr.find_entities(pairs), title="People")
    >>> "2 rows are 2 pairs of 3 records" in html, "Doubtful records" in html
    (True, True)
    """
    data = ReportData(
        found.result,
        Names(RecordNames(found.pairs.ids.values), found.n_records),
        heading_of(title),
        terms=RECORDS,
        clusters=Names(RecordNames([_entity_ids(found)]), found.n_entities),
        doubt=found.doubt,
        margins=found.margins,
        n_pairs=len(found.pairs.u),
    )
    return page(
        data.title,
        (
            summary(data),
            notes_section(found.notes),
            changes_section(found.changes),
            cluster_sizes(data),
            questions_section(questions, found.pairs.columns),
            doubtful_nodes(data),
            doubtful_clusters(data),
            violated_pairs(data),
            matrix(data),
            energy_over_time(data),
            provenance(data),
        ),
    )


def _entity_ids(found: ReportedEntities) -> pa.Array:
    """The id of each entity."""
    first = np.unique(found.labels, return_index=True)[1]
    ids = found.cluster_ids
    return (ids.combine_chunks() if isinstance(ids, pa.ChunkedArray) else ids).take(pa.array(first))
