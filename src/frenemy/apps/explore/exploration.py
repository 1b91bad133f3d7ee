"""One clustering that a person explores and corrects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from frenemy.apps.explore import corrections
from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.decisions import Decision, Step, Steps
from frenemy.apps.explore.earlier import changed_groups
from frenemy.apps.explore.pictures.bias_path import shifted
from frenemy.apps.explore.source import Source
from frenemy.apps.records.knowledge.decisions import with_answers
from frenemy.explain.typical_weight import typical_weight
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools
from frenemy.solving import solve_problem

_MAX_REPLAYED = 300  # steps that are solved one after another when a file of decisions is opened


@dataclass(frozen=True, eq=False)
class Exploration:
    """A clustering with the decisions that a person made about it. It does not change: every method returns a new one.

    Attributes
    ----------
    source : Source
    steps : Steps
        What was decided.
    clustering : Clustering
        The groups, with these decisions.
    bias : float
        What is added to the weight of every listed pair.
    """

    source: Source
    steps: Steps
    clustering: Clustering
    bias: float = 0.0
    _weights: Problem = field(repr=False, default=None)  # type: ignore[assignment]  # without the decisions

    @staticmethod
    def open(source: Source, steps: Steps = Steps()) -> Exploration:  # noqa: B008 (it does not change)
        """A clustering as it was opened, with the decisions made earlier.

        They are applied one after another, as a person made them, so that groups are as they were left.
        """
        opened = Exploration(source, Steps(), Clustering.of(source.result), 0.0, source.problem)
        if not steps.done:
            return replace(opened, steps=steps)
        if len(steps.done) > _MAX_REPLAYED:
            return replace(opened, steps=steps)._solved()
        for step in steps.done:
            opened = opened.after(step)
        return replace(opened, steps=steps)

    # ------------------------------------------------------------------------------------------------- corrections

    def after(self, step: Step) -> Exploration:
        """With a new step: the groups that it concerns are solved again, from where they were.

        Raises
        ------
        ContradictoryAnswers
            A ValueError that names the things, if the step contradicts earlier ones.
        """
        for one in step.decisions:
            _check(one, len(self.source.things))
        return self._with(self.steps.add(step), step)

    def undo(self) -> Exploration:
        """Without the last step."""
        steps = self.steps.undo()
        return self._with(steps, self.steps.done[-1])

    def redo(self) -> Exploration:
        """With the step that was undone last."""
        steps = self.steps.redo()
        return self._with(steps, steps.done[-1])

    def joined(self, groups: Sequence[int]) -> Exploration:
        """With these groups as one."""
        return self.after(corrections.join(self.clustering, groups, self.steps.decisions))

    def split(self, group: int, side: Iterable[int] | None = None) -> Exploration:
        """With a group as two; by default along its cheapest split."""
        if side is None:
            side = self.clustering.explanation.split(self.clustering.label(group)).side.tolist()
            if not side:
                raise ValueError("this group cannot be split: it is one thing, or decisions keep it together")
        chosen = np.unique(np.fromiter(side, np.int64)).astype(np.int32)
        rest = np.setdiff1d(self.clustering.members(group), chosen)
        light, full = corrections.splits(self.clustering, group, chosen.tolist(), self.steps.decisions)
        return self._lightest(light, full, [chosen, rest])

    def moved(self, things: Iterable[int], group: int | None) -> Exploration:
        """With things in another group, or in a new one."""
        chosen = np.unique(np.fromiter(things, np.int64)).astype(np.int32)
        for thing in chosen.tolist():
            _check(Decision(thing, thing, True), len(self.source.things))
        light, full = corrections.moves(self.clustering, chosen.tolist(), group, self.steps.decisions)
        before = self.clustering
        labels = np.unique(before.labels[chosen])
        rest = [np.setdiff1d(before.explanation.members(label), chosen) for label in labels.tolist()]
        if group is None:
            return self._lightest(light, full, [chosen, *rest])
        target = before.members(group)
        sides = [np.union1d(chosen, target), *(one for one in rest if not np.isin(one, target).any())]
        return self._lightest(light, full, sides)

    def _lightest(self, light: Step, full: Step, sides: Sequence[Labels]) -> Exploration:
        """After the light step if that gives these sides, each in one group of its own; else after the full one."""
        tried = self.after(light)
        found = [np.unique(tried.clustering.labels[side]) for side in sides if len(side)]
        is_whole = all(len(one) == 1 for one in found)
        return tried if is_whole and len({int(one[0]) for one in found}) == len(found) else self.after(full)

    def _with(self, steps: Steps, changed: Step) -> Exploration:
        problem = self._decided(steps)
        touched = [end for one in changed.decisions for end in (one.u, one.v)]
        if not touched:
            return replace(self, steps=steps)
        return replace(self, steps=steps, clustering=self.clustering.again(problem, touched))

    def _decided(self, steps: Steps) -> Problem:
        """The weights with all decisions as constraints."""
        said = steps.decisions
        u, v = ([getattr(one, end) for one in said] for end in ("u", "v"))
        signs = [1 if one.is_same else -1 for one in said]
        return with_answers(self._weights, u, v, signs, names=self.source.things) if said else self._weights

    # ---------------------------------------------------------------------------------------------------------- bias

    def at_bias(self, bias: float) -> Exploration:
        """With another bias: all is solved again."""
        if bias == self.bias:
            return self
        return replace(self, bias=bias, _weights=shifted(self.source.problem, bias))._solved()

    def _solved(self) -> Exploration:
        result = solve_problem(self._decided(self.steps))
        return replace(self, clustering=Clustering.of(result, self.source.result.labels))

    # ------------------------------------------------------------------------------------------------------- numbers

    @cached_property
    def is_changed(self) -> Bools:
        """Which groups are not as they were in the earlier run or, without one, when they were opened."""
        earlier, clustering = self.source.earlier, self.clustering
        if earlier is None:
            return clustering.is_changed
        return changed_groups(clustering.labels, earlier.labels, earlier.sizes)

    @cached_property
    def doubt(self) -> float:
        """What costs less than this to change is in doubt."""
        return typical_weight(self._weights) if self.source.doubt is None else self.source.doubt


def _check(one: Decision, n_things: int) -> None:
    for thing in (one.u, one.v):
        if not 0 <= thing < n_things:
            raise ValueError(f"there is no thing {thing}; they are numbered from 0 to {n_things - 1}")
