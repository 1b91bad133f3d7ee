"""Rows in files are those of the problem, and contraction is that of memory, whatever the chunks."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frenemy import _core
from frenemy.engines.executors.executor import SerialExecutor
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import pair_array, read_slice, save_array
from frenemy.engines.streamed import row_files
from frenemy.engines.streamed.build_rows import SplitPairs, SplitRows, equal_ranges, sum_entries
from frenemy.engines.streamed.pair_source import PairFile
from frenemy.engines.streamed.row_files import row_chunks

UNSYNCED = "frenemy-scratch-of-test"  # as of a temporary scratch folder, so files are not synced


@st.composite
def pairs_of_nodes(draw):
    n = draw(st.integers(2, 12))
    node = st.integers(0, n - 1)
    rows = draw(st.lists(st.tuples(node, node, st.integers(-3, 3)), min_size=1, max_size=40))
    u, v, w = (np.array(column) for column in zip(*rows, strict=True))
    clusters = np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    return u.astype(np.int32), v.astype(np.int32), w.astype(np.float64), clusters


def built(folder, u, v, w, n, *, n_chunks, max_entries):
    files = []
    for at, rows in enumerate(np.array_split(np.arange(len(u)), n_chunks)):
        files.append(folder / f"pairs-{at}.npy")
        save_array(files[-1], pair_array(u[rows], v[rows], w[rows]))
    numbers = folder / "numbers.npy"
    save_array(numbers, np.arange(n, dtype=np.int32))
    counts = np.bincount(np.concatenate((u, v)), minlength=n)
    edges = equal_ranges(counts, max_entries)
    split = [partial(SplitPairs, PairFile(file), numbers, edges) for file in files]
    return sum_entries(CheckpointedStages(folder, SerialExecutor()), "rows", folder / "rows", edges, split)


def matrix_of(rows):
    matrix = np.zeros((rows.n_nodes, rows.n_nodes))
    for chunk in row_chunks(rows):
        nodes = np.repeat(np.arange(chunk.first, chunk.end), np.diff(chunk.offsets))
        assert (matrix[nodes, chunk.neighbors] == 0.0).all(), "each neighbor once"
        matrix[nodes, chunk.neighbors] = chunk.weights
    return matrix


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    given_pairs=pairs_of_nodes(), n_chunks=st.integers(1, 4), max_entries=st.integers(5, 40), at_once=st.integers(1, 9)
)
def test_rows_and_contraction_are_those_of_memory(tmp_path_factory, given_pairs, n_chunks, max_entries, at_once):
    u, v, w, clusters = given_pairs
    n = len(clusters)
    folder = tmp_path_factory.mktemp("rows") / UNSYNCED
    expected = np.zeros((n, n))
    np.add.at(expected, (u, v), w)
    np.add.at(expected, (v, u), w)
    np.fill_diagonal(expected, 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_files, "_MAX_ENTRIES", at_once)
        rows = built(folder, u, v, w, n, n_chunks=n_chunks, max_entries=max_entries)
        assert (matrix_of(rows) == expected).all()
        assert rows.n_pairs == np.count_nonzero(np.triu(expected))
        parts = np.unique(clusters, return_inverse=True)[1].astype(np.int32)
        k = int(parts.max()) + 1
        save_array(folder / "parts.npy", parts)
        edges = equal_ranges(np.bincount(parts, rows.lengths(), k).astype(np.int64), max_entries)
        split = [partial(SplitRows, rows, at, folder / "parts.npy", edges) for at in range(rows.n_files)]
        small = sum_entries(CheckpointedStages(folder, SerialExecutor()), "small", folder / "small", edges, split)
        summed = np.zeros((k, k))
        np.add.at(summed, (parts[:, None], parts[None, :]), expected)
        np.fill_diagonal(summed, 0.0)
        assert (matrix_of(small) == summed).all()


def test_floats_are_summed_in_the_same_order_whatever_the_chunks(tmp_path):
    rng = np.random.default_rng(0)
    u, v = rng.integers(0, 5, (2, 300)).astype(np.int32)
    w = rng.normal(size=300)
    found = []
    for n_chunks, max_entries in ((1, 1000), (7, 20)):
        folder = tmp_path / str(n_chunks) / UNSYNCED
        found.append(matrix_of(built(folder, u, v, w, 5, n_chunks=n_chunks, max_entries=max_entries)))
    assert (found[0] == found[1]).all()


@pytest.mark.parametrize("counts", [[0], [5, 0, 0, 5], [1] * 10, [100, 1, 1], [0, 0, 7]])
def test_ranges_hold_all_nodes_and_about_as_many_entries(counts):
    edges = equal_ranges(np.array(counts), 4)
    assert edges[0] == 0
    assert edges[-1] == len(counts)
    assert list(edges) == sorted(set(edges))
    for low, high in pairwise(edges):
        assert sum(counts[low:high]) <= 4 + max(counts)


def test_a_file_that_was_cut_short(tmp_path):
    file = tmp_path / "a.npy"
    save_array(file, np.arange(10))
    assert read_slice(file, 3, 5).tolist() == [3, 4]
    file.write_bytes(file.read_bytes()[:-8])
    with pytest.raises(ValueError, match="a.npy is damaged .*it ends before item 10"):
        read_slice(file, 8, 10)


def test_bad_arrays_of_the_core():
    none = np.empty(0, np.int32)
    with pytest.raises(ValueError, match=r"nodes must be in 0\.\.1, got 2"):
        _core.entries_of_pairs(
            np.array([2], np.int32),
            np.array([0], np.int32),
            np.ones(1),
            np.zeros(2, np.int32),
            np.array([0, 1], np.int32),
        )
    moves = _core.StreamedMoves(np.zeros(2, np.int32), np.empty(0), 0.0, none, none)
    with pytest.raises(ValueError, match=r"a neighbour must be in 0\.\.1, got 7"):
        moves.move_marked(0, np.array([0, 1, 1]), np.array([7], np.int32), np.ones(1))
    with pytest.raises(ValueError, match="missing must be at most 0"):
        _core.StreamedMoves(np.zeros(2, np.int32), np.empty(0), 0.5, none, none)
    with pytest.raises(ValueError, match="nodes of entries must be in 0..0, got 3"):
        _core.sum_rows(0, 1, np.array([3], np.int32), np.array([0], np.int32), np.ones(1))
