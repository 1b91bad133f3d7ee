"""A folder per person with their photos, as links or copies. No photo is ever moved or changed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from frenemy.apps.faces.folder_names import Taken, safe_folder_name
from frenemy.apps.faces.made_files import MadeFiles
from frenemy.apps.faces.people import People

Path = str | os.PathLike[str]

_FILES = ("corrections.json", "faces.sqlite", "people.csv", "people.html", "skipped.csv")  # of an album, beside folders


@dataclass(frozen=True)
class FoldersWritten:
    """What came of it.

    Attributes
    ----------
    folders : tuple of str
        The folder of each person, in the order of people; empty for those without one.
    n_links, n_hard_links, n_copies : int
        Photos in them, by how they got there; those that were there already count as well.
    n_removed : int
        What an earlier call made, and is no longer wanted.
    missing : tuple of str
        Photos that are gone since they were scanned.
    kept : tuple of str
        What an earlier call made and is no longer wanted, but was changed since, or may be the last one of its kind.
    """

    folders: tuple[str, ...]
    n_links: int
    n_hard_links: int
    n_copies: int
    n_removed: int
    missing: tuple[str, ...]
    kept: tuple[str, ...]


def write_person_folders(
    people: People,
    folder: Path,
    *,
    photos: Path,
    how: Literal["links", "copies"] = "links",
    fewest: int = 1,
) -> FoldersWritten:
    """Put a folder per person into ``folder``, with every photo the person is in.

    Folders are called by the person's name, else ``Person 001``, and files as the photos are, with a number where two
    would be alike. Links are relative symbolic ones; where the system has none, hard links, and else copies. Called
    again, it brings the folders up to date: what it made and is no longer wanted goes; what anybody else put there, or
    changed, stays, and so does a copy or hard link whose photo is gone.

    Parameters
    ----------
    people : People
    folder : path
        Made if it is not there.
    photos : path
        The folder that was scanned.
    how : {"links", "copies"}
    fewest : int
        People in fewer photos have no folder, unless they have a name.

    Raises
    ------
    ValueError
        If ``folder`` is the folder of the photos.

    Examples
    --------
    >>> import os, pathlib, tempfile
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people import find_people
    >>> from frenemy.apps.faces.person_folders import write_person_folders
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
        raise ValueError(f"{os.fspath(folder)} is where the photos are; name another folder for the people")
    os.makedirs(folder, exist_ok=True)
    made = MadeFiles(os.fspath(folder))
    names = _folder_names(people, fewest, made)
    wanted = dict(_wanted(people, names, made))
    missing = {path for path in wanted.values() if not os.path.isfile(os.path.join(photos, path))}
    there = {place: os.path.join(photos, path) for place, path in wanted.items() if path not in missing}
    try:
        n_removed, kept = made.remove_all_but(there)
        kinds: Counter[str] = Counter(made.make(place, source, how) for place, source in there.items())
    finally:
        made.save()
    return FoldersWritten(
        folders=names,
        n_links=kinds["link"],
        n_hard_links=kinds["hard link"],
        n_copies=kinds["copy"],
        n_removed=n_removed,
        missing=tuple(sorted(missing)),
        kept=tuple(sorted(kept)),
    )


def _folder_names(people: People, fewest: int, made: MadeFiles) -> tuple[str, ...]:
    taken = Taken()
    for file in _FILES:
        taken.take(file)
    digits = max(3, len(str(people.n_people)))
    names = []
    for person, name in enumerate(people.names):
        plain = f"Person {person + 1:0{digits}}"
        if name is None and len({face.photo for face in people.faces_of(person)}) < fewest:
            names.append("")
            continue
        wish = taken.take(safe_folder_name(name or plain, plain))
        while not made.is_free_folder(wish):
            wish = taken.take(wish)
        names.append(wish)
    return tuple(names)


def _wanted(people: People, names: tuple[str, ...], made: MadeFiles) -> Iterator[tuple[str, str]]:
    """Places within the folder, with ``/``, and paths of the photos that go there."""
    for person, name in enumerate(names):
        taken = Taken()
        shown = {face.photo: people.faces.path_of(face) for face in people.faces_of(person)} if name else {}
        for path in sorted(shown.values()):
            wish = taken.take(path.rpartition("/")[2])
            while not made.is_free_file(f"{name}/{wish}"):
                wish = taken.take(wish)
            yield f"{name}/{wish}", path
