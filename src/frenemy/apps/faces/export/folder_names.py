"""Unique names of folders and files that are valid on every system."""

from __future__ import annotations

import os
import re
import unicodedata

_MAX_NAME_BYTES = 120  # file systems allow 255 bytes, and paths have folders in front
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)


def safe_folder_name(text: str, otherwise: str) -> str:
    """The text as the name of a folder; ``otherwise`` if nothing remains of it.

    Slashes and characters that Windows forbids become ``_``; dots and spaces at the ends are removed, and a name of a
    Windows device gets a ``_``.

    Examples
    --------
    >>> from frenemy.apps.faces.export.folder_names import safe_folder_name
    >>> [safe_folder_name(text, "Person 1") for text in ("Anna/..", "CON", "..", "Zoë 🐙", "a: b?")]
    ['Anna_', 'CON_', 'Person 1', 'Zoë 🐙', 'a_ b_']
    """
    name = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", text))
    name = name.encode("utf-8", "replace")[:_MAX_NAME_BYTES].decode("utf-8", "ignore")
    name = name.strip(" .")
    if _DEVICES.fullmatch(name):
        name = f"{name}_"
    return name if name.strip("_") else otherwise


class UsedNames:
    """Names that are used in one folder, regardless of case and Unicode form."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def take(self, name: str) -> str:
        """This name if it is unused, else the next unused one with a number."""
        stem, ending = os.path.splitext(name)
        number = 1
        while (key := unicodedata.normalize("NFC", name).casefold()) in self._used:
            number += 1
            name = f"{stem} ({number}){ending}"
        self._used.add(key)
        return name
