"""Files to download: those that ``frenemy faces`` writes, and the people in each photo; numbered as on the page."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, StringIO

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.corrections_json import corrections_to_json
from frenemy.apps.faces.export.people_csv import people_csv
from frenemy.apps.faces.export.people_page import people_page
from frenemy.io.safe_cells import safe_cell


@dataclass(frozen=True)
class Export:
    """One kind of file: its media type, and the function that writes it."""

    media_type: str
    write: Callable[[Album], bytes]


def photos_csv(album: Album) -> bytes:
    """One row per file: its path, and the people in it, named or numbered as in people.csv, separated by semicolons."""
    who: dict[str, dict[str, None]] = {}
    people, numbers = album.people, album.person_numbers
    for face, label in zip(album.faces.faces, people.labels.tolist(), strict=True):
        if label >= 0:
            called = people.names[label] or f"Person {numbers[label]}"
            who.setdefault(face.photo, {})[called] = None
    file = StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["photo", "people"])
    for photo in album.faces.photos.values():
        for path in photo.paths:
            table.writerow([safe_cell(path), safe_cell("; ".join(who.get(photo.id, ())))])
    return file.getvalue().encode("utf-8-sig", "backslashreplace")


def _people_csv(album: Album) -> bytes:
    return people_csv(album.people, numbers=album.person_numbers)


def _people_page(album: Album) -> bytes:
    return people_page(album.people, numbers=album.person_numbers)


def _zip(album: Album) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, one in EXPORTS.items():
            if name != "album.zip":
                archive.writestr(name, one.write(album))
    return file.getvalue()


EXPORTS = {
    "people.csv": Export("text/csv; charset=utf-8", _people_csv),
    "people.html": Export("text/html; charset=utf-8", _people_page),
    "corrections.json": Export("application/json", lambda album: corrections_to_json(album.corrections).encode()),
    "photos.csv": Export("text/csv; charset=utf-8", photos_csv),
    "album.zip": Export("application/zip", _zip),
}
