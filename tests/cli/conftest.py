import os
import subprocess
import sys

import pytest

pytest.importorskip("typer")

PAIRS = "ann,bob,2\nbob,carl,1\nann,dora,-3\ndora,eve,1.5\ncarl,eve,-1\n"
GROUPS = "id,cluster_id\nann,0\nbob,0\ncarl,0\ndora,1\neve,1\n"


@pytest.fixture
def frenemy(tmp_path):
    """Run ``python -m frenemy ...`` in a temporary folder."""

    def run(*arguments, stdin=None, environment=None):
        return subprocess.run(
            [sys.executable, "-m", "frenemy", *map(str, arguments)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            text=stdin is None or isinstance(stdin, str),
            timeout=300,
            env=os.environ | {"COLUMNS": "120", "NO_COLOR": "1"} | (environment or {}),
        )

    return run


@pytest.fixture
def frenemy_here(tmp_path, monkeypatch, capsys):
    """The same within this process: no start-up time, for the many small cases."""

    def run(*arguments):
        from frenemy.cli import main

        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "argv", ["frenemy", *map(str, arguments)])
        try:
            code = main()
        except SystemExit as leaving:
            code = leaving.code
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code or 0, out, err)

    return run


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


@pytest.fixture
def groups():
    """What :func:`pairs` must come out as: carl and eve repel, dora and eve attract."""
    return GROUPS


@pytest.fixture
def without(tmp_path):
    """An environment in which a module cannot be imported."""

    def hide(*modules):
        folder = tmp_path / "hidden"
        folder.mkdir()
        for module in modules:
            (folder / f"{module}.py").write_text(f"raise ModuleNotFoundError('hidden', name='{module}')\n")
        # What is on the path stays there: the package itself may be found by it.
        return {"PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))}

    return hide
