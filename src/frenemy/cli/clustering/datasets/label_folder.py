"""Check the folder for the labels of a dataset: new, empty, or that of the run to resume."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import typer

from frenemy.io.kept_inputs import is_within, refuse_overwriting

_LABELS = re.compile(r"part-\d+\.parquet")
_FILES = (".parquet", ".feather", ".arrow", ".csv", ".tsv", ".txt", ".npz", ".gz")


def check_label_folder(output: str, inputs: Mapping[str, Iterable[str]], scratch: str | None) -> None:
    """Raise an error, before any work, if the labels would mix with other files.

    Parameters
    ----------
    inputs : mapping from str to paths
        Files, folders and patterns that are read, by option.
    scratch : str, optional
        A folder that may hold the work of an earlier run.
    """
    if output == "-":
        raise typer.BadParameter("labels of datasets go to a folder: name one, as -o labels/", param_hint="--output")
    if output.lower().endswith(_FILES) and not os.path.isdir(output):
        raise typer.BadParameter(
            f"labels of datasets are several Parquet files in a folder: name one, as -o labels/, got {output}",
            param_hint="--output",
        )
    if os.path.exists(output) and not os.path.isdir(output):
        raise ValueError(f"-o {output} is a file; name a folder for the labels")
    refuse_overwriting({"-o": output}, inputs)
    if scratch is not None and (is_within(scratch, output) or is_within(output, scratch)):
        raise ValueError(f"-o {output} and --scratch {scratch} must not hold each other; name two folders")
    _check_empty(output, scratch)
    _check_writable(output)


def _check_empty(output: str, scratch: str | None) -> None:
    there = sorted(os.listdir(output)) if os.path.isdir(output) else []
    if not there:
        return
    if scratch is not None and _is_of(scratch, output) and all(_LABELS.match(name) for name in there):
        return  # labels of the run to resume
    hint = "name a new folder, or empty it"
    if scratch is None and all(_LABELS.match(name) for name in there):
        hint += "; an interrupted run resumes with the same --scratch"
    raise ValueError(f"-o {output} is not empty: it has {there[0]}; {hint}")


def _is_of(scratch: str, output: str) -> bool:
    """Whether the run in scratch writes its labels there."""
    from frenemy.engines.scratch.partial_files import read_json
    from frenemy.engines.scratch.scratch_folder import ABOUT

    try:
        about = read_json(Path(scratch) / ABOUT)
    except OSError:
        return False
    return bool(about.get("output") == os.path.abspath(output))


def _check_writable(output: str) -> None:
    """Check that the folder, or its nearest existing parent, is writable."""
    nearest = os.path.abspath(output)
    while not os.path.exists(nearest):
        nearest = os.path.dirname(nearest)
    if not os.path.isdir(nearest):
        raise ValueError(f"cannot write to {output}: {nearest} is a file")
    if not os.access(nearest, os.W_OK):
        raise ValueError(f"cannot write to {output}: the folder {nearest} is read-only")
