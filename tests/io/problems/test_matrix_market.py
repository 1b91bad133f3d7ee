"""Matrix Market files: all kinds read as SciPy reads them, and what is wrong with a line is said before it is read."""

import contextlib
import gzip
import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import frenemy as fr
from frenemy.io import read
from frenemy.io.problems.matrix_market import load_matrix_market
from frenemy.io.source import Source

W = np.array([[0.0, 1.5, -2.0], [1.5, 0.0, 3.0], [-2.0, 3.0, 0.0]])
REAL = "%%MatrixMarket matrix coordinate real symmetric\n"
WHOLE = "%%MatrixMarket matrix coordinate integer general\n"
ARRAY = "%%MatrixMarket matrix array real general\n"


def written(matrix, **options):
    file = io.BytesIO()
    scipy.io.mmwrite(file, matrix, **options)
    return file.getvalue()


def dense(matrix):
    return matrix.toarray() if sp.issparse(matrix) else np.asarray(matrix)


@pytest.mark.parametrize("symmetry", ["general", "symmetric", "skew-symmetric"])
@pytest.mark.parametrize("field", ["real", "integer", "pattern"])
@pytest.mark.parametrize("layout", [sp.coo_array, np.asarray])
def test_all_kinds_read_as_scipy_reads_them(layout, field, symmetry):
    if field == "pattern" and layout is np.asarray:
        pytest.skip("there is no such kind")
    rng = np.random.default_rng(0)
    lower = np.tril(rng.integers(-9, 9, (6, 6)) * (1.5 if field == "real" else 1), -1)
    whole = lower + {"general": 0, "symmetric": lower.T, "skew-symmetric": -lower.T}[symmetry]
    data = written(layout(whole), field=field, symmetry=symmetry)
    expected = dense(scipy.io.mmread(io.BytesIO(data)))
    assert np.array_equal(dense(load_matrix_market(Source("W.mtx", data, ".mtx"))), expected)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.rstrip(b"\n"),
        lambda text: text.replace(b"\n", b"\n\n"),
        lambda text: text.replace(b" ", b"  \t"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"%%MatrixMarket matrix", b"%%matrixmarket MATRIX"),
        lambda text: text.replace(b"\n", b"\n% a comment\n", 1),
        gzip.compress,
    ],
)
def test_blanks_comments_line_ends_and_gzip(change):
    file = io.BytesIO(change(written(sp.coo_array(W))))
    assert read(file, format="mtx").problem == fr.as_problem(sp.coo_array(W))


@pytest.mark.parametrize("number", ["1", "1.", ".5", "-0.5e3", "1E-3", "2.e+04"])
def test_numbers(number):
    file = read(io.StringIO(f"{REAL}2 2 1\n2 1 {number}\n"), format="mtx")
    assert file.problem.edges()[2].tolist() == [float(number)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (REAL + "3 3 2\n2 1 1.0\n3 1 6.03E", "line 4: the value must be a finite number, got '6.03E'"),
        (REAL + "3 3 2\n2 1 1.0\n3 1", "line 4: expected 'row column value', got '3 1'"),
        (REAL + "3 3 2\n2 1 1.0\n3", "line 4: expected 'row column value', got '3'"),
        (REAL + "3 3 2\n2 1 1.0\0", "holds binary data .a zero byte at offset 61"),
        (REAL + "3 3 2\n2 1 1.0\0\n", "holds binary data .a zero byte at offset 61"),
        (ARRAY + "2 2\n1.0\0", "holds binary data .a zero byte at offset 48"),
        (REAL + "3 3 1\n2 1 1.0junk\n", "line 3: the value must be a finite number, got '1.0junk'"),
        (REAL + "3 3 1\n2 1 1.0 junk\n", "line 3: expected 'row column value', got '2 1 1.0 junk'"),
        (REAL + "3 3 1\n2 1 nan\n", "line 3: the value must be a finite number, got 'nan'"),
        (REAL + "3 3 1\n2 1 0x10\n", "line 3: the value must be a finite number, got '0x10'"),
        (REAL + "3 3 1\n\n2 4 1\n", "line 4: rows and columns must be in 1..3, as line 2 says, got 4"),
        (REAL + "3 3 1\n0 1 1\n", "line 3: rows and columns must be in 1..3, as line 2 says, got 0"),
        (REAL + "3 3 1\n-1 1 1\n", "line 3: expected 'row column value', got '-1 1 1'"),
        (REAL + f"3 3 1\n{'9' * 30} 1 1\n", "line 3: expected 'row column value'"),
        (REAL + "3 3 1\n1.5 1 1\n", "line 3: expected 'row column value', got '1.5 1 1'"),
        (REAL + "3 3 2\n2 1 1\n", "line 2: promises 2 entries, got 1; is the file truncated"),
        (REAL + "3 3 1\n2 1 1\n3 1 1\n", "line 2: promises 1 entries, got 2"),
        (REAL + "3 3 1\n2 1 1\njunk\n", "line 2: promises 1 entries, got 2"),
        (WHOLE + "2 2 1\n1 2 1.5\n", "line 3: the value must be a whole number, got '1.5'"),
        (WHOLE + f"% a comment\n\n2 2 1\n1 2 {'9' * 30}\n", "cannot be read as a Matrix Market file: Line 5: "),
        (ARRAY + "2 2\n0\n1\n1\n", "line 2: promises 4 entries, got 3"),
        (ARRAY + "2 2\n0\n1 2\n1\n", "line 4: expected 'value', got '1 2'"),
        (REAL + "3 4 0\n", "line 2: a matrix of weights must be square, got 3 x 4"),
        (REAL + "3 3\n", "line 2: expected 'n_rows n_columns n_entries', got '3 3'"),
        (REAL + f"{'9' * 5000} 3 1\n", "line 2: expected 'n_rows n_columns n_entries', got '999"),
        (REAL + f"{10**12} {10**12} 0\n", "line 2: there may be 2147483647 rows at most"),
        (REAL + "% nothing more\n", "holds no line with the size of the matrix"),
        (REAL.replace("real", "complex") + "2 2 1\n1 2 1 1\n", "line 1: .*real numbers, got a complex matrix"),
        (REAL.replace("matrix coo", "vector coo") + "2 1\n", "line 1: expected %%MatrixMarket matrix"),
        ("%%MatrixMarket\n", "line 1: expected %%MatrixMarket matrix"),
        ("1 2 3\n", "line 1: expected %%MatrixMarket matrix"),
        ("\x1f", "line 1: expected %%MatrixMarket matrix .*, got ''"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        read(io.StringIO(text), format="mtx")


@given(st.data())
def test_damaged_files_are_read_or_refused(data):
    text = bytearray(written(sp.coo_array(W), symmetry=data.draw(st.sampled_from(["general", "symmetric"]))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with contextlib.suppress(ValueError):
        assert read(io.BytesIO(bytes(text)), format="mtx").problem.n_nodes >= 0
