"""What the base graph of a lifted problem adds to the linear program: pairs are together only if a path joins them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.run import Run
from frenemy.solvers.exact.linear_program import INTEGRAL, Cuts
from frenemy.solvers.exact.priced_pairs import PricedPairs

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_UNIT = 1 << 16  # capacity of an edge that is not cut: flows are whole numbers of 32 bits
_MIN_VIOLATION = 0.02
_MAX_CUTS = 200  # per round


class BaseCuts:
    """Cut inequalities: of all base edges that separate two nodes, one is not cut if the nodes are together.

    With the inequalities of all cycles, whole solutions are exactly the clusterings whose clusters are connected in the
    base graph.

    Horňáková, Lange & Andres, "Analysis and optimization of graph decompositions by lifted multicuts" (2017).
    """

    def __init__(self, pairs: PricedPairs, run: Run) -> None:
        self._pairs, self._run = pairs, run
        self._edges = np.flatnonzero(pairs.is_base)
        self._lifted = np.flatnonzero(~pairs.is_base & (pairs.costs > 0.0))

    def clusters(self, values: _Floats, threshold: float) -> Labels:
        """The components of the base edges whose cut value is below the threshold, numbered from 0."""
        kept = self._edges[self._cut(values)[self._edges] < threshold]
        return self._components(kept)

    def fractional(self, values: _Floats) -> _Ints:
        """Pairs to branch on: base edges without a weight count, too."""
        is_fractional = (values > INTEGRAL) & (values < 1.0 - INTEGRAL)
        return np.flatnonzero(is_fractional & (self._pairs.is_base | (self._pairs.costs > 0.0)))

    def violated(self, values: _Floats) -> Cuts:
        """Cuts of minimum capacity between pairs that are partly together."""
        cut = self._cut(values)
        together = 1.0 - cut
        joined = self._components(self._edges[cut[self._edges] < INTEGRAL])
        u, v = self._pairs.u, self._pairs.v
        wanted = self._lifted[together[self._lifted] > _MIN_VIOLATION]
        wanted = wanted[joined[u[wanted]] != joined[v[wanted]]]
        capacities = self._capacities(together)
        rows: list[tuple[_Ints, float]] = []
        for pair in wanted[np.argsort(-together[wanted], kind="stable")].tolist():
            if len(rows) == _MAX_CUTS or self._run.expired():
                break
            edges = self._minimum_cut(capacities, int(u[pair]), int(v[pair]))
            violation = float(together[pair] - together[edges].sum())
            if violation > _MIN_VIOLATION:
                rows.append((np.append(edges, pair), violation))
        return self._rows(rows)

    def _cut(self, values: _Floats) -> _Floats:
        """1 where a pair is cut, 0 where it is together."""
        return np.where(self._pairs.attracts, values, 1.0 - values)

    def _components(self, edges: _Ints) -> Labels:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n = self._pairs.n_nodes
        ends = (self._pairs.u[edges], self._pairs.v[edges])
        graph = coo_array((np.ones(len(edges), bool), ends), shape=(n, n))
        found: Labels = connected_components(graph, directed=False)[1].astype(np.int32)
        return found

    def _capacities(self, together: _Floats) -> csr_array:
        from scipy.sparse import csr_array

        edges = self._edges
        amounts = np.rint(np.clip(together[edges], 0.0, 1.0) * _UNIT).astype(np.int32)
        u, v = self._pairs.u[edges], self._pairs.v[edges]
        ends = (np.concatenate((u, v)), np.concatenate((v, u)))
        n = self._pairs.n_nodes
        found = csr_array((np.concatenate((amounts, amounts)), ends), shape=(n, n))
        found.sort_indices()
        return found

    def _minimum_cut(self, capacities: csr_array, source: int, sink: int) -> _Ints:
        """The base edges between the nodes that can still be reached from the source and all others."""
        from scipy.sparse.csgraph import maximum_flow

        flow = maximum_flow(capacities, source, sink).flow
        left = capacities.data > flow.data  # both hold each edge in both directions, in the same order
        starts, ends = capacities.indptr, capacities.indices
        is_reached = np.zeros(self._pairs.n_nodes, bool)
        is_reached[source] = True
        front = [source]
        while front:
            node = front.pop()
            own = slice(starts[node], starts[node + 1])
            for other in ends[own][left[own]].tolist():
                if not is_reached[other]:
                    is_reached[other] = True
                    front.append(other)
        assert not is_reached[sink]  # else the edges would separate nothing, and the row would not be valid
        u, v = self._pairs.u[self._edges], self._pairs.v[self._edges]
        found: _Ints = self._edges[is_reached[u] != is_reached[v]]
        return found

    def _rows(self, rows: list[tuple[_Ints, float]]) -> Cuts:
        """Rows over the variables of the program, of which those of repelling pairs are 1 where they are together."""
        lengths = [len(pairs) for pairs, _ in rows]
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        pairs = np.concatenate([pairs for pairs, _ in rows]) if rows else np.empty(0, np.int64)
        is_pair = np.zeros(len(pairs), bool)
        is_pair[offsets[1:] - 1] = True
        # With 1 where a pair is together: those of the edges less that of the pair are at least 0.
        of_together = np.where(is_pair, -1.0, 1.0)
        attracts = self._pairs.attracts[pairs]
        constants = np.where(attracts, of_together, 0.0)  # an attracting pair is together where its variable is 0
        lower = -np.add.reduceat(constants, offsets[:-1]) if rows else np.empty(0)
        return Cuts(
            offsets=offsets,
            pairs=pairs.astype(np.uint32),
            signs=np.where(attracts, -of_together, of_together),
            lower=lower,
            violations=np.array([violation for _, violation in rows]),
        )
