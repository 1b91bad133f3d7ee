"""JSON of unknown origin."""

from __future__ import annotations

import json
from typing import Any


def loaded_json(name: str, text: str | bytes) -> Any:
    """What a JSON text holds; an error names the file and the place.

    Examples
    --------
    >>> from frenemy.io.json_text import loaded_json
    >>> loaded_json("strokes.json", '{"strokes": []}')
    {'strokes': []}
    >>> loaded_json("strokes.json", '{"strokes": ')
    Traceback (most recent call last):
    ...
    ValueError: strokes.json, line 1, column 13: is not JSON: expecting value
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"{name}, {where}: is not JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise ValueError(f"{name}: the JSON is nested too deeply") from None
    except ValueError as error:  # bad UTF-8, or a number of too many digits
        raise ValueError(f"{name}: is not JSON: {error}") from None
