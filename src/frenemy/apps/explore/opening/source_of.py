"""What is explored, from results in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.apps.explore.opening.earlier_groups import compared_with
from frenemy.apps.explore.opening.node_columns import with_columns, with_ordered_columns
from frenemy.apps.explore.opening.open_options import ThingOptions
from frenemy.apps.explore.source import Kind, Source
from frenemy.apps.explore.things import Things
from frenemy.apps.records.entities import Entities
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.convert import as_problem
from frenemy.problem.lifted import DROP_BASE, refuse_lifted
from frenemy.solving import Result, solve_problem
from frenemy.tables.arrow import pa
from frenemy.tables.option_parameters import takes_options


@takes_options(ThingOptions)
def source_of(found: Any, X: Any = None, /, *, options: ThingOptions) -> Source:
    """What is explored, from a result in memory.

    Parameters
    ----------
    found : Result, Entities, fitted CorrelationClustering, Problem, or what :func:`frenemy.as_problem` takes
        A problem without a result is solved.
    X : (n_nodes, n_features) float, optional
        The rows that were clustered, for a map of them; estimators do not keep them.
    **options

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.explore.opening.source_of import source_of
    >>> source = source_of(fr.solve([("ann", "bob", 3.0), ("bob", "cid", -2.0)]))
    >>> source.things.names([0, 1, 2]), source.result.labels.tolist()
    (['ann', 'bob', 'cid'], [0, 0, 1])
    """
    if isinstance(found, Entities):
        return compared_with(entities_source(found, options), options.before)
    kind: Kind = "pairs"
    note = ""
    if hasattr(found, "fit_predict"):
        if not hasattr(found, "result_"):
            raise ValueError(f"{type(found).__name__} is not fitted yet; call fit(X) first")
        note = f"weights {found.weights_account_}"
        kind = "matrix" if str(found.affinity).startswith("precomputed") else "vectors"
        found = found.result_
    result = found if isinstance(found, Result) else solve_problem(as_problem(found))
    refuse_lifted(result.problem, "this page", DROP_BASE)
    check_not_empty(result.problem, "the problem")
    ids = result.problem.ids
    things = Things.of(ids, result.problem.n_nodes)
    things = with_columns(things, options) if ids is not None else with_ordered_columns(things, options, "the problem")
    source = Source("Clustering", kind, result.problem, result, things, note, vectors=_rows(X, len(things)))
    return compared_with(source, options.before)


def entities_source(found: Entities, options: ThingOptions, *, title: str = "Entities", unknown: str = "add") -> Source:
    """What is explored, from entities."""
    check_not_empty(found.problem, title)
    pairs = found.pairs
    ids = pa.table(dict(zip(pairs.id_names, pairs.ids.values, strict=True)))
    things = Things(ids, (pairs.columns.left, pairs.columns.right))
    things = with_columns(things, options, unknown=unknown, nulls="drop")
    note = next(iter(pairs.notes[-1:]), "")
    notes = tuple(line for line in str(found.notes).splitlines() if line != note)
    return Source(title, "table", found.problem, found.result, things, note, notes, doubt=found.doubt)


def check_not_empty(problem: Problem, title: str) -> None:
    """An error if there is nothing to explore."""
    if problem.n_nodes == 0:
        raise ValueError(f"{title}: holds no pairs, so there is nothing to explore")


def _rows(X: Any, n_things: int) -> Floats | None:
    if X is None:
        return None
    rows = np.asarray(X, np.float64)
    if rows.ndim != 2 or len(rows) != n_things:
        raise ValueError(f"X must have a row for each of the {n_things:,} things, got shape {rows.shape}")
    return rows
