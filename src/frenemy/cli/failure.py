"""Errors as one line on standard error and exit code 1, without a traceback."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


@contextmanager
def errors_as_one_line() -> Iterator[None]:
    """Bad files and bad data end the command with ``error: ...``; usage errors and broken pipes pass through."""
    try:
        yield
    except BrokenPipeError:  # the reader has closed the pipe, as in ``| head``
        raise
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    except ValueError as error:
        _fail(str(error))
    except MemoryError as error:
        _fail(f"out of memory{f': {error}' if str(error) else ''}")
    except KeyboardInterrupt:
        _fail("interrupted before there was a result")


@contextmanager
def warnings_as_lines(words: Callable[[str], str] = str) -> Iterator[None]:
    """Warnings of the library as ``warning: ...`` lines, in other ``words``."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        print(f"warning: {words(str(warning.message))}", file=sys.stderr)


def _fail(message: str) -> None:
    print(f"error: {' '.join(message.split())}", file=sys.stderr)
    raise typer.Exit(1)
