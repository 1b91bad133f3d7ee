"""The work on the pictures of a folder, in files beside them: ``cat.strokes.json`` for ``cat.jpg``."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
import unicodedata
from dataclasses import dataclass
from typing import Any

from frenemy.io.disk_space import is_full
from frenemy.io.whole_files import file_written_whole
from frenemy.web.request_error import RequestError
from frenemy.web.segment.folder.contained import open_contained, real_path
from frenemy.web.segment.folder.picture_folder import FolderPicture, PictureFolder
from frenemy.web.valid_text import valid_text

ENDING = ".strokes.json"
_NO_WORK = {"picture", "width", "height", "done", "classes"}


@dataclass(frozen=True)
class WorkFile:
    """A file of work as it is on the disk.

    Attributes
    ----------
    name : str
        Relative to the folder.
    version : str
        A digest of the content, empty if there is no file.
    text : str, optional
        The content, if it could be read.
    problem : str
        Why it could not.
    """

    name: str
    version: str = ""
    text: str | None = None
    problem: str = ""


@dataclass(frozen=True)
class WorkState:
    """What the list of pictures shows of a file of work; ``owner`` is the picture that it names."""

    state: str = "new"  # or "begun" or "done"
    owner: str | None = None
    problem: str = ""


class WorkFiles:
    """Reads and writes the files of work, never over a version that the writer has not seen.

    A file is ``cat.strokes.json`` for ``cat.jpg``. If the folder has ``cat.png``, too, that file is the work on the
    picture that it names (``"picture"``), else on the first, and the others have ``cat.png.strokes.json``.

    Parameters
    ----------
    folder : PictureFolder
    max_bytes : int
        The largest file that is read.
    """

    def __init__(self, folder: PictureFolder, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._namesakes: dict[str, list[str]] = {}
        self._states: dict[str, tuple[tuple[int, int, int], WorkState]] = {}
        self._written: dict[str, tuple[str, str]] = {}  # by file: the version that was written last, and by which tab

    def list(self) -> list[tuple[FolderPicture, WorkState]]:
        """All pictures of the folder, with the state of their work."""
        pictures = self._folder.pictures()
        namesakes: dict[str, list[str]] = {}
        for picture in pictures:
            namesakes.setdefault(_stem_key(picture.name), []).append(picture.name)
        with self._lock:
            self._namesakes = namesakes
        return [(picture, self._state(self._name_of(picture))) for picture in pictures]

    def read(self, picture: FolderPicture) -> WorkFile:
        """The work on a picture."""
        name = self._name_of(picture)
        try:
            with open_contained(self._folder.root, name) as file:
                content = file.read(self._max_bytes + 1)
                rest = hashlib.sha256(content)
                while part := file.read(1 << 20):
                    rest.update(part)
        except FileNotFoundError as error:
            if not os.path.isdir(self._folder.root):
                raise self._folder.read_error(name, error) from error
            return WorkFile(name)
        except OSError as error:
            return WorkFile(name, problem=str(self._folder.read_error(name, error)))
        except RequestError as error:
            return WorkFile(name, problem=str(error))
        version = rest.hexdigest()
        if len(content) > self._max_bytes:
            return WorkFile(
                name, version, problem=f"the file {name} is too large: at most {self._max_bytes / 1e6:g} MB"
            )
        try:
            return WorkFile(name, version, content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return WorkFile(name, version, problem=f"the file {name} is not text in UTF-8")

    def write(self, picture: FolderPicture, work: dict[str, Any], *, base: str, tab: str = "") -> str:
        """Write the work on a picture, whole or not at all; returns the version.

        Parameters
        ----------
        picture : FolderPicture
        work : dict
        base : str
            The version that the work goes on from, empty for none. If the file has another by now, which did not come
            from the same tab, this is a :class:`RequestError` of status 409.
        tab : str
            Who writes. An answer may get lost, so that a tab does not know the version that it has written itself.
        """
        content = _encoded({**work, "picture": valid_text(picture.name.rpartition("/")[2])})
        version = hashlib.sha256(content).hexdigest()
        with self._writing:
            name = self._name_of(picture)
            if self.read(picture).version == version:
                return version
            path = real_path(self._folder.root, name)
            try:
                with file_written_whole(path, temporary_name=f".{secrets.token_hex(6)}{ENDING}") as temporary:
                    with open(temporary, "wb") as file:
                        file.write(content)
                        file.flush()
                        os.fsync(file.fileno())
                    self._check(picture, base, tab)  # as late as can be
            except OSError as error:
                raise self._write_error(name, error) from error
            self._written[name] = (version, tab)
        return version

    def _check(self, picture: FolderPicture, base: str, tab: str) -> None:
        there = self.read(picture)
        if there.problem and not there.version:  # something is there, and nobody can have seen it
            raise RequestError(422, f"the work is not saved: {there.problem}")
        is_own = tab and self._written.get(there.name) == (there.version, tab)
        if there.version not in ("", base) and not is_own:
            raise RequestError(409, f"the file {there.name} has changed on the disk since it was read here")

    def _write_error(self, name: str, error: OSError) -> RequestError:
        if is_full(error):
            return RequestError(
                507,
                f"the work is not saved in {name}: the disk is full ({error.strerror}). What was saved before is still "
                "there",
            )
        if not os.path.isdir(self._folder.root):
            return RequestError(410, f"the work is not saved: the folder {self._folder.root} is not there any more")
        return RequestError(422, f"the work is not saved in {name}: {error.strerror or error}")

    def _name_of(self, picture: FolderPicture) -> str:
        """The file of a picture's work."""
        short, long = os.path.splitext(picture.name)[0] + ENDING, picture.name + ENDING
        with self._lock:
            namesakes = self._namesakes.get(_stem_key(picture.name), [picture.name])
        if self._exists(long):
            return long
        if len(namesakes) < 2:
            return short
        others = {valid_text(name.rpartition("/")[2]): name for name in namesakes}
        owner = self._state(short).owner
        return short if others.get(owner or "", namesakes[0]) == picture.name else long

    def _exists(self, name: str) -> bool:
        return os.path.lexists(os.path.join(self._folder.root, *name.split("/")))

    def _state(self, name: str) -> WorkState:
        try:
            with open_contained(self._folder.root, name) as file:
                status = os.fstat(file.fileno())
                mark = (status.st_mtime_ns, status.st_size, status.st_ino)
                known, state = self._states.get(name, (None, WorkState()))
                if known == mark:
                    return state
                state = _state_of(name, file.read(self._max_bytes + 1), self._max_bytes)
        except FileNotFoundError:
            return WorkState()
        except OSError as error:
            return WorkState("begun", problem=str(self._folder.read_error(name, error)))
        except RequestError as error:
            return WorkState("begun", problem=str(error))
        self._states[name] = (mark, state)
        return state


def _state_of(name: str, content: bytes, max_bytes: int) -> WorkState:
    if len(content) > max_bytes:
        return WorkState("begun", problem=f"the file {name} is too large: at most {max_bytes / 1e6:g} MB")
    try:
        work = json.loads(content.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return WorkState("begun", problem=f"the file {name} is not JSON")
    if not isinstance(work, dict):
        return WorkState("begun" if work else "new")
    owner = work.get("picture")
    is_begun = any(value for key, value in work.items() if key not in _NO_WORK)
    state = "done" if work.get("done") is True else "begun" if is_begun else "new"
    return WorkState(state, owner if isinstance(owner, str) else None)


def _encoded(work: dict[str, Any]) -> bytes:
    try:
        return json.dumps(work, allow_nan=False).encode() + b"\n"
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"the work cannot be written as JSON: {error}") from error


def _stem_key(name: str) -> str:
    """The same for all pictures whose work would have the same file, on disks that know no case, too."""
    return unicodedata.normalize("NFC", os.path.splitext(name)[0]).casefold()
