"""Problems made of another one: its clusters as nodes, or some of its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.checked_arrays import unmasked

if TYPE_CHECKING:
    from frenemy.problem.problem import Labels, Problem


@dataclass(frozen=True, eq=False)
class Contraction:
    """A problem whose nodes are the clusters of another one.

    A clustering of it and its lift have the same energy.

    Attributes
    ----------
    problem : Problem
        One node per cluster; weights between clusters and node sizes are summed.
    labels : (n_nodes,) int32
        The node of ``problem`` that contains each original node.
    """

    problem: Problem
    labels: Labels

    def lift(self, labels: npt.ArrayLike) -> Labels:
        """Lift a clustering of the contracted problem to the original nodes."""
        return _core.contiguous(self.problem.check_labels(labels)[self.labels])


@dataclass(frozen=True, eq=False)
class Restriction:
    """The subproblem of some nodes of another problem.

    Attributes
    ----------
    problem : Problem
        Its node ``k`` is the original node ``nodes[k]``.
    nodes : (n_kept,) int32
    """

    problem: Problem
    nodes: Labels

    def lift(self, labels: npt.ArrayLike, *, start: npt.ArrayLike) -> Labels:
        """``start`` with its kept nodes re-clustered by ``labels``, in clusters of their own."""
        inside = self.problem.check_labels(labels)
        whole = unmasked(start, "start")
        if whole.ndim != 1 or (len(self.nodes) and self.nodes.max() >= len(whole)):
            raise ValueError(f"start must label all nodes of the original problem, got shape {whole.shape}")
        outside = np.unique(whole, return_inverse=True)[1].astype(np.int64)
        outside[self.nodes] = inside + np.int64(len(whole))
        return _core.contiguous(np.unique(outside, return_inverse=True)[1].astype(np.int32))
