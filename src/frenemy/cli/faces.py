"""``frenemy faces``: photos in, people out."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
import time
import warnings
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import typer

from frenemy.apps.faces import DlibFaces, Scan, scan
from frenemy.apps.faces.album_folder import CORRECTIONS, FACES, PAGE, TABLE, AlbumFolder
from frenemy.apps.faces.corrections import Corrections
from frenemy.apps.faces.face_problem import SAME_PHOTO
from frenemy.apps.faces.people import People, find_people
from frenemy.apps.faces.person_folders import FoldersWritten, write_person_folders
from frenemy.apps.faces.skipped_csv import skipped_csv
from frenemy.cli.failure import told_in_one_line, warnings_as_lines
from frenemy.cli.photo_progress import live_photos, shown_path
from frenemy.io.whole_files import write_whole
from frenemy.run import Status, Stop

SKIPPED = "skipped.csv"


class Detector(StrEnum):
    """How faces are found."""

    hog = "hog"
    cnn = "cnn"


def faces(
    photos: Annotated[
        list[str],
        typer.Argument(metavar="PHOTOS", help="A folder, with all folders in it; or several folders and files."),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where the people go; made if it is not there."),
    ],
    links: Annotated[
        bool, typer.Option("--links", help="Also a folder per person, with links to their photos.")
    ] = False,
    copies: Annotated[
        bool, typer.Option("--copies", help="Also a folder per person, with copies of their photos.")
    ] = False,
    detector: Annotated[
        Detector,
        typer.Option(metavar="hog|cnn", help="hog: faces toward the camera. cnn: more faces, at ten times the time."),
    ] = Detector.hog,
    same_photo: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="NATS",
            help="How much speaks against two faces in one photo being one person; 0: nothing, as for collages. "
            f"[default: as in the last run, at first {SAME_PHOTO:g}]",
            show_default=False,
        ),
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Delete what is known of photos that are not there any more.")
    ] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Write people.html.", show_default=False)] = True,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="Search photos for at most this time, and go on with those that are done."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Same photos and seed: same people.")] = 0,
    threads: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many photos are searched at a time. [default: all processors]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")] = False,
) -> None:
    """Find out who is who in your photos, and how many people there are.

    ```
    frenemy faces photos/ -o people/
    frenemy faces photos/ -o people/ --links      # also people/Person 001/, ... with links to the photos
    frenemy serve --faces people/                 # give names and correct what is wrong, in the browser
    ```

    In `people/` you find:

    - `people.html`: everybody with their faces, the doubtful ones first; open it in a browser
    - `people.csv`: one row per face: photo, box, person, name, and how sure that is
    - `skipped.csv`: files that could not be read, and why
    - `corrections.json`: names and corrections, if you gave any; they are kept to in every later run
    - `faces.sqlite`: what was found in every photo, so that a later run looks at new photos only

    **Nothing leaves this computer**, and no photo is moved or changed. Pictures of faces are in `people.html` and
    `faces.sqlite`: keep the folder as you keep the photos.

    Ctrl-C stops the search; all photos that were searched are kept, and the same command goes on from there.

    JPEG, PNG, TIFF, WebP, AVIF, GIF, BMP, JPEG 2000 and PPM are read; others, as HEIC, are listed. Copies of a photo
    count once.

    Needs `pip install "frenemy[faces]"`.

    Exit codes: 0 done, 1 could not be done (a bad folder, interrupted), 2 wrong usage.
    """
    _check_usage(links=links, copies=copies, same_photo=same_photo)
    stop = _stop(seconds)
    describer = DlibFaces(detector=detector.value)
    with told_in_one_line():
        began = time.perf_counter()
        _check_places(photos, output)
        folder = AlbumFolder(output)
        corrections = folder.read_corrections()
        n_threads = threads or _n_processors()
        with _made(output):
            found = _scanned(photos, folder, describer, stop, n_threads, forget=forget, is_live=not quiet)
        _go_on_unless_interrupted(found, folder)
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
    """All that a summary tells of."""

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
            describer.load()  # what is missing is told before anything is made
        with live_photos(is_wanted=is_live) as on_photo, warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"PIL\.")  # of odd EXIF data and the like, in every other photo
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
def _made(output: str) -> Any:
    """The folder, which goes again if there is nothing to put into it."""
    is_new = not os.path.isdir(output)
    os.makedirs(output, exist_ok=True)
    try:
        yield
    except BaseException:
        if is_new:
            with contextlib.suppress(OSError):  # something is in it
                os.rmdir(output)
        raise


def _check_usage(*, links: bool, copies: bool, same_photo: float | None) -> None:
    if same_photo is not None and not math.isfinite(same_photo):
        raise typer.BadParameter(f"must be a finite number, got {same_photo}", param_hint="--same-photo")
    if links and copies:
        raise typer.BadParameter("choose one of --links and --copies", param_hint="--links")


def _check_places(photos: list[str], output: str) -> None:
    """What would mix photos and people, seen before the work is done."""
    for path in photos:
        os.stat(path)  # says what is missing
        place, into = os.path.realpath(path), os.path.realpath(output)
        if place == into or place.startswith(os.path.join(into, "")):
            raise ValueError(f"-o {output} is the folder of the photos, or holds it; name another one for the people")
    if os.path.exists(output) and not os.path.isdir(output):
        raise ValueError(f"-o {output} is a file; name a folder for the people")


def _stop(seconds: float | None) -> Stop | None:
    try:
        return None if seconds is None else Stop(seconds=seconds)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--seconds") from None


def _n_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _go_on_unless_interrupted(found: Scan, folder: AlbumFolder) -> None:
    if found.status is Status.CANCELLED:
        raise ValueError(
            f"interrupted: {_counted(found.n_left, 'file')} left to search; what was found is kept in "
            f"{folder.at(FACES)}, and the same command goes on from there"
        )


def _counted(n: int, one: str, many: str | None = None) -> str:
    return f"{n:,} {one if n == 1 else many or one + 's'}"


_MOST_SHOWN = 5


def _summary_lines(done: _Done, folder: AlbumFolder, *, has_page: bool) -> list[str]:
    found, people = done.found, done.people
    n_photos = len(found.faces.photos)
    n_without = n_photos - len({face.photo for face in found.faces.faces})
    lines = [
        f"{_counted(n_photos, 'photo')} with {_counted(len(found.faces), 'face')}, {n_without:,} without any; "
        f"{found.n_new:,} searched now",
    ]
    if found.n_left:
        lines.append(f"out of time: {_counted(found.n_left, 'file')} left to search; the same command goes on")
    if found.skipped:
        lines.append(f"{_counted(len(found.skipped), 'file')} skipped, all in {folder.at(SKIPPED)}:")
        lines += [f"  {shown_path(one.path)}: {one.reason}" for one in found.skipped[:_MOST_SHOWN]]
        if len(found.skipped) > _MOST_SHOWN:
            lines.append(f"  ... and {len(found.skipped) - _MOST_SHOWN:,} more")
    if done.corrections:
        lines.append(f"names and corrections of {folder.at(CORRECTIONS)} are kept to")
    if done.folders is not None:
        n_folders = sum(bool(name) for name in done.folders.folders)
        n_there = done.folders.n_links + done.folders.n_hard_links + done.folders.n_copies
        lines.append(f"{_counted(n_folders, 'folder')} with {_counted(n_there, 'photo')} in {done.output}")
    written = [folder.at(name) for name in ((PAGE, TABLE) if has_page else (TABLE,))]
    return [*lines, f"{people.summary()}, {done.seconds:.1f} s", f"written: {', '.join(written)}"]


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
        "sizes": people.sizes.tolist(),
        "names": list(people.names),
        "skipped": [{"path": one.path, "reason": one.reason} for one in found.skipped],
        "describer": found.faces.describer,
        "status": found.status.name,
        "seed": seed,
        "seconds": done.seconds,
    }
