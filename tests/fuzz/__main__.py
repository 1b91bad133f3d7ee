"""``python -m tests.fuzz --cases 100000`` damages files, ``--problems 1000000`` solves random problems."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

from .damaged_files import Failure, failures
from .random_problems import wrong


def _failures(numbers: range, seed: int, keep: Path) -> list[Failure]:
    return failures(numbers, seed=seed, keep=keep)


def _wrong(numbers: range, seed: int) -> list[str]:
    return [reason for number in numbers if (reason := wrong(number, seed)) is not None]


def _parts(count: int, size: int) -> Iterator[range]:
    return (range(start, min(start + size, count)) for start in range(0, count, size))


def _show_progress(what: str, n_done: int, n_new: int, n: int, began: float) -> None:
    """A line for every twentieth of the work."""
    if 20 * n_done // n > 20 * (n_done - n_new) // n and n_done < n:
        seconds = time.perf_counter() - began
        print(f"{n_done:,} of {n:,} {what}, {seconds:,.0f} s", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=0, help="how many damaged files to read")
    parser.add_argument("--problems", type=int, default=0, help="how many random problems to solve")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="folder for files that fail")
    given = parser.parse_args()
    n_failed = 0
    began = time.perf_counter()
    with ProcessPoolExecutor(given.workers, mp_context=get_context("fork")) as pool:
        files = pool.map(_failures, _parts(given.cases, 200), repeat(given.seed), repeat(given.keep))
        for n_done, found in enumerate(files, 1):
            _show_progress("damaged files", 200 * n_done, 200, given.cases, began)
            for failed in found:
                n_failed += 1
                print(f"case {failed.case.number} ({failed.case.seed_file.name}): {failed.reason}", flush=True)
        problems = pool.map(_wrong, _parts(given.problems, 1000), repeat(given.seed))
        for n_done, reasons in enumerate(problems, 1):
            _show_progress("problems", 1000 * n_done, 1000, given.problems, began)
            n_failed += len(reasons)
            for reason in reasons:
                print(reason, flush=True)
    seconds = time.perf_counter() - began
    print(f"{given.cases:,} damaged files and {given.problems:,} problems in {seconds:,.0f} s: {n_failed} failed")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
