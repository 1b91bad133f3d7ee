"""Documented modules that have moved: the old path still imports, with a DeprecationWarning that names the new one."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "frenemy.apps.faces.corrections_json": "frenemy.apps.faces.corrections.corrections_json",
    "frenemy.apps.faces.people_csv": "frenemy.apps.faces.export.people_csv",
    "frenemy.apps.faces.people_page": "frenemy.apps.faces.export.people_page",
    "frenemy.apps.faces.sift_descriptor": "frenemy.apps.faces.photos.sift_descriptor",
    "frenemy.apps.records.asking": "frenemy.apps.records.review.ask_for_scores",
    "frenemy.apps.records.decisions": "frenemy.apps.records.knowledge.decisions",
    "frenemy.apps.records.one_per_source": "frenemy.apps.records.knowledge.one_per_source",
    "frenemy.apps.records.stable_ids": "frenemy.apps.records.names.stable_ids",
    "frenemy.apps.records.updates": "frenemy.apps.records.update.updates",
    "frenemy.apps.segmentation.paper_cut": "frenemy.apps.segmentation.cut.paper_cut",
    "frenemy.distributed": "frenemy.engines",
    "frenemy.distributed.dataset_result": "frenemy.engines.dataset_result",
    "frenemy.distributed.executor": "frenemy.engines.executors.executor",
    "frenemy.explained_clusters": "frenemy.explain.explained_clusters",
    "frenemy.pair_reason": "frenemy.explain.pair_reason",
}


class MovedModules(MetaPathFinder, Loader):
    """Finds a module under its old name. It comes last, so a module that exists is never hidden."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in MOVED:
            return None
        return ModuleSpec(fullname, self, is_package=any(name.startswith(f"{fullname}.") for name in MOVED))

    def exec_module(self, module: ModuleType) -> None:
        new = MOVED[module.__name__]
        warnings.warn(f"{module.__name__} has moved to {new}", DeprecationWarning, stacklevel=2)
        public = {name: value for name, value in vars(import_module(new)).items() if not name.startswith("__")}
        module.__dict__.update(public)


def redirect_moved_modules() -> None:
    """Once for the process, however often the package is loaded."""
    if not any(type(finder).__name__ == MovedModules.__name__ for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
