"""The files that the page exports."""

from __future__ import annotations

import io

from frenemy.apps.explore.decisions_file import decisions_bytes
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.records.margin_columns import margin_columns
from frenemy.report.page import render
from frenemy.run import Status
from frenemy.solvers import DEFAULT
from frenemy.solving.result import Costs, Result
from frenemy.tables.arrow import pa

#: The files by name, with their media types.
EXPORTS = {
    "labels.csv": "text/csv; charset=utf-8",
    "labels.parquet": "application/vnd.apache.parquet",
    "decisions.csv": "text/csv; charset=utf-8",
    "report.html": "text/html; charset=utf-8",
}


def export(exploration: Exploration, name: str) -> bytes:
    """One of :data:`EXPORTS`."""
    match name:
        case "labels.csv":
            from pyarrow import csv

            file = io.BytesIO()
            csv.write_csv(labels_table(exploration), file)
            return file.getvalue()
        case "labels.parquet":
            from pyarrow import parquet

            file = io.BytesIO()
            parquet.write_table(labels_table(exploration), file)
            return file.getvalue()
        case "decisions.csv":
            return decisions_bytes(exploration.source.things, exploration.steps)
        case _:
            return _report(exploration).encode()


def labels_table(exploration: Exploration) -> pa.Table:
    """The id of each thing and of its group, and how sure it is there: what ``frenemy cluster`` writes of a table."""
    clustering, table = exploration.clustering, exploration.source.things.ids
    sure = margin_columns(clustering.explanation.margins, exploration.doubt)
    for name, column in {"cluster_id": pa.array(clustering.group_of), **sure}.items():
        table = table.append_column(name, column)
    return table


def _report(exploration: Exploration) -> str:
    clustering, source = exploration.clustering, exploration.source
    first = source.result
    costs = Costs(clustering.energy, first.bounds if exploration.bias == 0 else [], first.history)
    result = Result(
        clustering.labels,
        clustering.n_groups,
        costs,
        first.status if clustering.gap else Status.OPTIMAL,
        clustering.seconds,
        first.seed,
        DEFAULT,
        clustering.problem,
    )
    things = source.things
    return render(result, ids=things.names(range(len(things))), title=source.title, notes=_notes(exploration))


def _notes(exploration: Exploration) -> tuple[str, ...]:
    n = len(exploration.steps.decisions)
    decided = (f"{n:,} {'decision' if n == 1 else 'decisions'} of a person, all kept",) if n else ()
    shifted = (f"{exploration.bias:+g} was added to the weight of every listed pair",) if exploration.bias else ()
    return (*filter(None, (exploration.source.values_note,)), *exploration.source.notes, *decided, *shifted)
