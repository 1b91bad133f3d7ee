"""Steps as a table of pairs and answers, and back.

The table has the two ids of each pair, ``decision`` (same, different or empty), ``step`` (its number; a step may have
several rows), ``action``, and ``undone``: what a row said that holds no longer, as its step was undone or a later one
says otherwise. So readers that know answers only see what holds, and undo and redo go on after a restart.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from frenemy.apps.explore.decisions import ACTIONS, Action, Decision, Step, Steps
from frenemy.apps.explore.things import Things
from frenemy.apps.records.knowledge.decisions import ANSWERS, read_answers
from frenemy.apps.records.knowledge.known_pairs import read_known_pairs
from frenemy.tables.arrow import pa
from frenemy.tables.columns import find_pair_columns
from frenemy.tables.readers.tables import open_table

_WORDS = {True: "same", False: "different", None: "forget"}
_MEANINGS = {word: meaning for meaning, word in _WORDS.items()}


@dataclass(frozen=True, eq=False)
class Layout:
    """What a table of decisions has besides the steps: the names of its columns, and what other programs wrote there.

    Attributes
    ----------
    answer, step, action, undone : str
        The names of the columns.
    others : pyarrow.Table, optional
        Further columns of the rows that were read.
    row_of : dict
        The row of each pair in ``others``.
    unanswered : tuple of (int, int, text)
        Pairs without an answer.
    """

    answer: str = "decision"
    step: str = "step"
    action: str = "action"
    undone: str = "undone"
    others: pa.Table | None = None
    row_of: dict[tuple[int, int], int] = field(default_factory=dict)
    unanswered: tuple[tuple[int, int, Any], ...] = ()

    @staticmethod
    def of(things: Things) -> Layout:
        """With the usual names, or others if the ids have those."""
        taken = {name for side in things.pair_names for name in side}
        answer = next((name for name in ANSWERS if name not in taken), "decision")
        return Layout(answer, _free("step", taken), _free("action", taken), _free("undone", taken))

    @property
    def of_steps(self) -> tuple[str, str, str]:
        """The columns that tables of other programs lack."""
        return self.step, self.action, self.undone


@dataclass(frozen=True)
class _Row:
    """What a row says about a pair, or said; without a step if another program wrote it."""

    decision: Decision
    holds: bool
    step: int | None = None
    action: Action | None = None


# ------------------------------------------------------------------------------------------------------------- writing


def decisions_table(steps: Steps, things: Things, layout: Layout | None = None) -> pa.Table:
    """All steps, those that were undone last, one row per pair of a step."""
    layout = Layout.of(things) if layout is None else layout
    rows = _rows(steps)
    pairs = [(row.decision.u, row.decision.v) for row in rows] + [(u, v) for u, v, _ in layout.unanswered]
    none = [None] * len(layout.unanswered)
    texts = [None if text is None else str(text) for _, _, text in layout.unanswered]
    columns = {
        **_ids(things, things.pair_names[0], [u for u, _ in pairs]),
        **_ids(things, things.pair_names[1], [v for _, v in pairs]),
        layout.answer: pa.array([_answer(row) for row in rows] + texts, pa.string()),
        layout.step: pa.array([row.step for row in rows] + none, pa.int64()),
        layout.action: pa.array([row.action for row in rows] + none, pa.string()),
        layout.undone: pa.array(
            [None if row.holds else _WORDS[row.decision.is_same] for row in rows] + none, pa.string()
        ),
    }
    if layout.others is not None:
        at = pa.array([layout.row_of.get(_in_order(*pair)) for pair in pairs], pa.int64())
        columns |= {name: layout.others.column(name).take(at) for name in layout.others.column_names}
    return pa.table(columns)


def _rows(steps: Steps) -> list[_Row]:
    """One per decision; the last word on a pair holds."""
    numbered = list(enumerate((*steps.done, *steps.undone), start=1))
    said = [(one, number, step.action) for number, step in numbered for one in step.decisions]
    last = {one.pair: row for row, (one, number, _) in enumerate(said) if number <= len(steps.done)}
    return [_Row(one, last.get(one.pair) == row, number, action) for row, (one, number, action) in enumerate(said)]


def _answer(row: _Row) -> str | None:
    return _WORDS[row.decision.is_same] if row.holds and row.decision.is_same is not None else None


def _ids(things: Things, names: Sequence[str], nodes: list[int]) -> dict[str, Any]:
    taken = things.ids.take(pa.array(nodes, pa.int64()))
    return dict(zip(names, taken.columns, strict=True))


def _free(name: str, taken: Collection[str]) -> str:
    return name if name not in taken else _free(f"{name}_", taken)


# ------------------------------------------------------------------------------------------------------------- reading


def read_decisions_table(table: str | os.PathLike[str] | pa.Table, things: Things) -> tuple[Steps, Layout]:
    """The steps of a table, and its layout.

    A table without steps, such as one from :func:`frenemy.review`, is a step per answer. What counts is the column of
    answers: where the steps say otherwise, another program has changed it, and each answer is a step, too.
    """
    known = read_known_pairs(table, things.record_names, name="decisions", value=ANSWERS)
    assert known.value is not None
    assert known.value_name is not None
    pairs = list(zip(known.u.tolist(), known.v.tolist(), strict=True))
    signs: list[int] = read_answers(known.value).tolist()
    opened = open_table(table, name="decisions")
    layout = replace(Layout.of(things), answer=known.value_name)
    own = _own_columns(opened.names, layout)
    further = _further_columns(opened.names, things, (known.value_name, *own))
    rows = _read_rows(opened.read(own, ids=own), layout, pairs, signs) if own else _plain_rows(pairs, signs)
    layout = replace(
        layout,
        others=opened.read(further, ids=further) if further else None,
        row_of={_in_order(*pair): row for row, pair in reversed(list(enumerate(pairs)))},
        unanswered=tuple((*pairs[i], known.value[i]) for i, row in enumerate(rows) if _is_unanswered(row)),
    )
    return _steps([row for row in rows if not _is_unanswered(row)]), layout


def _own_columns(names: Sequence[str], layout: Layout) -> list[str]:
    """The columns of steps, if the table has them."""
    own = [name for name in layout.of_steps if name in names]
    absent = [name for name in layout.of_steps if name not in names]
    if own and absent:
        raise ValueError(
            f"decisions have a column {own[0]!r}, but none {absent[0]!r}; rename it if it is not that of steps"
        )
    return own


def _further_columns(names: Sequence[str], things: Things, known: Sequence[str]) -> list[str]:
    ids = [name for side in things.pair_names for name in side]
    if not set(names).issuperset(ids):
        found = find_pair_columns(names, needs_score=False)
        ids += [*found.left, *found.right]
    return [name for name in names if name not in ids and name not in known]


def _plain_rows(pairs: Sequence[tuple[int, int]], signs: Sequence[int]) -> list[_Row]:
    return [
        _Row(Decision(*pair, sign > 0 if sign else None), sign != 0) for pair, sign in zip(pairs, signs, strict=True)
    ]


def _read_rows(columns: pa.Table, layout: Layout, pairs: Sequence[tuple[int, int]], signs: Sequence[int]) -> list[_Row]:
    found = [columns.column(name).to_pylist() for name in layout.of_steps]
    rows = []
    for row, (pair, sign, step, action, undone) in enumerate(zip(pairs, signs, *found, strict=True)):
        number = _number(step, layout.step, row)
        before = _word(undone, tuple(_MEANINGS), layout.undone, row)
        done = _word(action, ACTIONS, layout.action, row)
        is_same = sign > 0 if sign else None if before is None else _MEANINGS[before]
        rows.append(
            _Row(Decision(pair[0], pair[1], is_same), sign != 0 or before is None, number, cast("Action | None", done))
        )
    return rows


def _number(value: Any, name: str, row: int) -> int | None:
    if value is None:
        return None
    text = str(value)
    if not (text.isdecimal() and text.isascii() and 0 < len(text) < 10):
        raise ValueError(f"the {name} must be a whole number, got {value!r} in row {row} (from 0) of decisions")
    return int(text)


def _word(value: Any, known: Collection[str], name: str, row: int) -> str | None:
    if value is not None and value not in known:
        raise ValueError(
            f"the {name} must be one of {', '.join(known)}, got {value!r} in row {row} (from 0) of decisions"
        )
    return cast("str | None", value)


def _is_unanswered(row: _Row) -> bool:
    return row.step is None and row.decision.is_same is None


def _steps(rows: Sequence[_Row]) -> Steps:
    """Steps by their numbers; an answer without a number is a step of its own, after them."""
    n_done = max((row.step for row in rows if row.step is not None and row.holds), default=0)
    by_number: dict[int, list[_Row]] = {}
    for row in rows:
        if row.step is not None:
            by_number.setdefault(row.step, []).append(row)
    numbered = [(number, _step(by_number[number])) for number in sorted(by_number)]
    alone = tuple(_step([row]) for row in rows if row.step is None)
    done = tuple(step for number, step in numbered if number <= n_done)
    steps = Steps((*done, *alone), tuple(step for number, step in numbered if number > n_done))
    said = [row for row in rows if row.holds and row.decision.is_same is not None]
    if {one.pair: one.is_same for one in steps.decisions} == {row.decision.pair: row.decision.is_same for row in said}:
        return steps
    return Steps(tuple(_step([replace(row, action=None)]) for row in said))


def _step(rows: Sequence[_Row]) -> Step:
    action = rows[0].action or ("together" if rows[0].decision.is_same else "apart")
    return Step(action, tuple(row.decision for row in rows))


def _in_order(u: int, v: int) -> tuple[int, int]:
    return (u, v) if u <= v else (v, u)
