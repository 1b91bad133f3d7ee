"""Whom a caller can ask to do the work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.distributed.executor import Executor, Here
from frenemy.distributed.process_pool import ProcessPool


@contextmanager
def opened(client: Any, folder: Path) -> Iterator[Executor]:
    """Who does the work; what was begun for it has ended when this is left.

    Parameters
    ----------
    client : None, int, str, distributed.Client or Executor
        This process, so many processes of this machine, the address of a Dask scheduler or of a Ray cluster
        (``"ray"``, ``"ray://..."``), a Dask client, or anything else that runs tasks.
    folder : Path
        Where tasks read and write.
    """
    if client is None:
        yield Here()
    elif isinstance(client, int) and not isinstance(client, bool):
        with ProcessPool(client) as pool:
            yield pool
    elif isinstance(client, str) and client.split(":")[0] == "ray":
        from frenemy.distributed.on_ray import ray_at

        with ray_at(client) as on_ray:
            yield on_ray
    elif isinstance(client, str):
        from frenemy.distributed.on_dask import dask_at

        with dask_at(client) as on_dask:
            on_dask.check(folder)
            yield on_dask
    elif _is_dask_client(client):
        from frenemy.distributed.on_dask import OnDask

        on_dask = OnDask(client)
        on_dask.check(folder)
        yield on_dask
    elif hasattr(client, "run"):
        yield client
    else:
        raise ValueError(
            "client must be a number of processes, the address of a scheduler such as 'tcp://host:8786', a Dask client "
            f"or an Executor, got {client!r}"
        )


def _is_dask_client(client: Any) -> bool:
    module = sys.modules.get("distributed")  # who has a client has imported it
    return module is not None and isinstance(client, module.Client)
