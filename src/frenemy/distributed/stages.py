"""Stages of work whose results are kept, so that a run that was ended goes on where it was."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from frenemy.distributed.disk_space import is_full
from frenemy.distributed.executor import GO_ON, LESS_AT_ONCE, Executor, Task
from frenemy.distributed.stored_arrays import written_whole

#: Told of each stage: its name, and the share of its tasks that is done.
OnStage = Callable[[str, float], object]


class Stages:
    """Runs tasks stage by stage, and none that is done already.

    Parameters
    ----------
    folder : Path
        Where results are kept.
    executor : Executor
    on_stage : callable, optional
    """

    def __init__(self, folder: Path, executor: Executor, on_stage: OnStage | None = None) -> None:
        self.folder = folder
        self._executor = executor
        self._tell = on_stage or (lambda _name, _done: None)

    def run(self, stage: str, tasks: Mapping[str, Task]) -> dict[str, Any]:
        """What each task gave back, now or in an earlier run."""
        results: dict[str, Any] = {}
        names = []
        for name in tasks:
            kept = self._kept(stage, name)
            if kept is None:
                names.append(name)
            else:
                results[name] = kept["result"]
        self._tell(stage, len(results) / max(1, len(tasks)))
        if names:
            try:
                self._run_new(stage, names, tasks, results)
            except OSError as error:
                if is_full(error):
                    raise self._no_space(stage, error) from error
                raise
            except MemoryError as error:
                raise MemoryError(
                    f"while {stage!r} was done, there was no memory left: {error}. {GO_ON}, {LESS_AT_ONCE}"
                ) from error
        return {name: results[name] for name in tasks}

    def _run_new(self, stage: str, names: list[str], tasks: Mapping[str, Task], results: dict[str, Any]) -> None:
        with closing(self._executor.run([tasks[name] for name in names], stage=stage)) as done:
            for at, result in done:
                with written_whole(self._file(stage, names[at])) as partial:
                    partial.write_text(json.dumps({"result": result}))
                results[names[at]] = result
                self._tell(stage, len(results) / len(tasks))

    def one(self, stage: str, task: Task) -> Any:
        """A stage of a single task."""
        return self.run(stage, {"all": task})["all"]

    def _file(self, stage: str, name: str) -> Path:
        return self.folder / "done" / stage / f"{name}.json"

    def _kept(self, stage: str, name: str) -> dict[str, Any] | None:
        try:
            kept: dict[str, Any] = json.loads(self._file(stage, name).read_text())
        except (FileNotFoundError, ValueError):  # never done, or cut short by a machine that went down
            return None
        return kept

    def _no_space(self, stage: str, error: OSError) -> OSError:
        return OSError(
            errno.ENOSPC,
            f"while {stage!r} was done: {error.strerror}. In all, scratch {self.folder} has "
            f"{shutil.disk_usage(self.folder).free:,} bytes free and needs about 70 for each pair, or up to 230 if one "
            f"part holds nearly all. Make room. {GO_ON}",
        )
