"""Hard constraints on records, indexed by record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from frenemy import constraints
from frenemy.apps.records.knowledge import Answers
from frenemy.apps.records.knowledge.decisions import ContradictoryAnswers, named_contradiction, with_answers
from frenemy.apps.records.knowledge.one_per_source import one_per_source
from frenemy.apps.records.update.updates import places_among
from frenemy.problem import Problem
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.ids.growing_rows import GrowingRows


@dataclass(frozen=True, eq=False)
class Rules:
    """Must-links, cannot-links, and sources of which a cluster has at most one record each.

    Attributes
    ----------
    links, apart : GrowingRows
        The records that each record must, or must not, be together with.
    sources : (n_records,) int64 or None
        The source of each record, -1 for none; None without sources.
    source_weight : float or None
        How much less two records of a source weigh, in nats; None if they are never together.

    Examples
    --------
    >>> import numpy as np
    >>> import frenemy as fr
    >>> from frenemy.apps.records.knowledge import Answers
    >>> from frenemy.apps.records.update.rules import Rules
    >>> rules = Rules().with_answers(Answers(np.array([7]), np.array([5]), np.array([-1])))
    >>> problem = fr.Problem.from_edges([0], [1], [1.0])
    >>> rules.apply_to(problem, np.array([5, 7]))
    Problem(n_nodes=2, n_edges=1, cannot_link=1)
    """

    links: GrowingRows = field(default_factory=GrowingRows)
    apart: GrowingRows = field(default_factory=GrowingRows)
    sources: Ints | None = None
    source_weight: float | None = None

    def with_answers(self, answers: Answers) -> Rules:
        """With more must-links and cannot-links."""
        links, apart = (_with_pairs(rows, answers, sign) for rows, sign in ((self.links, 1), (self.apart, -1)))
        return replace(self, links=links, apart=apart)

    def with_sources(self, sources: Ints) -> Rules:
        """With the sources of new records."""
        assert self.sources is not None
        return replace(self, sources=np.concatenate((self.sources, sources))) if len(sources) else self

    def linked(self, records: Ints) -> Ints:
        """Records, and all that are connected to them by must-links; sorted."""
        records = distinct(records)
        while True:
            grown = distinct(np.concatenate((records, self.links.of(records).value.astype(np.int64))))
            if len(grown) == len(records):
                return records
            records = grown

    def apply_to(self, problem: Problem, records: Ints, names: Sequence[Any] | None = None) -> Problem:
        """A problem on some records, sorted, with the constraints among them; ``names`` are for errors."""
        together, apart = _among(self.links, records), _among(self.apart, records)
        u, v = (np.concatenate(ends).astype(np.int32) for ends in zip(together, apart, strict=True))
        if len(u):
            sign = np.repeat([1, -1], (len(together[0]), len(apart[0])))
            problem = with_answers(problem, u, v, sign, names=names)
        if self.sources is None or self.source_weight is not None:
            return problem
        try:
            return one_per_source(problem, self.sources[records])
        except constraints.Contradiction as error:
            raise named_contradiction(error, names) from None


def broken(answers: Answers, labels: Ints) -> Ints:
    """The records of answers that the clusters violate."""
    is_together = labels[answers.u] == labels[answers.v]
    is_broken = np.where(is_together, answers.sign < 0, answers.sign > 0)
    return np.concatenate((answers.u[is_broken], answers.v[is_broken])).astype(np.int64)


def refuse_itself(answers: Answers, names: Sequence[Any]) -> None:
    """Raise an error if a record is said to differ from itself."""
    at = np.flatnonzero((answers.u == answers.v) & (answers.sign < 0))
    if len(at):
        record = int(answers.u[at[0]])
        raise ContradictoryAnswers(f"record {names[record]!r} cannot be different from itself", [record])


def _among(rows: GrowingRows, records: Ints) -> tuple[Ints, Ints]:
    """Pairs whose ends are both among some records, as places there, each once."""
    position, other, _ = rows.of(records)
    place = places_among(records, other)
    return position[position < place], place[position < place]


def _with_pairs(rows: GrowingRows, answers: Answers, sign: int) -> GrowingRows:
    said = (np.sign(answers.sign) == sign) & (answers.u != answers.v)
    u, v = answers.u[said], answers.v[said]
    return rows.added(np.concatenate((u, v)), np.concatenate((v, u))) if len(u) else rows
