"""Energies beside those of the linear relaxation: pairs of pictures, and folders with anything in them."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest
from scipy.io import mmwrite
from scipy.sparse import csr_array, load_npz, save_npz

import frenemy as fr

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(command):
    return lambda out, *options: command("coclustering", "--quick", "--out", out, *options)


def rows_of(out):
    with (out / "coclustering.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def matrix(seed, n=20):
    weights = np.triu(np.random.default_rng(seed).normal(size=(n, n)), 1)
    return weights + weights.T


# -------------------------------------------------------------------------------------------------- pairs of pictures


@pytest.mark.usefixtures("shared_data")
def test_pairs_of_pictures_are_kept_as_matrices(tmp_path):
    pytest.importorskip("skimage")
    from experiments.coclustering.problems import picture_pair, picture_plans

    plan = picture_plans(quick=True)[0]
    file = tmp_path / "matrices" / "a+b.npz"
    made = picture_pair(plan, file).problem
    stored = load_npz(file)
    assert made.n_nodes == plan.n_nodes
    assert abs(stored - stored.T).max() == 0.0
    assert stored.nnz == 2 * made.n_edges
    again = picture_pair(plan, file).problem
    labels = fr.solve(made).labels
    assert again.energy(labels) == made.energy(labels)
    assert list(file.parent.iterdir()) == [file]


# ------------------------------------------------------------------------------------------------------------- folders

BROKEN = {
    "asymmetric.npy": "symmetric",
    "cut_off.npz": "cannot be read as a NumPy .npz file",
    "empty.csv": "empty",
    "nan.npy": "finite",
    "nothing.npy": "no pair weighs anything",
    "notes.txt": "expected 2 columns",
    "oblong.npy": "square",
    "pickled.npy": "NumPy .npy file",
    "vast.gr": "2000000000 nodes are too many",
    "vast.mtx": "2000000000 nodes are too many",
    "vast.npz": "2000000000 nodes are too many",
    "vaster.mtx.gz": "3000000000 nodes are too many",
}


@pytest.fixture
def folder(tmp_path):
    """Four matrices that are fine, in different formats, and files that are not."""
    folder = tmp_path / "2010"  # as a number would be
    (folder / "deeper").mkdir(parents=True)
    np.save(folder / "007.npy", matrix(0))
    save_npz(folder / "deeper" / "sparse.npz", csr_array(matrix(1)))
    mmwrite(folder / "market.mtx", csr_array(matrix(2) + np.eye(20)))
    (folder / "editing.gr").write_text("p cep 4 4\n1 2\n2 3\n1 3\n3 4\n", encoding="utf-8")

    save_npz(folder / "cut_off.npz", csr_array(matrix(3)))
    (folder / "cut_off.npz").write_bytes((folder / "cut_off.npz").read_bytes()[:300])
    (folder / "empty.csv").touch()
    (folder / "notes.txt").write_text("These are the matrices of my thesis.\n", encoding="utf-8")
    np.save(folder / "oblong.npy", matrix(4)[:, :7])
    np.save(folder / "nan.npy", np.where(matrix(5) > 2.0, np.nan, matrix(5)))
    np.save(folder / "asymmetric.npy", np.triu(matrix(6)) + 1.0)
    np.save(folder / "nothing.npy", np.zeros((5, 5)))
    np.save(folder / "pickled.npy", np.array([{"a": 1}], object), allow_pickle=True)
    vast = "%%MatrixMarket matrix coordinate real general\n% a remark\n{0} {0} 1\n1 2 1.0\n"
    (folder / "vast.mtx").write_text(vast.format(2_000_000_000), encoding="utf-8")
    (folder / "vaster.mtx.gz").write_bytes(gzip.compress(vast.format(3_000_000_000).encode()))
    (folder / "vast.gr").write_text("c a remark\np cep 2000000000 1\n1 2\n", encoding="utf-8")
    np.savez(folder / "vast.npz", u=[0], v=[1], w=[1.0], n=2_000_000_000)
    (folder / ".hidden").write_text("not looked at", encoding="utf-8")
    return folder


UNCLOSED = "ignore:.*cut_off.npz:pytest.PytestUnraisableExceptionWarning"  # numpy leaves broken archives open


@pytest.mark.filterwarnings(UNCLOSED)
def test_folders(run, tmp_path, folder):
    out = tmp_path / "out"
    done = run(out, "--folder", str(folder))
    assert done.returncode == 0, done.stderr
    good = {"2010/007.npy", "2010/deeper/sparse.npz", "2010/market.mtx", "2010/editing.gr"}
    rows = rows_of(out)
    assert {row["set"] for row in rows} == {f"{folder.as_posix()}/"}
    assert {row["problem"].rpartition(" (")[0] for row in rows} == good
    skipped = [line for line in done.stderr.splitlines() if line.startswith("skipped ")]
    assert len(skipped) == len(BROKEN)
    for line, (name, reason) in zip(sorted(skipped), sorted(BROKEN.items()), strict=True):
        before, _, after = line.partition(f"/: 2010/{name}: ")
        assert before == f"skipped {folder.as_posix()}"
        assert reason in after
        assert str(folder) not in after
    assert f"{len(BROKEN)} file(s) skipped" in done.stderr.splitlines()[-1]
    page = (out / "coclustering.md").read_text(encoding="utf-8")
    assert f"**{len(BROKEN)} file(s) skipped**" in page
    assert all(f"| 2010/{name} |" in page for name in BROKEN)
    assert not (out / "coclustering_pictures.png").exists()

    again = run(out, "--folder", str(folder))
    assert again.returncode == 0
    assert rows_of(out) == rows
    assert len([line for line in again.stderr.splitlines() if line.startswith("skipped ")]) == len(BROKEN)


@pytest.mark.filterwarnings(UNCLOSED)
def test_a_folder_of_nothing_but_broken_files(run, tmp_path, folder):
    for file in folder.rglob("*"):
        if file.is_file() and file.name not in BROKEN:
            file.unlink()
    done = run(tmp_path / "out", "--folder", str(folder))
    assert done.returncode == 1
    assert f"none of the {len(BROKEN)} files is a matrix that can be measured" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_folder(run, tmp_path):
    (tmp_path / "matrices").mkdir()
    done = run(tmp_path / "out", "--folder", str(tmp_path / "matrices"))
    assert done.returncode == 1
    assert "nothing to measure" in done.stderr


def keys(*folders, out):
    from experiments.coclustering.problems import instances
    from experiments.settings import Settings

    return [one.key for one in instances(Settings(name="coclustering", out=out, folders=folders))]


def test_folders_of_the_same_name_have_rows_of_their_own(tmp_path):
    """Whether they are given together or one after the other."""
    for place in ("a/x", "b/x", "b/y"):
        (tmp_path / place).mkdir(parents=True)
        np.save(tmp_path / place / "1.npy", matrix(0))
    a, b, c = (tmp_path / place for place in ("a/x", "b/x", "b/y"))
    found = keys(a, b, c, a, out=tmp_path)
    assert [group for group, _ in found] == [f"{place.as_posix()}/" for place in (a, b, c)]
    assert [problem.partition(" ")[0] for _, problem in found] == ["x/1.npy", "x/1.npy", "y/1.npy"]
    assert keys(a, out=tmp_path) + keys(b, out=tmp_path) == found[:2]


def test_a_file_that_was_replaced_is_measured_again(run, tmp_path):
    folder, out = tmp_path / "x", tmp_path / "out"
    folder.mkdir()
    np.save(folder / "1.npy", matrix(0))
    before = keys(folder, out=out)
    (folder / "1.npy").touch()
    assert keys(folder, out=out) == before
    assert run(out, "--folder", str(folder)).returncode == 0
    first = rows_of(out)
    np.save(folder / "1.npy", matrix(1))
    assert keys(folder, out=out) != before
    assert run(out, "--folder", str(folder)).returncode == 0
    rows = rows_of(out)
    assert rows[: len(first)] == first
    assert len(rows) == 2 * len(first)
    page = (out / "coclustering.md").read_text(encoding="utf-8")
    assert "1 problems: 20 nodes" in page
    assert before[0][1] not in page


def test_without_any_stand_in_matrices_are_generated(tmp_path, monkeypatch, capsys):
    from experiments.coclustering import problems
    from experiments.settings import Settings
    from harness.data import real_data

    data = tmp_path / "shared" / "data"
    monkeypatch.setattr(real_data, "DATA", data)
    monkeypatch.setattr(problems, "PICTURES", data / "pictures")
    found = problems.instances(Settings(name="coclustering", out=tmp_path / "out"))
    assert len(found) == 4
    assert {one.group for one in found} == {"generated/"}
    assert all(one.load().problem.n_nodes == 60 for one in found)
    assert capsys.readouterr().err.splitlines()[-1] == ("no stand-in is there: generated matrices are measured instead")


def test_only_the_rows_of_this_run_are_returned(tmp_path, capsys):
    """Not others in the same file; and a set on which no ratio means anything is a result, too."""
    from experiments.coclustering import COLUMNS, run
    from experiments.coclustering.tables import compared
    from experiments.settings import Settings

    for name, weights in (("good", matrix(0)), ("all_apart", -abs(matrix(1)))):
        (tmp_path / name).mkdir()
        np.save(tmp_path / name / "1.npy", weights)
    out = tmp_path / "out"
    for name in ("good", "all_apart"):
        rows = run(Settings(name="coclustering", out=out, quick=True, folders=(tmp_path / name,)))
        group = f"{(tmp_path / name).as_posix()}/"
        assert {row["set"] for row in rows} == {group}
        assert all(set(row) == set(COLUMNS) for row in rows)
        assert (compared(rows, group, "Swap") is None) == (name == "all_apart")
    assert len(rows_of(out)) == 2 * len(rows)
    assert "1 left out" in capsys.readouterr().out


def test_too_little_memory_skips_a_file(tmp_path, monkeypatch, capsys):
    from experiments.coclustering import problems
    from experiments.coclustering.run import run
    from experiments.settings import Settings

    def read(_):
        raise MemoryError

    np.save(tmp_path / "1.npy", matrix(0))
    monkeypatch.setattr(problems.fr.io, "read", read)
    with pytest.raises(SystemExit, match="none of the 1 files is a matrix"):
        run(Settings(name="coclustering", out=tmp_path / "out", quick=True, folders=(tmp_path,)))
    assert "1.npy: too large for the memory there is" in capsys.readouterr().err


def test_unlisted_pairs_are_listed(folder):
    from experiments.coclustering.problems import read_matrix

    problem = read_matrix(folder / "editing.gr").problem
    assert (problem.missing, problem.n_edges) == (0.0, 6)
    assert problem.energy([0, 0, 0, 1]) == 1.0 - 2.0  # one edge and two other pairs are cut


# -------------------------------------------------------------------------------------------------------------- ratios


def measured(method, problem, energy, total=10.0, optimum=None, group="set"):
    return {
        "set": group,
        "problem": problem,
        "method": method,
        "energy": energy,
        "agreement": energy - total,
        "optimum": optimum,
        "cpu_seconds": 0.5,
        "status": "CONVERGED",
    }


def test_ratios():
    from experiments.coclustering.tables import compared

    rows = [
        *(measured("R-LP", "lower", -10.0), measured("Swap", "lower", -12.0)),  # 22 / 20
        *(measured("R-LP", "equal", -10.0), measured("Swap", "equal", -10.0 - 1e-10, optimum=-10.0)),
        *(measured("R-LP", "higher", -10.0), measured("Swap", "higher", -8.0, optimum=-10.0)),  # 18 / 20
        *(measured("R-LP", "alone", 10.0), measured("Swap", "alone", 9.0)),  # nothing inside clusters: not defined
        *(measured("R-LP", "elsewhere", -10.0, group="other"), measured("Swap", "elsewhere", -1.0, group="other")),
        measured("Swap", "not relaxed", -1.0),
    ]
    found = compared(rows, "set", "Swap")
    assert found["problems"] == 3
    assert found["ratio"] == pytest.approx(100.0)
    assert found["deviation"] == pytest.approx(10.0)
    assert found["median"] == pytest.approx(100.0)
    assert (found["lower"], found["equal"]) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert found["cut_ratio"] == pytest.approx((120.0 + 100.0 + 80.0) / 3)
    assert found["reached"] == 0.5
    assert found["paper"] == "98.6 ± 1.4"
    assert compared(rows, "set", "ICM") is None
