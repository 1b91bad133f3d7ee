"""What fixed pairs imply for others: together and apart are transitive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem.apart import pair_keys
from frenemy.problem.distinct import distinct
from frenemy.solvers.exact.priced_pairs import PricedPairs

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FixedPairs:
    """Pairs whose variables are fixed, and their values."""

    pairs: _Ints
    values: _Floats

    @classmethod
    def none(cls) -> FixedPairs:
        return cls(np.empty(0, np.int64), np.empty(0))

    def and_also(self, pairs: _Ints, values: _Floats) -> FixedPairs:
        return FixedPairs(np.concatenate((self.pairs, pairs)), np.concatenate((self.values, values)))

    def groups(self, variables: PricedPairs) -> npt.NDArray[np.int32]:
        """Labels of the nodes: two have the same one if chains of pairs fixed as together connect them."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n, joined = variables.n_nodes, self.pairs[self._are_together(variables)]
        ends = variables.u[joined], variables.v[joined]
        graph = coo_array((np.ones(len(joined), bool), ends), shape=(n, n))
        return connected_components(graph, directed=False)[1].astype(np.int32)

    def _are_together(self, variables: PricedPairs) -> npt.NDArray[np.bool_]:
        are_together: npt.NDArray[np.bool_] = (self.values > 0.5) != variables.attracts[self.pairs]
        return are_together

    def implied(self, variables: PricedPairs) -> FixedPairs | None:
        """With all pairs whose value follows, once each; None if no clustering agrees with them."""
        if not len(self.pairs):
            return self
        u, v = variables.u, variables.v
        parted = self.pairs[~self._are_together(variables)]
        group = self.groups(variables)
        keys = pair_keys(np.minimum(group[u], group[v]), np.maximum(group[u], group[v]))
        is_together = group[u] == group[v]
        if is_together[parted].any():
            return None
        is_apart = np.isin(keys, distinct(keys[parted])) if len(parted) else np.zeros(len(u), bool)
        pairs = np.flatnonzero(is_together | is_apart)
        return FixedPairs(pairs, (is_together[pairs] != variables.attracts[pairs]).astype(np.float64))
