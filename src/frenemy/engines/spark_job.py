"""Solves pairs in a Spark DataFrame: the plan in Spark's SQL, and tasks as a function of Arrow batches."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from frenemy.engines.budget import read_memory
from frenemy.engines.components.solve_task import TaskOptions, links_inside, solve_rows
from frenemy.engines.components.solved_tasks import SolvedTasks
from frenemy.engines.components.weigh_task import count_open, weigh_between
from frenemy.engines.dataset_evidence import DatasetEvidence, dataset_evidence, evidence_options
from frenemy.engines.dataset_options import DatasetOptions
from frenemy.engines.dataset_result import DatasetResult, made_result
from frenemy.engines.executors.executor import SerialExecutor
from frenemy.engines.pairs.known_links import link_nodes, link_rows, read_links
from frenemy.engines.relations.attraction import score_above
from frenemy.engines.relations.on_spark import OnSpark
from frenemy.engines.relations.plan import Numbered, PairPlan, RowFacts, ranked
from frenemy.engines.relations.spark_scratch import SparkScratch
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.scratch_folder import scratch_folder
from frenemy.engines.scratch.stored_arrays import Array, pair_array
from frenemy.engines.spark_large import LargeOnDriver, note
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.solvers.automatic import SMALL_GROUPS
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns, find_pair_columns
from frenemy.tables.options import ColumnOptions
from frenemy.tables.weighing.scores import read_scores
from frenemy.tables.weighing.value_kind import ValueKind, ValueRange, value_kind, value_range
from frenemy.tables.weighing.weighing import Weighing

_FIRST_ROWS = 100_000  # that tell whether splink's two columns of scores agree
_SOLVED = "node bigint, root bigint, facts string"
_SOLVED_SCHEMA = pa.schema([("node", pa.int64()), ("root", pa.int64()), ("facts", pa.string())])


@dataclass(frozen=True)
class SolveStream:
    """Solves the tasks in a stream of Arrow batches of rows, on a worker.

    For each node there is a row with the smallest node of its cluster; for each task, one with facts as JSON.
    """

    options: TaskOptions
    n_tasks: int
    must_link: Ints
    cannot_link: Ints

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for task, table in _by_task(batches):
            yield self.solved(task, table)

    def solved(self, task: int, table: pa.Table) -> pa.RecordBatch:
        nodes, rows = _numbered(table)
        if task >= self.n_tasks:
            own = roots = nodes[:0]
            facts = weigh_between(rows, self.options.weighing) | {"is_between": True}
        else:
            links = (links_inside(nodes, own).astype(np.int32) for own in (self.must_link, self.cannot_link))
            places, smallest, facts = solve_rows(rows, self.options, *links)
            own, roots = nodes[places], nodes[smallest]
        columns = [
            pa.array(np.append(own, 0), mask=np.arange(len(own) + 1) == len(own)),
            pa.array(np.append(roots, 0), mask=np.arange(len(own) + 1) == len(own)),
            pa.array([None] * len(own) + [json.dumps(facts)], pa.string()),
        ]
        return pa.record_batch(columns, schema=_SOLVED_SCHEMA)


@dataclass(frozen=True)
class CountStream:
    """Counts the pairs of the tasks in a stream of Arrow batches of rows; for each task, a row of JSON."""

    weighing: Weighing
    n_tasks: int

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for task, table in _by_task(batches):
            if task < self.n_tasks:
                counts = json.dumps(count_open(_numbered(table)[1], self.weighing))
                yield pa.record_batch({"counts": pa.array([counts])})


def _by_task(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, pa.Table]]:
    """The rows of each task, whose batches follow each other."""
    held: list[pa.RecordBatch] = []
    before = -1
    for batch in batches:
        tasks = batch.column("task").to_numpy(zero_copy_only=False)
        edges = [0, *(np.flatnonzero(np.diff(tasks)) + 1).tolist(), len(tasks)]
        for begin, end in itertools.pairwise(edges):
            if end == begin:
                continue
            if held and tasks[begin] != before:
                yield before, pa.Table.from_batches(held)
                held = []
            before = int(tasks[begin])
            held.append(batch.slice(begin, end - begin))
    if held:
        yield before, pa.Table.from_batches(held)


def _numbered(table: pa.Table) -> tuple[Ints, Array]:
    """The distinct nodes of a task, sorted, and its rows with the places of nodes among them."""
    u, v = (table.column(name).to_numpy() for name in ("u", "v"))
    nodes = distinct(np.concatenate((u, v)))
    return nodes, pair_array(np.searchsorted(nodes, u), np.searchsorted(nodes, v), table.column("score").to_numpy())


def solve_on_spark(pairs: Any, options: DatasetOptions) -> DatasetResult:
    """Cluster the pairs of a Spark DataFrame; the labels are a DataFrame."""
    for name in ("client", "query"):
        if getattr(options, name) is not None:
            raise ValueError(
                f"{name} is for pairs in files, got {name}={getattr(options, name)!r}: Spark does the work"
            )
    found = find_pair_columns(pairs.columns, options.only(ColumnOptions))
    with OnSpark(pairs, found, _scratch(pairs, options), options.on_stage) as engine:
        plan = PairPlan(engine, len(found.left), is_number=False)
        facts = RowFacts(*plan.facts())
        columns, values = _decide_values(pairs, found, facts, options)
        _check_rows(facts, columns, options)
        return _solve(engine, plan, pairs, columns, values, facts, options)


def _scratch(pairs: Any, options: DatasetOptions) -> SparkScratch | None:
    """Where results are kept for a new driver, if the user names a folder."""
    if options.scratch is None:
        return None
    about = {"pairs": pairs.schema.simpleString(), **options.identity()}
    return SparkScratch(pairs.sparkSession, os.fspath(options.scratch), about)


def _solve(
    engine: OnSpark,
    plan: PairPlan,
    pairs: Any,
    columns: PairColumns,
    values: ValueKind,
    facts: RowFacts,
    options: DatasetOptions,
) -> DatasetResult:
    n_nodes = plan.number_ids(facts.n_rows)
    numbered = Numbered(facts, n_nodes, plan.number_pairs(n_nodes))
    given = evidence_options(options, columns.known_values)
    evidence = dataset_evidence(given, plan, numbered, columns.known_values, options.seed)
    links = _links(engine, pairs, columns, options)
    engine.lend("links", link_rows(links[0]))
    solved, n_large = _solve_tasks(engine, plan, numbered, evidence, links, options)
    labels = _labels(engine, columns, "solved", *(["solved_large"] if n_large else []))
    clusters = engine.table(
        "SELECT count(*) AS n_clusters, coalesce(max(n), 0) AS largest, count(CASE WHEN n = 1 THEN 1 END) AS n_single "
        "FROM sizes"
    )
    return made_result(
        labels,
        numbered,
        evidence,
        solved,
        score=columns.score,
        values=values,
        n_large=n_large,
        clusters=clusters.to_pylist()[0],
        notes=note(n_large),
    )


def _solve_tasks(
    engine: OnSpark,
    plan: PairPlan,
    numbered: Numbered,
    evidence: DatasetEvidence,
    links: tuple[Ints, Ints],
    options: DatasetOptions,
) -> tuple[SolvedTasks, int]:
    """Store ``solved``: nodes, the smallest node of each node's cluster, and facts; the number of large components."""
    budget = read_memory(options.memory_limit)
    n_tasks = 1 + numbered.n_pairs // budget.pairs
    above = score_above(evidence.weighing, numbered.facts.low, numbered.facts.high)
    engine.components(plan.attracting(above), n_tasks)
    with scratch_folder(None, {}) as folder:
        stages = CheckpointedStages(folder, SerialExecutor(), options.on_stage)
        routed = plan.routed(n_tasks, n_tasks)
        large = None
        if n_tasks > 1:
            found = LargeOnDriver(engine, stages, routed, n_tasks, evidence=evidence, links=links, budget=budget)
            large, routed = (found, found.others) if found.n_components else (None, routed)
        counted: list[dict[str, Any]] = []
        if evidence.fit is not None and evidence.fit.counts_open:
            count = CountStream(evidence.weighing, n_tasks)
            engine.keep("counted", lambda: engine.solve(routed, count, "counts string"))
            counted = [json.loads(one) for one in engine.table("SELECT counts FROM counted").column(0).to_pylist()]
            counted += [] if large is None else large.open_counts()
        weighing = evidence.counted(counted, numbered.n_nodes)
        own = TaskOptions(weighing, evidence.missing, options.solver or SMALL_GROUPS, options.seed)
        engine.keep("solved", lambda: engine.solve(routed, SolveStream(own, n_tasks, *links), _SOLVED))
        facts = [json.loads(one) for one in _facts(engine, "solved")]
        whole = [one for one in facts if "is_between" not in one]
        if large is not None:
            driver = large
            engine.keep("solved_large", lambda: engine.created(driver.solve(own, options.solver)))
            whole += [one for facts in _facts(engine, "solved_large") for one in json.loads(facts)]
    return SolvedTasks(whole, [one for one in facts if "is_between" in one]), 0 if large is None else large.n_components


def _facts(engine: OnSpark, table: str) -> list[str]:
    found: list[str] = engine.table(f"SELECT facts FROM {table} WHERE facts IS NOT NULL").column(0).to_pylist()
    return found


def _decide_values(
    pairs: Any, columns: PairColumns, facts: RowFacts, options: DatasetOptions
) -> tuple[PairColumns, ValueKind]:
    """The columns with what their numbers are, and why, as for a table in memory."""
    found = ValueRange() if facts.low is None or facts.high is None else ValueRange(facts.low, facts.high)
    if columns.values == "auto" and columns.probability is not None:
        first = pairs.select(columns.score, columns.probability).limit(_FIRST_ROWS).toPandas().astype(float)
        found = replace(found, are_bits=value_range(*(first[name].to_numpy() for name in first)).are_bits)
    kind = value_kind(
        columns.values,
        found,
        is_missing_given=options.missing != "auto",
        are_scores=options.are_for_scores or options.weights is not None,
        splink=columns.splink,
    )
    return replace(columns, values=kind.name, probability=None), kind


def _check_rows(facts: RowFacts, columns: PairColumns, options: DatasetOptions) -> None:
    """Raise an error for nulls, unless they are dropped, and for scores out of range."""
    for n_rows, what in ((facts.null_ids, "id"), (facts.null_scores, f"score in column {columns.score!r}")):
        if n_rows and options.nulls == "error":
            raise ValueError(
                f'{n_rows:,} rows of pairs have no {what}; nulls="drop" leaves such rows out and counts them'
            )
    if facts.low is not None and facts.high is not None:
        try:
            read_scores(pa.chunked_array([[facts.low, facts.high]]), columns, np.arange(2))
        except ValueError as error:
            raise ValueError(str(error).partition(", row ")[0]) from None


def _links(engine: OnSpark, pairs: Any, columns: PairColumns, options: DatasetOptions) -> tuple[Ints, Ints]:
    """The nodes of the must-links and of the cannot-links."""
    schema = pa.schema([(name, _arrow_type(pairs.schema[name].dataType)) for name in columns.left])
    given = (("must_link", options.must_link), ("cannot_link", options.cannot_link))
    return link_nodes(engine, (read_links(table, name, columns, schema) for name, table in given))


def _arrow_type(kind: Any) -> pa.DataType:
    """The Arrow type of an id, as far as links are compared by it."""
    name = kind.simpleString()
    if name in ("tinyint", "smallint", "int", "bigint"):
        return pa.int64()
    return pa.float64() if name in ("float", "double") else pa.string()


def _labels(engine: OnSpark, columns: PairColumns, *solved: str) -> Any:
    """A DataFrame of the ids and their clusters, which are numbered as they are seen."""
    own = " UNION ALL ".join(f"SELECT node AS own, root FROM {table} WHERE facts IS NULL" for table in solved)
    engine.store(
        "roots",
        f"""
        SELECT ids.node, coalesce(root, ids.node) AS root
        FROM ids LEFT JOIN ({own}) AS found ON ids.node = own
        """,
    )
    engine.store("sizes", "SELECT root, count(*) AS n FROM roots GROUP BY root")
    ids = ", ".join(f"id{at + 1}" for at in range(len(columns.left)))
    numbers = ranked("SELECT root FROM sizes", "root")
    query = f"""
        SELECT {ids}, CAST(position AS INT) AS cluster_id
        FROM ids JOIN roots ON ids.node = roots.node JOIN ({numbers}) AS numbers ON roots.root = numbers.root
        """
    return engine.keep("labels", lambda: engine.frame(query)).toDF(*columns.id_names, "cluster_id")
