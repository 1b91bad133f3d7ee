"""Warnings are errors while an example of the gallery runs. Those of Sphinx stay as they are."""

import warnings
from typing import Any

filters_before: list[Any] = []


def as_errors(gallery_conf: dict[str, Any], fname: str, when: str) -> None:  # noqa: ARG001  # as Sphinx-Gallery calls it
    """Called before and after every example."""
    if when == "before":
        filters_before[:] = warnings.filters
        warnings.simplefilter("error")
        # Where there is a screen, `plt.show()` says that the gallery does not use it.
        warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
    else:
        warnings.filters[:] = filters_before
