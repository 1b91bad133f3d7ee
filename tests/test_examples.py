"""Every example runs, in an empty folder, without a warning."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.py"))


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    if example.stem == "19_spark" and importlib.util.find_spec("pyspark"):
        pytest.skip("Java writes to stderr and takes long to start; tests/distributed/test_on_spark.py runs this one")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
