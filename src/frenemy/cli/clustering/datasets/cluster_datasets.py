"""``frenemy cluster`` for datasets: files that need not fit in memory; labels go to a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from frenemy.cli.clustering.datasets.dataset_clock import live_dataset
from frenemy.cli.clustering.datasets.dataset_inputs import check_readable
from frenemy.cli.clustering.datasets.dataset_request import DatasetRequest
from frenemy.cli.clustering.datasets.label_folder import check_label_folder
from frenemy.cli.clustering.option_words import errors_in_options
from frenemy.cli.failure import warnings_as_lines
from frenemy.cli.output_files import given_paths

if TYPE_CHECKING:
    from frenemy.engines.dataset_result import DatasetResult

_IN_MEMORY = "give one file and -o FILE to solve it in memory"
#: Options that need all pairs in memory, and alternatives.
_INSTEAD = {
    "seconds": "each task is solved in one pass, or as --solver and --param say",
    "threads": "--workers N is for datasets",
    "one_per_group": "give the pairs that it keeps apart with --cannot-link",
    "one_per": "give the pairs that it keeps apart with --cannot-link",
    "one_per_weight": "give the pairs that it keeps apart with --cannot-link",
    "decisions": "give the answers with --must-link and --cannot-link",
    "decision_weight": "give the answers with --must-link and --cannot-link",
    "nodes": "leave it out: a record without any pair is a cluster of its own",
    "id": "leave it out: a record without any pair is a cluster of its own",
    "unknown": "leave it out: all ids of the pairs are records",
    "labeled": "in Python, weights= of frenemy.solve_dataset takes a calibration learned from labelled pairs",
    "format": "the name of a file says what it is",
    "safe_csv": "leave it out: labels of datasets are Parquet files",
}


def cluster_datasets(request: DatasetRequest) -> None:
    """Solve the pairs from disk, and print a summary."""
    from frenemy.cli.clustering.datasets.dataset_summary import show_summary, summary

    check_readable(request.inputs, request.why)
    with errors_in_options():
        links = {"--must-link": request.options.get("must_link"), "--cannot-link": request.options.get("cannot_link")}
        inputs = {"INPUT": list(request.inputs)} | given_paths(links)
        check_label_folder(request.output, inputs, request.scratch)
        with live_dataset(is_wanted=not request.quiet) as clock, warnings_as_lines(), _ended(request.scratch):
            found = _solved(request, clock.on_stage)
            clock.end()
    if not request.quiet:
        show_summary(request, found, clock)
    if request.as_json:
        print(json.dumps(summary(request, found, clock)))


def _solved(request: DatasetRequest, on_stage: Any) -> DatasetResult:
    from frenemy.engines.solve_dataset import solve_dataset

    return solve_dataset(
        list(request.inputs),
        os.path.abspath(request.output),  # workers may be elsewhere
        solver=request.solver,
        seed=request.seed,
        on_stage=on_stage,
        **request.options,
    )


@contextmanager
def _ended(scratch: str | None) -> Iterator[None]:
    """Turn an interruption into an error that says whether the finished work is kept."""
    try:
        yield
    except KeyboardInterrupt:
        if scratch is None:
            raise ValueError(
                "interrupted, and nothing is kept: the next run starts over; with --scratch FOLDER it would resume"
            ) from None
        raise ValueError(
            f"interrupted; finished work is kept in {scratch}, and the same command resumes from there"
        ) from None
    except RuntimeError as error:  # lost workers, a lost scheduler
        raise ValueError(str(error)) from error


# -------------------------------------------------------------------------------------------------------------- options


def dataset_options(memory: str | None, workers: int | None, scheduler: str | None) -> dict[str, Any]:
    """The executor and the memory, as arguments of :func:`frenemy.solve_dataset`."""
    if workers is not None and scheduler is not None:
        raise typer.BadParameter(
            "the scheduler knows its workers; choose one of --workers and --scheduler", param_hint="--workers"
        )
    if scheduler is not None and "://" not in scheduler and scheduler != "ray":
        raise typer.BadParameter(
            f"expected the address of a cluster as tcp://host:8786, or ray, or ray://host:10001, got {scheduler!r}",
            param_hint="--scheduler",
        )
    if memory is not None:
        from frenemy.engines.budget import read_memory

        try:
            read_memory(memory)
        except ValueError:
            raise typer.BadParameter(
                f"expected at least 268 MB, as in 4GB or 512MiB, got {memory!r}", param_hint="--memory"
            ) from None
    return {"memory_limit": memory, "client": workers if scheduler is None else scheduler}


def dataset_evidence(
    calibration: str | None, missing: float | str | None, blocking_recall: float | None
) -> dict[str, Any]:
    """Calibration and the weight of unlisted pairs, as arguments of :func:`frenemy.solve_dataset`."""
    if calibration not in (None, "auto", "none"):
        raise typer.BadParameter(
            f"for datasets it is auto or none, got {calibration}; {_INSTEAD['labeled']}",
            param_hint="--calibration",
        )
    if missing not in (None, "auto") and not float(missing or 0.0) <= 0.0:
        raise typer.BadParameter(
            f"for datasets it must be at most 0, got {missing}: if unlisted pairs attract, everything is one component",
            param_hint="--missing",
        )
    return {"calibration": calibration, "missing": missing, "blocking_recall": blocking_recall}


def refuse_for_datasets(given: Mapping[str, Any], why: str) -> None:
    """Refuse an option that does not apply to datasets, with a hint."""
    for name, value in given.items():
        if value is None:
            continue
        raise typer.BadParameter(
            f"this is not for datasets, and the input is one, since {why}; {_INSTEAD.get(name, _hint(name))}",
            param_hint=f"--{name.replace('_', '-')}",
        )


def _hint(name: str) -> str:
    return "leave it out" if name in ("symmetrize", "variable", "header") else f"leave it out, or {_IN_MEMORY}"
