"""Sparse matrices of others: SciPy's compiled code would write outside of memory for some of these."""

import numpy as np
import pytest
import scipy.sparse as sp

import frenemy as fr
from frenemy.problem.sparse_matrices import checked_csr

FORMATS = ("csr", "csc", "bsr", "coo", "dia", "dok", "lil")
DENSE = np.array([[0.0, 2.0, 0.0, 1.0], [2.0, 0.0, -3.0, 0.0], [0.0, -3.0, 0.0, 4.0], [1.0, 0.0, 4.0, 0.0]])


def changed(format, name, values, dense=DENSE):
    """A matrix with one of its arrays replaced, as a damaged file would have it."""
    matrix = sp.coo_array(dense).asformat(format)
    if name in ("row", "col"):
        matrix.coords = tuple(values if own == name else getattr(matrix, own) for own in ("row", "col"))
    else:
        setattr(matrix, name, values)
    return matrix


def with_index(format, value, at=3):
    indices = sp.coo_array(DENSE).asformat(format).indices.copy()
    indices[at] = value
    return changed(format, "indices", indices)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int8, bool])
@pytest.mark.parametrize("container", [sp.coo_array, sp.coo_matrix])
def test_every_format_reads_as_what_it_holds(format, kind, container):
    dense = np.abs(DENSE).astype(kind)
    found = checked_csr(container(dense).asformat(format))
    assert found.dtype == np.float64
    assert np.array_equal(found.toarray(), dense)
    assert fr.as_problem(container(dense).asformat(format)) == fr.as_problem(sp.csr_array(dense))


def test_repeated_entries_are_summed_and_the_original_is_not_changed():
    given = sp.csr_array((np.ones(3), np.array([1, 1, 0]), np.array([0, 2, 3])), shape=(2, 2))
    assert checked_csr(given).toarray().tolist() == [[0, 2], [1, 0]]
    assert given.nnz == 3


@pytest.mark.parametrize("value", [4, 10**6, 2**31 - 1, -1, -(10**6)])
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_an_index_outside_is_named(format, value):
    place = f"row 1, column {value}; columns" if format == "csr" else f"row {value}, column 1; rows"
    message = rf"entry 3 of a {format} matrix of shape \(4, 4\) is in {place} must be in 0..3"
    for use in (fr.as_problem, fr.solve, fr.lower_bound):
        with pytest.raises(ValueError, match=message):
            use(with_index(format, value))


@pytest.mark.parametrize("value", [10**8, -1])
@pytest.mark.parametrize("axis", ["row", "col"])
def test_coordinates_outside_are_named(axis, value):
    places = getattr(sp.coo_array(DENSE), axis).copy()
    places[2] = value
    with pytest.raises(ValueError, match=rf"entry 2 of a coo matrix .*{value}"):
        fr.as_problem(changed("coo", axis, places))


def test_blocks_outside_are_named():
    matrix = sp.bsr_array(DENSE, blocksize=(2, 2))
    matrix.indices[1] = 7
    with pytest.raises(ValueError, match=r"entry 1 of a bsr matrix of shape \(2, 2\) of blocks is in row 0, column 7"):
        fr.as_problem(matrix)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ([0, 2, 1, 6, 8], "indptr must not decrease, got 1 after 2 at position 2"),
        ([1, 2, 4, 6, 8], "indptr must begin with 0, got 1"),
        ([-1, 2, 4, 6, 8], "indptr must begin with 0, got -1"),
        ([0, 2, 4, 6, 10**9], "indptr ends with 1000000000, but there are 8 entries"),
        ([0, 2, 4, 8], "indptr of a .* matrix must have 5 entries for its shape, got 4"),
        ([0.0, 2.0, 4.0, 6.0, 8.0], "indptr must be one-dimensional integers, got float64"),
    ],
)
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_bad_bounds_are_named(format, bounds, message):
    with pytest.raises(ValueError, match=message):
        fr.as_problem(changed(format, "indptr", np.array(bounds)))


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_narrow_bounds_are_read(format):
    narrow = changed(format, "indptr", np.array([0, 2, 4, 6, 8], np.int8))
    assert fr.as_problem(narrow) == fr.as_problem(sp.csr_array(DENSE))


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="indices and data must have the same length, got 8 and shape"):
        fr.as_problem(changed("csr", "data", np.ones(3)))
    with pytest.raises(ValueError, match="rows, columns and data must have the same length, got 8, 8 and"):
        fr.as_problem(changed("coo", "data", np.ones(3)))
    with pytest.raises(ValueError, match="one offset per diagonal"):
        fr.as_problem(changed("dia", "offsets", np.array([1])))
    with pytest.raises(ValueError, match="the same offset twice"):
        fr.as_problem(with_offsets([1, 1]))
    ragged = sp.lil_array(DENSE)
    ragged.data[1] = [1.0]
    with pytest.raises(ValueError, match="row 1 of a lil matrix has 2 columns and 1 values"):
        fr.as_problem(ragged)


def with_offsets(offsets):
    matrix = sp.dia_array((np.ones((2, 4)), [1, -1]), shape=(4, 4))
    matrix.offsets = np.array(offsets)
    return matrix


def test_diagonals_far_outside_hold_nothing():
    assert fr.as_problem(with_offsets([1, -(10**6)])).n_edges == 3


def test_other_readers_of_matrices_check_too():
    bad = with_index("csc", 10**8)
    for use in (fr.partition.from_adjacency, fr.partition.from_indicator):
        with pytest.raises(ValueError, match="is in row 100000000"):
            use(bad)
