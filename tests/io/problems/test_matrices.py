import gzip
import io
import zipfile

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import frenemy as fr
from frenemy.io import read

W = np.array([[0.0, 1.5, -2.0], [1.5, 0.0, 3.0], [-2.0, 3.0, 0.0]])
EXPECTED = fr.as_problem(W)


def write_npy(path):
    np.save(path, W)


def write_sparse_npz(path):
    sp.save_npz(path, sp.csr_array(W))


def write_triangle_npz(path):
    sp.save_npz(path, sp.coo_array(np.triu(W)))


def write_edges_npz(path):
    np.savez(path, u=[0, 1, 0], v=[1, 2, 2], w=[1.5, 3.0, -2.0])


def write_uv_cost_npz(path):
    np.savez(path, uv=np.array([[1, 0], [1, 2], [0, 2]], np.uint32), cost=[1.5, 3.0, -2.0])


def write_mat(path):
    scipy.io.savemat(path, {"W": W, "note": "hello", "k": 3})


def write_sparse_mat(path):
    scipy.io.savemat(path, {"W": sp.csc_array(W)})


def write_mtx(path):
    scipy.io.mmwrite(path, sp.coo_array(W))


def write_dense_mtx(path):
    scipy.io.mmwrite(path, W)


def write_mtx_gz(path):
    buffer = io.BytesIO()
    scipy.io.mmwrite(buffer, sp.coo_array(W), symmetry="symmetric")
    path.write_bytes(gzip.compress(buffer.getvalue()))


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("W.npy", write_npy),
        ("W.npz", write_sparse_npz),
        ("W.npz", write_triangle_npz),
        ("W.npz", write_edges_npz),
        ("W.npz", write_uv_cost_npz),
        ("W.mat", write_mat),
        ("W.mat", write_sparse_mat),
        ("W.mtx", write_mtx),
        ("W.mtx", write_dense_mtx),
        ("W.mtx.gz", write_mtx_gz),
    ],
)
def test_every_way_to_write_a_matrix_is_the_same_problem(tmp_path, name, write):
    write(tmp_path / name)
    file = read(tmp_path / name)
    assert file.problem == EXPECTED
    assert file.ids.tolist() == [0, 1, 2]
    # The content is enough, without the name.
    assert read(io.BytesIO((tmp_path / name).read_bytes())).problem == EXPECTED


def test_n_counts_nodes_without_pairs(tmp_path):
    np.savez(tmp_path / "e.npz", u=[0], v=[1], w=[1.0], n=5)
    assert read(tmp_path / "e.npz").problem.n_nodes == 5


def test_pattern_matrix_weighs_one():
    text = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 3\n"
    assert read(io.StringIO(text)).problem.edges()[2].tolist() == [1.0]


def test_asymmetric_matrix_needs_symmetrize(tmp_path):
    np.save(tmp_path / "a.npy", [[0, 1.0], [3.0, 0]])
    with pytest.raises(ValueError, match=r"a\.npy: the matrix is not symmetric: row 0, column 1 holds 1"):
        read(tmp_path / "a.npy")
    assert read(tmp_path / "a.npy", symmetrize="mean").problem.edges()[2].tolist() == [2.0]
    assert read(tmp_path / "a.npy", symmetrize="sum").problem.edges()[2].tolist() == [4.0]


def test_matlab_variable_is_chosen(tmp_path):
    path = tmp_path / "two.mat"
    scipy.io.savemat(path, {"A": W, "B": -W, "v": [1.0, 2.0]})
    assert read(path, variable="B").problem == fr.as_problem(-W)
    with pytest.raises(ValueError, match=r"more than one square matrix; name one with variable=.*A \(3, 3\)"):
        read(path)
    with pytest.raises(ValueError, match="no variable 'C'"):
        read(path, variable="C")
    with pytest.raises(ValueError, match="must be square"):
        read(path, variable="v")


def test_many_matlab_variables_are_cut(tmp_path):
    path = tmp_path / "many.mat"
    scipy.io.savemat(path, {f"vector_{i}": [1.0, 2.0] for i in range(200)})
    for variable in (None, "C"):
        with pytest.raises(ValueError, match="it holds vector_0") as error:
            read(path, variable=variable)
        assert len(str(error.value)) < 600


def test_self_pairs_in_edge_arrays(tmp_path):
    np.savez(tmp_path / "e.npz", u=[0, 1], v=[1, 1], w=[1.0, 2.0])
    with pytest.warns(UserWarning, match="edge 1: left out 1 pair"):
        assert read(tmp_path / "e.npz").n_self_pairs == 1


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"a": [1]}, "expected a SciPy sparse matrix, or arrays u, v, w, or arrays uv, cost, or .*; got a"),
        ({"u": [0], "v": [1], "w": [1.0, 2.0]}, "the same length, got 1, 1 and 2"),
        ({"u": [0.5], "v": [1], "w": [1.0]}, "u must be one-dimensional whole numbers, got float64"),
        ({"u": [0], "v": [1], "w": ["x"]}, "w must be one-dimensional numbers"),
        ({"u": [0], "v": [-1], "w": [1.0]}, r"nodes must be in 0..0, got -1 at v\[0\]"),
        ({"u": [0], "v": [5], "w": [1.0], "n": 3}, r"nodes must be in 0..2, got 5 at v\[0\]"),
        ({"u": [0], "v": [1], "w": [1.0], "n": -3}, "n must be one whole number"),
        ({"u": [0, 0], "v": [1, 2], "w": [1.0, np.nan]}, "edge 1: the weight must be finite, got nan"),
        ({"uv": [0, 1], "cost": [1.0]}, r"uv must have shape \(n_edges, 2\), got \(2,\)"),
        ({"u": np.array([{}]), "v": [1], "w": [1.0]}, "cannot be read as a NumPy .npz file"),
    ],
)
def test_bad_npz(tmp_path, arrays, message):
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(ValueError, match=r"bad\.npz.*" + message):
        read(tmp_path / "bad.npz")


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.zeros((2, 3)), r"must be square, got shape \(2, 3\)"),
        (np.array([[0, np.inf], [np.inf, 0]]), "must be finite, got inf at row 0, column 1"),
        (np.array([["a"]]), "real numbers"),
        (np.eye(2) * 1j, "real numbers"),
        (np.zeros(3), "must be square"),
    ],
)
def test_bad_npy(tmp_path, matrix, message):
    np.save(tmp_path / "bad.npy", matrix)
    with pytest.raises(ValueError, match=r"bad\.npy.*" + message):
        read(tmp_path / "bad.npy")


@pytest.mark.parametrize("suffix", [".npy", ".npz", ".mat", ".mtx"])
@pytest.mark.parametrize("raw", [b"", b"garbage\n", b"\x00\x01\x02" * 50, b"PK\x03\x04", b"\x93NUMPY", b"MATLAB 5.0"])
def test_garbage_is_an_error_that_names_the_file(tmp_path, suffix, raw):
    path = tmp_path / f"bad{suffix}"
    path.write_bytes(raw)
    with pytest.raises(ValueError, match=r"bad\."):
        read(path)


@pytest.mark.parametrize(
    ("name", "write"), [("W.npy", write_npy), ("W.npz", write_sparse_npz), ("W.mat", write_mat), ("W.mtx", write_mtx)]
)
def test_truncated_files(tmp_path, name, write):
    path = tmp_path / name
    write(path)
    whole = path.read_bytes()
    for share in (0.2, 0.5, 0.9):
        path.write_bytes(whole[: int(share * len(whole))])
        with pytest.raises(ValueError, match=r"W\."):
            read(path)


@pytest.mark.parametrize("bad", [25, 10**6, 10**8, -1, -(10**6)])
@pytest.mark.parametrize("format", ["csc", "csr"])
def test_sparse_npz_with_an_index_outside(tmp_path, format, bad):
    n = 20
    indices = np.arange(n, dtype=np.int32)[::-1].copy()
    indices[5] = bad
    bounds = np.arange(n + 1, dtype=np.int32)
    np.savez(
        tmp_path / "bad.npz", format=format.encode(), shape=[n, n], data=np.ones(n), indices=indices, indptr=bounds
    )
    with pytest.raises(ValueError, match=rf"bad\.npz: .*entry 5 of a {format} matrix .*{bad}"):
        read(tmp_path / "bad.npz")


@pytest.mark.parametrize("bad", [10**8, -1])
def test_sparse_mat_with_an_index_outside(tmp_path, bad):
    matrix = sp.csc_array(W)
    matrix.indices[1] = bad
    scipy.io.savemat(tmp_path / "bad.mat", {"W": matrix})
    with pytest.raises(ValueError, match=rf"bad\.mat: .*is in row {bad}, column 0; rows must be in 0..2"):
        read(tmp_path / "bad.mat")


def test_sparse_npz_with_bounds_out_of_order_and_narrow_bounds(tmp_path):
    def save(bounds):
        np.savez(
            tmp_path / "W.npz",
            format=b"csr",
            shape=[3, 3],
            data=[1.5, -2.0, 3.0],
            indices=np.array([1, 2, 2]),
            indptr=bounds,
        )

    save(np.array([0, 2, 3, 3], np.int8))
    assert read(tmp_path / "W.npz").problem == EXPECTED
    save(np.array([0, 3, 2, 3], np.int8))
    with pytest.raises(ValueError, match=r"W\.npz: .*indptr must not decrease, got 2 after 3 at position 2"):
        read(tmp_path / "W.npz")


@pytest.mark.parametrize("members", [("u", "v", "w"), ("uv", "cost"), ("format", "shape", "data")])
def test_npz_members_that_are_not_arrays(tmp_path, members):
    with zipfile.ZipFile(tmp_path / "bad.npz", "w") as file:
        for name in members:
            file.writestr(name, b"hello")
    with pytest.raises(ValueError, match=rf"bad\.npz: expected .* got .*{members[-1]} \(not an array\)"):
        read(tmp_path / "bad.npz")


def test_npz_with_too_many_nodes(tmp_path):
    np.savez(tmp_path / "bad.npz", u=[0], v=[1], w=[1.0], n=np.array(2**40))
    with pytest.raises(ValueError, match="n must be one whole number in 0..2147483647"):
        read(tmp_path / "bad.npz")


def test_matlab_73_says_what_to_do(tmp_path):
    (tmp_path / "new.mat").write_bytes(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(600, b" "))
    with pytest.raises(ValueError, match="save it in Matlab with -v7"):
        read(tmp_path / "new.mat")


def test_real_multicut_arrays(shared_data):
    file = read(shared_data / "em_multicut" / "CREMI-C_train.npz")
    assert (file.problem.n_nodes, file.n_rows) == (26585, 188250)


@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_nobody_is_advised_to_unpickle_a_foreign_file(tmp_path, suffix):
    path = tmp_path / f"foreign{suffix}"
    path.write_bytes(b"junk")
    with pytest.raises(ValueError, match=rf"cannot be read as a NumPy \{suffix} file: it does not begin as one$"):
        read(path)
