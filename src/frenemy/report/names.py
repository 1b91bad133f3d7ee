"""The names that users give to nodes, as safe HTML."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

_MAX_LENGTH = 32  # characters of an id in a table
_TAIL = 10  # of these, at the end, where ids often differ
_MAX_HINT_LENGTH = 300  # characters on hover: an id may be a whole document, and the page must stay small


class Names:
    """The ids of nodes ``0..n_nodes-1``.

    Ids are text of any kind: they may hold markup, line breaks, writing from right to left, or megabytes.
    """

    def __init__(self, ids: Any, n_nodes: int) -> None:
        self._ids = None if ids is None else checked_ids(ids, n_nodes)

    def html(self, node: int) -> str:
        """The id for the page: isolated, shortened, in full on hover."""
        return id_html(self.text(node))

    def hint(self, node: int) -> str:
        """The id for a title or label, escaped."""
        return escape(shortened(self.text(node)) or "(empty)")

    def text(self, node: int) -> str:
        return id_text(node if self._ids is None else self._ids[node])


def id_text(value: Any) -> str:
    """Any id as text."""
    return visible(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value))


def id_html(text: str) -> str:
    """The text of an id for the page: isolated, shortened, in full on hover."""
    if not text.strip():
        return f'<span class="faint">{"(empty)" if not text else "(blank)"}</span>'
    short = shortened(text)
    hint = "" if short == text else f' title="{escape(shortened(text, _MAX_HINT_LENGTH))}"'
    return f'<bdi class="id"{hint}>{escape(short)}</bdi>'


def checked_ids(ids: Any, n_nodes: int) -> Sequence[Any] | npt.NDArray[Any]:
    """One id per node, not converted: a numpy array would give every text the length of the longest."""
    if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
        raise ValueError(f"ids must hold one id per node, got {ids!r}")
    # A sequence may look ids up one by one, and the page shows only a few.
    found = ids if isinstance(ids, (np.ndarray, Sequence)) else list(ids)
    shape = found.shape if isinstance(found, np.ndarray) else (len(found),)
    if shape != (n_nodes,):
        raise ValueError(f"ids must have shape ({n_nodes},), one per node, got {shape}")
    return found


def visible(text: str) -> str:
    """The text on one line, with control characters as their pictures, and as valid Unicode."""
    if text.isprintable():
        return text
    return "".join(_visible_character(c) for c in text)


def _visible_character(c: str) -> str:
    code = ord(c)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    kind = unicodedata.category(c)
    if kind in ("Zl", "Zp"):
        return "\N{SYMBOL FOR NEWLINE}"
    return "\N{REPLACEMENT CHARACTER}" if kind in ("Cc", "Cs") else c


def shortened(text: str, max_length: int = _MAX_LENGTH) -> str:
    """At most ``max_length`` characters, with an ellipsis for the middle."""
    if len(text) <= max_length:
        return text
    return f"{text[: max_length - _TAIL - 1]}\N{HORIZONTAL ELLIPSIS}{text[-_TAIL:]}"
