"""From a table of scored pairs to entities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

from frenemy.apps.records.account import Account
from frenemy.apps.records.asking import Score
from frenemy.apps.records.entities import DOUBTFUL, Entities
from frenemy.apps.records.evidence import Calibration, pair_evidence
from frenemy.apps.records.found import FoundAnew
from frenemy.apps.records.knowledge import Knowledge
from frenemy.apps.records.labeled_scores import labeled_scores
from frenemy.apps.records.pair_table import read_pairs
from frenemy.apps.records.previous import read_previous
from frenemy.apps.records.score_weights import score_weights
from frenemy.apps.records.solving import RecordSolver
from frenemy.apps.records.sources import read_sources
from frenemy.apps.records.tables import as_readable_again
from frenemy.apps.records.weighing import Weighing
from frenemy.problem import Problem
from frenemy.run import Stop
from frenemy.solvers import Solver

OnStage = Callable[[str, float], object]


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
        ``__arrow_c_stream__``, a numpy array with named fields, or the path of a Parquet, CSV, TSV or Feather file.
        What splink predicts works as it is, and so do recordlinkage's probabilities and dedupe's scores.
    nodes : table or path, optional
        All records, in the order that the answer is to have.

    Returns
    -------
    table
        Of the kind that ``pairs`` was (of a path, and of splink's tables: pyarrow). The columns of the id,
        ``cluster_id``, ``margin`` (what it would cost to have the record elsewhere, in nats) and ``doubtful``.

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
    knowledge = Knowledge(must_link, cannot_link, decisions, decision_weight)
    read, left_out = read_pairs(
        pairs,
        nodes,
        id_left=id_left,
        id_right=id_right,
        id=id,
        match_weight=match_weight,
        probability=probability,
        weight=weight,
        also=knowledge.columns(pairs),
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
        labeled=None if labeled is None else labeled_scores(labeled, read, made.weights),
        missing=missing,
        blocking_recall=blocking_recall,
        seed=seed,
    )
    problem = Problem.from_edges(read.u, read.v, evidence.weights, n_nodes=read.ids.n, missing=evidence.missing)
    known = knowledge.read(read)
    problem = known.put_into(problem, read)
    told = [*evidence.told, *known.told]
    sources = None if one_per is None else read_sources(one_per, read, nodes, weight=one_per_weight)
    if sources is not None:
        problem = sources.put_into(problem)
        told.append(str(sources))
    tell("solve", 0.0)
    solved = RecordSolver(sources, solver, stop, seed, threads)
    solved(problem)
    if score is not None:
        tell("ask", 0.0)
        asked = solved.asking(problem, score, most=most_scores)
        problem = asked.problem
        told.append(str(asked))
    tell("explain", 0.0)
    account = Account(replace(left_out, clipped_scores=made.n_clipped), tuple(told))
    weighing = Weighing(read.score_kind, prior, tool_prior, evidence.curve)
    found = FoundAnew(read, solved.problem, solved.result, account, before, problem, known, sources, weighing)
    return Entities(found, doubt)
