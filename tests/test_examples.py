"""Examples that the gallery does not run do run, in an empty folder, without a warning.

The gallery runs the others when the documentation is built, and fails likewise.
"""

import importlib.util
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
GALLERY = runpy.run_path(str(ROOT / "docs" / "conf.py"))["sphinx_gallery_conf"]
OTHERS = [example for example in EXAMPLES if not re.search(GALLERY["filename_pattern"], str(example))]


def test_gallery_runs_most_examples():
    assert len(EXAMPLES) - len(OTHERS) >= 12


# They load large libraries, some of which keep state or start processes: each gets a process of its own.
@pytest.mark.parametrize("example", OTHERS, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    if example.stem == "19_spark" and importlib.util.find_spec("pyspark"):
        pytest.skip("Java writes to stderr and takes long to start; tests/engines/test_on_spark.py runs this one")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
