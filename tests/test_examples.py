"""Every example runs, in an empty folder, without a warning (which pyproject.toml makes an error)."""

import importlib.util
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.py"))


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


# These load large libraries, some of which keep state or start processes: each gets a process of its own.
ALONE = {"15_faces", "16_splink", "17_recordlinkage", "18_datasets", "19_spark"}


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.stem not in ALONE], ids=lambda path: path.stem)
def test_example_runs(example, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    printed = capfd.readouterr()
    assert printed.err == ""
    assert printed.out


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.stem in ALONE], ids=lambda path: path.stem)
def test_example_runs_alone(example, tmp_path):
    if example.stem == "19_spark" and importlib.util.find_spec("pyspark"):
        pytest.skip("Java writes to stderr and takes long to start; tests/engines/test_on_spark.py runs this one")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
