"""From a folder of photos to faces, each photo searched once and kept at once."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from frenemy.apps.faces.dlib_faces import DlibFaces
from frenemy.apps.faces.face import Describer, Faces, Skipped
from frenemy.apps.faces.photo_files import ENDINGS, Path, PhotoFile, find_photo_files
from frenemy.apps.faces.photo_search import Searched, search_photo
from frenemy.apps.faces.scan_cache import ScanCache
from frenemy.run import Run, Status, Stop, cancel_on_interrupt

OnPhoto = Callable[[int, int, str], object]

#: Files of more bytes are not opened.
MOST_BYTES = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Scan:
    """What was found in photos.

    Attributes
    ----------
    faces : Faces
    skipped : tuple of Skipped
        Files that gave nothing, and why; each once.
    n_new : int
        How many photos were searched now; the others were known.
    n_left : int
        How many files were not looked at, as the scan was stopped.
    status : Status
        CONVERGED if all were looked at; TIME_LIMIT or CANCELLED if not.
    root : str
        The folder that paths start from.
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

    Photos are told by what is in them: copies are searched once, and with ``cache`` no photo is searched again, even
    if it was moved or renamed. What cannot be read is listed and stops nothing. Ctrl-C ends the scan, and what was
    found until then comes back. No photo is ever changed.

    Parameters
    ----------
    where : path, or sequence of paths
        A folder with all folders below it, or several folders and files.
    cache : path, optional
        A file that remembers what was found in every photo; it is made if it is not there.
    describer : callable with a name, optional
        From an upright RGB picture to faces; by default :class:`DlibFaces`. It may raise
        :class:`NotSearched` to skip a photo.
    leave_out : sequence of paths
        Folders that are not walked.
    forget : bool
        Delete from the cache what is known of photos that are not there any more. Otherwise it
        is kept, in case they come back. A scan that is stopped forgets nothing.
    on_photo : callable, optional
        Called with the number of files that are done, of all files, and the path of the last one; if it returns
        True, the scan ends.
    stop : Stop, optional
        Its seconds count.
    threads : int
        How many photos are searched at a time, each by a call of the describer in a thread of its own.

    Raises
    ------
    OSError
        If a folder is not there.
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
        quick = kept.photo_ids(found.files)
        search = _Search(describer, kept.known(name), quick)
        paths: dict[str, str] = {}
        unread: list[Skipped] = []
        for n_done, looked in enumerate(_looked_at(found.files, search, run), 1):
            if looked.photo is None:
                unread.append(Skipped(looked.file.path, looked.reason))
            else:
                paths[looked.file.path] = looked.photo
                if looked.searched is not None:
                    kept.keep(name, looked.searched)
                if looked.file.path not in quick:
                    kept.see(looked.file, looked.photo, now_ns=looked.at_ns)
            if on_photo is not None and on_photo(n_done, len(found.files), looked.file.path) is True:
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
class _Looked:
    """What a look at one file gave: the photo in it and, if that is new, what came of it; or a reason."""

    file: PhotoFile
    photo: str | None
    at_ns: int = 0
    searched: Searched | None = None
    reason: str = ""


class _Search:
    """One look at one file; may be called from several threads."""

    def __init__(self, describer: Describer, known: set[str], quick: dict[str, str]) -> None:
        self._describer = describer
        self._known = known
        self._quick = quick
        self._lock = threading.Lock()
        self.n_new = 0

    def is_known(self, file: PhotoFile) -> bool:
        """Whether nothing has to be read."""
        return self._quick.get(file.path) in self._known

    def __call__(self, file: PhotoFile) -> _Looked:
        at_ns = time.time_ns()
        if self.is_known(file):
            return _Looked(file, self._quick[file.path], at_ns)
        if file.n_bytes > MOST_BYTES:
            return _Looked(file, None, reason=f"has {file.n_bytes:,} bytes, and at most {MOST_BYTES:,} are read")
        photo = ""
        try:
            with open(file.place, "rb") as opened:
                data = opened.read()
            photo = hashlib.sha256(data).hexdigest()[:20]
            with self._lock:  # of two files with the same photo, one thread searches it
                is_new = photo not in self._known
                self._known.add(photo)
                self.n_new += is_new
            return _Looked(file, photo, at_ns, search_photo(photo, data, self._describer) if is_new else None)
        except OSError as error:
            return _Looked(file, None, reason=f"cannot be read: {error.strerror or error}")
        except MemoryError:  # not for ever: another run may have more
            with self._lock:
                self._known.discard(photo)
            return _Looked(file, None, reason="needs more memory than there is")
        except Exception as error:
            error.add_note(f"while {file.path} was searched for faces")
            raise


def _looked_at(files: Sequence[PhotoFile], search: _Search, run: Run) -> Iterator[_Looked]:
    """Files as they are done, until the run is to stop; what has begun by then is waited for.

    Those that are known come first and in any case, so that a scan that is stopped early does not forget them.
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
    at_work: set[Future[_Looked]] = set()
    pool = ThreadPoolExecutor(run.threads)
    try:
        while waiting or at_work:
            while waiting and len(at_work) < 2 * run.threads and not run.expired():
                at_work.add(pool.submit(search, waiting.popleft()))
            if run.expired():
                waiting.clear()
                at_work = {future for future in at_work if not future.cancel()}
            done, at_work = wait(at_work, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _checked_name(describer: Describer) -> str:
    name = getattr(describer, "name", None)
    if not callable(describer) or not isinstance(name, str) or not name:
        raise ValueError(
            "describer must be a callable with a name, which says how its embeddings are made, got "
            f"{type(describer).__name__}"
        )
    return name


def _no_pictures(where: Path | Sequence[Path]) -> str:
    named = [where] if isinstance(where, (str, os.PathLike)) else where
    shown = ", ".join(os.fspath(path) for path in named)
    some = ", ".join(ending for ending in (".jpg", ".png", ".tif", ".webp", ".gif") if ending in ENDINGS)
    return f"{shown}: there are no pictures in it, nor in the folders below ({some}, ...)"
