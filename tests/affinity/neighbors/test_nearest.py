"""The nearest of every row, against distances measured one by one."""

import sys

import numpy as np
import pytest
from interrupted import interrupted

from frenemy.affinity.neighbors import near_pairs, nearest
from frenemy.affinity.neighbors import nearest as nearest_function
from frenemy.affinity.neighbors.block_work import do_blocks
from frenemy.solvers.gpu.card import load_cupy

METHODS = ["exact", "cells", "usearch", "gpu"]


@pytest.fixture(params=METHODS)
def method(request):
    if request.param == "usearch":
        pytest.importorskip("usearch")
    if request.param == "gpu":
        try:
            load_cupy()
        except ValueError as error:
            pytest.skip(str(error))
    return request.param


def all_distances(points):
    points = np.asarray(points, np.float64)
    distances = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    np.fill_diagonal(distances, np.inf)
    return distances


def true_nearest(points, k):
    """Ties by the smaller row."""
    return np.argsort(all_distances(points), axis=1, kind="stable")[:, :k]


def heaps(n=1200, d=16, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(rng.normal(0, 3, (40, d))[rng.integers(0, 40, n)], 1.0)


@pytest.mark.parametrize(("n", "d", "k"), [(2, 1, 1), (3, 5, 2), (50, 3, 7), (700, 20, 15), (400, 2, 120)])
def test_exact_is_brute_force(n, d, k):
    points = np.random.default_rng(n).normal(size=(n, d))
    found = nearest(points, n_neighbors=k, method="exact")
    assert found.indices.dtype == np.int32
    assert found.distances.dtype == np.float32
    assert (found.indices == true_nearest(points, k)).mean() > 0.9999
    expected = np.take_along_axis(all_distances(points), found.indices.astype(int), axis=1)
    assert found.distances == pytest.approx(expected, rel=1e-5)


def test_far_from_zero_nothing_is_lost():
    points = heaps(300) + 1e5  # squared norms of 1.6e11, where float32 has steps of 16,384
    found = nearest(points, n_neighbors=5, method="exact")
    assert (found.indices == true_nearest(points, 5)).mean() > 0.999
    assert found.distances[:, 0] == pytest.approx(all_distances(points).min(axis=1), rel=1e-4)


def test_equal_rows_are_at_distance_0_and_the_smaller_comes_first(method):
    points = np.repeat(np.random.default_rng(0).normal(size=(30, 8)), 4, axis=0)
    found = nearest(points, n_neighbors=3, method=method)
    assert (found.distances == 0.0).all()
    row = np.arange(120)
    expected = [[i // 4 * 4 + j for j in range(4) if i // 4 * 4 + j != i] for i in row]
    assert found.indices.tolist() == expected


def test_constant_rows_have_the_first_rows_as_neighbors():
    found = nearest(np.full((900, 5), 7.25), n_neighbors=3, method="exact")
    assert found.distances.max() == 0.0
    assert found.indices[0].tolist() == [1, 2, 3]
    assert found.indices[500].tolist() == [0, 1, 2]


def test_very_many_equal_rows_make_one_cell_that_is_looked_at_in_pieces(monkeypatch):
    monkeypatch.setattr("frenemy.affinity.neighbors.cells._MAX_CELL_ROWS", 600)
    found = nearest(np.repeat([[0.0, 1.0], [5.0, 5.0]], [1_700, 300], axis=0), n_neighbors=2, method="cells")
    assert found.distances.max() == 0.0
    assert (found.indices[:1_700] < 1_700).all()
    assert (found.indices[1_700:] >= 1_700).all()


def test_ties_go_to_the_smaller_row():
    grid = np.stack(np.meshgrid(np.arange(12.0), np.arange(12.0)), axis=2).reshape(-1, 2)
    found = nearest(grid, n_neighbors=4, method="exact")
    assert (found.indices == true_nearest(grid, 4)).all()


def test_approximate_methods_find_most(method):
    points = heaps(3000, 24)
    true = nearest(points, n_neighbors=10, method="exact").indices
    found = nearest(points, n_neighbors=10, method=method)
    share = (true[:, :, None] == found.indices[:, None, :]).any(axis=2).mean()
    assert share > 0.97
    assert (np.diff(found.distances, axis=1) >= 0).all()
    assert (found.indices != np.arange(3000)[:, None]).all()
    one = np.linalg.norm(points[found.indices[17]] - points[17], axis=1)
    assert found.distances[17] == pytest.approx(one, rel=1e-4)


def test_threads_change_nothing(method, monkeypatch):
    monkeypatch.setattr("frenemy.affinity.neighbors.usearch_index.SHARD_SIZE", 600)
    points = heaps(1500)
    one = nearest(points, n_neighbors=6, method=method, threads=1)
    three = nearest(points, n_neighbors=6, method=method, threads=3)
    assert (one.indices == three.indices).all()
    assert (one.distances == three.distances).all()


def test_shards_find_as_much(monkeypatch):
    pytest.importorskip("usearch")
    monkeypatch.setattr("frenemy.affinity.neighbors.usearch_index.SHARD_SIZE", 500)
    points = heaps(1600)
    found = nearest(points, n_neighbors=8, method="usearch").indices
    true = true_nearest(points, 8)
    assert (true[:, :, None] == found[:, None, :]).any(axis=2).mean() > 0.97


def test_auto_is_exact_while_that_is_quick(monkeypatch):
    assert nearest(heaps(500), n_neighbors=3).method == "exact"
    # The package shows the function under the module's name.
    monkeypatch.setattr(sys.modules[nearest_function.__module__], "_MAX_EXACT_WORK", 1e5)
    assert nearest(heaps(500), n_neighbors=3).method == "cells"


def test_few_rows_have_few_neighbors(method):
    assert nearest(np.empty((0, 4)), n_neighbors=3, method=method).indices.shape == (0, 0)
    assert nearest([[1.0, 2.0]], n_neighbors=3, method=method).indices.shape == (1, 0)
    assert nearest([[1.0], [2.0]], n_neighbors=3, method=method).indices.tolist() == [[1], [0]]
    assert nearest(np.empty((3, 0)), n_neighbors=1, method=method).indices.tolist() == [[1], [0], [0]]


@pytest.mark.parametrize(
    ("points", "arguments", "message"),
    [
        ([1.0, 2.0], {}, "points must have two dimensions, one row per point, got shape (2,)"),
        ([["a"]], {}, "points must be numbers, got <U1"),
        ([[1.0, 2.0], [np.nan, 3.0]], {}, "points must be finite, got nan at row 1, column 0"),
        ([[1.0, np.inf]], {}, "points must be finite, got inf at row 0, column 1"),
        ([[1e30], [0.0]], {}, "got 1e+30 at row 0, column 0; scale them first"),
        ([[1.0]], {"n_neighbors": 0}, "n_neighbors must be a whole number of at least 1, got 0"),
        ([[1.0]], {"threads": 0}, "threads must be a whole number of at least 1, got 0"),
        ([[1.0]], {"method": "magic"}, "method must be one of 'auto', 'exact', 'cells', 'usearch', 'gpu', got 'magic'"),
    ],
)
def test_bad_input(points, arguments, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        nearest(points, **({"n_neighbors": 1} | arguments))
    assert message in str(caught.value)


def test_without_usearch_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "usearch.index", None)
    with pytest.raises(ValueError, match="frenemy\\[neighbors\\]"):
        nearest([[1.0], [2.0]], n_neighbors=1, method="usearch")


def test_without_cupy_the_error_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ValueError, match="needs CuPy, which is not installed"):
        nearest([[1.0], [2.0]], n_neighbors=1, method="gpu")


def test_on_a_card_as_exact():
    try:
        load_cupy()
    except ValueError as error:
        pytest.skip(str(error))
    for points, k in ((heaps(5000, 24), 15), (heaps(700, 3), 256), (np.full((3000, 4), 7.0), 5)):
        exact, found = (nearest(points, n_neighbors=k, method=method) for method in ("exact", "gpu"))
        assert (found.indices == exact.indices).mean() > 0.9999
        assert found.distances == pytest.approx(exact.distances, rel=1e-5)
    with pytest.raises(ValueError, match="finds at most 256 neighbors of a row, got 300"):
        nearest(heaps(700), n_neighbors=300, method="gpu")


def test_progress_is_told(method):
    told = []
    nearest(heaps(2000), n_neighbors=3, method=method, threads=2, on_stage=lambda *args: told.append(args))
    assert told[-1] == ("neighbors", 1.0)
    assert all(0.0 <= share <= 1.0 for _, share in told)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_block_is_raised(threads):
    def work(block):
        if block == 2:
            raise ValueError("block 2")

    with pytest.raises(ValueError, match="block 2"):
        do_blocks(work, range(5), threads=threads, stage="x")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent on POSIX only")
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupt(threads):
    code, output = interrupted(
        f"""
        import time
        from frenemy.affinity.neighbors import nearest
        points = np.random.default_rng(0).normal(size=(60_000, 64))
        print("ready", flush=True)
        try:
            nearest(points, n_neighbors=10, method="exact", threads={threads})
        except KeyboardInterrupt:
            print("interrupted")
        """,
        seconds=0.7,
    )
    assert (code, output) == (0, "interrupted\n")


def test_near_pairs_are_those_of_either_end():
    points = heaps(400)
    found = nearest(points, n_neighbors=4)
    u, v = near_pairs(found)
    expected = {(min(i, j), max(i, j)) for i, row in enumerate(found.indices.tolist()) for j in row}
    assert list(zip(u.tolist(), v.tolist(), strict=True)) == sorted(expected)
    assert found.holds(u, v).all()
    assert found.holds(v, u).all()
    some = np.random.default_rng(0).integers(0, 400, (2, 500)).astype(np.int32)
    known = [(min(i, j), max(i, j)) in expected for i, j in zip(*some.tolist(), strict=True)]
    assert found.holds(*some).tolist() == known
