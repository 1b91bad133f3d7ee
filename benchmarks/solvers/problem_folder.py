"""Problems shared by several measurements: generated once in a separate process and kept on disk."""

from __future__ import annotations

import json
import shutil
import tempfile
from types import TracebackType

from harness.data import pair_files
from harness.data.large_problems import CHUNKED
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh


class ProblemFolder:
    """A temporary folder of problems. The cost of generating one does not count for the solve."""

    def __enter__(self) -> ProblemFolder:
        self._folder = tempfile.TemporaryDirectory(prefix="frenemy-benchmarks-")
        self._stored: dict[str, Recipe] = {}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    def stored(self, recipe: Recipe, *, in_chunks: bool = False) -> Recipe:
        """A recipe that reads the same problem from a file; ``in_chunks`` keeps repeated pairs."""
        key = json.dumps(recipe, sort_keys=True)
        if key not in self._stored:
            folder = tempfile.mkdtemp(dir=self._folder.name)
            fresh(store_chunks if in_chunks else store, recipe=recipe, folder=folder)
            self._stored[key] = {"name": "stored", "folder": folder}
        return self._stored[key]

    def drop(self, recipe: Recipe) -> None:
        """Delete a large problem that is no longer needed."""
        shutil.rmtree(self._stored.pop(json.dumps(recipe, sort_keys=True))["folder"])


def store(recipe: Recipe, folder: str) -> Measured:
    with Cpu() as work:
        pairs = make(**recipe)
        n_pairs = pair_files.write(folder, [(pairs.u, pairs.v, pairs.w)], pairs.n_nodes, pairs.missing)
    return {"pairs": n_pairs, "seconds": work.seconds}


def store_chunks(recipe: Recipe, folder: str) -> Measured:
    arguments = {key: value for key, value in recipe.items() if key != "name"}
    with Cpu() as work:
        n_nodes, chunks = CHUNKED[recipe["name"]](**arguments)
        n_pairs = pair_files.write(folder, chunks, n_nodes)
    return {"pairs": n_pairs, "seconds": work.seconds}
