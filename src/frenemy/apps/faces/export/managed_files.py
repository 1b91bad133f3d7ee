"""Files that frenemy has created in a folder of the user: it removes no others."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from typing import Any, Literal

from frenemy.io.whole_files import file_written_whole, write_whole

_LIST = ".frenemy-people.json"
_FORMAT = "frenemy person folders"
#: Error codes of systems or drives without links.
_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.EXDEV, errno.EINVAL, errno.EMLINK}


class ManagedFiles:
    """The files that frenemy has created in a folder, listed in a file there.

    A file counts as ours only if it is on the list and unchanged: a link with the same target, or a file with the same
    bytes as a photo that still exists. Everything else belongs to the user.

    Parameters
    ----------
    folder : str
        It must exist.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._list = os.path.join(folder, _LIST)
        self._files: dict[str, dict[str, str]] = {}
        self._folders: list[str] = []
        if os.path.exists(self._list):
            self._files, self._folders = _read(self._list)

    def is_free_folder(self, name: str) -> bool:
        """Whether files can be created in it: it does not exist, or is a folder and no link."""
        path = os.path.join(self._folder, name)
        return not os.path.lexists(path) or (os.path.isdir(path) and not os.path.islink(path))

    def is_free_file(self, place: str) -> bool:
        """Whether no file of the user is there."""
        return not os.path.lexists(self._at(place)) or (place in self._files and self._is_ours(place))

    def make(self, place: str, source: str, how: Literal["links", "copies"]) -> str:
        """Link or copy the photo ``source`` to ``place``; returns "link", "hard link" or "copy"."""
        path = self._at(place)
        kind = self._files.get(place, {}).get("kind", "")
        if os.path.lexists(path) and self._is_up_to_date(path, kind, source, how):
            self._files[place] = {"kind": kind, "source": os.path.abspath(source)}
            return kind
        name = place.split("/")[0]
        if not os.path.isdir(os.path.join(self._folder, name)):
            os.mkdir(os.path.join(self._folder, name))
            self._folders.append(name)
        if os.path.lexists(path):
            os.unlink(path)
        # On the list before it exists, so that an interrupt leaves no unlisted file.
        self._files[place] = {"kind": "", "source": os.path.abspath(source)}
        self._files[place]["kind"] = _linked(source, path) if how == "links" else _copied(source, path)
        return self._files[place]["kind"]

    def remove_all_but(self, wanted: Mapping[str, str]) -> tuple[int, list[str]]:
        """Remove our files that are not wanted; returns their number, and those kept as they may be the user's."""
        n_removed, kept = 0, []
        for place in sorted(set(self._files) - set(wanted)):
            if not os.path.lexists(self._at(place)):
                del self._files[place]
            elif self._is_ours(place):
                os.unlink(self._at(place))
                del self._files[place]
                n_removed += 1
            else:
                kept.append(place)
                del self._files[place]
        used = {place.split("/")[0] for place in wanted}
        for name in [name for name in self._folders if name not in used]:
            path = os.path.join(self._folder, name)
            if os.path.isdir(path) and not os.path.islink(path) and not os.listdir(path):
                os.rmdir(path)
            self._folders.remove(name)
        return n_removed, kept

    def save(self) -> None:
        """Write the list."""
        text = json.dumps(
            {"format": _FORMAT, "version": 1, "files": self._files, "folders": self._folders}, indent=1, sort_keys=True
        )
        write_whole(self._list, text.encode())

    # ------------------------------------------------------------------------------------------------------ ownership

    def _at(self, place: str) -> str:
        return os.path.join(self._folder, *place.split("/"))

    def _is_ours(self, place: str) -> bool:
        path, made = self._at(place), self._files[place]
        if os.path.islink(os.path.dirname(path)):
            return False
        if made["kind"] == "link":
            return os.path.islink(path) and _target(path) == os.path.realpath(made["source"])
        # Another file with these bytes must exist, else this may be the only copy.
        source = made["source"]
        if os.path.islink(path) or not os.path.isfile(path) or not os.path.isfile(source):
            return False
        if made["kind"] == "hard link":
            return os.path.samefile(path, source)
        return not os.path.samefile(path, source) and _digest(path) == _digest(source)

    def _is_up_to_date(self, path: str, kind: str, source: str, how: str) -> bool:
        if how == "copies":
            return kind == "copy" and not os.path.islink(path) and _is_alike(path, source)
        if kind == "link":
            return os.path.islink(path) and _target(path) == os.path.realpath(source)
        return kind == "hard link" and not os.path.islink(path) and os.path.samefile(path, source)


def _linked(source: str, path: str) -> str:
    target = os.path.realpath(source)
    here = os.path.realpath(os.path.dirname(path))
    try:
        relative = os.path.relpath(target, here)
    except ValueError:  # another drive
        relative = target
    try:
        os.symlink(relative, path)
    except (OSError, NotImplementedError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_LINKS and not hasattr(error, "winerror"):
            raise
        return _hard_linked(target, path)
    return "link"


def _hard_linked(source: str, path: str) -> str:
    try:
        os.link(source, path)
    except (OSError, NotImplementedError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_LINKS and not hasattr(error, "winerror"):
            raise
        return _copied(source, path)
    return "hard link"


def _copied(source: str, path: str) -> str:
    with file_written_whole(path) as part:
        shutil.copy2(source, part)
    return "copy"


def _target(link: str) -> str:
    return os.path.realpath(os.path.join(os.path.dirname(link), os.readlink(link)))


def _is_alike(copy: str, source: str) -> bool:
    """Copies keep the time of their source."""
    a, b = os.stat(copy), os.stat(source)
    return a.st_size == b.st_size and (a.st_mtime_ns == b.st_mtime_ns or _digest(copy) == _digest(source))


def _digest(path: str) -> bytes:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _read(path: str) -> tuple[dict[str, dict[str, str]], list[str]]:
    with open(path, "rb") as file:
        content = file.read()
    try:
        found: Any = json.loads(content)
        if found["format"] != _FORMAT or found["version"] != 1:
            raise ValueError
        files = {
            str(place): {"kind": str(made["kind"]), "source": str(made["source"])}
            for place, made in found["files"].items()
            if "/" in place and not place.startswith("/") and ".." not in place.split("/")
        }
        return files, [str(name) for name in found["folders"] if name and not set(name) & {"/", "\\"}]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{path}: this list of created files is damaged or of another version; move it away, and files that were "
            "created before stay as they are"
        ) from None
