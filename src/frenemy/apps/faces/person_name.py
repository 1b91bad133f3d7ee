"""What a person may be called: one line of text, in one spelling."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 100  # characters


def clean_name(text: str) -> str:
    """The text in Unicode's composed form, on one line, with single spaces and without invisible controls.

    Writing from right to left and joined emoji stay as they are; an empty text means no name.

    Raises
    ------
    ValueError
        If it is no text, or longer than 100 characters.

    Examples
    --------
    >>> from frenemy.apps.faces.person_name import clean_name
    >>> clean_name("  Zoe\\u0308 \\n Smith ")
    'Zoë Smith'
    """
    if not isinstance(text, str):
        raise ValueError(f"a name must be text, got {text!r}")
    spaced = "".join(" " if c.isspace() or unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    # Marks that change the direction of what follows would reach beyond the name.
    name = unicodedata.normalize("NFC", " ".join("".join(c for c in spaced if c not in _TURNS).split()))
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, got {len(name)}: {name[:30]!r}...")
    return name


def same_name(a: str, b: str) -> bool:
    """Whether two clean names differ in nothing but upper and lower case."""
    return unicodedata.normalize("NFC", a.casefold()) == unicodedata.normalize("NFC", b.casefold())


_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
