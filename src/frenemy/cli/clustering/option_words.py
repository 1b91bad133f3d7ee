"""Rewrite errors of the library with the option names of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from frenemy.cli.clustering.table_options import NAMES_IN_MESSAGES

# Arguments in messages: id_left=, unknown="add", calibration='platt', prior=0.1; the value is the second
# group, or the third.
_NAMED = re.compile(rf"(?<![\w'\"-])({'|'.join(NAMES_IN_MESSAGES)})=(?:['\"](\w+)['\"]|([\w.+-]*\w))?")
# Also without a value, if the name is not also that of a common column.
_NO_COLUMNS = "tool_prior|blocking_recall|must_link|cannot_link|decision_weight|one_per_weight|one_per|memory_limit"
_CALLED = {"memory_limit": "--memory"}  # options with another name
_ALONE = re.compile(rf"(?<![\w'\"-])({_NO_COLUMNS})\b")


def in_options(message: str) -> str:
    """The message with Python arguments as command-line options.

    Examples
    --------
    >>> from frenemy.cli.clustering.option_words import in_options
    >>> in_options('name them with id_left= and id_right=; unknown="add" takes them as records')
    'name them with --id-left and --id-right; --unknown add takes them as records'
    """
    return _ALONE.sub(_typed, _NAMED.sub(_option, message))


def _option(found: re.Match[str]) -> str:
    value = found[2] or found[3]
    return _typed(found) + (f" {value}" if value else "")


def _typed(found: re.Match[str]) -> str:
    return _CALLED.get(found[1], f"--{found[1].replace('_', '-')}")


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
