"""The options of ``frenemy cluster`` that belong to tables of scores, by the names that they have in Python."""

from __future__ import annotations

from frenemy.apps.records.options import EntityOptions
from frenemy.tables.options import option_names

_FOR_ALL_INPUTS = frozenset(
    {"missing", "must_link", "cannot_link", "decisions", "decision_weight", "solver", "stop", "seed", "threads"}
)
_PYTHON_ONLY = frozenset({"score", "max_scores", "on_stage"})

#: Options of :func:`frenemy.find_entities` that only tables have, and of what is written beside the entities.
TABLE_OPTIONS = (
    *(name for name in option_names(EntityOptions) if name not in _FOR_ALL_INPUTS | _PYTHON_ONLY),
    "nodes",
    "changes",
    "review",
    "budget",
)
#: Names that messages of the library use.
NAMES_IN_MESSAGES = (
    *(name for name in option_names(EntityOptions) if name not in _PYTHON_ONLY | {"solver", "stop", "seed", "threads"}),
    "memory_limit",
    *("header", "nodes", "pictures", "symmetrize", "variable"),
)
