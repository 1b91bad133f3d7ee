"""A picture with cached intermediate results, shared by all its segmentations."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Appearance, Drawing, Picture, SoftSegmentation, Stroke
from frenemy.affinity.image.regions.appearance import work_shape
from frenemy.apps.segmentation.cut import Cut, Solving, automatic_cut, cut, prepare
from frenemy.apps.segmentation.cut.joined_regions import rejoined, with_joins
from frenemy.apps.segmentation.cut.refinement import refined, resampled
from frenemy.apps.segmentation.cut.stages import Stages
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem import Problem
from frenemy.problem.checked_arrays import thread_count, whole_number
from frenemy.run import Stop, raise_if_cancelled
from frenemy.solvers import Solver
from frenemy.solving import Result

RECIPES = ("default", "paper")
_MAX_SOFT = 256  # cached soft segmentations; above this, those of deleted strokes are dropped


@dataclass(frozen=True)
class Settings:
    """Settings of the first segmentation and of each edit."""

    recipe: str = "default"
    solver: Solver | None = None
    stop: Stop | None = None
    seed: int = 0
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.recipe not in RECIPES:
            raise ValueError(f"recipe must be one of {', '.join(map(repr, RECIPES))}, got {self.recipe!r}")
        if self.solver is not None and (isinstance(self.solver, type) or not callable(self.solver)):
            raise ValueError(f"solver must be a Solver such as SwapExplore(), got {self.solver!r}")
        if self.stop is not None and not isinstance(self.stop, Stop):
            raise ValueError(f"stop must be a Stop such as Stop(seconds=1), got {self.stop!r}")
        whole_number(self.seed, "seed")
        if self.threads is not None:
            thread_count(self.threads)

    @property
    def n_threads(self) -> int:
        """The number of threads; by default, that of available processors."""
        if self.threads is not None:
            return self.threads
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workspace:
    """A picture, and caches of its appearance and of the soft segmentation of each stroke."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._appearance: Appearance | None = None
        self._automatic: tuple[Settings, Cut] | None = None
        self._reduced: npt.NDArray[np.float32] | None = None
        self._soft: dict[Stroke, SoftSegmentation] = {}
        self._maps: dict[Stroke, npt.NDArray[np.float32]] = {}

    def __getstate__(self) -> Picture:
        return self.picture  # the caches can be computed again

    def __setstate__(self, picture: Picture) -> None:
        self.__init__(picture)  # type: ignore[misc]

    def regions(self, drawing: Drawing, settings: Settings, stages: Stages) -> tuple[LabelMap, Problem, Result]:
        """Regions of the whole picture, ``0..k-1`` by first appearance, with their problem and result.

        They are connected, unless a join runs over what lies between their components.
        """
        used = drawing.within(self.picture.shape)
        found = self._cut(used, settings, stages)
        raise_if_cancelled(found.result.status)
        with stages.stage("refinement") as report:
            labels = refined(found.labels, self.picture, used.strokes, report)
            if used.joins:  # refinement separates what strokes enclose, but joins decide
                labels = rejoined(labels, resampled(found.labels, self.picture.shape), used.joins)
        labels.flags.writeable = False
        return labels, found.problem, found.result

    def _cut(self, drawing: Drawing, settings: Settings, stages: Stages) -> Cut:
        if settings.recipe == "paper":
            return self._paper_cut(drawing, settings, stages)
        if self._appearance is None:
            self._appearance = prepare(self.picture, stages=stages)
        if len(self._maps) > _MAX_SOFT:
            self._maps = {stroke: soft for stroke, soft in list(self._maps.items()) if stroke in drawing.strokes}
        solving = Solving(settings.solver, settings.stop, settings.seed, settings.n_threads)
        if self._automatic is None or self._automatic[0] != settings:
            self._automatic = settings, automatic_cut(self._appearance, solving, stages=stages)
        automatic = self._automatic[1]
        if not drawing.strokes and not drawing.joins:
            return automatic
        return cut(self._appearance, drawing, automatic, solving, stages=stages, soft=self._maps)

    def _paper_cut(self, drawing: Drawing, settings: Settings, stages: Stages) -> Cut:
        from frenemy.apps.segmentation.cut.paper_cut import paper_cut  # it loads scipy.sparse

        if self._reduced is None:
            with stages.stage("appearance"):
                self._reduced = self.picture.resized(
                    *np.minimum(work_shape(self.picture.shape), self.picture.shape).tolist()
                )
        height, width = self._reduced.shape[:2]
        scale = width / self.picture.shape[1], height / self.picture.shape[0]
        scaled = drawing.scaled(*scale)
        if len(self._soft) > _MAX_SOFT:
            self._soft = {stroke: soft for stroke, soft in list(self._soft.items()) if stroke in scaled.strokes}
        found = paper_cut(
            self._reduced,
            scaled.strokes,
            solver=settings.solver,
            stop=settings.stop,
            seed=settings.seed,
            threads=settings.n_threads,
            soft=self._soft,
            on_stage=stages,
        )
        return replace(found, labels=with_joins(found.labels, scaled.joins))  # the paper has no joins
