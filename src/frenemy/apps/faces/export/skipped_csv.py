"""Skipped files as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from frenemy.apps.faces.photos.face import Skipped
from frenemy.io.safe_cells import safe_cell


def skipped_csv(skipped: Sequence[Skipped]) -> bytes:
    r"""One row per file, in the form of ``people.csv``: UTF-8 with a byte order mark, which spreadsheets expect.

    Examples
    --------
    >>> from frenemy.apps.faces import Skipped
    >>> from frenemy.apps.faces.export.skipped_csv import skipped_csv
    >>> skipped_csv([Skipped("a, b.jpg", "is empty")]).decode("utf-8-sig")
    'photo,reason\n"a, b.jpg",is empty\n'
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("photo", "reason"))
    table.writerows((safe_cell(one.path), safe_cell(one.reason)) for one in skipped)
    return text.getvalue().encode("utf-8-sig", "backslashreplace")
