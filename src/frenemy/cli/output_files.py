"""What would make a file unwritable, or lose another one, seen before the work is done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import typer

from frenemy.io.kept_inputs import refuse_overwriting


def check_place(path: str) -> None:
    """There is a folder for it, and it is none itself."""
    folder = os.path.dirname(path) or "."
    if path != "-" and not os.path.isdir(folder):
        raise ValueError(f"cannot write to {path}: there is no folder {folder}")
    if os.path.isdir(path):
        raise ValueError(f"cannot write to {path}: it is a folder")


def check_report_name(report: str) -> None:
    if os.path.splitext(report)[1].lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"the extension must be .html, got {report}", param_hint="--report")


def check_all_places(named: Mapping[str, str], inputs: Mapping[str, Iterable[str]]) -> None:
    """Files that are to be written, by option: each can be, no two are one, and none is among those that are read.

    Parameters
    ----------
    named, inputs
        As of :func:`frenemy.io.kept_inputs.refuse_overwriting`.
    """
    refuse_overwriting(named, inputs)
    taken: dict[str, str] = {}
    for option, path in named.items():
        if path == "-":
            continue
        check_place(path)
        folder = os.path.dirname(path) or "."
        if not os.path.exists(path) and not os.access(folder, os.W_OK):
            raise ValueError(f"cannot write to {path}: the folder {folder} is read-only")
        if os.path.exists(path) and not os.access(path, os.W_OK):
            raise ValueError(f"cannot write to {path}: it is read-only")
        place = os.path.realpath(path)
        if place in taken:
            raise ValueError(f"{taken[place]} and {option} would both write {path}; choose another name")
        taken[place] = option


def given_paths(named: Mapping[str, str | None]) -> dict[str, list[str]]:
    """The inputs that were given, by option."""
    return {option: [path] for option, path in named.items() if path is not None}
