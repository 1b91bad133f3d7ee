"""One case: a seed file, damaged, read in a forked child."""

from __future__ import annotations

import tempfile
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .forked import outcome, preload
from .mutations import damaged
from .readers import READERS
from .seed_files import SeedFile, seed_files


class Case(NamedTuple):
    number: int
    seed_file: SeedFile
    content: bytes


class Failure(NamedTuple):
    case: Case
    reason: str


@cache
def _seeds() -> list[SeedFile]:
    seeds = seed_files()
    with tempfile.TemporaryDirectory() as name:
        for reader, seed in {seed.reader: seed for seed in seeds}.items():
            path = Path(name) / seed.name
            path.write_bytes(seed.content)
            preload(partial(READERS[reader], path))
    return seeds


def case(number: int, seed: int = 0) -> Case:
    """The same for the same number and seed."""
    rng = np.random.default_rng([seed, number])
    seeds = _seeds()
    chosen, other = seeds[number % len(seeds)], seeds[int(rng.integers(len(seeds)))]
    return Case(number, chosen, damaged(chosen.content, other.content, rng))


def attempt(tried: Case, folder: Path) -> Failure | None:
    path = folder / tried.seed_file.name
    path.write_bytes(tried.content)
    reason = outcome(lambda: READERS[tried.seed_file.reader](path))
    return None if reason is None else Failure(tried, reason)


def failures(numbers: range, *, seed: int = 0, keep: Path | None = None) -> list[Failure]:
    """Those of the cases that crash, hang or end in a traceback; their files go to ``keep``."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            failed = attempt(case(number, seed), Path(name))
            if failed is not None:
                found.append(failed)
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{seed}_{number}_{failed.case.seed_file.name}").write_bytes(failed.case.content)
    return found
