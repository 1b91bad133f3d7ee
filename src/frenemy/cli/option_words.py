"""Errors of the library in the words of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

_ARGUMENTS = (
    "id_left", "id_right", "id", "match_weight", "probability", "weight", "prior", "tool_prior", "calibration",
    "labeled", "missing", "blocking_recall", "must_link", "cannot_link", "decisions", "decision_weight", "one_per",
    "one_per_weight", "previous", "doubt", "nulls", "unknown",
)  # fmt: skip
# As arguments are named in messages: id_left=, unknown="add", calibration='platt'.
_NAMED = re.compile(rf"(?<![\w-])({'|'.join(_ARGUMENTS)})=(?:(['\"])(\w*)\2)?")


def in_options(message: str) -> str:
    """The message with arguments of Python as options.

    Examples
    --------
    >>> from frenemy.cli.option_words import in_options
    >>> in_options('name them by id_left= and id_right=; unknown="add" takes them as records')
    'name them by --id-left and --id-right; --unknown add takes them as records'
    """
    return _NAMED.sub(_option, message)


def _option(found: re.Match[str]) -> str:
    value = found[3]
    return f"--{found[1].replace('_', '-')}" + (f" {value}" if value else "")


@contextmanager
def errors_in_options(path: str = "", called: str = "") -> Iterator[None]:
    """ValueErrors that name options, also for a missing extra; a ``path`` of ours is ``called`` as users know it."""
    try:
        yield
    except ImportError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        message = str(error)
        raise ValueError(in_options(message.replace(path, called) if path else message)) from None
