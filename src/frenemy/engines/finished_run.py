"""The result of a finished run, kept in its scratch folder so that the same call returns it at once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import cast

from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.scratch.partial_files import damaged, delete_partial, read_json, write_json
from frenemy.engines.scratch.scratch_folder import ABOUT, LOCK
from frenemy.tables.row_counts import RowCounts

_RESULT = "result.json"
_BEGUN = "begun.json"  # names the folder of labels, once it is known to hold no others


def finish_once(folder: Path, output: Path, solve: Callable[[], DatasetResult]) -> DatasetResult:
    """The stored result of a finished run whose labels still exist; otherwise solve and store it.

    Afterwards only a few small files remain in the scratch folder. If labels of a finished run were deleted since, all
    of it runs again.

    Parameters
    ----------
    folder, output : Path
        The scratch folder of this run, and the folder of its labels.
    solve : callable
    """
    stored = folder / _RESULT
    own: set[Path] = set()
    if stored.exists():
        known = read_json(stored, ("result", "files"))
        try:
            own = {output / name for name in known["files"]}
            result = _from_json(known["result"])
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise damaged(stored, f"{type(error).__name__}: {error}") from error
        if all(file.exists() for file in own):
            return result
        stored.unlink()
    begun, here = folder / _BEGUN, str(output.absolute())
    if begun.exists() and begun.read_text() == json.dumps(here):
        own.update(output.glob("part-*.parquet"))  # a task may outlive its run and finish a file without a record
    for record in (folder / "done" / "write").glob("*.json"):
        file = output / f"part-{int(record.stem):05d}.parquet"
        own.add(file)
        if not file.exists():  # written by an unfinished run and deleted since
            record.unlink()
    foreign = sorted(file.name for file in output.glob("*.parquet") if file not in own)
    if foreign:
        raise ValueError(
            f"output {output} has {foreign[0]}, which this run has not written; give a new folder, or empty it"
        )
    write_json(begun, here)
    try:
        result = solve()
    except BaseException:
        delete_partial(output)
        raise
    delete_partial(output, is_done=True)
    files = sorted(file.name for file in output.glob("part-*.parquet"))
    write_json(stored, {"result": _to_json(result), "files": files})
    empty(folder)
    return result


def empty(folder: Path) -> None:
    """Delete all files of a run but those that say which run it is, and its result."""
    for one in folder.iterdir():
        if one.name in (ABOUT, LOCK, _RESULT):
            continue
        if one.is_dir():
            shutil.rmtree(one, ignore_errors=True)
        else:
            one.unlink(missing_ok=True)


def _to_json(result: DatasetResult) -> dict[str, object]:
    fields = asdict(result)
    notes = fields.pop("notes")
    return {**fields, "told": notes}  # the name in files of all versions


def _from_json(fields: dict[str, object]) -> DatasetResult:
    left_out = RowCounts(**fields.pop("left_out"))  # type: ignore[arg-type]
    notes = tuple(cast(list[str], fields.pop("told")))
    return DatasetResult(**fields, left_out=left_out, notes=notes)  # type: ignore[arg-type]
