"""A folder per person with links to their photos or copies of them. Photos are never moved or changed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from frenemy.apps.faces.export.folder_names import UsedNames, safe_folder_name
from frenemy.apps.faces.export.managed_files import ManagedFiles
from frenemy.apps.faces.people import People
from frenemy.problem.renamed_parameters import renamed_parameters

Path = str | os.PathLike[str]

#: In the same folder.
_ALBUM_FILES = ("corrections.json", "faces.sqlite", "people.csv", "people.html", "skipped.csv", "undo.json")


@dataclass(frozen=True)
class FoldersWritten:
    """What :func:`write_person_folders` has done.

    Attributes
    ----------
    folders : tuple of str
        The folder of each person; empty for people without one.
    n_links, n_hard_links, n_copies : int
        Number of photos in the folders by kind, including those of an earlier call.
    n_removed : int
        Number of outdated files of an earlier call that were removed.
    missing : tuple of str
        Photos that no longer exist.
    kept : tuple of str
        Outdated files of an earlier call that were kept: changed since, or possibly the only copy.
    """

    folders: tuple[str, ...]
    n_links: int
    n_hard_links: int
    n_copies: int
    n_removed: int
    missing: tuple[str, ...]
    kept: tuple[str, ...]


@renamed_parameters(fewest="min_photos")
def write_person_folders(
    people: People,
    folder: Path,
    *,
    photos: Path,
    how: Literal["links", "copies"] = "links",
    min_photos: int = 1,
) -> FoldersWritten:
    """Write a folder per person into ``folder``, with every photo of the person.

    Folders are named by the person, else ``Person 001``, and files like the photos, with a number where two names are
    equal. Links are relative symbolic links; where the system has none, hard links, else copies. Called again, it
    updates the folders: it removes its own outdated files, and keeps files of others, changed files, and copies and
    hard links whose photo no longer exists.

    Parameters
    ----------
    people : People
    folder : path
        Created if it does not exist.
    photos : path
        The scanned folder.
    how : {"links", "copies"}
    min_photos : int
        People in fewer photos get no folder, unless they have a name.

    Raises
    ------
    ValueError
        If ``folder`` is the folder of the photos.

    Examples
    --------
    >>> import os, pathlib, tempfile
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people import find_people
    >>> from frenemy.apps.faces.export.person_folders import write_person_folders
    >>> people = find_people(faces_from_embeddings([[0.0], [0.1], [2.0]], photos=["a.jpg", "b.jpg", "a.jpg"]))
    >>> with tempfile.TemporaryDirectory() as place:
    ...     photos = pathlib.Path(place, "photos")
    ...     photos.mkdir()
    ...     for name in ("a.jpg", "b.jpg"):
    ...         _ = (photos / name).write_bytes(b"a photo")
    ...     written = write_person_folders(people, os.path.join(place, "by person"), photos=photos, how="copies")
    ...     sorted(str(file.relative_to(place)) for file in pathlib.Path(place).glob("by person/*/*"))
    ['by person/Person 001/a.jpg', 'by person/Person 001/b.jpg', 'by person/Person 002/a.jpg']
    """
    if how not in ("links", "copies"):
        raise ValueError(f'how must be "links" or "copies", got {how!r}')
    if os.path.isdir(folder) and os.path.isdir(photos) and os.path.samefile(folder, photos):
        raise ValueError(f"{os.fspath(folder)} holds the photos; choose another folder for the people")
    os.makedirs(folder, exist_ok=True)
    managed = ManagedFiles(os.fspath(folder))
    names = _folder_names(people, min_photos, managed)
    wanted = dict(_wanted(people, names, managed))
    missing = {path for path in wanted.values() if not os.path.isfile(os.path.join(photos, path))}
    there = {place: os.path.join(photos, path) for place, path in wanted.items() if path not in missing}
    try:
        n_removed, kept = managed.remove_all_but(there)
        kinds: Counter[str] = Counter(managed.make(place, source, how) for place, source in there.items())
    finally:
        managed.save()
    return FoldersWritten(
        folders=names,
        n_links=kinds["link"],
        n_hard_links=kinds["hard link"],
        n_copies=kinds["copy"],
        n_removed=n_removed,
        missing=tuple(sorted(missing)),
        kept=tuple(sorted(kept)),
    )


def _folder_names(people: People, min_photos: int, managed: ManagedFiles) -> tuple[str, ...]:
    taken = UsedNames()
    for file in _ALBUM_FILES:
        taken.take(file)
    digits = max(3, len(str(people.n_people)))
    names = []
    for person, name in enumerate(people.names):
        plain = f"Person {person + 1:0{digits}}"
        if name is None and len({face.photo for face in people.faces_of(person)}) < min_photos:
            names.append("")
            continue
        wish = taken.take(safe_folder_name(name or plain, plain))
        while not managed.is_free_folder(wish):
            wish = taken.take(wish)
        names.append(wish)
    return tuple(names)


def _wanted(people: People, names: tuple[str, ...], managed: ManagedFiles) -> Iterator[tuple[str, str]]:
    """Paths within the folder, with ``/``, and the photo of each."""
    for person, name in enumerate(names):
        taken = UsedNames()
        shown = {face.photo: people.faces.path_of(face) for face in people.faces_of(person)} if name else {}
        for path in sorted(shown.values()):
            wish = taken.take(path.rpartition("/")[2])
            while not managed.is_free_file(f"{name}/{wish}"):
                wish = taken.take(wish)
            yield f"{name}/{wish}", path
