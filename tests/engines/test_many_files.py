"""More small files than a process may have open."""

import os
import shutil

import pytest
from faulty_tasks import labels_of

import frenemy as fr

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def test_many_small_files(tmp_path):
    """As streams write them: the same few pairs in all of them, whose scores mean what they do in one."""
    folder = tmp_path / "many"
    folder.mkdir()
    pq.write_table(pa.table({"id_1": [1, 2, 4], "id_2": [2, 3, 5], "weight": [1.0, -0.5, 0.25]}), folder / "0.parquet")
    for at in range(1, 2_000):
        try:
            os.link(folder / "0.parquet", folder / f"{at}.parquet")
        except OSError:
            shutil.copy(folder / "0.parquet", folder / f"{at}.parquet")
    files, options = str(folder / "*.parquet"), {"calibration": "none", "missing": 0.0}
    found = fr.solve_dataset(files, tmp_path / "out", values="scores", **options)
    assert found.left_out.n_rows == 6_000
    assert found.energy == pytest.approx(-0.5)
    assert fr.solve_dataset(files, tmp_path / "sums", **options).energy == pytest.approx(-1_000.0)  # weights add up
    labels = labels_of(found)
    assert labels[1] == labels[2] != labels[3]
    assert labels[4] == labels[5]
