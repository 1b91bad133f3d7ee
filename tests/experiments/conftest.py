import pytest
from in_process import ROOT, run_command


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    """The experiments are run from the root and never installed."""
    monkeypatch.syspath_prepend(ROOT)


@pytest.fixture
def command(capsys, monkeypatch):
    """``command("faces", "--quick")`` is ``python -m experiments faces --quick``."""

    def command(*arguments, package="experiments"):
        return run_command(package, arguments, capsys=capsys, monkeypatch=monkeypatch)

    return command
