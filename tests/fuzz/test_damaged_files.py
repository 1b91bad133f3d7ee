"""Damaged files give a result or a clear error: no crash, no hang, no traceback."""

import os

import numpy as np
import pytest

import frenemy as fr

from .damaged_files import failures
from .forked import outcome
from .readers import READERS
from .seed_files import seed_files

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or not os.path.exists("/proc/self/statm"), reason="needs fork")

N_CASES, N_PARTS = 500, 10


def test_the_seed_files_are_read(tmp_path):
    seeds = seed_files()
    assert len(seeds) >= 52
    for seed in seeds:
        path = tmp_path / seed.name
        path.write_bytes(seed.content)
        READERS[seed.reader](path)


@pytest.mark.parametrize("part", range(N_PARTS))
def test_damaged_files_end_well_or_with_a_clear_error(part):
    found = failures(range(part, N_CASES, N_PARTS))
    assert not found, "\n".join(
        f"case {failed.case.number} ({failed.case.seed_file.name}): {failed.reason}" for failed in found
    )


def _crash():
    os.kill(os.getpid(), 11)


def _traceback():
    raise KeyError("x")


def _clear():
    fr.Problem.from_edges([0], [1], ["x"])


def test_what_counts_as_a_failure():
    assert outcome(_clear) is None
    assert "another library" in outcome(lambda: np.min([]))
    assert outcome(lambda: None) is None
    assert outcome(_crash) == "crashed: SIGSEGV"
    assert "KeyError" in outcome(_traceback)
