"""Blocks of work on several threads, with progress, and nothing left running after Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

OnStage = Callable[[str, float], object]

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
    """Call ``work`` with every block; the blocks must not depend on each other, nor on the number of threads.

    ``stopped`` is set when no more is wanted, for work that takes long.
    """

    def tell(done: int) -> None:
        if on_stage is not None:
            on_stage(stage, done / max(1, len(blocks)))

    tell(0)
    if threads == 1 or len(blocks) < 2:
        for done, block in enumerate(blocks):
            work(block)
            tell(done + 1)
        return
    with ThreadPoolExecutor(threads) as pool:
        left: set[Future[None]] = {pool.submit(work, block) for block in blocks}
        try:
            while left:
                # A wait without end would not see Ctrl-C on all systems.
                finished, left = wait(left, timeout=0.1, return_when=FIRST_COMPLETED)
                for one in finished:
                    one.result()
                if finished:
                    tell(len(blocks) - len(left))
        except BaseException:
            if stopped is not None:
                stopped.set()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
