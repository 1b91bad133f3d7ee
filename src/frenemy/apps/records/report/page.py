"""The page of entities, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.report.account import account_section
from frenemy.apps.records.report.changes import changes_section
from frenemy.apps.records.report.questions import questions_section
from frenemy.apps.records.report.record_names import RecordNames
from frenemy.report.cluster_sizes import cluster_sizes
from frenemy.report.course import course
from frenemy.report.doubt import doubtful_clusters, doubtful_nodes
from frenemy.report.headline import headline
from frenemy.report.material import Material
from frenemy.report.matrix import matrix
from frenemy.report.names import Names
from frenemy.report.origin import origin
from frenemy.report.page import heading_of, page
from frenemy.report.violations import violated_pairs
from frenemy.report.words import Words

if TYPE_CHECKING:
    from frenemy.apps.records.entities import Entities

RECORDS = Words(page="Entities report", node="record", nodes="records", cluster="entity", clusters="entities")


def render_entities(found: Entities, *, title: str | None = None, questions: Any = None) -> str:
    """The page as HTML: no files beside it, no network, no scripts.

    Parameters
    ----------
    found : Entities
    title : str, optional
        The heading.
    questions : table, optional
        Pairs to ask a person about, from :func:`frenemy.review`.

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
    material = Material(
        found.result,
        Names(RecordNames(found.pairs.ids.values), found.n_records),
        heading_of(title),
        words=RECORDS,
        clusters=Names(RecordNames([_entity_ids(found)]), found.n_entities),
        doubt=found.doubt,
        n_pairs=len(found.pairs.u),
    )
    return page(
        material.title,
        (
            headline(material),
            account_section(found.account),
            changes_section(found.changes),
            cluster_sizes(material),
            questions_section(questions, found.pairs.columns),
            doubtful_nodes(material),
            doubtful_clusters(material),
            violated_pairs(material),
            matrix(material),
            course(material),
            origin(material),
        ),
    )


def _entity_ids(found: Entities) -> pa.Array:
    """What each entity is called: the id that its records have."""
    first = np.unique(found.labels, return_index=True)[1]
    ids = found.cluster_ids
    return (ids.combine_chunks() if isinstance(ids, pa.ChunkedArray) else ids).take(pa.array(first))
