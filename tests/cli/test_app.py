import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import frenemy as package


def test_version(frenemy):
    done = frenemy("--version")
    assert (done.returncode, done.stdout) == (0, f"frenemy {package.__version__}\n")


def test_console_script():
    script = shutil.which("frenemy", path=Path(sys.executable).parent)
    if script is None:
        pytest.skip("the frenemy script is not installed beside this Python")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=300)
    assert done.stdout == f"frenemy {package.__version__}\n"


@pytest.mark.parametrize("command", [(), ("cluster",), ("segment",), ("solvers",), ("demo",)])
def test_help_teaches_by_example(frenemy_here, command):
    done = frenemy_here(*command, "--help")
    assert done.returncode == 0
    assert "  frenemy " in done.stdout


def test_no_arguments_show_the_help(frenemy_here):
    done = frenemy_here()
    assert "frenemy cluster pairs.csv -o groups.csv" in done.stdout + done.stderr


def test_unknown_command(frenemy_here):
    assert frenemy_here("frobnicate").returncode == 2


@pytest.mark.parametrize("module", ["typer", "rich"])
def test_without_the_extra_one_line_names_it(frenemy, without, module):
    done = frenemy("--version", environment=without(module))
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "frenemy[cli]"' in done.stderr
    assert done.stderr.count("\n") == 1


def test_importing_the_library_loads_no_extra():
    code = (
        "import sys, frenemy; "
        "print(*[name for name in ('typer', 'rich', 'matplotlib', 'networkx', 'scipy.io') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == ""
