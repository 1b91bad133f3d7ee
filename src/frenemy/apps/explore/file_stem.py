"""How files about a clustering begin: with the name of what was opened."""

from __future__ import annotations

from frenemy.io.source import suffix_of


def stem_of(name: str) -> str:
    """The name of a file without its ending.

    Examples
    --------
    >>> from frenemy.apps.explore.file_stem import stem_of
    >>> stem_of("pairs.csv.gz")
    'pairs'
    """
    unpacked = name[:-3] if name.lower().endswith(".gz") else name
    return unpacked[: len(unpacked) - len(suffix_of(unpacked))]
