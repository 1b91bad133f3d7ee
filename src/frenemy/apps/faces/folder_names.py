"""Names of folders and files that every system takes, no two alike."""

from __future__ import annotations

import os
import re
import unicodedata

_LONGEST = 120  # bytes: file systems take 255, and paths have folders before them
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)


def safe_folder_name(text: str, otherwise: str) -> str:
    """The text as the name of a folder; ``otherwise`` if nothing of it is left.

    Slashes and what Windows forbids become ``_``; dots and spaces at the ends go, as do names of devices.

    Examples
    --------
    >>> from frenemy.apps.faces.folder_names import safe_folder_name
    >>> [safe_folder_name(text, "Person 1") for text in ("Anna/..", "CON", "..", "Zoë 🐙", "a: b?")]
    ['Anna_', 'CON_', 'Person 1', 'Zoë 🐙', 'a_ b_']
    """
    name = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", text))
    name = name.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")
    name = name.strip(" .")
    if _DEVICES.fullmatch(name):
        name = f"{name}_"
    return name if name.strip("_") else otherwise


class Taken:
    """Names that are in use within one folder, whatever their case or Unicode form."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str) -> str:
        """This name if it is free, else the next free one with a number."""
        stem, ending = os.path.splitext(name)
        number = 1
        while (key := unicodedata.normalize("NFC", name).casefold()) in self._taken:
            number += 1
            name = f"{stem} ({number}){ending}"
        self._taken.add(key)
        return name
