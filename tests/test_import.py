"""``import frenemy`` is quiet and light."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import frenemy

# What numpy and scipy load for themselves, and under which names, is their own affair.
IMPORT_AND_LIST = """
import sys
import numpy, scipy.sparse.csgraph

before = set(sys.modules)
import frenemy

loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - sys.stdlib_module_names), file=sys.stderr)
"""


def test_import_prints_nothing_and_loads_numpy_and_scipy_only():
    command = [sys.executable, "-W", "error", "-c", IMPORT_AND_LIST]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "frenemy" in done.stderr.split()
    assert set(done.stderr.split()) <= {"frenemy", "numpy", "scipy"}


def test_import_leaves_what_is_slow_to_load_until_it_is_needed():
    command = [sys.executable, "-c", "import sys, frenemy; print('scipy.linalg' in sys.modules)"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_names_that_take_long_are_loaded_when_asked_for():
    script = """
import sys, frenemy
slow = ["frenemy.affinity.image", "frenemy.apps.segmentation", "frenemy.comparators", "frenemy.estimator"]
slow += ["frenemy.affinity.volume", "frenemy.apps.volumes", "frenemy.io.volumes"]
print([name for name in slow if name in sys.modules])
print(set(frenemy.__all__) - set(dir(frenemy)), set(frenemy.io.__all__) - set(dir(frenemy.io)))
print(frenemy.Stroke is frenemy.affinity.image.Stroke, callable(frenemy.segment), callable(frenemy.io.read_strokes))
print(frenemy.comparators.__name__, hasattr(frenemy, "nothing"))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "set() set()", "True True True", "frenemy.comparators False"]


def test_modules_import_rooms_not_public_names():
    """The check of layers (import-linter) does not follow imports from the package itself."""
    folder = Path(frenemy.__file__).parent
    for file in folder.rglob("*.py"):
        if file in (folder / "__init__.py", folder / "cli" / "app.py"):  # public names; the version
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert "frenemy" not in [alias.name for alias in node.names], file
            if isinstance(node, ast.ImportFrom) and node.module == "frenemy":
                for alias in node.names:
                    assert find_spec(f"frenemy.{alias.name}"), f"{file}:{node.lineno}: {alias.name} is no module"
