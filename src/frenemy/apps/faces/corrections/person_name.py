"""Names of people: one line of text in a normal form."""

from __future__ import annotations

import unicodedata

MAX_NAME_LENGTH = 100  # characters


def clean_name(text: str) -> str:
    """The text in Unicode's composed form, on one line, with single spaces and without invisible controls.

    Right-to-left text and joined emoji stay as they are; an empty text means no name.

    Raises
    ------
    ValueError
        If it is not text, or longer than 100 characters.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections.person_name import clean_name
    >>> clean_name("  Zoe\\u0308 \\n Smith ")
    'Zoë Smith'
    """
    if not isinstance(text, str):
        raise ValueError(f"a name must be text, got {text!r}")
    spaced = "".join(" " if c.isspace() or unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    # Marks that change the direction of text would affect what follows the name.
    name = unicodedata.normalize("NFC", " ".join("".join(c for c in spaced if c not in _DIRECTION_MARKS).split()))
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(f"a name has at most {MAX_NAME_LENGTH} characters, got {len(name)}: {name[:30]!r}...")
    return name


def same_name(a: str, b: str) -> bool:
    """Whether two clean names differ at most in upper and lower case."""
    return unicodedata.normalize("NFC", a.casefold()) == unicodedata.normalize("NFC", b.casefold())


_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
