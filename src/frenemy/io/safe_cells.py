"""Text that spreadsheets do not run as a formula."""

from __future__ import annotations

#: Spreadsheets run cells that begin with these as formulas; a leading apostrophe is how they write plain text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def safe_cell(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet would run it, or if it has one already.

    So the text is what follows one leading apostrophe.

    Examples
    --------
    >>> from frenemy.io.safe_cells import safe_cell
    >>> safe_cell("=1+1"), safe_cell("'tis"), safe_cell("ann")
    ("'=1+1", "''tis", 'ann')
    """
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
