"""The scores of labelled pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.apps.records.knowledge.decisions import ANSWERS, read_answers
from frenemy.apps.records.knowledge.known_pairs import read_known_pairs
from frenemy.problem.array_types import Floats
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.weighing.evidence import LabeledScores


def labeled_scores(table: Any, read: ScoredPairs, scores: Floats) -> LabeledScores:
    """Join a table of labels with the scored pairs.

    Parameters
    ----------
    table : table or path
        Two ids and a column of answers.
    read : ScoredPairs
    scores : (n_pairs,) float
        Log-odds of the pairs of ``read``.
    """
    known = read_known_pairs(table, read, name="labeled", value=ANSWERS)
    assert known.value is not None
    answers = read_answers(known.value)
    n = read.ids.n
    keys = read.u.astype(np.int64) * n + read.v
    order = np.argsort(keys)
    wanted = np.minimum(known.u, known.v).astype(np.int64) * n + np.maximum(known.u, known.v)
    at = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)] if len(keys) else np.zeros(0, np.int64)
    is_used = (keys[at] == wanted) & (answers != 0) if len(keys) else np.zeros(0, np.bool_)
    if not is_used.any():
        raise ValueError("labeled has no pair that is in pairs, so none of its labels has a score to learn from")
    return LabeledScores(scores[at[is_used]], answers[is_used] > 0)
