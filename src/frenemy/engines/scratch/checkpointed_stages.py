"""Stages of tasks whose results are stored, so that an interrupted run resumes where it stopped."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from frenemy.engines.executors.executor import RESUME, USE_LESS_MEMORY, Executor, Task
from frenemy.engines.scratch.partial_files import read_json, write_json
from frenemy.io.disk_space import is_full
from frenemy.run import OnStage


class CheckpointedStages:
    """Runs tasks stage by stage, and skips those that are done.

    The names of stages and tasks are names of files in scratch. Where what they hold changes, so does the number of the
    stages that :func:`frenemy.solve_dataset` keeps about a run, so that no run resumes from other files.

    Parameters
    ----------
    folder : Path
        Where results are stored.
    executor : Executor
    on_stage : callable, optional
    """

    def __init__(self, folder: Path, executor: Executor, on_stage: OnStage | None = None) -> None:
        self.folder = folder
        self._executor = executor
        self._on_stage = on_stage or (lambda _name, _done: None)

    def run(self, stage: str, tasks: Mapping[str, Task]) -> dict[str, Any]:
        """The result of each task, from this run or an earlier one."""
        results: dict[str, Any] = {}
        names = []
        for name in tasks:
            stored = self._stored(stage, name)
            if stored is None:
                names.append(name)
            else:
                results[name] = stored["result"]
        self._on_stage(stage, len(results) / max(1, len(tasks)))
        if names:
            with self.explained(stage):
                self._run_new(stage, names, tasks, results)
        return {name: results[name] for name in tasks}

    @contextmanager
    def explained(self, stage: str) -> Iterator[None]:
        """Work of a stage, where a full disk and too little memory are errors that say what to do."""
        try:
            yield
        except OSError as error:
            if is_full(error):
                raise self._no_space(stage, error) from error
            raise
        except MemoryError as error:
            raise MemoryError(f"stage {stage!r}: out of memory: {error}. {RESUME}, or {USE_LESS_MEMORY}") from error

    def _run_new(self, stage: str, names: list[str], tasks: Mapping[str, Task], results: dict[str, Any]) -> None:
        with closing(self._executor.run([tasks[name] for name in names], stage=stage)) as done:
            for at, result in done:
                write_json(self._file(stage, names[at]), {"result": result})
                results[names[at]] = result
                self._on_stage(stage, len(results) / len(tasks))

    def one(self, stage: str, task: Task) -> Any:
        """The result of a stage with a single task."""
        return self.run(stage, {"all": task})["all"]

    def one_by_one(self, stage: str, tasks: Mapping[str, Task]) -> dict[str, Any]:
        """The result of each task, of which no two run at once."""
        return {name: self.run(stage, {name: task})[name] for name, task in tasks.items()}

    def here(self, stage: str, work: Task, name: str = "all") -> Any:
        """The result of a stage that this process does itself."""
        stored = self._stored(stage, name)
        self._on_stage(stage, 0.0 if stored is None else 1.0)
        if stored is not None:
            return stored["result"]
        with self.explained(stage):
            result = work()
            write_json(self._file(stage, name), {"result": result})
        self._on_stage(stage, 1.0)
        return result

    def _file(self, stage: str, name: str) -> Path:
        return self.folder / "done" / stage / f"{name}.json"

    def _stored(self, stage: str, name: str) -> dict[str, Any] | None:
        try:
            # A damaged record is an error: files that the task reads may be deleted by now, so it cannot run again.
            return read_json(self._file(stage, name), ("result",))
        except FileNotFoundError:  # not done
            return None

    def _no_space(self, stage: str, error: OSError) -> OSError:
        return OSError(
            errno.ENOSPC,
            f"stage {stage!r}: {error.strerror}. Scratch {self.folder} has "
            f"{shutil.disk_usage(self.folder).free:,} bytes free; in all it needs about 70 per pair, or up to 230 if "
            f"one component holds nearly all. Free some space. {RESUME}",
        )
