"""What tests of large datasets share."""

import multiprocessing
import signal
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest


@contextmanager
def little_memory():
    """As if there was hardly any memory: tasks of 40 pairs, even of one alone, chunks of 30 rows, 60 ids at once."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import frenemy.engines.solve_dataset  # noqa: F401
    from frenemy.engines import budget

    # The module, whose name the function has, too.
    module = sys.modules["frenemy.engines.solve_dataset"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "read_memory", lambda _limit: budget.Budget(8 * 150 * 40))
        patch.setattr(budget, "_PAIRS_ALONE", 1)
        yield


@pytest.fixture
def small_budget():
    with little_memory():
        yield


class Solved(NamedTuple):
    """A small dataset, its labels, and how often each task of each stage ran."""

    pairs: Path
    labels: dict
    counts: Counter


@pytest.fixture(scope="session")
def solved(tmp_path_factory):
    """Solved once for all tests, which leave its files as they are."""
    from faulty_tasks import Counted, labels_of, small_dataset

    import frenemy as fr

    folder = tmp_path_factory.mktemp("solved")
    counted = Counted()
    with little_memory():
        pairs = small_dataset(folder / "in")
        result = fr.solve_dataset(pairs, folder / "out", client=counted)
    return Solved(pairs, labels_of(result), counted.counts)


@pytest.fixture
def pairs(solved):
    """Not to be changed."""
    return solved.pairs


@pytest.fixture
def expected(solved):
    return solved.labels


@pytest.fixture(scope="session")
def quick_processes():
    """A way to begin processes at once, as copies of one that has imported everything; the usual one on Windows."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return "spawn"
    from multiprocessing import forkserver

    multiprocessing.set_forkserver_preload(
        ["distributed", "frenemy.engines.components.large_components", "pyarrow.parquet", "faulty_tasks"]
    )
    forkserver.ensure_running()
    return "forkserver"


@pytest.fixture
def quick_pool(monkeypatch, quick_processes):
    """Pools start their processes that way."""
    monkeypatch.setattr("frenemy.engines.executors.process_pool._CONTEXT", multiprocessing.get_context(quick_processes))


@pytest.fixture
def ctrl_c():
    """Ctrl-C raises in this process, even if it was started in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
