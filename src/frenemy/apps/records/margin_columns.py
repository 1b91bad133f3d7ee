"""The columns of a table of labels that say how sure each of them is."""

from __future__ import annotations

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.tables.arrow import pa


def margin_columns(margins: Floats, doubt: float) -> dict[str, pa.Array]:
    """``margin``, null where it is infinite, and ``doubtful``: whether it is below ``doubt``."""
    is_known = np.isfinite(margins)
    return {
        "margin": pa.array(np.where(is_known, margins, 0.0), mask=~is_known),
        "doubtful": pa.array(margins < doubt),
    }
