"""The command line: ``frenemy``."""

from __future__ import annotations

import sys

_NEEDED = ("typer", "rich", "click")


def main() -> int:
    """Run the command line; returns the exit code where the commands themselves do not exit."""
    try:
        from frenemy.cli.app import app
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in _NEEDED:
            raise
        print(f'the frenemy command needs {error.name}: pip install "frenemy[cli]"', file=sys.stderr)
        return 2
    app(prog_name="frenemy")
    return 0
