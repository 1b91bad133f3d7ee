"""Find entities in a table of scored pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from frenemy.apps.records.entities import Entities
from frenemy.apps.records.find.compared_share import compared_share
from frenemy.apps.records.find.entity_data import SolvedEntities
from frenemy.apps.records.find.record_solver import RecordSolver
from frenemy.apps.records.knowledge import KnowledgeTables
from frenemy.apps.records.knowledge.labeled_scores import labeled_scores
from frenemy.apps.records.knowledge.sources import read_sources
from frenemy.apps.records.names.previous import read_previous
from frenemy.apps.records.options import EntityOptions
from frenemy.problem import Problem
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.tables.notes import Notes
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.options import ColumnOptions
from frenemy.tables.pair_table import read_pairs
from frenemy.tables.readers.tables import as_readable_again
from frenemy.tables.weighing.evidence import pair_evidence
from frenemy.tables.weighing.score_weights import score_weights
from frenemy.tables.weighing.value_kind import evidence_defaults
from frenemy.tables.weighing.weighing import Weighing


@renamed_parameters(most_scores="max_scores")
@takes_options(EntityOptions)
def cluster_table(pairs: Any, nodes: Any = None, /, *, options: EntityOptions) -> Any:
    """Find the entities in a table of scored pairs; the answer is a table with one row per record.

    This is ``find_entities(pairs, nodes, ...).table``.

    Parameters
    ----------
    pairs : table or path
        One row per compared pair: two ids and a score. pandas, polars, pyarrow, duckdb, anything with
        ``__arrow_c_stream__``, a numpy array with named fields, or the path of a Parquet, CSV, TSV or Feather file.
        Predictions of splink, probabilities of recordlinkage and scores of dedupe work unchanged. A DataFrame of Spark,
        or splink's table there, is solved in Spark, with the options of :func:`frenemy.solve_dataset`. So are a DuckDB
        relation and splink's table in DuckDB if they take more than half of the machine's memory, or if you give
        ``memory_limit=`` or another option of that function; the answer is then a relation, of a new table there.
    nodes : table or path, optional
        All records, in the order of the answer.
    **options

    Returns
    -------
    table
        Of the same kind as ``pairs`` (pyarrow for a path and for splink's tables). It has the columns of the id,
        ``cluster_id``, ``margin`` (the cost of moving the record, in nats) and ``doubtful``; in Spark, and in DuckDB
        beyond memory, only the first two.

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
    return entities_of(pairs, nodes, options).table


@renamed_parameters(most_scores="max_scores")
@takes_options(EntityOptions)
def find_entities(pairs: Any, nodes: Any = None, /, *, options: EntityOptions) -> Entities:
    """Find the entities in a table of scored pairs, with margins, bounds, reasons and reports.

    Unlike connected components it needs no threshold, and one wrong pair does not chain two entities together: all
    pairs between two groups of records count, including those that were never compared.

    Parameters
    ----------
    pairs, nodes : table or path
        As in :func:`cluster_table`.
    **options

    Examples
    --------
    >>> import pyarrow as pa
    >>> import frenemy as fr
    >>> pairs = pa.table({"id_1": ["a", "b", "a"], "id_2": ["b", "c", "c"], "weight": [3.0, 2.0, 1.0]})
    >>> found = fr.find_entities(pairs, cannot_link=pa.table({"id_1": ["a"], "id_2": ["c"]}))
    >>> found.summary()
    '2 entities of 3 records, 1 doubtful'
    >>> print(found.notes.choices[-1])
    1 pair must be apart
    """
    return entities_of(pairs, nodes, options)


def entities_of(pairs: Any, nodes: Any, options: EntityOptions) -> Entities:
    """:func:`find_entities`, with the options in one object."""
    on_stage = options.on_stage or (lambda _name, _done: None)
    nodes = as_readable_again(nodes)
    knowledge = KnowledgeTables(options.must_link, options.cannot_link, options.decisions, options.decision_weight)
    read, left_out = read_pairs(
        pairs,
        nodes,
        **vars(options.only(ColumnOptions)),
        id=options.id,
        also=knowledge.columns(pairs),
        nulls=options.nulls,
        unknown=options.unknown,
        on_stage=options.on_stage,
        is_missing_given=options.missing != "auto",
        are_scores=options.are_for_scores or options.labeled is not None,
    )
    before = None if options.previous is None else read_previous(options.previous, read.ids, read.id_names)
    on_stage("weigh", 0.0)
    values = read.columns.known_values
    made = score_weights(read.score, kind=values, prior=options.prior, tool_prior=options.tool_prior)
    calibration, missing = evidence_defaults(
        values,
        calibration=options.calibration,
        missing=options.missing,
        has_labels=options.labeled is not None,
        blocking_recall=options.blocking_recall,
    )
    evidence = pair_evidence(
        read.u,
        read.v,
        made.weights,
        n_records=read.ids.n,
        calibration=calibration,
        labeled=None if options.labeled is None else labeled_scores(options.labeled, read, made.weights),
        missing=missing,
        blocking_recall=options.blocking_recall,
        seed=options.seed,
    )
    problem = Problem.from_edges(read.u, read.v, evidence.weights, n_nodes=read.ids.n, missing=evidence.missing)
    known = knowledge.read(read)
    problem = known.apply_to(problem, read)
    notes = [*known.notes]
    sources = None
    if options.one_per is not None:
        sources = read_sources(options.one_per, read, nodes, weight=options.one_per_weight)
        problem = sources.apply_to(problem)
        notes.append(str(sources))
    on_stage("solve", 0.0)
    solved = RecordSolver(sources, options.solver, options.stop, options.seed, options.threads)
    solved(problem)
    if options.score is not None:
        on_stage("ask", 0.0)
        asked = solved.with_scores(problem, options.score, max_scores=options.max_scores)
        problem = asked.problem
        notes.append(str(asked))
    on_stage("explain", 0.0)
    compared = None if values == "weights" else compared_share(read.u, read.v, solved.result.labels)
    weighed = (*read.notes, *evidence.notes, *(() if compared is None else (str(compared),)))
    reported = Notes(replace(left_out, clipped_scores=made.n_clipped), (*weighed, *notes))
    weighing = Weighing(values, options.prior, options.tool_prior, evidence.curve, evidence.open_weights)
    found = SolvedEntities(read, solved.problem, solved.result, reported, before, problem, known, sources, weighing)
    return Entities(found, options.doubt)
