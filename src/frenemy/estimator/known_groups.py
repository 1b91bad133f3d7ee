"""Where classes of some rows are known: the learned problem, or that of guessed groups which agrees with them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.class_pairs import known_classes
from frenemy.affinity.features.row_distances import row_distances
from frenemy.affinity.groups.group_problem import group_problem
from frenemy.problem import Problem
from frenemy.solving.best_for_classes import best_for_classes
from frenemy.solving.bias_path import at_resolution, shifted

_SHIFTS = (0.0, -1.0, 1.0, -2.0, 2.0)  # nats of bias that known classes choose from


class KnownGroups(NamedTuple):
    problem: Problem
    account: str
    is_at_resolution: bool


def known_groups(
    learned: Problem,
    rows: npt.NDArray[Any],
    y: Any,
    *,
    metric: Literal["euclidean", "cosine"],
    n_neighbors: int | None,
    bias: float,
    seed: int,
    threads: int,
) -> KnownGroups | None:
    """Guessed groups at the resolution that agrees best with known classes; None if what was learned agrees better."""
    distances = row_distances(rows, metric)
    found = group_problem(distances, n_neighbors=n_neighbors, bias=bias, seed=seed, threads=threads)
    biased = at_resolution if found.is_at_resolution else shifted
    at = [biased(found.problem, shift) for shift in _SHIFTS]
    classes = known_classes(y, len(rows))
    best = best_for_classes([*at, learned], classes, seed=seed, threads=threads)
    if best == len(at):
        return None
    shift = f", at a resolution shifted by {-_SHIFTS[best]:+g} nats" if _SHIFTS[best] else ""
    known = int(np.count_nonzero(classes >= 0))
    return KnownGroups(
        at[best],
        f"{found.account}{shift}; a distance learned from the classes of {known:,} rows does not agree with them "
        "clearly better",
        found.is_at_resolution,
    )
