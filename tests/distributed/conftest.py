"""What tests of large datasets share."""

import multiprocessing
import sys

import pytest


@pytest.fixture
def small_budget(monkeypatch):
    """As if there was hardly any memory: tasks of 40 pairs, chunks of 30 rows, 60 ids at once."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import frenemy.distributed.solve_dataset  # noqa: F401
    from frenemy.distributed.budget import Budget

    # The module, whose name the function has, too.
    module = sys.modules["frenemy.distributed.solve_dataset"]
    monkeypatch.setattr(module, "read_memory", lambda _limit: Budget(8 * 150 * 40))


@pytest.fixture(scope="session")
def quick_processes():
    """A way to begin processes at once, as copies of one that has imported everything; the usual one on Windows."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return "spawn"
    from multiprocessing import forkserver

    multiprocessing.set_forkserver_preload(["distributed", "frenemy.distributed.dataset_job", "pyarrow.parquet"])
    forkserver.ensure_running()
    return "forkserver"
