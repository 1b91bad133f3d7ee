"""Region merging with the two sides of each stroke as seeds that must not become one region."""

from __future__ import annotations

import heapq

import numpy as np

from experiments.segmentation.data.edges import Floats, LabelMap, Picture, Strokes, without_small
from experiments.segmentation.data.sides import sides_of_pieces
from experiments.segmentation.data.superpixels import superpixels

#: Tuned on the tuned half.
EDGE_WEIGHT = 1.0  # of the mean gradient on a border, beside the distance of mean colors
MOST = 60.0  # regions that differ by more stay apart anyway
LEAST = 0.005  # of the picture


def seeded_merging(
    picture: Picture,
    strokes: Strokes,
    *,
    edge_weight: float = EDGE_WEIGHT,
    most: float = MOST,
    least: float = LEAST,
) -> LabelMap:
    """Merge the most similar neighbors repeatedly, unless they are on both sides of a stroke."""
    pieces = superpixels(picture, strokes)
    means = np.stack([pieces.piece_means(pieces.colors[..., channel]) for channel in range(3)], axis=1)
    merging = _Merging(np.bincount(pieces.piece.ravel()), means, sides_of_pieces(pieces.piece, strokes), edge_weight)
    heights = pieces.border_means(pieces.height)
    for u, v, length, height in zip(
        *map(np.ndarray.tolist, (pieces.u, pieces.v, pieces.lengths, heights)), strict=True
    ):
        merging.join(u, v, length, height)
    roots = merging.run(most)
    return without_small(roots[pieces.piece], pieces.height, least * pieces.piece.size)


class _Merging:
    """Regions that grow: size, sum of colors, sides of strokes, and borders (length and sum of gradient) to others."""

    def __init__(self, sizes: LabelMap, means: Floats, sides: list[set[int]], edge_weight: float) -> None:
        self.sizes = sizes.astype(float)
        self.sums = means * self.sizes[:, None]
        self.sides = sides
        self.edge_weight = edge_weight
        self.beside: list[dict[int, tuple[float, float]]] = [{} for _ in sizes]
        self.parent = np.arange(len(sizes))
        self.age = [0] * len(sizes)

    def join(self, u: int, v: int, length: float, height: float) -> None:
        self.beside[u][v] = self.beside[v][u] = (length, length * height)

    def unlike(self, u: int, v: int) -> float:
        length, height = self.beside[u][v]
        colors = float(np.linalg.norm(self.sums[u] / self.sizes[u] - self.sums[v] / self.sizes[v]))
        return colors + self.edge_weight * height / length

    def run(self, most: float) -> LabelMap:
        """The region of each piece when no two can be merged."""
        queue = [(self.unlike(u, v), u, v, 0, 0) for u, own in enumerate(self.beside) for v in own if u < v]
        heapq.heapify(queue)
        while queue:
            cost, u, v, age_u, age_v = heapq.heappop(queue)
            if cost > most:
                break
            if (self.age[u], self.age[v]) != (age_u, age_v) or any(-side in self.sides[v] for side in self.sides[u]):
                continue
            self._absorb(u, v)
            for other in self.beside[u]:
                low, high = min(u, other), max(u, other)
                heapq.heappush(queue, (self.unlike(low, high), low, high, self.age[low], self.age[high]))
        for piece in range(len(self.parent)):  # parents may have been absorbed later
            root = piece
            while self.parent[root] != root:
                root = self.parent[root]
            self.parent[piece] = root
        return self.parent

    def _absorb(self, u: int, v: int) -> None:
        self.parent[v] = u
        self.sizes[u] += self.sizes[v]
        self.sums[u] += self.sums[v]
        self.sides[u] |= self.sides[v]
        self.age[u] += 1
        self.age[v] = -1
        for other, (length, height) in self.beside[v].items():
            del self.beside[other][v]
            if other != u:
                before = self.beside[u].get(other, (0.0, 0.0))
                self.beside[u][other] = self.beside[other][u] = (before[0] + length, before[1] + height)
        self.beside[v] = {}
