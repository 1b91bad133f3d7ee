"""The commands load without pyarrow, which only tables of records need."""

import subprocess
import sys

import pytest

pytest.importorskip("typer")


def test_commands_load_without_pyarrow():
    code = "import sys; sys.modules['pyarrow'] = None; import frenemy.cli.app"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
