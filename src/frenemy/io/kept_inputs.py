"""No output replaces a file that is read, and none lands where it would be read next time."""

from __future__ import annotations

import fnmatch
import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping


def refuse_overwriting(outputs: Mapping[str, str], inputs: Mapping[str, Iterable[str]]) -> None:
    """Raise a ValueError, before any work, if an output is an input or lies in a folder of inputs.

    Links, hard links and other spellings of a path are the same file, and so is a file that standard input or output
    is redirected to.

    Parameters
    ----------
    outputs : mapping from str to str
        Files or folders to write, by the option that names them; ``"-"`` is standard output.
    inputs : mapping from str to paths
        Files, folders and patterns to read, by option; ``"-"`` is standard input. What does not exist is passed over.

    Examples
    --------
    >>> import os, tempfile
    >>> from frenemy.io.kept_inputs import refuse_overwriting
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     refuse_overwriting({"-o": os.path.join(folder, "labels")}, {"INPUT": [os.path.dirname(folder)]})
    Traceback (most recent call last):
    ValueError: -o ...labels is in ..., where it would be read as INPUT next time; choose a place elsewhere
    """
    for written, output in outputs.items():
        for read, paths in inputs.items():
            for path in paths:
                same = next((file for file in _files(path) if _is_same(output, file)), None)
                if same is not None:
                    called = f" ({output} is the same file)" if output not in (same, "-") else ""
                    raise ValueError(
                        f"{written} would overwrite {_shown(same)}, which is read as {read}{called}; choose another "
                        "name"
                    )
                if output != "-" and path != "-" and _would_be_read(path, output):
                    raise ValueError(
                        f"{written} {output} is in {path}, where it would be read as {read} next time; choose a place "
                        "elsewhere"
                    )


def is_within(folder: str, path: str) -> bool:
    """Whether ``path`` is the folder or lies in it, whatever links lead there."""
    outer, inner = os.path.realpath(folder), os.path.realpath(path)
    return inner == outer or inner.startswith(os.path.join(outer, ""))


def _files(path: str) -> Iterator[str]:
    yield path
    if _is_pattern(path):
        yield from glob.iglob(path, recursive=True)


def _is_same(output: str, path: str) -> bool:
    written, read = _status(output, sys.stdout), _status(path, sys.stdin)
    if written is None or read is None or not os.path.samestat(written, read):
        return False
    # A terminal or /dev/null may be both: nothing is lost.
    return stat.S_ISREG(read.st_mode) or stat.S_ISDIR(read.st_mode)


def _status(path: str, standard: object) -> os.stat_result | None:
    try:
        return os.fstat(standard.fileno()) if path == "-" else os.stat(path)  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):  # no such file; or a stream that is no file
        return None


def _would_be_read(path: str, output: str) -> bool:
    """Whether files in a folder ``output``, or that file itself, would be found by reading ``path``."""
    if os.path.isdir(path):
        return is_within(path, output)
    return _is_pattern(path) and any(_matches(path, name) for name in (output, os.path.join(output, "part.parquet")))


def _is_pattern(path: str) -> bool:
    return path != "-" and glob.has_magic(path) and not os.path.exists(path)


def _matches(pattern: str, path: str) -> bool:
    parts = os.path.abspath(pattern).split(os.sep)
    n_plain = next(at for at, part in enumerate(parts) if glob.has_magic(part))
    folder = os.path.realpath(os.sep.join(parts[:n_plain]) or os.sep)
    if not is_within(folder, path):
        return False
    inner = os.path.relpath(os.path.realpath(path), folder).split(os.sep)
    return _parts_match(parts[n_plain:], inner)


def _parts_match(pattern: list[str], parts: list[str]) -> bool:
    if not pattern or not parts:
        return pattern == parts
    if pattern[0] == "**":
        return any(_parts_match(pattern[1:], parts[at:]) for at in range(len(parts) + 1))
    return fnmatch.fnmatchcase(parts[0], pattern[0]) and _parts_match(pattern[1:], parts[1:])


def _shown(path: str) -> str:
    return "the file on standard input" if path == "-" else path
