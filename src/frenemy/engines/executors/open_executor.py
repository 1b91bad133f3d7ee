"""From the ``client`` that a caller names to the executor that runs tasks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.engines.executors.executor import Executor, SerialExecutor
from frenemy.engines.executors.process_pool import ProcessPool


@contextmanager
def open_executor(client: Any, folder: Path) -> Iterator[Executor]:
    """The executor of a client. Processes and connections that it starts end with the context.

    Parameters
    ----------
    client : None, int, str, distributed.Client or Executor
        None for this process, a number of processes on this machine, the address of a Dask scheduler or of a Ray
        cluster (``"ray"``, ``"ray://..."``), a Dask client, or any object that runs tasks.
    folder : Path
        The folder that tasks read and write; Dask workers must see it.
    """
    if client is None:
        yield SerialExecutor()
    elif isinstance(client, int) and not isinstance(client, bool):
        with ProcessPool(client) as pool:
            yield pool
    elif isinstance(client, str) and client.split(":")[0] == "ray":
        from frenemy.engines.executors.on_ray import ray_at

        with ray_at(client) as on_ray:
            yield on_ray
    elif isinstance(client, str):
        from frenemy.engines.executors.on_dask import dask_at

        with dask_at(client) as on_dask:
            on_dask.check(folder)
            yield on_dask
    elif _is_dask_client(client):
        from frenemy.engines.executors.on_dask import OnDask

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
    module = sys.modules.get("distributed")  # imported already if there is a client
    return module is not None and isinstance(client, module.Client)
