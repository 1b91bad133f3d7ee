"""A table of the pairs that a person should review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from frenemy.apps.records.entities import Entities
from frenemy.apps.records.find.find_entities import entities_of
from frenemy.apps.records.options import ReviewOptions
from frenemy.apps.records.review import most_useful_pairs
from frenemy.apps.records.review.useful_pairs import UsefulPairs
from frenemy.problem import Labels
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.tables.arrow import pa
from frenemy.tables.columns import find_record_columns
from frenemy.tables.id_lookup import lookup_records
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.readers.tables import as_readable_again, open_table


@renamed_parameters(most_scores="max_scores")
@takes_options(ReviewOptions)
def review(pairs: Any, entities: Any, /, *, options: ReviewOptions) -> Any:
    """The pairs that a person should review, the most useful first.

    Fill in the column ``decision`` (``same``, ``different`` or ``unsure``; empty is no answer) and pass the table as
    ``decisions=`` to :func:`find_entities` or :func:`cluster_table`.

    Parameters
    ----------
    pairs : table or path
        The scored pairs.
    entities : Entities or table
        The answer of :func:`find_entities` or :func:`cluster_table`. For a table the weights are computed again, so
        give the options that made it; for :class:`Entities` only ``budget`` is used.
    **options

    Returns
    -------
    table
        Of the same kind as ``pairs``: the ids of both records, with the names of ``pairs``; ``decision``, empty, for
        the answers; ``together``, whether they are in one cluster now; ``probability`` that they match; ``if_same`` and
        ``if_different``, the number of records that would change their cluster; ``why``: two clusters may ``join``, one
        may ``split``, a record may ``move``; and ``was_compared``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> pairs = pa.table({"id_1": ["a", "a", "b", "c"], "id_2": ["b", "c", "c", "d"], "weight": [3.0, 3.0, 3.0, 0.4]})
    >>> found = fr.find_entities(pairs)
    >>> ask = fr.review(pairs, found, budget=1)
    >>> ask.select(["id_1", "id_2", "together", "why"]).to_pylist()
    [{'id_1': 'c', 'id_2': 'd', 'together': False, 'why': 'move'}]
    >>> answered = ask.set_column(ask.column_names.index("decision"), "decision", pa.array(["same"]))
    >>> fr.find_entities(pairs, decisions=answered).n_entities
    1
    """
    found = entities if isinstance(entities, Entities) else entities_of(pairs, None, options)
    labels = found.labels if isinstance(entities, Entities) else _labels(entities, found)
    useful = most_useful_pairs(found.problem, labels, budget=options.budget)
    columns = found.pairs.columns
    named: dict[str, Any] = {}
    for names, codes in ((columns.left, useful.u), (columns.right, useful.v)):
        named |= dict(zip(names, found.pairs.ids.take(codes), strict=True))
    named |= {
        "decision": pa.nulls(len(useful), pa.string()),
        "together": pa.array(useful.is_together),
        "probability": pa.array(useful.probability),
        "if_same": pa.array(useful.if_same),
        "if_different": pa.array(useful.if_different),
        "why": pa.array(useful.why, pa.string()),
        "was_compared": pa.array(useful.is_listed),
    }
    if options.nodes is not None:
        described = _described(as_readable_again(options.nodes), found, useful, options.id)
        named |= {name: values for name, values in described.items() if name not in named}
    dtypes = dict(zip((*columns.left, *columns.right), 2 * found.pairs.id_dtypes, strict=True))
    return found.pairs.kind.back(pa.table(named), dtypes=dtypes)


def _described(
    nodes: Any, found: Entities, useful: UsefulPairs, id: str | Sequence[str] | None
) -> dict[str, pa.ChunkedArray]:
    """The columns of the records other than the ids, those of the two of a pair beside each other."""
    opened = open_table(nodes, name="nodes")
    ids = find_record_columns(opened.names, found.pairs.columns, id=id)
    others = [name for name in opened.names if name not in ids]
    codes, records = lookup_records(nodes, found.pairs, name="nodes", id=ids, also=others)
    rows = np.full(found.n_records, -1, np.int64)
    rows[codes[codes >= 0]] = np.flatnonzero(codes >= 0)
    left, right = (pa.array(rows[ends], mask=rows[ends] < 0) for ends in (useful.u, useful.v))
    return {
        f"{name}_{side}": records.column(name).take(at) for name in others for side, at in (("l", left), ("r", right))
    }


def _labels(table: Any, found: Entities) -> Labels:
    """The clusters of a table, in the order of the records."""
    codes, further = lookup_records(table, found.pairs, name="entities", also=["cluster_id"])
    labels = np.full(found.n_records, -1, np.int64)
    labels[codes[codes >= 0]] = (
        further.column("cluster_id").combine_chunks().dictionary_encode().indices.to_numpy()[codes >= 0]
    )
    if (labels < 0).any():
        one = found.pairs.ids.shown(np.flatnonzero(labels < 0)[:1])
        raise ValueError(f"entities has no row for {one}, a record of pairs")
    return labels.astype(np.int32)
