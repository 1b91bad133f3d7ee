"""What is known of pairs for certain, or was decided by people: from tables and columns into a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.decisions import ANSWERS, read_answers, with_answers
from frenemy.apps.records.known_pairs import KnownPairs, marked_pairs, read_known_pairs
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.tables import open_table
from frenemy.problem import Problem


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Where it stands.

    Attributes
    ----------
    must_link, cannot_link : table, path or str, optional
        Pairs that must be together, or apart: two ids a row, or the name of a column of truth values beside the scores.
    decisions : table or path, optional
        Answers of people.
    decision_weight : float, optional
        What an answer weighs, in nats; certain without it.
    """

    must_link: Any = None
    cannot_link: Any = None
    decisions: Any = None
    decision_weight: float | None = None

    def columns(self, pairs: Any) -> list[str]:
        """The columns of the pairs that hold some of it."""
        named = [one for one in (self.must_link, self.cannot_link) if isinstance(one, str)]
        names = open_table(pairs, name="pairs").names if named else ()
        return [one for one in named if one in names]

    def put_into(self, problem: Problem, read: ScoredPairs) -> tuple[Problem, list[str]]:
        """The problem with it, and what was put in."""
        told: list[str] = []
        hard: list[tuple[KnownPairs, npt.NDArray[np.int8]]] = []
        for name, table, sign, verb in (
            ("must_link", self.must_link, 1, "together"),
            ("cannot_link", self.cannot_link, -1, "apart"),
        ):
            if table is None:
                continue
            is_column = isinstance(table, str) and table in read.also.column_names
            known = marked_pairs(read, table) if is_column else read_known_pairs(table, read, name=name)
            hard.append((known, np.full(len(known.u), sign, np.int8)))
            told.append(f"{len(known.u):,} {'pair' if len(known.u) == 1 else 'pairs'} must be {verb}")
        if self.decisions is not None:
            known = read_known_pairs(self.decisions, read, name="decisions", value=ANSWERS)
            assert known.value is not None
            answers = read_answers(known.value)
            n_said = int(np.count_nonzero(answers))
            weighed = "certain" if self.decision_weight is None else f"worth {self.decision_weight:g} nats"
            told.append(f"{n_said:,} {'decision' if n_said == 1 else 'decisions'} of people, {weighed}")
            if self.decision_weight is None:
                hard.append((known, answers))
            else:
                problem = with_answers(problem, known.u, known.v, answers, weight=self.decision_weight)
        if hard:
            u, v = (np.concatenate([getattr(known, end) for known, _ in hard]) for end in ("u", "v"))
            problem = with_answers(problem, u, v, np.concatenate([signs for _, signs in hard]), names=read.ids)
        return problem, told
