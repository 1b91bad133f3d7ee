"""Must-links, cannot-links and answers of reviewers: from tables and columns to a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.knowledge.decisions import ANSWERS, read_answers, with_answers
from frenemy.apps.records.knowledge.known_pairs import marked_pairs, read_known_pairs
from frenemy.problem import Problem
from frenemy.tables.id_lookup import KnownRecords
from frenemy.tables.ids.record_ids import Codes
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import open_table


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers about pairs.

    Attributes
    ----------
    u, v : (n,) int32
        The records.
    sign : (n,) int8
        Positive: same. Negative: different. 0: no answer.
    """

    u: Codes
    v: Codes
    sign: npt.NDArray[np.int8]

    def note(self, weight: float | None) -> str:
        """One line for people; ``weight`` is what an answer counts, in nats, None if it holds for certain."""
        n_said = int(np.count_nonzero(self.sign))
        if not n_said:
            return "no decisions of people: no row has an answer"
        worth = "certain" if weight is None else f"worth {weight:g} nats"
        return f"{n_said:,} {'decision' if n_said == 1 else 'decisions'} of people, {worth}"


@dataclass(frozen=True, eq=False)
class PairKnowledge:
    """All answers, by record numbers.

    Attributes
    ----------
    certain, weighed : Answers
        Hard constraints, and answers that count ``weight`` each.
    weight : float
        In nats.
    notes : tuple of str
        One line per table that was read.
    """

    certain: Answers
    weighed: Answers
    weight: float
    notes: tuple[str, ...]

    def apply_to(self, problem: Problem, read: ScoredPairs) -> Problem:
        """Add the answers to a problem."""
        if len(self.weighed.u):
            said = self.weighed
            problem = with_answers(problem, said.u, said.v, said.sign, weight=self.weight)
        if len(self.certain.u):
            problem = with_answers(problem, self.certain.u, self.certain.v, self.certain.sign, names=read.ids)
        return problem


@dataclass(frozen=True, eq=False)
class KnowledgeTables:
    """The tables and columns that hold the answers.

    Attributes
    ----------
    must_link, cannot_link : table, path or str, optional
        Pairs that must be together, or apart: two ids per row, or the name of a column of truth values in the pairs.
    decisions : table or path, optional
        Answers of reviewers.
    decision_weight : float, optional
        The weight of an answer, in nats; by default answers are hard constraints.
    """

    must_link: Any = None
    cannot_link: Any = None
    decisions: Any = None
    decision_weight: float | None = None

    def columns(self, pairs: Any) -> list[str]:
        """The columns of the pairs that hold links."""
        named = [one for one in (self.must_link, self.cannot_link) if isinstance(one, str)]
        names = open_table(pairs, name="pairs").names if named else ()
        return [one for one in named if one in names]

    def read(self, read: ScoredPairs) -> PairKnowledge:
        """Read the answers about the given records."""
        notes: list[str] = []
        certain: list[Answers] = []
        weighed: list[Answers] = []
        for name, table, sign, verb in (
            ("must_link", self.must_link, 1, "together"),
            ("cannot_link", self.cannot_link, -1, "apart"),
        ):
            if table is None:
                continue
            is_column = isinstance(table, str) and table in read.also.column_names
            known = marked_pairs(read, table) if is_column else read_known_pairs(table, read, name=name)
            certain.append(Answers(known.u, known.v, np.full(len(known.u), sign, np.int8)))
            notes.append(f"{len(known.u):,} {'pair' if len(known.u) == 1 else 'pairs'} must be {verb}")
        if self.decisions is not None:
            said = read_decisions(self.decisions, read)
            notes.append(said.note(self.decision_weight))
            (certain if self.decision_weight is None else weighed).append(said)
        weight = 0.0 if self.decision_weight is None else self.decision_weight
        return PairKnowledge(_together(certain), _together(weighed), weight, tuple(notes))


def read_decisions(table: Any, records: KnownRecords) -> Answers:
    """Read the answers of people about pairs of known records: two ids and a column of answers per row."""
    known = read_known_pairs(table, records, name="decisions", value=ANSWERS)
    assert known.value is not None
    return Answers(known.u, known.v, read_answers(known.value))


def _together(answers: list[Answers]) -> Answers:
    none = Answers(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int8))
    u, v, sign = (np.concatenate([getattr(one, name) for one in (none, *answers)]) for name in ("u", "v", "sign"))
    return Answers(u, v, sign)
