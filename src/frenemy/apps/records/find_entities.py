"""From a table of scored pairs to entities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.account import Account
from frenemy.apps.records.asking import Score, ask_for_scores
from frenemy.apps.records.decisions import read_answers, with_answers
from frenemy.apps.records.entities import DOUBTFUL, Entities
from frenemy.apps.records.evidence import Calibration, LabeledScores, pair_evidence
from frenemy.apps.records.known_pairs import KnownPairs, marked_pairs, read_known_pairs
from frenemy.apps.records.one_per_source import one_per_source, solve_one_per_source
from frenemy.apps.records.pair_table import ScoredPairs, read_pairs
from frenemy.apps.records.previous import read_previous
from frenemy.apps.records.score_weights import score_weights
from frenemy.apps.records.tables import as_readable_again, open_table
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solve import Result, solve
from frenemy.solvers import Solver

OnStage = Callable[[str, float], object]

_ANSWERS = ("decision", "answer", "is_match", "match", "label", "same")


def cluster_table(
    pairs: Any,
    nodes: Any = None,
    /,
    **options: Any,
) -> Any:
    """Entities from a table of scored pairs: a table with one row per record.

    This is ``find_entities(pairs, nodes, ...).table``; see :func:`find_entities` for all options.

    Parameters
    ----------
    pairs : table or path
        One row per pair that was compared: two ids and a score. pandas, polars, pyarrow, duckdb, anything with
        ``__arrow_c_stream__``, or the path of a Parquet, CSV, TSV or Feather file. What splink predicts works as it is.
    nodes : table or path, optional
        All records, in the order that the answer is to have.

    Returns
    -------
    table
        Of the kind that ``pairs`` was (of a path: pyarrow). The columns of the id, ``cluster_id``, ``margin`` (what it
        would cost to have the record elsewhere, in nats) and ``doubtful``.

    Examples
    --------
    >>> import pandas as pd
    >>> import frenemy as fr
    >>> pairs = pd.DataFrame(
    ...     {"id_1": ["ann", "ann", "anne"], "id_2": ["anne", "anna", "anna"], "probability": [0.9, 0.8, 0.6]}
    ... )
    >>> clusters = fr.cluster_table(pairs)
    >>> clusters[["id", "cluster_id"]].to_dict("list")
    {'id': ['ann', 'anne', 'anna'], 'cluster_id': [0, 0, 0]}
    """
    return find_entities(pairs, nodes, **options).table


def find_entities(
    pairs: Any,
    nodes: Any = None,
    /,
    *,
    id_left: str | Sequence[str] | None = None,
    id_right: str | Sequence[str] | None = None,
    id: str | Sequence[str] | None = None,
    match_weight: str | None = None,
    probability: str | None = None,
    weight: str | None = None,
    prior: float | None = None,
    tool_prior: float | None = None,
    calibration: Calibration = "auto",
    labeled: Any = None,
    missing: Literal["auto"] | float = "auto",
    blocking_recall: float | None = None,
    score: Score | None = None,
    most_scores: int = 10_000,
    must_link: Any = None,
    cannot_link: Any = None,
    decisions: Any = None,
    decision_weight: float | None = None,
    one_per: str | None = None,
    one_per_weight: float | None = None,
    previous: Any = None,
    doubt: float = DOUBTFUL,
    nulls: Literal["error", "drop"] = "error",
    unknown: Literal["error", "add"] = "error",
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> Entities:
    """Entities from a table of scored pairs, with all that there is to know about them.

    Unlike connected components it needs no threshold, and one wrong pair does not chain two entities together: all
    pairs between two groups of records are weighed, those that were never compared included.

    Parameters
    ----------
    pairs, nodes : table or path
        As in :func:`cluster_table`.
    id_left, id_right : str or several, optional
        The columns of the two ids, where they are not called as splink and others do. Several if only together they
        tell a record, as source and number.
    id : str or several, optional
        The columns of the id in ``nodes``.
    match_weight, probability, weight : str, optional
        The column of the scores, if it is not called so: log-odds in bits, from 0 to 1, or log-odds in nats.
    prior, tool_prior : float, optional
        The share of matches to assume, and that which the tool has put into its scores, which is taken out.
    calibration : {"auto", "none", "platt", "isotonic"}
        How scores become weights: as the pairs agree with each other, as they are, or learned from ``labeled``.
    labeled : table or path, optional
        Some hundred pairs, compared ones, with a column "label" (or "is_match", "same", ...) that tells whether they
        are the same. Scores are recalibrated by them.
    missing : "auto" or float
        What a pair that was not compared weighs, in nats, at most 0. By default it follows from how often pairs that
        others say are the same were compared.
    blocking_recall : float, optional
        The share of true pairs that were compared, if you know it; ``missing`` follows from it.
    score : callable, optional
        ``score(left, right)`` gives log-odds in nats for pairs that were not compared but matter; ``left`` and
        ``right`` are the rows of the records in the answer. At most ``most_scores`` are asked for, in a few batches.
    must_link, cannot_link : table, path or str, optional
        Pairs that must be together, or apart: two ids a row, or the name of a column of truth values in ``pairs``.
    decisions : table or path, optional
        Answers of people: two ids and a column "decision" of ``same``, ``different`` or ``unsure``.
    decision_weight : float, optional
        What an answer weighs, in nats; by default answers are certain.
    one_per : str, optional
        A column of ``nodes``, or of the id: no entity has two records with the same value, as of a source without
        duplicates.
    one_per_weight : float, optional
        What two records of one source weigh less, in nats; by default they are never together.
    previous : table or path, optional
        The table of an earlier run. Clusters keep their ids wherever most records stay, and ``changes`` lists the rest.
    doubt : float
        In nats; a record whose margin is below is doubtful.
    nulls : {"error", "drop"}
        What to do with rows without an id or a score.
    unknown : {"error", "add"}
        What to do with ids of ``pairs`` that are not in ``nodes``.
    solver, stop, seed, threads
        As in :func:`frenemy.solve`.
    on_stage : callable, optional
        Called with the name of each stage as it begins, and 0.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> pairs = pa.table({"id_1": ["a", "b", "a"], "id_2": ["b", "c", "c"], "weight": [3.0, 2.0, 1.0]})
    >>> found = fr.find_entities(pairs, cannot_link=pa.table({"id_1": ["a"], "id_2": ["c"]}))
    >>> found.summary()
    '2 entities of 3 records, 1 doubtful'
    >>> print(found.account.told[-1])
    1 pair must be apart
    """
    tell = on_stage or (lambda _name, _done: None)
    nodes = as_readable_again(nodes)
    names = open_table(pairs, name="pairs").names if isinstance(must_link, str) or isinstance(cannot_link, str) else ()
    marks = [one for one in (must_link, cannot_link) if isinstance(one, str) and one in names]
    read, left_out = read_pairs(
        pairs,
        nodes,
        id_left=id_left,
        id_right=id_right,
        id=id,
        match_weight=match_weight,
        probability=probability,
        weight=weight,
        also=marks,
        nulls=nulls,
        unknown=unknown,
        on_stage=on_stage,
    )
    before = None if previous is None else read_previous(previous, read)
    tell("weigh", 0.0)
    made = score_weights(read.score, kind=read.score_kind, prior=prior, tool_prior=tool_prior)
    evidence = pair_evidence(
        read.u,
        read.v,
        made.weights,
        n_records=read.ids.n,
        calibration=calibration,
        labeled=None if labeled is None else _labeled_scores(labeled, read, made.weights),
        missing=missing,
        blocking_recall=blocking_recall,
        seed=seed,
    )
    problem = Problem.from_edges(read.u, read.v, evidence.weights, n_nodes=read.ids.n, missing=evidence.missing)
    problem, told = _with_knowledge(problem, read, must_link, cannot_link, decisions, decision_weight, marks)
    sources = None if one_per is None else _sources(one_per, read, nodes)
    if sources is not None and one_per_weight is None:
        problem = one_per_source(problem, sources)
        told.append(f"no two records with the same {one_per!r} are together")
    tell("solve", 0.0)
    last: list[Result] = []

    def solved(some: Problem) -> Labels:
        last[:] = [solve(some, solver, stop=stop, seed=seed, threads=threads)]
        return last[0].labels

    def all_solved(some: Problem) -> tuple[Problem, Labels]:
        if sources is None or one_per_weight is None:
            return some, solved(some)
        kept = solve_one_per_source(some, sources, weight=one_per_weight, solve=solved)
        return kept.problem, kept.labels

    final, labels = all_solved(problem)
    if sources is not None and one_per_weight is not None:
        told.append(f"two records with the same {one_per!r} weigh {one_per_weight:g} nats less")
    if score is not None:
        tell("ask", 0.0)
        asked = ask_for_scores(problem, labels, score, solve=lambda some: all_solved(some)[1], most=most_scores)
        if asked.n_asked:
            final, labels = all_solved(asked.problem)
        told.append(str(asked))
    tell("explain", 0.0)
    # Where nothing is said about strangers, a solver may leave some joined that sources then part, at no cost.
    result = replace(last[0], labels=labels, n_clusters=int(labels.max(initial=-1)) + 1)
    account = Account(replace(left_out, clipped_scores=made.n_clipped), (*evidence.told, *told))
    return Entities(read, final, result, account, doubt, before)


def _labeled_scores(table: Any, read: ScoredPairs, scores: npt.NDArray[np.float64]) -> LabeledScores:
    known = read_known_pairs(table, read, name="labeled", value=_ANSWERS)
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


def _with_knowledge(
    problem: Problem,
    read: ScoredPairs,
    must_link: Any,
    cannot_link: Any,
    decisions: Any,
    decision_weight: float | None,
    marks: Sequence[str],
) -> tuple[Problem, list[str]]:
    """The problem with what is known of pairs, and what was put in."""
    told: list[str] = []
    hard: list[tuple[KnownPairs, npt.NDArray[np.int8]]] = []
    for name, table, sign, verb in (
        ("must_link", must_link, 1, "together"),
        ("cannot_link", cannot_link, -1, "apart"),
    ):
        if table is None:
            continue
        is_column = isinstance(table, str) and table in marks
        known = marked_pairs(read, table) if is_column else read_known_pairs(table, read, name=name)
        hard.append((known, np.full(len(known.u), sign, np.int8)))
        told.append(f"{len(known.u):,} {'pair' if len(known.u) == 1 else 'pairs'} must be {verb}")
    if decisions is not None:
        known = read_known_pairs(decisions, read, name="decisions", value=_ANSWERS)
        assert known.value is not None
        answers = read_answers(known.value)
        n_said = int(np.count_nonzero(answers))
        weighed = "certain" if decision_weight is None else f"worth {decision_weight:g} nats"
        told.append(f"{n_said:,} {'decision' if n_said == 1 else 'decisions'} of people, {weighed}")
        if decision_weight is None:
            hard.append((known, answers))
        else:
            problem = with_answers(problem, known.u, known.v, answers, weight=decision_weight)
    if hard:
        u, v = (np.concatenate([getattr(known, end) for known, _ in hard]) for end in ("u", "v"))
        problem = with_answers(problem, u, v, np.concatenate([signs for _, signs in hard]), names=_Names(read))
    return problem, told


class _Names(Sequence[Any]):
    """The ids of records, looked up when a message needs them."""

    def __init__(self, read: ScoredPairs) -> None:
        self._read = read

    def __len__(self) -> int:
        return self._read.ids.n

    def __getitem__(self, at: Any) -> Any:
        row = tuple(column[int(at)].as_py() for column in self._read.ids.values)
        return row[0] if len(row) == 1 else row


def _sources(column: str, read: ScoredPairs, nodes: Any) -> npt.NDArray[np.int64]:
    """A number for each record's value of a column; -1 where it is null."""
    if column in read.id_names:
        values = read.ids.values[read.id_names.index(column)]
    else:
        opened = None if nodes is None else open_table(nodes, name="nodes")
        if opened is None or column not in opened.names:
            found = read.id_names if opened is None else opened.names
            raise ValueError(
                f"one_per: there is no column {column!r} in {'the ids' if opened is None else 'nodes'}, only "
                f"{', '.join(found)}"
            )
        values = opened.read((column,)).column(column).combine_chunks()
        if len(values) != read.ids.n:
            raise ValueError(f"one_per: nodes has {len(values):,} rows for {read.ids.n:,} records; give all in nodes")
    codes: npt.NDArray[np.int64] = (
        values.dictionary_encode().indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    )
    return codes
