"""Commands run inside the test process: starting Python and importing everything again takes seconds."""

import sys
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess

ROOT = Path(__file__).resolve().parents[1]
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")


def run_command(package, arguments, *, capsys, monkeypatch):
    """What ``python -m package ARGUMENTS`` does in the root of the repository."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(ROOT)  # benchmarks and experiments are never installed
        patch.chdir(ROOT)
        for name in ONE_THREAD:
            patch.setenv(name, "1")
        capsys.readouterr()
        code = 0
        try:
            import_module(f"{package}.__main__").main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code or 0
            if isinstance(code, str):
                sys.stderr.write(f"{code}\n")
                code = 1
        output = capsys.readouterr()
    return CompletedProcess(arguments, code, output.out, output.err)
