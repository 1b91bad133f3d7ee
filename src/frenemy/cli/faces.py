"""``frenemy faces``: photos in, people out."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shlex
import sys
import time
import warnings
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import typer

from frenemy.apps.faces import DlibFaces, Scan, scan
from frenemy.apps.faces.album.album_folder import ALBUM_FILES, CORRECTIONS, FACES, PAGE, TABLE, AlbumFolder
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.export.person_folders import FoldersWritten, write_person_folders
from frenemy.apps.faces.export.skipped_csv import skipped_csv
from frenemy.apps.faces.people import People, find_people
from frenemy.apps.faces.people.face_problem import SAME_PHOTO
from frenemy.cli.failure import errors_as_one_line, warnings_as_lines
from frenemy.cli.progress.photo_progress import live_photos, shown_path
from frenemy.io.kept_inputs import is_within, refuse_overwriting
from frenemy.io.whole_files import write_whole
from frenemy.run import Status, Stop

SKIPPED = "skipped.csv"


class Detector(StrEnum):
    """The face detector."""

    hog = "hog"
    cnn = "cnn"


def faces(
    photos: Annotated[
        list[str],
        typer.Argument(metavar="PHOTOS", help="A folder, searched recursively; or several folders and files."),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the people; created if it does not exist."),
    ],
    links: Annotated[
        bool, typer.Option("--links", help="Also write a folder per person, with links to their photos.")
    ] = False,
    copies: Annotated[
        bool, typer.Option("--copies", help="Also write a folder per person, with copies of their photos.")
    ] = False,
    detector: Annotated[
        Detector,
        typer.Option(metavar="hog|cnn", help="hog: frontal faces. cnn: more faces, in about ten times the time."),
    ] = Detector.hog,
    same_photo: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="NATS",
            help="Penalty if a person appears twice in one photo; 0 for no penalty, as for collages. "
            f"[default: as in the last run, initially {SAME_PHOTO:g}]",
            show_default=False,
        ),
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Delete photos that no longer exist from the cache.")
    ] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Write people.html.", show_default=False)] = True,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="Limit the search for faces to this time, and continue with the faces found."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="The same photos and seed give the same people.")] = 0,
    threads: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Number of photos to process at a time. [default: all processors]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")] = False,
) -> None:
    """Find the people in your photos, and how many there are.

    ```
    frenemy faces photos/ -o people/
    frenemy faces photos/ -o people/ --links      # also people/Person 001/, ... with links to the photos
    frenemy serve --faces people/                 # name people and correct errors in the browser
    ```

    In `people/` you find:

    - `people.html`: all people with their faces, doubtful ones first; open it in a browser
    - `people.csv`: one row per face: photo, box, person, name, and certainty
    - `skipped.csv`: files that could not be read, and why
    - `corrections.json`: names and corrections, if there are any; every later run respects them
    - `undo.json`: the steps that led to them, so that the page can undo them
    - `faces.sqlite`: the faces of every photo, so that a later run processes new photos only

    **Nothing leaves this computer**, and no photo is moved or changed. Pictures of faces are in `people.html` and
    `faces.sqlite`: keep the folder as you keep the photos.

    Ctrl-C stops the search. Finished photos are kept, and the same command continues from there.

    JPEG, PNG, TIFF, WebP, AVIF, GIF, BMP, JPEG 2000 and PPM are read; other formats, such as HEIC, are listed as
    skipped. Copies of a photo count once.

    Needs `pip install "frenemy[faces]"`.

    Exit codes: 0 success, 1 failure (a bad folder, interrupted), 2 wrong usage.
    """
    _check_usage(links=links, copies=copies, same_photo=same_photo)
    stop = _stop(seconds)
    describer = DlibFaces(detector=detector.value)
    with errors_as_one_line():
        began = time.perf_counter()
        _check_places(photos, output)
        folder = AlbumFolder(output)
        corrections = folder.read_corrections()
        n_threads = threads or _n_processors()
        with _created(output):
            found = _scanned(photos, folder, describer, stop, n_threads, forget=forget, is_live=not quiet)
        _raise_if_interrupted(found, folder)
        if same_photo is not None:
            folder.keep_same_photo(same_photo)
        with warnings_as_lines():
            people = find_people(found.faces, corrections, same_photo=folder.same_photo(), seed=seed, threads=n_threads)
        write_whole(folder.at(SKIPPED), skipped_csv(found.skipped))
        folder.write_outcome(people, photos=found.root, page=page)
        folders = None
        if links or copies:
            how = "copies" if copies else "links"
            folders = write_person_folders(people, output, photos=found.root, how=how)  # type: ignore[arg-type]
        done = _Done(found, people, corrections, folders, output, time.perf_counter() - began)
        if not quiet:
            for line in _summary_lines(done, folder, has_page=page):
                print(line, file=sys.stderr, flush=True)
        if as_json:
            print(json.dumps(_summary(done, photos, seed)))


@dataclass(frozen=True, eq=False)
class _Done:
    """The data of the summary."""

    found: Scan
    people: People
    corrections: Corrections
    folders: FoldersWritten | None
    output: str
    seconds: float


def _scanned(
    photos: list[str],
    folder: AlbumFolder,
    describer: DlibFaces,
    stop: Stop | None,
    threads: int,
    *,
    forget: bool,
    is_live: bool,
) -> Scan:
    cache = folder.at(FACES)
    try:
        if not os.path.exists(cache):
            describer.load()  # fails before anything is written
        with live_photos(is_wanted=is_live) as on_photo, warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"PIL\.")  # about invalid EXIF data, which is common
            return scan(
                photos[0] if len(photos) == 1 else photos,
                cache=cache,
                describer=describer,
                leave_out=[folder.path],
                forget=forget,
                on_photo=on_photo,
                stop=stop,
                threads=threads,
            )
    except ImportError as error:
        raise ValueError(str(error)) from None


@contextlib.contextmanager
def _created(output: str) -> Any:
    """Create the folder, and remove it after an error if it is empty."""
    is_new = not os.path.isdir(output)
    os.makedirs(output, exist_ok=True)
    try:
        yield
    except BaseException:
        if is_new:
            with contextlib.suppress(OSError):  # not empty
                os.rmdir(output)
        raise


def _check_usage(*, links: bool, copies: bool, same_photo: float | None) -> None:
    if same_photo is not None and not math.isfinite(same_photo):
        raise typer.BadParameter(f"must be a finite number, got {same_photo}", param_hint="--same-photo")
    if links and copies:
        raise typer.BadParameter("choose one of --links and --copies", param_hint="--links")


def _check_places(photos: list[str], output: str) -> None:
    """Check paths before the work begins: photos and people must not mix."""
    for path in photos:
        os.stat(path)  # raises if it does not exist
        if is_within(output, path):
            raise ValueError(f"-o {output} is or contains the folder of the photos; choose another one")
    if os.path.exists(output) and not os.path.isdir(output):
        raise ValueError(f"-o {output} is a file; choose a folder for the people")
    for name in (*ALBUM_FILES, SKIPPED):
        file = os.path.join(output, name)
        if os.path.islink(file) and not is_within(output, file):  # a link is written through
            refuse_overwriting({"-o": file}, {"PHOTOS": photos})


def _stop(seconds: float | None) -> Stop | None:
    try:
        return None if seconds is None else Stop(seconds=seconds)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--seconds") from None


def _n_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _raise_if_interrupted(found: Scan, folder: AlbumFolder) -> None:
    if found.status is Status.CANCELLED:
        raise ValueError(
            f"interrupted: {_counted(found.n_left, 'file')} left to search; what was found is kept in "
            f"{folder.at(FACES)}, and the same command continues from there"
        )


def _counted(n: int, one: str, many: str | None = None) -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"


_MAX_SHOWN = 5


def _summary_lines(done: _Done, folder: AlbumFolder, *, has_page: bool) -> list[str]:
    found, people = done.found, done.people
    n_photos = len(found.faces.photos)
    n_without = n_photos - len({face.photo for face in found.faces.faces})
    lines = [
        f"{_counted(n_photos, 'photo')} with {_counted(len(found.faces), 'face')}, {n_without:,} without any; "
        f"{found.n_new:,} processed now",
    ]
    if found.n_left:
        lines.append(f"out of time: {_counted(found.n_left, 'file')} left to search; the same command continues")
    if found.skipped:
        lines.append(f"{_counted(len(found.skipped), 'file')} skipped, all in {folder.at(SKIPPED)}:")
        lines += [f"  {shown_path(one.path)}: {one.reason}" for one in found.skipped[:_MAX_SHOWN]]
        if len(found.skipped) > _MAX_SHOWN:
            lines.append(f"  ... and {len(found.skipped) - _MAX_SHOWN:,} more")
    if done.corrections:
        lines.append(f"names and corrections from {folder.at(CORRECTIONS)}")
    if done.folders is not None:
        n_folders = sum(bool(name) for name in done.folders.folders)
        n_there = done.folders.n_links + done.folders.n_hard_links + done.folders.n_copies
        lines.append(f"{_counted(n_folders, 'folder')} with {_counted(n_there, 'photo')} in {done.output}")
    written = [folder.at(name) for name in ((PAGE, TABLE) if has_page else (TABLE,))]
    return [
        *lines,
        f"{people.summary()}, {done.seconds:.1f} s",
        f"written: {', '.join(written)}",
        f"name and correct people in the browser: frenemy serve --faces {shlex.quote(done.output)}",
    ]


def _summary(done: _Done, photos: list[str], seed: int) -> dict[str, Any]:
    found, people = done.found, done.people
    return {
        "photos": photos,
        "output": done.output,
        "n_photos": len(found.faces.photos),
        "n_new": found.n_new,
        "n_left": found.n_left,
        "n_faces": len(found.faces),
        "n_people": people.n_people,
        "n_doubtful": people.n_doubtful,
        "n_may_be_two": sum(one.kind == "split" for one in people.questions),
        "n_may_be_the_same": sum(one.kind == "join" for one in people.questions),
        "sizes": people.sizes.tolist(),
        "names": list(people.names),
        "skipped": [{"path": one.path, "reason": one.reason} for one in found.skipped],
        "describer": found.faces.describer,
        "status": found.status.name,
        "seed": seed,
        "seconds": done.seconds,
    }
