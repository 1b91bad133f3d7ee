"""Blocks of work on several threads, with progress; Ctrl-C stops all threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from frenemy.run import OnStage

_Block = TypeVar("_Block")


def do_blocks(
    work: Callable[[_Block], None],
    blocks: Sequence[_Block],
    *,
    threads: int,
    stage: str,
    on_stage: OnStage | None = None,
    stopped: Event | None = None,
) -> None:
    """Call ``work`` with every block; the blocks must not depend on each other or on the number of threads.

    ``stopped`` is set on errors and Ctrl-C, so that long work can check it and return early.
    """

    def report(done: int) -> None:
        if on_stage is not None:
            on_stage(stage, done / max(1, len(blocks)))

    report(0)
    if threads == 1 or len(blocks) < 2:
        for done, block in enumerate(blocks):
            work(block)
            report(done + 1)
        return
    with ThreadPoolExecutor(threads) as pool:
        pending: set[Future[None]] = {pool.submit(work, block) for block in blocks}
        try:
            while pending:
                # Without a timeout, Ctrl-C is ignored on some systems.
                finished, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
                for one in finished:
                    one.result()
                if finished:
                    report(len(blocks) - len(pending))
        except BaseException:
            if stopped is not None:
                stopped.set()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
