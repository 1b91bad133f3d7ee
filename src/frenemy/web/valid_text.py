"""Text that JSON can carry: file names need not be valid Unicode."""

from __future__ import annotations

import re

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")  # how Python stores bytes of a file name that are not UTF-8


def valid_text(text: str) -> str:
    """The text with a replacement character for each byte that is not valid UTF-8."""
    return _LONE_SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
