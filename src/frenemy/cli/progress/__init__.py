"""Progress on the terminal."""

from frenemy.cli.progress.progress import live

__all__ = ["live"]
