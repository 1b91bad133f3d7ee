"""A table of the pairs that a person should look at."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.entities import Entities
from frenemy.apps.records.find_entities import find_entities
from frenemy.apps.records.look_up import look_up_records
from frenemy.apps.records.review import most_useful_pairs
from frenemy.problem import Labels


def review(pairs: Any, entities: Any, /, *, budget: int = 50, **options: Any) -> Any:
    """The pairs whose answers would change most, the most useful first.

    Put the answers into a column ``decision`` (``same``, ``different`` or ``unsure``) and give the table back as
    ``decisions=`` to :func:`find_entities` or :func:`cluster_table`.

    Parameters
    ----------
    pairs : table or path
        The scored pairs.
    entities : Entities or table
        What :func:`find_entities` or :func:`cluster_table` made of them. Of a table, the weights are found again, so
        give the same ``options``.
    budget : int
        How many pairs at most.
    **options
        As in :func:`find_entities`, if ``entities`` is a table.

    Returns
    -------
    table
        Of the kind that ``pairs`` is: the ids of both records, called as in ``pairs``; ``together``, the current
        answer; ``probability`` that the two are the same; ``if_same`` and ``if_different``, how many records would
        change their cluster; ``why``: two clusters may ``join``, one may ``split``, a record may ``move``; and
        ``was_compared``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> pairs = pa.table({"id_1": ["a", "a", "b", "c"], "id_2": ["b", "c", "c", "d"], "weight": [3.0, 3.0, 3.0, 0.4]})
    >>> found = fr.find_entities(pairs)
    >>> ask = fr.review(pairs, found, budget=1)
    >>> ask.select(["id_1", "id_2", "together", "why"]).to_pylist()
    [{'id_1': 'c', 'id_2': 'd', 'together': False, 'why': 'move'}]
    >>> answered = ask.append_column("decision", pa.array(["same"]))
    >>> fr.find_entities(pairs, decisions=answered).n_entities
    1
    """
    found = entities if isinstance(entities, Entities) else find_entities(pairs, **options)
    labels = found.labels if isinstance(entities, Entities) else _labels(entities, found)
    useful = most_useful_pairs(found.problem, labels, budget=budget)
    columns = found.pairs.columns
    named: dict[str, Any] = {}
    for names, codes in ((columns.left, useful.u), (columns.right, useful.v)):
        named |= dict(zip(names, found.pairs.ids.take(codes), strict=True))
    named |= {
        "together": pa.array(useful.is_together),
        "probability": pa.array(useful.probability),
        "if_same": pa.array(useful.if_same),
        "if_different": pa.array(useful.if_different),
        "why": pa.array(useful.why, pa.string()),
        "was_compared": pa.array(useful.is_listed),
    }
    dtypes = dict(zip((*columns.left, *columns.right), 2 * found.pairs.id_dtypes, strict=True))
    return found.pairs.kind.back(pa.table(named), dtypes=dtypes)


def _labels(table: Any, found: Entities) -> Labels:
    """The clusters of a table, in the order of the records."""
    codes, further = look_up_records(table, found.pairs, name="entities", also=["cluster_id"])
    labels = np.full(found.n_records, -1, np.int64)
    labels[codes[codes >= 0]] = (
        further.column("cluster_id").combine_chunks().dictionary_encode().indices.to_numpy()[codes >= 0]
    )
    if (labels < 0).any():
        one = found.pairs.ids.shown(np.flatnonzero(labels < 0)[:1])
        raise ValueError(f"entities has no row for {one}, a record of pairs")
    return labels.astype(np.int32)
