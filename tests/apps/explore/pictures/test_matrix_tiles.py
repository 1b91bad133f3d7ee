"""The matrix in tiles: the same as the pairs, at every level."""

import numpy as np
import pytest
from hypothesis import given
from labeled_problems import problems, random_problem

import frenemy as fr
from frenemy.apps.explore.pictures.matrix_tiles import TILE, MatrixTiles
from frenemy.plot.binned_matrix import by_cluster


def listed(problem, order):
    """The sums and counts of listed pairs as dense matrices in an order."""
    total, count = np.zeros((2, problem.n_nodes, problem.n_nodes))
    u, v, w = problem.edges()
    total[u, v] = total[v, u] = w
    count[u, v] = count[v, u] = 1
    at = np.ix_(order, order)
    return total[at], count[at]


@given(problems())
def test_a_tile_of_few_things_shows_each_pair(given_problem):
    problem, labels = given_problem
    order = by_cluster(labels)
    tiles = MatrixTiles(problem, labels, order)
    total, _ = listed(problem, order)
    n = problem.n_nodes
    for z in range(tiles.max_zoom + 1):
        under = ((np.arange(TILE << z) + 0.5) * n / (TILE << z)).astype(int)
        whole = total[np.ix_(under, under)]
        for x in range(2**z):
            for y in range(2**z):
                shown = whole[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE]
                np.testing.assert_allclose(tiles.values(z, x, y), shown)


@pytest.mark.parametrize("n", [256, 700, 1200])
def test_a_tile_of_many_things_shows_means_of_listed_pairs(n):
    problem, labels = random_problem(n, 20 * n)
    order = by_cluster(labels)
    tiles = MatrixTiles(problem, labels, order)
    total, count = listed(problem, order)
    for z in range(int(np.log2(n / TILE)) + 1):
        pixel = np.arange(n) * (TILE << z) // n
        edges = np.searchsorted(pixel, np.arange(TILE << z))
        sums, counts = (np.add.reduceat(np.add.reduceat(m, edges), edges, axis=1) for m in (total, count))
        means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
        for x, y in {(0, 0), (2**z - 1, 0), (2**z // 2, 2**z - 1)}:
            shown = means[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE]
            np.testing.assert_allclose(tiles.values(z, x, y), shown, atol=1e-5)


def test_deep_tiles_are_read_by_rows():
    """At level 4 and deeper, only a part of the pairs is read; at every level the sums agree with level 0."""
    n = 40_000
    problem, labels = random_problem(n, 200_000)
    order = by_cluster(labels)
    tiles = MatrixTiles(problem, labels, order)
    u, v, w = problem.edges()
    position = np.argsort(order)
    for z, x, y in [(4, 3, 9), (5, 31, 0), (6, 20, 20), (7, 100, 3)]:
        pixels = TILE << z
        row, column = np.r_[position[u], position[v]] * pixels // n, np.r_[position[v], position[u]] * pixels // n
        inside = (row // TILE == y) & (column // TILE == x)
        cell = (row[inside] % TILE) * TILE + column[inside] % TILE
        sums, counts = np.bincount(cell, np.r_[w, w][inside], TILE**2), np.bincount(cell, minlength=TILE**2)
        means = np.divide(sums, counts, out=np.zeros(TILE**2), where=counts > 0).reshape(TILE, TILE)
        np.testing.assert_allclose(tiles.values(z, x, y), means, atol=1e-5)


@given(problems())
def test_a_cell_tells_its_pair(given_problem):
    problem, labels = given_problem
    order = by_cluster(labels)
    tiles = MatrixTiles(problem, labels, order)
    weights = {(int(u), int(v)): w for u, v, w in zip(*problem.edges(), strict=True)}
    for x in range(problem.n_nodes):
        for y in range(problem.n_nodes):
            cell = tiles.at(x, y)
            assert (cell.u, cell.v) == (order[y], order[x])
            expected = weights.get((min(cell.u, cell.v), max(cell.u, cell.v)))
            assert cell.weight == (None if expected is None else pytest.approx(expected))


def test_tiles_know_where_groups_end():
    problem = fr.Problem.from_edges([0], [1], [1.0], n_nodes=6)
    labels = np.array([7, 7, 2, 7, 2, 5])
    tiles = MatrixTiles(problem, labels, by_cluster(labels))
    assert (tiles.ends.tolist(), tiles.groups.tolist()) == ([3, 5], [7, 2])


def test_a_tile_is_a_picture_and_others_do_not_exist():
    problem, labels = random_problem(50, 200)
    tiles = MatrixTiles(problem, labels, by_cluster(labels))
    assert tiles.tile(0, 0, 0).startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="there is no tile 0/1/0"):
        tiles.tile(0, 1, 0)
    with pytest.raises(ValueError, match="from 0 to 49, got 50 and 0"):
        tiles.at(50, 0)


def test_no_things_have_an_empty_tile():
    problem = fr.Problem.from_edges([], [], [], n_nodes=0)
    labels = np.empty(0, np.int64)
    assert not MatrixTiles(problem, labels, by_cluster(labels)).values(0, 0, 0).any()
