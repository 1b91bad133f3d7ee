"""Corrections of the cells of a volume: join cells, or split one by strokes, and solve only that cell again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.affinity.volume.blocks import Box
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.apps.volumes.strokes import stroke_voxels
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats32, Ints, Ints32
from frenemy.problem.checked_arrays import shown, whole_number
from frenemy.run import BoundRound
from frenemy.solving.result import Costs
from frenemy.solving.solve_problem import solve_problem

if TYPE_CHECKING:
    from frenemy.apps.volumes.volume_segmentation import VolumeSegmentation

_STEP = 0.05  # the length of a step of one voxel, where a boundary from the lowest to the highest value has 1


def joined(found: VolumeSegmentation, cells: Sequence[int]) -> VolumeSegmentation:
    labels = [_label_of(found, cell) for cell in cells]
    if len(set(labels)) < 2:
        raise ValueError(f"join needs two different cells, got {shown(tuple(cells))}")
    pairs, reached = [], {labels[0]}
    while left := set(labels) - reached:
        touching = _widest_contact(found, reached, left)
        if touching is None:
            names = sorted(int(found.cells[label]) for label in left)
            raise ValueError(f"cells must touch to be joined; cell {names[0]} does not touch cell {cells[0]}")
        pairs.append(touching)
        reached |= {int(found.result.labels[node]) for node in touching}
    after = found.result.labels.copy()
    after[np.isin(after, labels)] = labels[0]
    numbers = found.cells[after]
    return _with_cells(replace(found, joined=(*found.joined, *pairs)), after, numbers)


def split(found: VolumeSegmentation, strokes: Sequence[Any]) -> VolumeSegmentation:
    if found.supervoxels is None:
        raise ValueError("cells that were written to a file as they were found cannot be corrected; leave out output")
    if len(strokes) < 2:
        raise ValueError(f"split needs two strokes or more, one in each part, got {len(strokes)}")
    regions = found.supervoxels.reshape((1,) * (3 - found.supervoxels.ndim) + found.supervoxels.shape)
    places = [_in_three_axes(stroke_voxels(stroke, at, found.supervoxels.shape)) for at, stroke in enumerate(strokes)]
    label = _common_cell(found, regions, places)
    found, regions = _with_cut_regions(found, regions, places)
    groups = [np.unique(regions[tuple(voxels.T)]) for voxels in places]
    nodes = np.flatnonzero(found.result.labels == label)
    parts = _solved(found.problem, nodes, groups, found.joined)
    after = found.result.labels.copy()
    after[nodes] = found.result.n_clusters + parts
    numbers = found.cell_of_region.copy()
    sizes = np.bincount(parts, weights=found.graph.sizes[nodes])
    fresh = int(found.cells.max()) + 1 + np.arange(len(sizes) - 1)
    numbers[nodes] = np.insert(fresh, int(sizes.argmax()), found.cells[label])[parts]
    is_kept = [after[u] == after[v] for u, v in found.joined]
    kept = tuple(pair for pair, is_one in zip(found.joined, is_kept, strict=True) if is_one)
    return _with_cells(replace(found, joined=kept), after, numbers)


def _label_of(found: VolumeSegmentation, cell: int) -> int:
    number = whole_number(cell, "a cell")
    labels = np.flatnonzero(found.cells == number)
    if not len(labels):
        raise ValueError(
            f"there is no cell {number}; cells have numbers from {found.cells.min()} to {found.cells.max()}"
        )
    return int(labels[0])


def _widest_contact(found: VolumeSegmentation, one: set[int], other: set[int]) -> tuple[int, int] | None:
    """The pair of regions with the most faces, one in a cell of each set."""
    graph, labels = found.graph, found.result.labels
    in_one, in_other = np.isin(labels, list(one)), np.isin(labels, list(other))
    between = (in_one[graph.u] & in_other[graph.v]) | (in_other[graph.u] & in_one[graph.v])
    if not between.any():
        return None
    at = int(np.where(between, graph.n_faces, 0).argmax())
    return int(graph.u[at]), int(graph.v[at])


def _in_three_axes(voxels: Ints) -> Ints:
    return np.pad(voxels, ((0, 0), (3 - voxels.shape[1], 0)))


def _common_cell(found: VolumeSegmentation, regions: Ints32, places: Sequence[Ints]) -> int:
    cells = [np.unique(found.result.labels[regions[tuple(voxels.T)]]) for voxels in places]
    everywhere = np.unique(np.concatenate(cells))
    if len(everywhere) > 1:
        names = ", ".join(str(n) for n in sorted(found.cells[everywhere].tolist()))
        raise ValueError(f"all strokes of a split must lie in one cell, got cells {names}")
    for at, voxels in enumerate(places):
        for before, others in enumerate(places[:at]):
            shared = set(map(tuple, voxels.tolist())) & set(map(tuple, others.tolist()))
            if shared:
                raise ValueError(f"strokes {before} and {at} of a split meet at {min(shared)}")
    return int(everywhere[0])


def _with_cut_regions(
    found: VolumeSegmentation, regions: Ints32, places: Sequence[Ints]
) -> tuple[VolumeSegmentation, Ints32]:
    """The same cells of more regions: no region is under two strokes."""
    under = [np.unique(regions[tuple(voxels.T)]) for voxels in places]
    names, counts = np.unique(np.concatenate(under), return_counts=True)
    shared = names[counts > 1]
    if not len(shared):
        return found, regions
    regions, n_regions, parents = regions.copy(), found.graph.n_nodes, []
    with found.boundaries.opened() as (source, _):
        for region in shared.tolist():
            inside = np.argwhere(regions == region)
            seeds = [voxels[regions[tuple(voxels.T)] == region] for voxels in places]
            used = [seed for seed in seeds if len(seed)]
            nearest = _nearest(inside, used, source)
            for at in range(1, len(used)):
                regions[tuple(inside[nearest == at].T)] = n_regions
                parents.append(region)
                n_regions += 1
        graph, far = found.weighing.graphs(regions, source, n_regions)
    problem = found.weighing.problem(graph, far)
    labels = np.concatenate((found.result.labels, found.result.labels[parents]))
    energy = problem.energy(labels)
    # Of the new problem, only this bound is known.
    costs = Costs(energy, [BoundRound(0.0, float(np.minimum(problem.edges()[2], 0.0).sum()))], ())
    result = replace(found.result, labels=labels, costs=costs, problem=problem)
    supervoxels = regions.reshape(found.supervoxels.shape)
    return replace(found, supervoxels=supervoxels, graph=graph, far_graph=far, result=result), regions


def _nearest(inside: Ints, seeds: Sequence[Ints], source: BoundaryMap) -> Ints:
    """Which of the seeds is nearest to each voxel inside a region, by steps in it that boundary values make long."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import dijkstra

    begin, end = inside.min(axis=0), inside.max(axis=0) + 1
    box = Box(tuple(begin.tolist()), tuple(end.tolist()))
    place = np.full(box.shape, -1, np.int64)
    place[tuple((inside - begin).T)] = np.arange(len(inside))
    values = _unit(source.boundaries(box)[place >= 0])
    u, v = [], []
    for axis in range(3):
        here = np.take(place, np.arange(place.shape[axis] - 1), axis).ravel()
        there = np.take(place, np.arange(1, place.shape[axis]), axis).ravel()
        is_pair = (here >= 0) & (there >= 0)
        u.append(here[is_pair])
        v.append(there[is_pair])
    one, other = np.concatenate(u), np.concatenate(v)
    lengths = _STEP + (values[one] + values[other]) / 2
    steps = coo_array((lengths, (one, other)), shape=(len(inside), len(inside))).tocsr()
    starts = [place[tuple((seed - begin).T)] for seed in seeds]
    owner = np.full(len(inside), -1, np.int64)
    for at, nodes in enumerate(starts):
        owner[nodes] = at
    _, _, sources = dijkstra(
        steps, directed=False, indices=np.concatenate(starts), return_predecessors=True, min_only=True
    )
    return np.where(sources >= 0, owner[np.maximum(sources, 0)], 0)


def _unit(values: Floats32) -> Floats32:
    low, high = float(values.min()), float(values.max())
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _solved(problem: Problem, nodes: Ints, groups: Sequence[Ints32], pairs: Sequence[tuple[int, int]]) -> Labels:
    """The parts of a cell, (n_nodes,), from 0: each group together, no two groups in one part."""
    place = {int(node): at for at, node in enumerate(nodes)}
    together = [(place[int(group[0])], place[int(node)]) for group in groups for node in group[1:]]
    first = [place[int(group[0])] for group in groups]
    apart = [(a, b) for at, a in enumerate(first) for b in first[:at]]
    group_of = {place[int(node)]: at for at, group in enumerate(groups) for node in group}
    together += _consistent([(place[u], place[v]) for u, v in pairs if u in place and v in place], group_of)
    part = problem.restrict(nodes).problem
    result = solve_problem(_with_demands(part, together, apart))
    labels = result.labels
    if any(labels[a] == labels[b] for a, b in apart) or any(labels[a] != labels[b] for a, b in together):
        raise ValueError("these strokes cannot be separated: what is under one of them is not connected in the cell")
    return labels


def _consistent(pairs: Sequence[tuple[int, int]], group_of: dict[int, int]) -> list[tuple[int, int]]:
    """The pairs that can be joined without joining two groups, first come first served."""
    root: dict[int, int] = {}
    groups = dict(group_of)  # of roots
    for at in groups:
        root.setdefault(at, at)

    def find(node: int) -> int:
        while root.setdefault(node, node) != node:
            node = root[node]
        return node

    kept = []
    for u, v in pairs:
        a, b = find(u), find(v)
        if a != b and groups.get(a, -1) >= 0 and groups.get(b, -1) >= 0 and groups[a] != groups[b]:
            continue
        root[b] = a
        groups[a] = max(groups.get(a, -1), groups.get(b, -1))
        kept.append((u, v))
    return kept


def _with_demands(problem: Problem, together: Sequence[tuple[int, int]], apart: Sequence[tuple[int, int]]) -> Problem:
    """More weight than that of all pairs for each demand: lifted problems have no hard constraints."""
    u, v, w = problem.edges()
    enough = 1.0 + float(np.abs(w).sum())
    pairs = np.array([*together, *apart], np.int64).reshape(-1, 2)
    weights = np.repeat([enough, -enough], [len(together), len(apart)])
    if not problem.is_lifted:
        ends = (np.concatenate((u, pairs[:, 0])), np.concatenate((v, pairs[:, 1])))
        return Problem.from_edges(*ends, np.concatenate((w, weights)), n_nodes=problem.n_nodes)
    base = np.stack(problem.base_edges(), axis=1)
    lifted = np.concatenate((np.stack((u, v), axis=1), pairs))
    return Problem.lifted(base, np.zeros(len(base)), lifted, np.concatenate((w, weights)), n_nodes=problem.n_nodes)


def _with_cells(found: VolumeSegmentation, labels: Labels, numbers: Ints32) -> VolumeSegmentation:
    """The same volume with other cells, given as a cluster and a number of each region."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    after = rank[inverse]
    result = found.result
    costs = Costs(result.problem.energy(after), result.bounds, result.history)
    cells = np.empty(len(first), np.int32)
    cells[after] = numbers
    result = replace(result, labels=after, n_clusters=len(first), costs=costs)
    return replace(found, result=result, cells=cells)
