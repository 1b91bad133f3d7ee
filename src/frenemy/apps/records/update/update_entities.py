"""Update entities with new pairs, records and constraints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from frenemy.apps.records.knowledge import KnowledgeTables, PairKnowledge
from frenemy.apps.records.knowledge.one_per_source import solve_one_per_source
from frenemy.apps.records.options import UpdateOptions
from frenemy.apps.records.update.margins import MAX_SMALL_CLUSTERS, margins_of, smallest_clusters
from frenemy.apps.records.update.rules import Rules, broken, refuse_itself
from frenemy.apps.records.update.update_state import AnswerSums, UpdateState, answer_sums, with_answer_sums
from frenemy.apps.records.update.update_tables import new_sources, read_update_tables
from frenemy.apps.records.update.updates import SolveAmong, Update, updated
from frenemy.apps.records.update.weigh_update import ChangedWeights, changed_weights
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.arrow import pa
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.growing_rows import GrowingRows
from frenemy.tables.notes import Notes
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import as_readable_again

_MIN_SMALL_CLUSTERS = 8


@dataclass(frozen=True, eq=False)
class Updated:
    """The result of an update.

    Attributes
    ----------
    state : UpdateState
    notes : Notes
    changed : (n_changed,) int64
        All records of clusters that changed, before or after; new records last.
    before : pyarrow.Array
        The previous cluster ids of the records that are not new.
    """

    state: UpdateState
    notes: Notes
    changed: Ints
    before: pa.Array = field(repr=False)


def update_entities(state: UpdateState, pairs: Any, nodes: Any, options: UpdateOptions) -> Updated:
    """As :meth:`frenemy.Entities.update`."""
    on_stage = options.on_stage or (lambda _name, _done: None)
    knowledge = KnowledgeTables(options.must_link, options.cannot_link, options.decisions, options.decision_weight)
    pairs, nodes = as_readable_again(pairs), as_readable_again(nodes)
    new = read_update_tables(state, pairs, nodes, knowledge, options)
    on_stage("weigh", 0.0)
    known = knowledge.read(new.pairs)
    refuse_itself(known.certain, new.ids)
    rules = state.rules.with_answers(known.certain)
    source_ids = state.source_ids
    if state.source_column is not None:
        source_ids, sources = new_sources(state, new, nodes)
        rules = rules.with_sources(sources)
    n_again, scores = _with_scores(state, new.pairs)
    made = changed_weights(state, new.pairs, scores)
    said = answer_sums(known)
    answers = with_answer_sums(state.answers, said)
    u, v, weights = _with_answers(state, made, answers, said)
    on_stage("solve", 0.0)
    update = updated(
        state.solved,
        u,
        v,
        weights,
        n_new=new.n_new,
        solver=options.solver,
        stop=options.stop,
        seed=options.seed,
        threads=options.threads,
        touch=_broken(state, known, new.n_new),
        constrain=lambda problem, records: rules.apply_to(problem, records, _Names(new.ids, records)),
        solve_among=_with_sources(rules),
    )
    on_stage("name", 0.0)
    ends = np.concatenate((u, v, known.certain.u, known.certain.v)).astype(np.int64)
    after = replace(
        state,
        ids=new.ids,
        id_dtypes=_dtypes(state, new.ids),
        scores=scores,
        answers=answers,
        rules=rules,
        source_ids=source_ids,
        notes=(*state.notes, *known.notes),
        solved=update.solved,
        n_entities=state.n_entities + _more_clusters(state, update),
        names=state.names.updated(
            update.changed, update.solved.labels[update.changed], n_records=update.solved.n_records
        ),
        small_clusters=_small_clusters(state, update),
    )
    on_stage("explain", 0.0)
    after = replace(after, margins=_margins(after, state.margins, update.changed, ends))
    notes = (*_update_notes(new.n_new, n_again, update), *known.notes, *state.notes)
    counts = replace(new.left_out, clipped_scores=made.n_clipped)
    return Updated(after, Notes(counts, notes), update.changed, state.names.take(_old(state, update)))


# ------------------------------------------------------------------------------------------------------ inputs


def _with_answers(
    state: UpdateState, made: ChangedWeights, answers: GrowingRows, said: AnswerSums
) -> tuple[Ints, Ints, Floats]:
    """The weights of pairs with new answers or other weights; for a pair with both, the last one counts."""
    u, v, weights = made.u, made.v, made.weights
    if not len(answers.layers):
        return u, v, weights
    notes = state.solved.weights_of(said.u, said.v)[0] + said.weight
    total = weights + answers.weights_of(u, v, missing=0.0)[0]
    return np.concatenate((said.u, u)), np.concatenate((said.v, v)), np.concatenate((notes, total))


def _broken(state: UpdateState, known: PairKnowledge, n_new: int) -> Ints:
    if not len(known.certain.u):
        return np.empty(0, np.int64)
    alone = -1 - np.arange(n_new)  # each new record is a cluster of its own
    return broken(known.certain, np.concatenate((state.solved.labels, alone)))


def _with_sources(rules: Rules) -> SolveAmong | None:
    sources, weight = rules.sources, rules.source_weight
    if sources is None or weight is None:
        return None

    def solve_among(
        problem: Problem, records: Ints, labels: Ints, solve: Callable[[Problem], Labels]
    ) -> tuple[Problem, Labels]:
        kept = solve_one_per_source(problem, sources[records], weight=weight, solve=solve, start=labels)
        return kept.problem, kept.labels

    return solve_among


class _Names(Sequence[Any]):
    """The ids of some records."""

    def __init__(self, ids: GrowingIds, records: Ints) -> None:
        self._ids, self._records = ids, records

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, at: Any) -> Any:
        return self._ids[self._records[at]]


# -------------------------------------------------------------------------------------------------------- results


def _old(state: UpdateState, update: Update) -> Ints:
    """The records of changed clusters, without new ones."""
    return update.changed[update.changed < state.n_records]


def _with_scores(state: UpdateState, pairs: ScoredPairs) -> tuple[int, GrowingRows]:
    """How many pairs had a different score before, and the scores with the new ones."""
    if not len(pairs.u):
        return 0, state.scores
    before, is_there = state.scores.weights_of(pairs.u.astype(np.int64), pairs.v, missing=np.nan)
    return int(np.count_nonzero(is_there & (before != pairs.score))), state.scores.added(pairs.u, pairs.v, pairs.score)


def _dtypes(state: UpdateState, ids: GrowingIds) -> tuple[Any, ...]:
    """The types of the ids in the library of the first table if they also hold the new ids; else Arrow's choice."""
    if ids.n == state.ids.n:
        return state.id_dtypes
    both = zip(state.id_dtypes, state.ids.kinds, ids.kinds, strict=True)
    return tuple(_open_dtype(dtype) if before == after else None for dtype, before, after in both)


def _open_dtype(dtype: Any) -> Any:
    """None for a type that cannot hold new values: an enumeration, or text of a fixed length."""
    if str(dtype) == "category":
        return "category"
    is_closed = str(dtype).lower().startswith("enum") or (isinstance(dtype, np.dtype) and dtype.kind in "SU")
    return None if is_closed else dtype


def _more_clusters(state: UpdateState, update: Update) -> int:
    before, after = state.solved.labels[_old(state, update)], update.solved.labels[update.changed]
    return len(distinct(after)) - len(distinct(before))


def _small_clusters(state: UpdateState, update: Update) -> Ints:
    """Some of the smallest clusters, among old and new ones."""
    gone = distinct(state.solved.labels[_old(state, update)])
    new = distinct(update.solved.labels[update.changed])
    candidates = np.concatenate((np.setdiff1d(state.small_clusters, gone, assume_unique=True), new))
    if len(candidates) < _MIN_SMALL_CLUSTERS:
        return smallest_clusters(update.solved.labels)
    sizes = np.bincount(update.solved.members.of(candidates).position, minlength=len(candidates))
    return candidates[np.argsort(sizes, kind="stable")[:MAX_SMALL_CLUSTERS]]


def _margins(after: UpdateState, before: Floats, changed: Ints, ends: Ints) -> Floats:
    """Recompute margins of records that changed their cluster, that share a pair with one, or that have a new pair."""
    margins = np.concatenate((before, np.empty(after.n_records - len(before))))
    near = after.solved.pairs.of(changed).value
    records = after.rules.linked(np.concatenate((changed, near, ends)))
    margins[records] = margins_of(after.solved, records, after.rules, small_clusters=after.small_clusters)
    return margins


def _update_notes(n_new: int, n_again: int, update: Update) -> list[str]:
    notes = [f"{n_new:,} {'record is' if n_new == 1 else 'records are'} new"]
    if n_again:
        notes.append(
            f"{n_again:,} {'pair was' if n_again == 1 else 'pairs were'} there before with another score; the new one "
            "counts"
        )
    n_touched, n_changed = len(update.touched), len(update.changed)
    notes.append(
        f"{n_touched:,} {'record was' if n_touched == 1 else 'records were'} looked at again; {n_changed:,} "
        f"{'is' if n_changed == 1 else 'are'} in a cluster that changed"
    )
    return notes
