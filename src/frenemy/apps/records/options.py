"""The options of finding, updating and reviewing entities, beyond those of all tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.run import Stop
from frenemy.tables.options import (
    IdOptions,
    LinkOptions,
    NullOptions,
    SolveOptions,
    StageOptions,
    TableOptions,
    UnknownOptions,
    option,
)

#: Log-odds in nats of pairs of records, given by their rows in the answer.
Score = Callable[[Labels, Labels], npt.ArrayLike]

# In nats: any other place would be less than about 4 times less likely. One pair may say 1.6 against its ends, so a
# record that all its pairs repel is not in doubt.
DOUBTFUL = 1.5


@dataclass(frozen=True, kw_only=True)
class UpdateOptions(StageOptions, SolveOptions, UnknownOptions, NullOptions, LinkOptions):
    """What :meth:`frenemy.Entities.update` takes."""

    decisions: Any = option(
        None, 'Answers of reviewers: a table of two ids and a column "decision" (same, different or unsure).'
    )
    decision_weight: float | None = option(None, "The weight of an answer, in nats. By default answers are certain.")
    stop: Stop | None = option(None, "As in :func:`frenemy.solve`.")
    threads: int = option(1, "As in :func:`frenemy.solve`.")


@dataclass(frozen=True, kw_only=True)
class EntityOptions(UpdateOptions, IdOptions, TableOptions):
    """What :func:`frenemy.find_entities` and :func:`frenemy.cluster_table` take."""

    labeled: Any = option(
        None,
        'A few hundred compared pairs with a column "label" (or "is_match", "same", ...) that says whether they '
        "match. The scores are recalibrated by them.",
    )
    score: Score | None = option(
        None,
        "``score(left, right)`` returns log-odds in nats for pairs that were not compared but would matter; "
        "``left`` and ``right`` are rows of the answer.",
    )
    max_scores: int = option(10_000, "The maximum number of pairs to score, in a few batches.")
    one_per: str | None = option(
        None,
        "A column of ``nodes`` or of the id. No entity gets two records with the same value, as for sources "
        "without duplicates.",
    )
    one_per_weight: float | None = option(
        None,
        "Subtracted from the weight of two records with the same value, in nats. By default they are never together.",
    )
    previous: Any = option(
        None,
        "The table of an earlier run. A cluster keeps its id if most of its records stay, and ``changes`` lists the "
        "others.",
    )
    doubt: float = option(DOUBTFUL, "A record with a smaller margin is doubtful; in nats.")


@dataclass(frozen=True, kw_only=True)
class ReviewOptions(EntityOptions):
    """What :func:`frenemy.review` takes."""

    nodes: Any = option(
        None,
        "A table of the records. Its other columns are shown for both records of a pair, as in ``name_l`` and "
        "``name_r``.",
    )
    budget: int = option(50, "The maximum number of pairs.")
