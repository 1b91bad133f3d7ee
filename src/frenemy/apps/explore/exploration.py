"""One clustering that a person explores and corrects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from frenemy.apps.explore import corrections
from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.corrections import Correction
from frenemy.apps.explore.decisions import Decision, Step, Steps
from frenemy.apps.explore.earlier import changed_groups
from frenemy.apps.explore.source import Source
from frenemy.apps.records.knowledge.decisions import with_answers
from frenemy.explain.typical_weight import typical_weight
from frenemy.problem import Problem
from frenemy.problem.array_types import Bools
from frenemy.solving import solve_problem
from frenemy.solving.bias_path import shifted

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
    doubt : float
        What costs less than this to change is in doubt.
    """

    source: Source
    steps: Steps
    clustering: Clustering
    bias: float
    doubt: float
    _weights: Problem = field(repr=False)  # without the decisions

    @staticmethod
    def open(source: Source, steps: Steps = Steps()) -> Exploration:  # noqa: B008 (it does not change)
        """A clustering as it was opened, with the decisions made earlier.

        They are applied one after another, as a person made them, so that groups are as they were left.
        """
        weights = source.problem
        opened = Exploration(source, Steps(), Clustering.of(source.result), 0.0, _doubt(source, weights), weights)
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
        return self._lightest(corrections.join(self.clustering, groups, self.steps.decisions))

    def split(self, group: int, side: Iterable[int] | None = None) -> Exploration:
        """With a group as two; by default along its cheapest split."""
        if side is None:
            side = self.clustering.explanation.split(self.clustering.label(group)).side.tolist()
            if not side:
                raise ValueError("this group cannot be split: it is one thing, or decisions keep it together")
        return self._lightest(corrections.split(self.clustering, group, side, self.steps.decisions))

    def moved(self, things: Iterable[int], group: int | None) -> Exploration:
        """With things in another group, or in a new one."""
        chosen = list(things)
        for thing in chosen:
            _check(Decision(thing, thing, True), len(self.source.things))
        return self._lightest(corrections.move(self.clustering, chosen, group, self.steps.decisions))

    def _lightest(self, correction: Correction) -> Exploration:
        """After the first step that gives what is wanted: light, holding what fell apart, or full."""
        tried, problem = self.after(correction.light), self.clustering.problem
        if correction.is_met(tried.clustering.labels):
            return tried
        tried = self.after(correction.stronger(problem, correction.fallen_apart(tried.clustering.labels)))
        if correction.is_met(tried.clustering.labels):
            return tried
        return self.after(correction.stronger(problem, correction.chained))

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
        weights = shifted(self.source.problem, bias)
        return replace(self, bias=bias, doubt=_doubt(self.source, weights), _weights=weights)._solved()

    def _solved(self) -> Exploration:
        result = solve_problem(self._decided(self.steps))
        return replace(self, clustering=Clustering.of(result, self.source.result.labels))

    @cached_property
    def is_changed(self) -> Bools:
        """Which groups are not as they were in the earlier run or, without one, when they were opened."""
        earlier, clustering = self.source.earlier, self.clustering
        if earlier is None:
            return clustering.is_changed
        return changed_groups(clustering.labels, earlier.labels, earlier.sizes)


def _doubt(source: Source, weights: Problem) -> float:
    return typical_weight(weights) if source.doubt is None else source.doubt


def _check(one: Decision, n_things: int) -> None:
    for thing in (one.u, one.v):
        if not 0 <= thing < n_things:
            raise ValueError(f"there is no thing {thing}; they are numbered from 0 to {n_things - 1}")
