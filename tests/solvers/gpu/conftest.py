"""Solvers on the card run here on both: the twin of the kernels, everywhere, and the card where there is one."""

import pytest
from twin import TwinKernels

from frenemy.solvers import catalogue
from frenemy.solvers.gpu import rounds
from frenemy.solvers.gpu.card import load_cupy


def require_card():
    try:
        load_cupy()
    except ValueError as error:
        pytest.skip(str(error))


@pytest.fixture
def card():
    """Skips without a card."""
    require_card()


@pytest.fixture(params=["twin", "card"])
def kernels(request, monkeypatch):
    """What solvers run on."""
    if request.param == "card":
        require_card()
        return
    monkeypatch.setattr(rounds, "CardKernels", TwinKernels)
    monkeypatch.setattr(rounds, "check_memory", lambda *_: None)
    monkeypatch.setattr(catalogue, "load_cupy", lambda: None)
