"""What tests of large datasets share."""

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
