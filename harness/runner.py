"""The command line of ``benchmarks`` and ``experiments``: a name, and options that some names take."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"), "1")


def command_line(
    package: str, names: Mapping[str, str], *, description: str, out: Path | None, out_help: str
) -> argparse.ArgumentParser:
    """A parser for ``python -m package NAME [--quick] [--out DIR]``, with a list of the names and what they measure."""
    width = max(map(len, names)) + 2
    parser = argparse.ArgumentParser(
        prog=f"python -m {package}",
        description=description,
        epilog="names:\n" + "\n".join(f"  {name:<{width}}{about}" for name, about in names.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=names, metavar="NAME", help="one of the names below")
    parser.add_argument("--quick", action="store_true", help="measure small problems only, to check that all runs")
    parser.add_argument("--out", type=Path, default=out, metavar="DIR", help=out_help)
    return parser


def check_taken(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, options: Sequence[str], names: Sequence[str]
) -> None:
    """Exit with an error if one of the options is given, but not for one of the names."""
    values = [getattr(arguments, option) for option in options]
    given = any(value is not None and value is not False and value != [] for value in values)
    if given and arguments.name not in names:
        flags = [f"--{option}" for option in options]
        verb = "are" if len(flags) > 1 else "is"
        parser.error(f"{_listed(flags)} {verb} for {_listed(names)}, not for {arguments.name}")


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
