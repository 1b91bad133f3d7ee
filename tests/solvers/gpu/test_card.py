"""What is said if CuPy, a card or its memory is missing; parameters that make no sense."""

import sys
from types import SimpleNamespace

import pytest

import frenemy as fr
from frenemy.solvers.gpu import card


class NoCard(Exception):
    pass


def fake_cupy(n_cards, free=0):
    def count():
        if n_cards is None:
            raise NoCard("no CUDA-capable device is detected")
        return n_cards

    runtime = SimpleNamespace(getDeviceCount=count, CUDARuntimeError=NoCard, memGetInfo=lambda: (free, free))
    pool = SimpleNamespace(free_bytes=lambda: 0)
    return SimpleNamespace(cuda=SimpleNamespace(runtime=runtime), get_default_memory_pool=lambda: pool)


def test_without_cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ValueError, match="needs CuPy, which is not installed: pip install cupy-cuda12x"):
        fr.solve([(0, 1, 1.0)], device="gpu")


@pytest.mark.parametrize("n_cards", [None, 0])
def test_without_a_card(monkeypatch, n_cards):
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy(n_cards))
    with pytest.raises(ValueError, match="needs an NVIDIA card; CuPy is installed but sees none"):
        fr.solve([(0, 1, 1.0)], device="gpu")


def test_a_problem_larger_than_the_card(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy(1, free=10**9))
    with pytest.raises(ValueError, match="1,000,000 nodes and 50,000,000 pairs need about 4.1 GB, 1.0 GB are free"):
        card.check_memory(1_000_000, 100_000_000)


def test_device_and_solver_that_do_not_go_together():
    with pytest.raises(ValueError, match="device 'gpu' goes with GpuMultilevel, GpuEvolve or no solver, got Evolve"):
        fr.solve([(0, 1, 1.0)], fr.Evolve(), device="gpu")
    with pytest.raises(ValueError, match="device must be 'cpu' or 'gpu', got 'tpu'"):
        fr.solve([(0, 1, 1.0)], device="tpu")


@pytest.mark.parametrize(
    ("solver", "parameters"),
    [(fr.GpuMultilevel, {"members": 0}), (fr.GpuEvolve, {"patience": 0}), (fr.GpuEvolve, {"copies": 0})],
)
def test_parameters_that_make_no_sense(solver, parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1"):
        solver(**parameters)
