"""The kernels in NumPy: the same numbers, bit for bit, as on the card."""

import numpy as np

from frenemy.solvers.gpu.gumbel import GUMBEL
from frenemy.solvers.gpu.level import Level

_LIMIT = 2**28


def mixed(x):
    x = np.asarray(x, np.uint32)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x = (x ^ (x >> np.uint32(shift))) * np.uint32(factor)
    return x ^ (x >> np.uint32(16))


def drawn(key, node, label):
    node, label = np.asarray(node).astype(np.uint32), np.asarray(label).astype(np.uint32)
    with np.errstate(over="ignore"):
        return mixed(np.uint32(key) ^ mixed(node * np.uint32(0x9E3779B1) + label))


def noise(temperature, key, node, label):
    if temperature == 0:
        return np.zeros(np.broadcast_shapes(np.shape(node), np.shape(label)), np.int64)
    return (GUMBEL[drawn(key, node, label) >> np.uint32(20)].astype(np.int64) * temperature) >> 12


def unlisted(missing, node_size, cluster_size):
    return np.rint(missing * node_size.astype(float) * cluster_size.astype(float)).astype(np.int64)


def rows_of(level):
    return np.repeat(np.arange(level.n_nodes), np.diff(level.offsets))


def summed_rows(rows, labels, weights, n_labels):
    """Distinct pairs of row and label, sorted, and the sums of their weights."""
    keys, place = np.unique(rows * n_labels + labels, return_inverse=True)
    sums = np.zeros(len(keys), np.int64)
    np.add.at(sums, place, weights)
    return keys // n_labels, keys % n_labels, sums


class State:
    """Labels on the move."""

    def __init__(self, level, start):
        n = self.n = level.n_nodes
        self.labels = np.arange(n) if start is None else start.astype(np.int64)
        if start is not None and level.missing <= 0.0:
            is_alone = np.diff(level.offsets) == 0
            self.labels[is_alone] = n + np.flatnonzero(is_alone)
        self.active = np.ones(n, bool)
        self.sizes = np.zeros(n, np.int64) if level.sizes is None else level.sizes

    @property
    def members(self):
        return np.bincount(self.labels, minlength=2 * self.n)

    @property
    def cluster_sizes(self):
        found = np.zeros(2 * self.n, np.int64)
        np.add.at(found, self.labels, self.sizes)
        return found


def proposals(level, state, temperature, key, walls, is_descent):
    """The target and the gain of every node."""
    n, own = state.n, state.labels
    everyone, rows = np.arange(n), rows_of(level)
    counts = np.ones(level.n_entries, bool) if walls is None else walls[rows] == walls[level.neighbors]
    row, label, sums = summed_rows(rows[counts], own[level.neighbors[counts]], level.weights[counts], 2 * n)
    home = np.zeros(n, np.int64)
    is_home = label == own[row]
    home[row[is_home]] = sums[is_home]
    row, label, sums = row[~is_home], label[~is_home], sums[~is_home]
    members, cluster_sizes = state.members, state.cluster_sizes
    if level.missing != 0.0:
        home = home + unlisted(level.missing, state.sizes, cluster_sizes[own] - state.sizes)
        sums = sums + unlisted(level.missing, state.sizes[row], cluster_sizes[label])
    free = np.where(members[everyone] == 0, everyone, np.where(members[n + everyone] == 0, n + everyone, -1))
    alone = everyone[(members[own] > 1) & (free >= 0)]
    row, label = np.concatenate((row, alone)), np.concatenate((label, free[alone]))
    sums = np.concatenate((sums, np.zeros(len(alone), np.int64)))
    scores = sums + noise(temperature, key, row, label)
    order = np.lexsort((label, -scores, row))
    first = order[np.unique(row[order], return_index=True)[1]]
    stay = home + noise(temperature, key, everyone, own)
    moving = first[scores[first] > stay[row[first]]]
    if is_descent:
        moving = moving[state.active[row[moving]]]
    target, gain = own.copy(), np.zeros(n, np.int64)
    target[row[moving]], gain[row[moving]] = label[moving], (sums - home[row])[moving]
    return target, gain


def accepted(level, state, target, gain, temperature, key, walls):
    """Which nodes move: those that no neighbor and no crowd makes wait."""
    own, rows, other = state.labels, rows_of(level), level.neighbors
    is_moving = target != own
    change = (
        (target[rows] == target[other]).astype(int)
        - (target[rows] == own[other])
        - (own[rows] == target[other])
        + (own[rows] == own[other])
    )
    hurts = is_moving[rows] & is_moving[other] & (change * np.sign(level.weights) < 0)
    if walls is not None:
        hurts &= walls[rows] == walls[other]
    everyone = np.arange(state.n)
    rank = gain.astype(np.float32).view(np.uint32) if temperature == 0 else drawn(key, everyone, 0x51)
    order = np.lexsort((-everyone, drawn(key, everyone, 0x52), rank))
    place = np.empty(state.n, int)
    place[order] = everyone
    waits = np.zeros(state.n, bool)
    waits[rows[hurts & (place[other] > place[rows])]] = True
    if level.missing != 0.0:
        waits |= crowded(level, state, target, gain, temperature, key)
    return is_moving & ~waits


def crowded(level, state, target, gain, temperature, key):
    own, sizes = state.labels, state.sizes
    movers = np.flatnonzero(target != own)
    arriving, leaving = np.zeros(2 * state.n, np.int64), np.zeros(2 * state.n, np.int64)
    np.add.at(arriving, target[movers], sizes[movers])
    np.add.at(leaving, own[movers], sizes[movers])
    with_i = arriving[target] + leaving[own] - 2 * sizes
    others = with_i if level.missing < 0.0 else leaving[target] + arriving[own]
    cost = abs(level.missing) * sizes.astype(float) * others.astype(float)
    gained = 2.0 * (gain + temperature).astype(float)
    lot = (drawn(key, np.arange(state.n), 0x53) >> np.uint32(8)).astype(float)
    return (cost > gained) & (lot * cost >= 16777216.0 * gained)


class TwinKernels:
    """What CardKernels does, with NumPy arrays."""

    def level(self, offsets, neighbors, weights, sizes, missing, fixed):
        rounded = np.rint(weights * fixed.scale).astype(np.int64)
        return Level(len(offsets) - 1, len(neighbors), offsets, neighbors, rounded, sizes, missing)

    def copies(self, level, n_copies):
        n, e = level.n_nodes, level.n_entries
        offsets = np.concatenate([level.offsets[:-1] + c * e for c in range(n_copies)] + [[n_copies * e]])
        neighbors = np.concatenate([level.neighbors + c * n for c in range(n_copies)]).astype(np.int32)
        sizes = None if level.sizes is None else np.tile(level.sizes, n_copies)
        weights = np.tile(level.weights, n_copies)
        return Level(n_copies * n, n_copies * e, offsets, neighbors, weights, sizes, level.missing)

    def moved(self, level, start, *, temperatures, n_descents, key, walls=None):
        state = State(level, start)
        for sweep in range(len(temperatures) + n_descents):
            is_descent = sweep >= len(temperatures)
            temperature, own_key = 0 if is_descent else temperatures[sweep], int(drawn(key, sweep, 0x50))
            target, gain = proposals(level, state, temperature, own_key, walls, is_descent)
            moves = accepted(level, state, target, gain, temperature, own_key, walls)
            if is_descent:
                state.active = (target != state.labels).copy()
                rows = rows_of(level)
                state.active[level.neighbors[moves[rows]]] = True
            state.labels = np.where(moves, target, state.labels)
            if is_descent and not moves.any():
                break
        numbers = np.cumsum(state.members > 0)
        return (numbers[state.labels] - 1).astype(np.int32), int(numbers[-1])

    def nodes(self, n):
        return np.arange(n, dtype=np.int32)

    def dominating(self, level):
        rows = rows_of(level)
        totals = np.zeros(level.n_nodes, np.int64)
        np.add.at(totals, rows, np.abs(level.weights))
        order = np.lexsort((level.neighbors, -level.weights, rows))
        found, first = np.unique(rows[order], return_index=True)
        best, neighbor = level.weights[order][first], level.neighbors[order][first]
        is_dominated = (best > 0) & (2 * best >= totals[found]) & (np.diff(level.offsets)[found] <= 1024)
        dominating = self.nodes(level.n_nodes)
        dominating[found[is_dominated]] = neighbor[is_dominated]
        return dominating

    def contract(self, level, labels, n_clusters):
        a, b = labels[rows_of(level)].astype(np.int64), labels[level.neighbors].astype(np.int64)
        row, neighbor, sums = summed_rows(a[a != b], b[a != b], level.weights[a != b], n_clusters)
        row, neighbor, sums = row[sums != 0], neighbor[sums != 0], sums[sums != 0]
        attracts = np.zeros(n_clusters, bool)
        attracts[row[sums > 0]] = True
        if level.missing <= 0.0:
            matters = attracts[row] & attracts[neighbor]
            row, neighbor, sums = row[matters], neighbor[matters], sums[matters]
        offsets = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=n_clusters))))
        sizes = None
        if level.sizes is not None:
            sizes = np.zeros(n_clusters, np.int64)
            np.add.at(sizes, labels, level.sizes)
        return Level(n_clusters, len(neighbor), offsets, neighbor.astype(np.int32), sums, sizes, level.missing)

    def overlay(self, a, b):
        keys = a.astype(np.int64) << 32 | b
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        numbers = np.empty(len(first), np.int32)
        numbers[np.argsort(first)] = np.arange(len(first))
        return numbers[place], len(first)

    def lifted(self, labels, parts):
        return labels[parts]

    def projected(self, labels, parts, n_parts):
        found = np.empty(n_parts, np.int32)
        found[parts] = labels
        return found

    def energies_of_rows(self, offsets, neighbors, weights, labels, n_copies):
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        each = labels.reshape(n_copies, -1)
        return 0.5 * np.array([weights[own[rows] != own[neighbors]].sum() for own in each])

    def chosen(self, is_first, first, second):
        return np.where(is_first[:, None], first.reshape(len(is_first), -1), second.reshape(len(is_first), -1)).ravel()

    def cluster_sizes(self, sizes, labels, n_clusters):
        found = np.zeros(n_clusters, np.int64)
        np.add.at(found, labels, sizes)
        return found

    def squared_pulls(self, level):
        n_sampled = min(level.n_nodes, 4096)
        # As on the card, so that squares of 64-bit weights do not overflow.
        shift = 0 if np.abs(level.weights).max(initial=0) * np.diff(level.offsets).max(initial=0) < _LIMIT else 16
        pulls = np.maximum(level.weights >> shift, 0)
        squares = np.zeros(level.n_nodes, np.int64)
        np.add.at(squares, rows_of(level), pulls * pulls)
        return squares[np.arange(n_sampled) * level.n_nodes // max(n_sampled, 1)] * 4.0**shift

    def to_card(self, labels):
        return labels

    def to_host(self, labels):
        return labels
