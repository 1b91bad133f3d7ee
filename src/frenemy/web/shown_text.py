"""Text that can be sent: names of files and folders need not be text."""

from __future__ import annotations

import re

_NO_TEXT = re.compile("[\ud800-\udfff]")  # how Python holds the bytes of a name that are not UTF-8


def shown_text(text: str) -> str:
    """The text with a replacement character for each byte of a name that is no text; JSON could not be sent else."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text)
