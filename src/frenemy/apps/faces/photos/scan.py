"""Find the faces in a folder of photos; each photo is processed once and cached immediately."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from frenemy.apps.faces.photos.dlib_faces import DlibFaces
from frenemy.apps.faces.photos.face import Describer, Faces, Skipped
from frenemy.apps.faces.photos.photo_files import ENDINGS, Path, PhotoFile, find_photo_files
from frenemy.apps.faces.photos.photo_search import Searched, search_photo
from frenemy.apps.faces.photos.scan_cache import ScanCache
from frenemy.run import Run, Status, Stop, cancel_on_interrupt

OnPhoto = Callable[[int, int, str], object]

#: Larger files are not opened.
MAX_BYTES = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Scan:
    """The faces in photos.

    Attributes
    ----------
    faces : Faces
    skipped : tuple of Skipped
        Skipped files, with reasons.
    n_new : int
        Number of photos processed in this scan; the others were cached.
    n_left : int
        Number of files not processed because the scan was stopped.
    status : Status
        CONVERGED if complete; else TIME_LIMIT or CANCELLED.
    root : str
        The folder that paths are relative to.
    """

    faces: Faces
    skipped: tuple[Skipped, ...]
    n_new: int
    n_left: int
    status: Status
    root: str


def scan(
    where: Path | Sequence[Path],
    *,
    cache: Path | None = None,
    describer: Describer | None = None,
    leave_out: Sequence[Path] = (),
    forget: bool = False,
    on_photo: OnPhoto | None = None,
    stop: Stop | None = None,
    threads: int = 1,
) -> Scan:
    """Find the faces in all photos of a folder.

    Photos are identified by their bytes: copies are processed once, and with ``cache`` no photo is processed again,
    even if it was moved or renamed. Unreadable files are listed and do not stop the scan. Ctrl-C ends the scan and
    returns what was found so far. Photos are never changed.

    Parameters
    ----------
    where : path, or sequence of paths
        A folder, searched recursively, or several folders and files.
    cache : path, optional
        A file with the faces of every processed photo; created if it does not exist.
    describer : callable with a name, optional
        Finds the faces in an upright RGB picture; by default :class:`DlibFaces`. It may raise :class:`NotSearched` to
        skip a photo.
    leave_out : sequence of paths
        Folders to ignore.
    forget : bool
        Delete photos that no longer exist from the cache. By default they are kept for the case that they reappear. A
        scan that is stopped deletes nothing.
    on_photo : callable, optional
        Called with the number of finished files, the number of all files, and the path of the last one; returning True
        ends the scan.
    stop : Stop, optional
        Only its seconds are used.
    threads : int
        Number of photos processed at a time, each by a call of the describer in its own thread.

    Raises
    ------
    OSError
        If a folder does not exist.
    ValueError
        If there are no pictures, or the cache is damaged.
    ImportError
        If the extra ``faces`` is needed and not installed.

    Examples
    --------
    >>> import numpy as np, pathlib, tempfile
    >>> from frenemy.apps.faces import Found, scan
    >>> from frenemy.io import write_png
    >>> class Center:
    ...     name = "center 1"
    ...     def __call__(self, pixels):
    ...         height, width, _ = pixels.shape
    ...         box = (width / 4, height / 4, width * 3 / 4, height * 3 / 4)
    ...         return [Found(box, pixels.mean(axis=(0, 1)).astype(np.float32))]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_png(pathlib.Path(folder) / "red.png", np.full((40, 40, 3), (200, 0, 0), np.uint8))
    ...     found = scan(folder, describer=Center())
    >>> found.faces.embeddings, found.faces.path_of(found.faces.faces[0])
    (array([[200.,   0.,   0.]], dtype=float32), 'red.png')
    """
    describer = DlibFaces() if describer is None else describer
    name = _checked_name(describer)
    run = Run(Stop() if stop is None else Stop(seconds=stop.seconds), threads=threads)
    found = find_photo_files(where, leave_out=leave_out)
    if not found.files and not found.skipped:
        raise ValueError(_no_pictures(where))
    with ScanCache(cache) as kept, cancel_on_interrupt(run):
        unchanged = kept.photo_ids(found.files)
        search = _Search(describer, kept.known(name), unchanged)
        paths: dict[str, str] = {}
        unread: list[Skipped] = []
        for n_done, done in enumerate(_processed(found.files, search, run), 1):
            if done.photo is None:
                unread.append(Skipped(done.file.path, done.reason))
            else:
                paths[done.file.path] = done.photo
                if done.searched is not None:
                    kept.keep(name, done.searched)
                if done.file.path not in unchanged:
                    kept.see(done.file, done.photo, now_ns=done.at_ns)
            if on_photo is not None and on_photo(n_done, len(found.files), done.file.path) is True:
                run.cancel()
        n_left = len(found.files) - len(paths) - len(unread)
        reasons = kept.reasons(name)
        skipped = (
            *found.skipped,
            *unread,
            *(Skipped(path, reasons[photo]) for path, photo in paths.items() if photo in reasons),
        )
        skipped = tuple(sorted(skipped, key=lambda one: one.path))
        named = [where] if isinstance(where, (str, os.PathLike)) else where
        kept.keep_scan(
            name,
            os.path.abspath(found.root),
            paths,
            skipped,
            n_left=n_left,
            named=[os.path.abspath(path) for path in named],
        )
        if forget and not n_left:
            kept.forget_others()
        faces = kept.faces(name, paths)
    status = run.status if n_left else Status.CONVERGED
    return Scan(faces, skipped, search.n_new, n_left, status, os.path.abspath(found.root))


@dataclass(frozen=True, eq=False)
class _Processed:
    """The result for one file: its photo and, if that is new, its faces; or a reason."""

    file: PhotoFile
    photo: str | None
    at_ns: int = 0
    searched: Searched | None = None
    reason: str = ""


class _Search:
    """Processes one file; may be called from several threads."""

    def __init__(self, describer: Describer, known: set[str], unchanged: dict[str, str]) -> None:
        self._describer = describer
        self._known = known
        self._unchanged = unchanged
        self._lock = threading.Lock()
        self.n_new = 0

    def is_known(self, file: PhotoFile) -> bool:
        """Whether the file need not be read."""
        return self._unchanged.get(file.path) in self._known

    def __call__(self, file: PhotoFile) -> _Processed:
        at_ns = time.time_ns()
        if self.is_known(file):
            return _Processed(file, self._unchanged[file.path], at_ns)
        if file.n_bytes > MAX_BYTES:
            return _Processed(file, None, reason=f"has {file.n_bytes:,} bytes; the limit is {MAX_BYTES:,}")
        photo = ""
        try:
            with open(file.place, "rb") as opened:
                data = opened.read()
            photo = hashlib.sha256(data).hexdigest()[:20]
            with self._lock:  # if two files hold the same photo, only one thread processes it
                is_new = photo not in self._known
                self._known.add(photo)
                self.n_new += is_new
            return _Processed(file, photo, at_ns, search_photo(photo, data, self._describer) if is_new else None)
        except OSError as error:
            return _Processed(file, None, reason=f"cannot be read: {error.strerror or error}")
        except MemoryError:  # not cached: another run may have more memory
            with self._lock:
                self._known.discard(photo)
            return _Processed(file, None, reason="needs more memory than available")
        except Exception as error:
            error.add_note(f"while processing {file.path}")
            raise


def _processed(files: Sequence[PhotoFile], search: _Search, run: Run) -> Iterator[_Processed]:
    """Yield files as they finish, until the run expires; waits for those already begun.

    Cached files come first, so that a scan that is stopped early includes them.
    """
    new = []
    for file in files:
        if search.is_known(file):
            yield search(file)
        else:
            new.append(file)
    if run.threads == 1:
        for file in new:
            if run.expired():
                return
            yield search(file)
        return
    waiting = deque(new)
    running: set[Future[_Processed]] = set()
    pool = ThreadPoolExecutor(run.threads)
    try:
        while waiting or running:
            while waiting and len(running) < 2 * run.threads and not run.expired():
                running.add(pool.submit(search, waiting.popleft()))
            if run.expired():
                waiting.clear()
                running = {future for future in running if not future.cancel()}
            done, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _checked_name(describer: Describer) -> str:
    name = getattr(describer, "name", None)
    if not callable(describer) or not isinstance(name, str) or not name:
        raise ValueError(
            f"describer must be a callable with a name that identifies its embeddings, got {type(describer).__name__}"
        )
    return name


def _no_pictures(where: Path | Sequence[Path]) -> str:
    named = [where] if isinstance(where, (str, os.PathLike)) else where
    shown = ", ".join(os.fspath(path) for path in named)
    some = ", ".join(ending for ending in (".jpg", ".png", ".tif", ".webp", ".gif") if ending in ENDINGS)
    return f"{shown}: no pictures found ({some}, ...)"
