"""A run that is done is not done again: what it found is kept, what was in between is not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from frenemy.apps.records.left_out import LeftOut
from frenemy.distributed.dataset_result import DatasetResult
from frenemy.distributed.run_lock import LOCK
from frenemy.distributed.scratch import ABOUT, clear_partial
from frenemy.distributed.stored_arrays import written_whole

_RESULT = "result.json"


def finished_once(folder: Path, output: Path, solve: Callable[[], DatasetResult]) -> DatasetResult:
    """What a run in a scratch folder found, now or before if its labels are still there.

    Once it is done, only a few small files are left in the folder, so the disk is free again; if the labels were
    deleted since, all of it is done anew.

    Parameters
    ----------
    folder, output : Path
        The scratch folder of this run, and the folder of its labels.
    solve : callable
    """
    kept = folder / _RESULT
    own: set[Path] = set()
    if kept.exists():
        known = json.loads(kept.read_text())
        own = {output / name for name in known["files"]}
        if all((output / name).exists() for name in known["files"]):
            found = known["result"]
            return DatasetResult(**found | {"left_out": LeftOut(**found["left_out"]), "told": tuple(found["told"])})
        kept.unlink()
    for record in (folder / "done" / "write").glob("*.json"):
        file = output / f"part-{int(record.stem):05d}.parquet"
        own.add(file)
        if not file.exists():  # labels that were written and then deleted
            record.unlink()
    strangers = sorted(file.name for file in output.glob("*.parquet") if file not in own)
    if strangers:
        raise ValueError(
            f"output {output} has {strangers[0]}, which this run has not written; give it a new folder, or empty it"
        )
    try:
        result = solve()
    except BaseException:
        clear_partial(output)
        raise
    clear_partial(output, is_done=True)
    told = {"result": asdict(result), "files": sorted(one.name for one in output.glob("part-*.parquet"))}
    with written_whole(kept) as partial:
        partial.write_text(json.dumps(told))
    for one in folder.iterdir():
        if one.name in (ABOUT, LOCK, _RESULT):
            continue
        if one.is_dir():
            shutil.rmtree(one, ignore_errors=True)
        else:
            one.unlink(missing_ok=True)
    return result
