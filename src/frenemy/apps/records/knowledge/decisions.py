"""Add answers about pairs of records to a problem, as constraints or as weights."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from frenemy import constraints
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pair_keys, pairs_of
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import node_ids, numbers

SAME = frozenset({"same", "match", "yes", "y", "true", "1", "together", "duplicate", "must_link"})
DIFFERENT = frozenset({"different", "distinct", "no match", "no", "n", "false", "0", "apart", "cannot_link"})
UNSURE = frozenset({"", "unsure", "unknown", "uncertain", "skip", "maybe", "?"})
#: Possible names of a column of answers.
ANSWERS = ("decision", "answer", "is_match", "match", "label", "same")


class Names(Protocol):
    """What records are called: a sequence, an array, a column."""

    def __getitem__(self, record: int, /) -> Any: ...


class ContradictoryAnswers(ValueError):
    """Answers that cannot all be true.

    Attributes
    ----------
    chain : list of int
        Records that answers link one after the other, while the first and the last must be apart.
    """

    def __init__(self, message: str, chain: list[int]) -> None:
        super().__init__(message)
        self.chain = chain

    def __reduce__(self) -> tuple[Any, ...]:
        return ContradictoryAnswers, (str(self), self.chain)


def read_answers(values: Sequence[Any]) -> npt.NDArray[np.int8]:
    """Parse answers: 1 for same, -1 for different, 0 for unsure or none.

    Parameters
    ----------
    values : (n_answers,)
        True and False, 1 and 0, None and nan for no answer, or words of any case, such as ``"same"``, ``"different"``
        and ``"unsure"``; see :data:`SAME`, :data:`DIFFERENT` and :data:`UNSURE`.

    Examples
    --------
    >>> from frenemy.apps.records.knowledge.decisions import read_answers
    >>> read_answers(["same", "Different", None, True, "unsure", 0])
    array([ 1, -1,  0,  1,  0, -1], dtype=int8)
    """
    listed = values.tolist() if hasattr(values, "tolist") else list(values)
    answers = np.zeros(len(listed), np.int8)
    known: dict[str, int] = {**dict.fromkeys(SAME, 1), **dict.fromkeys(DIFFERENT, -1), **dict.fromkeys(UNSURE, 0)}
    for row, value in enumerate(listed):
        if value is None or value != value:
            continue
        is_number = isinstance(value, (bool, int, float)) and value in (0, 1)
        word = str(int(value)) if is_number else str(value).strip().lower().replace("-", " ").replace("_", " ")
        answer = known.get(word, known.get(word.replace(" ", "_")))
        if answer is None:
            raise ValueError(
                f"an answer must be 'same', 'different' or 'unsure' (or True, False, None), got {value!r} at row {row} "
                "(from 0)"
            )
        answers[row] = answer
    return answers


def with_answers(
    problem: Problem,
    u: npt.ArrayLike,
    v: npt.ArrayLike,
    answer: npt.ArrayLike,
    *,
    weight: float | npt.ArrayLike | None = None,
    names: Names | None = None,
) -> Problem:
    """The problem with answers about some pairs.

    Parameters
    ----------
    problem : Problem
    u, v : (n_answers,) int
        The records of each pair, in any order, compared or not. Pairs may repeat.
    answer : (n_answers,) int
        Positive: same. Negative: different. 0: no answer.
    weight : float or (n_answers,) float, optional
        By default answers are hard constraints. With a weight, each answer adds or subtracts it: an answer that is
        right with probability p is worth ``log(p / (1 - p))`` nats. Several answers about one pair add up, and
        contradictions are not an error.
    names : (n_nodes,) sequence, optional
        The names of records in errors; by default their numbers.

    Raises
    ------
    ContradictoryAnswers
        If hard answers contradict each other; a ValueError. The message names the records along the chain.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.knowledge.decisions import with_answers
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [-1.0, 2.0], n_nodes=4)
    >>> fr.solve(with_answers(problem, [0, 3], [1, 2], [1, -1])).labels
    array([0, 0, 0, 1], dtype=int32)
    >>> with_answers(problem, [0], [1], [1], weight=3.0).edges()[2]
    array([2., 2.])
    >>> try:
    ...     with_answers(problem, [0, 1, 0], [1, 2, 2], [1, 1, -1], names=["ann", "anne", "bob", "carl"])
    ... except ValueError as error:
    ...     print(error)
    records 'ann' and 'bob' must be apart, but must-links join them: 'ann'-'anne', 'anne'-'bob'
    """
    left, right, signs = node_ids(u, "u"), node_ids(v, "v"), np.sign(numbers(answer, "answer"))
    if not left.shape == right.shape == signs.shape:
        raise ValueError(
            f"u, v and answer must have the same length, got {len(left)}, {len(right)} and {signs.shape[0]}"
        )
    _check_records(left, right, signs, problem.n_nodes, names)
    if weight is not None:
        return _weighted(problem, left, right, signs, weight)
    pairs = np.stack((left, right), axis=1)
    try:
        linked = constraints.must_link(problem, pairs[signs > 0])
        return constraints.cannot_link(linked, pairs[signs < 0])
    except constraints.Contradiction as error:
        raise named_contradiction(error, names) from None


def named_contradiction(error: constraints.Contradiction, names: Names | None) -> ContradictoryAnswers:
    """The same error with the names of the records."""
    chain = [_name(names, node) for node in error.chain]
    return ContradictoryAnswers(error.message(f"records {chain[0]} and {chain[-1]}", chain), error.chain)


def _check_records(u: Labels, v: Labels, signs: Floats, n_nodes: int, names: Names | None) -> None:
    for ends in (u, v):
        wrong = np.flatnonzero((ends < 0) | (ends >= n_nodes))
        if len(wrong):
            known = f"0..{n_nodes - 1}" if n_nodes else "none, as there are none"
            raise ValueError(f"a record must be one of {known}, got {ends[wrong[0]]} at answer {wrong[0]}")
    itself = np.flatnonzero((u == v) & (signs < 0))
    if len(itself):
        row = int(itself[0])
        raise ContradictoryAnswers(
            f"record {_name(names, int(u[row]))} cannot be different from itself, at answer {row} (from 0)",
            [int(u[row])],
        )


def _weighted(problem: Problem, u: Labels, v: Labels, signs: Floats, weight: float | npt.ArrayLike) -> Problem:
    nats = np.broadcast_to(numbers(weight, "weight"), signs.shape)
    wrong = np.flatnonzero(~(np.isfinite(nats) & (nats >= 0)))
    if len(wrong):
        raise ValueError(
            f"a weight must be a finite number of nats of at least 0, got {nats[wrong[0]]} at answer {wrong[0]}; "
            "leave weight out for answers that hold for certain"
        )
    notes = (signs != 0) & (u != v)
    keys, which = np.unique(pair_keys(np.minimum(u, v)[notes], np.maximum(u, v)[notes]), return_inverse=True)
    total = np.bincount(which, weights=(signs * nats)[notes], minlength=len(keys)).astype(np.float64)
    return Problem(problem.graph.with_added(*pairs_of(keys), total), problem.constraints)


def _name(names: Names | None, node: int) -> str:
    if names is None:
        return str(node)
    value = names[node]
    return repr(value.as_py() if hasattr(value, "as_py") else value.item() if hasattr(value, "item") else value)


def answer_weight(right: float) -> float:
    """The weight in nats of an answer that is right with this probability.

    Examples
    --------
    >>> from frenemy.apps.records.knowledge.decisions import answer_weight
    >>> round(answer_weight(0.95), 2)
    2.94
    """
    if not 0.5 <= right < 1.0:
        raise ValueError(f"the probability that an answer is right must be at least 0.5 and below 1, got {right}")
    return math.log(right / (1.0 - right))
