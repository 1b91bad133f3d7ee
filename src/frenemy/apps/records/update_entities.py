"""New pairs, records and knowledge in entities that stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.account import Account
from frenemy.apps.records.arrow import pa
from frenemy.apps.records.growing_ids import GrowingIds
from frenemy.apps.records.growing_rows import GrowingRows
from frenemy.apps.records.knowledge import Knowledge, Known
from frenemy.apps.records.margins import MOST_STRANGERS, margins_of, smallest_clusters
from frenemy.apps.records.one_per_source import solve_one_per_source
from frenemy.apps.records.pair_table import OnStage, ScoredPairs
from frenemy.apps.records.rules import Rules, broken, refuse_itself
from frenemy.apps.records.standing import Answered, Standing, answered, with_answered
from frenemy.apps.records.tables import as_readable_again
from frenemy.apps.records.update_tables import new_sources, read_update_tables
from frenemy.apps.records.updates import SolveAmong, Update, updated
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solvers import Solver

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]
_FEW_STRANGERS = 8


@dataclass(frozen=True, eq=False)
class Updated:
    """What an update came to.

    Attributes
    ----------
    standing : Standing
    account : Account
    changed : (n_changed,) int64
        All records of clusters that changed, before or after; new records last.
    before : pyarrow.Array
        The ids of the clusters that those of them that are not new were in.
    """

    standing: Standing
    account: Account
    changed: _Ints
    before: pa.Array = field(repr=False)


def update_entities(
    standing: Standing,
    pairs: Any,
    nodes: Any,
    knowledge: Knowledge,
    *,
    nulls: Literal["error", "drop"] = "error",
    unknown: Literal["error", "add"] = "error",
    solver: Solver | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> Updated:
    """As :meth:`frenemy.Entities.update`."""
    tell = on_stage or (lambda _name, _done: None)
    pairs, nodes = as_readable_again(pairs), as_readable_again(nodes)
    new = read_update_tables(standing, pairs, nodes, knowledge, nulls=nulls, unknown=unknown, on_stage=on_stage)
    tell("weigh", 0.0)
    known = knowledge.read(new.pairs)
    refuse_itself(known.certain, new.ids)
    rules = standing.rules.with_answers(known.certain)
    source_ids = standing.source_ids
    if standing.source_column is not None:
        source_ids, sources = new_sources(standing, new, nodes)
        rules = rules.with_sources(sources)
    made = standing.weighing(new.pairs.score)
    said = answered(known)
    answers = with_answered(standing.answers, said)
    u, v, weights = _weighed(standing, new.pairs, made.weights, answers, said)
    tell("solve", 0.0)
    update = updated(
        standing.solved,
        u,
        v,
        weights,
        n_new=new.n_new,
        solver=solver,
        stop=stop,
        seed=seed,
        threads=threads,
        touch=_broken(standing, known, new.n_new),
        constrain=lambda problem, records: rules.put_into(problem, records, _Names(new.ids, records)),
        solve_among=_with_sources(rules),
    )
    tell("name", 0.0)
    n_again, scores = _with_scores(standing, new.pairs)
    ends = np.concatenate((u, v, known.certain.u, known.certain.v)).astype(np.int64)
    after = replace(
        standing,
        ids=new.ids,
        id_dtypes=_dtypes(standing, new.ids),
        scores=scores,
        answers=answers,
        rules=rules,
        source_ids=source_ids,
        told=(*standing.told, *known.told),
        solved=update.solved,
        n_entities=standing.n_entities + _more_clusters(standing, update),
        names=standing.names.updated(
            update.changed, update.solved.labels[update.changed], n_records=update.solved.n_records
        ),
        strangers=_strangers(standing, update),
    )
    tell("explain", 0.0)
    after = replace(after, margins=_margins(after, standing.margins, update.changed, ends))
    told = (*_told(new.n_new, n_again, update), *known.told, *standing.told)
    account = Account(replace(new.left_out, clipped_scores=made.n_clipped), told)
    return Updated(after, account, update.changed, standing.names.take(_old(standing, update)))


# ------------------------------------------------------------------------------------------------------ what is put in


def _weighed(
    standing: Standing, pairs: ScoredPairs, weights: _Floats, answers: GrowingRows, said: Answered
) -> tuple[_Ints, _Ints, _Floats]:
    """What pairs weigh that were answered or scored now; of a pair that was both, the last one counts."""
    u, v = pairs.u.astype(np.int64), pairs.v.astype(np.int64)
    if not len(answers.layers):
        return u, v, weights
    told = standing.solved.weights_of(said.u, said.v)[0] + said.weight
    total = weights + answers.weights_of(u, v, missing=0.0)[0]
    return np.concatenate((said.u, u)), np.concatenate((said.v, v)), np.concatenate((told, total))


def _broken(standing: Standing, known: Known, n_new: int) -> _Ints:
    if not len(known.certain.u):
        return np.empty(0, np.int64)
    alone = -1 - np.arange(n_new)  # new records are together with none
    return broken(known.certain, np.concatenate((standing.solved.labels, alone)))


def _with_sources(rules: Rules) -> SolveAmong | None:
    sources, weight = rules.sources, rules.source_weight
    if sources is None or weight is None:
        return None

    def solve_among(
        problem: Problem, records: _Ints, labels: _Ints, solve: Callable[[Problem], Labels]
    ) -> tuple[Problem, Labels]:
        kept = solve_one_per_source(problem, sources[records], weight=weight, solve=solve, start=labels)
        return kept.problem, kept.labels

    return solve_among


class _Names(Sequence[Any]):
    """What the records of a part are called."""

    def __init__(self, ids: GrowingIds, records: _Ints) -> None:
        self._ids, self._records = ids, records

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, at: Any) -> Any:
        return self._ids[self._records[at]]


# -------------------------------------------------------------------------------------------------------- what came out


def _old(standing: Standing, update: Update) -> _Ints:
    """The records of clusters that changed, without new ones."""
    return update.changed[update.changed < standing.n_records]


def _with_scores(standing: Standing, pairs: ScoredPairs) -> tuple[int, GrowingRows]:
    """How many pairs had another score before, and the scores with the new ones."""
    if not len(pairs.u):
        return 0, standing.scores
    before, is_there = standing.scores.weights_of(pairs.u.astype(np.int64), pairs.v, missing=np.nan)
    return int(np.count_nonzero(is_there & (before != pairs.score))), standing.scores.added(
        pairs.u, pairs.v, pairs.score
    )


def _dtypes(standing: Standing, ids: GrowingIds) -> tuple[Any, ...]:
    """The types of the ids in the words of the first table, where they hold new ids, too; else what Arrow makes."""
    if ids.n == standing.ids.n:
        return standing.id_dtypes
    both = zip(standing.id_dtypes, standing.ids.kinds, ids.kinds, strict=True)
    return tuple(_open_dtype(dtype) if before == after else None for dtype, before, after in both)


def _open_dtype(dtype: Any) -> Any:
    """A type that lists its values, or cuts texts at a length, is not one for others."""
    if str(dtype) == "category":
        return "category"
    is_closed = str(dtype).lower().startswith("enum") or (isinstance(dtype, np.dtype) and dtype.kind in "SU")
    return None if is_closed else dtype


def _more_clusters(standing: Standing, update: Update) -> int:
    before, after = standing.solved.labels[_old(standing, update)], update.solved.labels[update.changed]
    return len(distinct(after)) - len(distinct(before))


def _strangers(standing: Standing, update: Update) -> _Ints:
    """Some of the smallest clusters, of those there were and those that are new."""
    gone = distinct(standing.solved.labels[_old(standing, update)])
    new = distinct(update.solved.labels[update.changed])
    candidates = np.concatenate((np.setdiff1d(standing.strangers, gone, assume_unique=True), new))
    if len(candidates) < _FEW_STRANGERS:
        return smallest_clusters(update.solved.labels)
    sizes = np.bincount(update.solved.members.of(candidates).position, minlength=len(candidates))
    return candidates[np.argsort(sizes, kind="stable")[:MOST_STRANGERS]]


def _margins(after: Standing, before: _Floats, changed: _Ints, ends: _Ints) -> _Floats:
    """Anew for the records that changed their cluster, that share a pair with one, or of which a pair is new."""
    margins = np.concatenate((before, np.empty(after.n_records - len(before))))
    near = after.solved.pairs.of(changed).value
    records = after.rules.linked(np.concatenate((changed, near, ends)))
    margins[records] = margins_of(after.solved, records, after.rules, strangers=after.strangers)
    return margins


def _told(n_new: int, n_again: int, update: Update) -> list[str]:
    told = [f"{n_new:,} {'record is' if n_new == 1 else 'records are'} new"]
    if n_again:
        told.append(
            f"{n_again:,} {'pair was' if n_again == 1 else 'pairs were'} there before with another score; the new one "
            "counts"
        )
    n_touched, n_changed = len(update.touched), len(update.changed)
    told.append(
        f"{n_touched:,} {'record was' if n_touched == 1 else 'records were'} looked at again; {n_changed:,} "
        f"{'is' if n_changed == 1 else 'are'} in a cluster that changed"
    )
    return told
