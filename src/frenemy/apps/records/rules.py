"""What clusters must keep, so stored that what concerns some records is found in time that goes with these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import constraints
from frenemy.apps.records.decisions import ContradictoryAnswers, named_contradiction, with_answers
from frenemy.apps.records.growing_rows import GrowingRows
from frenemy.apps.records.knowledge import Answers
from frenemy.apps.records.one_per_source import one_per_source
from frenemy.apps.records.updates import places_among
from frenemy.distinct import distinct
from frenemy.problem import Problem

_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rules:
    """Pairs that are together, pairs that are apart, and sources of which a cluster has one record each.

    Attributes
    ----------
    links, apart : GrowingRows
        The records that each record must be with, and those that it must not be with.
    sources : (n_records,) int64 or None
        The source of each record, -1 for none; None if sources do not matter.
    source_weight : float or None
        What two records of a source weigh less, in nats; without it they are never together.

    Examples
    --------
    >>> import numpy as np
    >>> import frenemy as fr
    >>> from frenemy.apps.records.knowledge import Answers
    >>> from frenemy.apps.records.rules import Rules
    >>> rules = Rules().with_answers(Answers(np.array([7]), np.array([5]), np.array([-1])))
    >>> problem = fr.Problem.from_edges([0], [1], [1.0])
    >>> rules.put_into(problem, np.array([5, 7]))
    Problem(n_nodes=2, n_edges=1, cannot_link=1)
    """

    links: GrowingRows = field(default_factory=GrowingRows)
    apart: GrowingRows = field(default_factory=GrowingRows)
    sources: _Ints | None = None
    source_weight: float | None = None

    def with_answers(self, answers: Answers) -> Rules:
        """With more that is certain."""
        links, apart = (_with_pairs(rows, answers, sign) for rows, sign in ((self.links, 1), (self.apart, -1)))
        return replace(self, links=links, apart=apart)

    def with_sources(self, sources: _Ints) -> Rules:
        """With the sources of new records."""
        assert self.sources is not None
        return replace(self, sources=np.concatenate((self.sources, sources))) if len(sources) else self

    def linked(self, records: _Ints) -> _Ints:
        """Records, and all that chains of links tie to them; sorted."""
        records = distinct(records)
        while True:
            grown = distinct(np.concatenate((records, self.links.of(records).value.astype(np.int64))))
            if len(grown) == len(records):
                return records
            records = grown

    def put_into(self, problem: Problem, records: _Ints, names: Sequence[Any] | None = None) -> Problem:
        """A problem among some records, sorted, with what is certain of them; ``names`` are for errors."""
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


def broken(answers: Answers, labels: _Ints) -> _Ints:
    """The records of answers that clusters do not keep."""
    is_together = labels[answers.u] == labels[answers.v]
    is_broken = np.where(is_together, answers.sign < 0, answers.sign > 0)
    return np.concatenate((answers.u[is_broken], answers.v[is_broken])).astype(np.int64)


def refuse_itself(answers: Answers, names: Sequence[Any]) -> None:
    """An error if a record is said to be different from itself."""
    at = np.flatnonzero((answers.u == answers.v) & (answers.sign < 0))
    if len(at):
        record = int(answers.u[at[0]])
        raise ContradictoryAnswers(f"record {names[record]!r} cannot be different from itself", [record])


def _among(rows: GrowingRows, records: _Ints) -> tuple[_Ints, _Ints]:
    """Pairs of rows and values that both are among some records, as places there, each once."""
    position, other, _ = rows.of(records)
    place = places_among(records, other)
    return position[position < place], place[position < place]


def _with_pairs(rows: GrowingRows, answers: Answers, sign: int) -> GrowingRows:
    said = (np.sign(answers.sign) == sign) & (answers.u != answers.v)
    u, v = answers.u[said], answers.v[said]
    return rows.added(np.concatenate((u, v)), np.concatenate((v, u))) if len(u) else rows
