"""What the page shows of an exploration, as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from frenemy.apps.explore.decisions import Step
from frenemy.apps.explore.earlier import Earlier, Origin
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.file_stem import stem_of
from frenemy.apps.explore.group_list import CHANGES, GroupList
from frenemy.apps.explore.group_view import GroupView
from frenemy.apps.explore.pictures.vector_map import has_umap
from frenemy.apps.explore.questions import Questions
from frenemy.apps.explore.why import Why
from frenemy.bounds.gap import gap_text
from frenemy.problem import Labels
from frenemy.web.valid_text import valid_text

_N_EXAMPLES = 3
_MAX_SIDE = 2000
_MAX_ORIGINS = 5  # earlier groups that are named

_WORDS = {
    "join": "join groups",
    "split": "split a group",
    "move": "move things",
    "together": "together",
    "apart": "apart",
    "question": "an answer",
    "forget": "forget a decision",
}


def number(value: float) -> float | None:
    """A number for JSON, which knows no infinities."""
    return float(value) if math.isfinite(value) else None


def step_text(step: Step | None) -> str | None:
    """What a step did, for the undo button."""
    return None if step is None else _WORDS[step.action]


def state_view(exploration: Exploration, groups: GroupList, questions: Questions | None) -> dict[str, Any]:
    """The facts of the overview."""
    source, clustering = exploration.source, exploration.clustering
    result, things = source.result, source.things
    gap = clustering.gap
    return {
        "title": valid_text(source.title),
        "fileStem": valid_text(stem_of(source.title)),
        "kind": source.kind,
        "valuesNote": valid_text(source.values_note),
        "notes": [valid_text(note) for note in source.notes],
        "warnings": [valid_text(text) for text in result.warnings],
        "nThings": len(things),
        "nPairs": clustering.problem.n_edges,
        "missing": clustering.problem.missing,
        "nGroups": clustering.n_groups,
        "nSingles": int((clustering.sizes == 1).sum()),
        "energy": number(clustering.energy),
        "lowerBound": number(clustering.lower_bound),
        "gap": number(gap),
        "gapText": "proved optimal" if gap == 0 else f"at most {gap_text(gap)} from the best possible",
        "status": result.status.name,
        "seconds": clustering.seconds,
        "solver": repr(result.solver),
        "bias": exploration.bias,
        "columns": [
            {"name": valid_text(name), "isPicture": is_picture}
            for name, is_picture in zip(things.column_names, things.is_picture, strict=True)
        ],
        "hasVectors": source.vectors is not None,
        "hasUmap": source.vectors is not None and has_umap(),
        "undo": step_text(exploration.steps.done[-1] if exploration.steps.done else None),
        "redo": step_text(exploration.steps.undone[0] if exploration.steps.undone else None),
        "nDecisions": len(exploration.steps.decisions),
        "doubt": exploration.doubt,
        "nDoubtful": groups.counts["doubtful"],
        "before": None if source.earlier is None else _before(source.earlier, groups.counts["changed"]),
        "nQuestions": None if questions is None else len(questions.open_ones(exploration)),
    }


def group_rows(groups: GroupList, labels: Iterable[int]) -> list[dict[str, Any]]:
    """Some groups as rows of the list."""
    exploration = groups.exploration
    clustering, things = exploration.clustering, exploration.source.things
    table = clustering.explanation.clusters
    rows = []
    for label in labels:
        examples = clustering.explanation.first_members(label, _N_EXAMPLES)
        doubt = float(groups.doubt[label])
        rows.append(
            {
                "group": int(clustering.ids[label]),
                "name": valid_text(things.name(int(clustering.typical[label]))),
                "size": int(clustering.sizes[label]),
                "doubt": number(doubt),
                "why": CHANGES[int(groups.costs[:, label].argmin())] if math.isfinite(doubt) else None,
                "isDoubtful": bool(groups.is_doubtful[label]),
                "cohesion": float(table.cohesion[label]),
                "mixed": float(clustering.mixed[label]),
                "isChanged": bool(exploration.is_changed[label]),
                "examples": [valid_text(name) for name in things.names(examples)],
                "summary": _summary(exploration, int(clustering.typical[label])),
            }
        )
    return rows


def group_view(view: GroupView, *, sort: str, offset: int, limit: int) -> dict[str, Any]:
    """All about one group, with some of its members."""
    exploration = view.exploration
    clustering, things = exploration.clustering, exploration.source.things
    table = clustering.explanation.clusters
    weakest = int(table.weakest_node[view.label])
    margin = float(clustering.explanation.margins[weakest])
    return {
        "group": view.group,
        "name": _name(exploration, int(clustering.typical[view.label])),
        "size": len(view.members),
        "cohesion": float(table.cohesion[view.label]),
        "mixed": float(clustering.mixed[view.label]),
        "isChanged": bool(exploration.is_changed[view.label]),
        "origin": None if view.origin is None else _origin(view.origin),
        "insideAttraction": float(table.inside_attraction[view.label]),
        "insideRepulsion": float(table.inside_repulsion[view.label]),
        "weakest": None
        if len(view.members) == 1 or not math.isfinite(margin)
        else {"thing": weakest, "name": _name(exploration, weakest), "margin": margin},
        "columns": [valid_text(name) for name in things.column_names],
        "differing": view.differing,
        "members": _members(view, view.ordered(sort), offset, limit),
        "split": _split(view),
        "neighbors": [
            {
                "group": one.group,
                "name": _name(exploration, int(clustering.typical[clustering.label(one.group)])),
                "summary": _summary(exploration, int(clustering.typical[clustering.label(one.group)])),
                "size": int(clustering.sizes[clustering.label(one.group)]),
                "cost": number(one.cost),
                "nPairs": one.n_pairs,
            }
            for one in view.neighbors
        ],
        "decisions": [
            {
                "u": one.u,
                "v": one.v,
                "uName": _name(exploration, one.u),
                "vName": _name(exploration, one.v),
                "answer": "same" if one.is_same else "different",
                "step": step,
            }
            for one, step in view.decisions
        ],
    }


def _before(earlier: Earlier, n_changed: int) -> dict[str, Any]:
    """How the groups compare with those of the earlier run."""
    return {
        "title": valid_text(earlier.title),
        "nChanged": n_changed,
        "nNew": earlier.n_new,
        "nGone": earlier.n_gone,
    }


def _origin(origin: Origin) -> dict[str, Any]:
    shown = origin.groups[:_MAX_ORIGINS]
    return {
        "groups": [{"name": valid_text(one.name), "size": one.size, "nThings": one.n_things} for one in shown],
        "nGroups": len(origin.groups),
        "nNew": origin.n_new,
        "nGone": origin.n_gone,
    }


def _members(view: GroupView, ordered: Labels, offset: int, limit: int) -> dict[str, Any]:
    exploration = view.exploration
    clustering, things = exploration.clustering, exploration.source.things
    shown = ordered[offset : offset + limit]
    values = things.values(shown)
    rows = []
    for thing, texts in zip(shown.tolist(), values, strict=True):
        runner_up = int(clustering.explanation.runner_up[thing])
        margin = float(clustering.explanation.margins[thing])
        rows.append(
            {
                "thing": thing,
                "name": _name(exploration, thing),
                "margin": number(margin),
                "runnerUp": None if runner_up < 0 else int(clustering.ids[runner_up]),
                "runnerUpName": None if runner_up < 0 else _name(exploration, int(clustering.typical[runner_up])),
                "isDoubtful": margin < exploration.doubt,
                "values": [None if text is None else valid_text(text) for text in texts],
                "isUsual": [not text or usual in (None, text) for text, usual in zip(texts, view.usual, strict=True)],
            }
        )
    return {"total": len(ordered), "rows": rows}


def _split(view: GroupView) -> dict[str, Any] | None:
    split = view.split
    if split is None:
        return None
    link = split.weakest_link
    exploration = view.exploration
    return {
        "cost": number(split.cost),
        "lowerBound": number(split.lower_bound),
        "isExact": split.is_exact,
        "side": split.side[:_MAX_SIDE].tolist(),
        "nSide": len(split.side),
        "link": None
        if link is None
        else {
            "u": link.u,
            "v": link.v,
            "weight": link.weight,
            "uName": _name(exploration, link.u),
            "vName": _name(exploration, link.v),
        },
    }


def why_view(why: Why) -> dict[str, Any]:
    """The reasons for a pair."""
    reason = why.reason
    return {
        **pair_view(why.exploration, why.u, why.v),
        "isTogether": reason.is_together,
        "sentences": [valid_text(text) for text in why.sentences],
        "weight": reason.weight,
        "isListed": reason.is_listed,
        "chain": [{"thing": thing, "name": _name(why.exploration, thing)} for thing in reason.chain],
        "chainWeights": list(reason.chain_weights),
        "separationCost": number(reason.separation_cost),
        "mergeCost": number(reason.merge_cost),
        "moveCosts": [number(cost) for cost in reason.move_costs],
        "wouldChange": why.would_change,
    }


def question_view(exploration: Exploration, questions: Questions, skip: int) -> dict[str, Any]:
    """The next question, and how much is left."""
    places = questions.open_ones(exploration)
    n_answered = sum(step.action == "question" for step in exploration.steps.done)
    left = {"nLeft": len(places), "settles": [questions.settles(places)], "nAnswered": n_answered}
    if skip >= len(places):
        return {"question": None, **left}
    i, pairs = places[skip], questions.pairs
    question = {
        **pair_view(exploration, int(pairs.u[i]), int(pairs.v[i])),
        "isTogether": bool(pairs.is_together[i]),
        "probability": float(pairs.probability[i]),
        "ifSame": int(pairs.if_same[i]),
        "ifDifferent": int(pairs.if_different[i]),
        "why": pairs.why[i],
    }
    return {"question": question, **left}


def pair_view(exploration: Exploration, u: int, v: int) -> dict[str, Any]:
    """Two things side by side."""
    group_of = exploration.clustering.group_of
    values = exploration.source.things.values([u, v])
    return {
        "u": u,
        "v": v,
        "uName": _name(exploration, u),
        "vName": _name(exploration, v),
        "uGroup": int(group_of[u]),
        "vGroup": int(group_of[v]),
        "values": [[None if text is None else valid_text(text) for text in row] for row in values],
    }


def things_view(exploration: Exploration, things: Iterable[int]) -> list[dict[str, Any]]:
    """Things by name, group and what is known of them."""
    group_of = exploration.clustering.group_of
    return [
        {
            "thing": one,
            "name": _name(exploration, one),
            "group": int(group_of[one]),
            "summary": _summary(exploration, one),
        }
        for one in things
    ]


def news_view(before: Exploration, after: Exploration, what: str) -> dict[str, Any]:
    """What a change did."""
    moved = after.clustering.moved_since(before.clustering)
    now, then = after.clustering.group_of[moved], before.clustering.group_of[moved]
    groups = np.unique(np.concatenate((now, then)))
    alive = groups[np.isin(groups, after.clustering.ids)]
    return {
        "what": what,
        "moved": moved[:_MAX_SIDE].tolist(),
        "nMoved": len(moved),
        "groups": alive[:_MAX_SIDE].tolist(),
        "focus": int(now[0]) if len(now) else None,
        "seconds": after.clustering.seconds,
    }


def _summary(exploration: Exploration, thing: int) -> list[str]:
    return [valid_text(text) for text in exploration.source.things.summary(thing, _N_EXAMPLES)]


def _name(exploration: Exploration, thing: int) -> str:
    return valid_text(exploration.source.things.name(thing))
