"""The kernels, compiled for the card at hand; CuPy keeps them on disk, so that only the first process waits."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

from frenemy.solvers.gpu.card import load_cupy

BLOCK = 256  # threads; this and the following as in the kernels
LANES = 8
BLOCK_SLOTS = 4096
ROW_SLOTS = 8192
FAR_ENTRIES = 16384
MAX_SWEEPS = 128
_WEIGHTS = {"int": "int", "long": "long long"}  # name in kernels -> type of weights
_TOGETHER = ("list_rows", "order_nodes", "overlay")  # kernels whose blocks all run at once
_TOGETHER_TYPED = ("move_nodes", "sum_rows")
_ANY = ("check_pairs", "cut_of_pairs", "cut_of_rows")
_ANY_TYPED = ("squared_pulls", "round_weights", "place_pairs", "find_dominating")


def _typed(*names: str) -> list[str]:
    return [f"{name}_{suffix}" for name in names for suffix in _WEIGHTS]


class Together:
    """A kernel whose blocks all run at once and wait for each other."""

    def __init__(self, kernel: Any, n_processors: int) -> None:
        self._kernel, self._n_processors = kernel, n_processors
        kernel.max_dynamic_shared_size_bytes = 12 * ROW_SLOTS
        self._max_blocks: dict[int, int] = {}

    def __call__(self, n_blocks: int, args: tuple[Any, ...], shared_bytes: int = 0) -> None:
        """Run with that many blocks, or fewer if the card has no room for all of them."""
        if shared_bytes not in self._max_blocks:
            driver = load_cupy().cuda.driver
            per_processor = driver.occupancyMaxActiveBlocksPerMultiprocessor(
                self._kernel.kernel.ptr, BLOCK, shared_bytes
            )
            self._max_blocks[shared_bytes] = per_processor * self._n_processors
        blocks = max(1, min(n_blocks, self._max_blocks[shared_bytes]))
        self._kernel((blocks,), (BLOCK,), args, shared_mem=shared_bytes)


@functools.cache
def compiled(device: int) -> tuple[Mapping[str, Together], Mapping[str, Any]]:
    """Kernels by name: those whose blocks wait for each other, and the others."""
    cupy = load_cupy()
    n_processors = cupy.cuda.runtime.getDeviceProperties(device)["multiProcessorCount"]
    together = _module(
        cupy, ("random", "table", "grid", "candidates", "rows"), ("level", "sweep", "contract"), is_together=True
    )
    others = _module(cupy, ("random", "table", "grid", "pairs"), ("level", "weights", "dominated"), is_together=False)
    return (
        {name: Together(together.get_function(name), n_processors) for name in (*_TOGETHER, *_typed(*_TOGETHER_TYPED))},
        {name: others.get_function(name) for name in (*_ANY, *_typed(*_ANY_TYPED))},
    )


def _module(cupy: Any, once: tuple[str, ...], for_each_type: tuple[str, ...], *, is_together: bool) -> Any:
    parts = [_source(name) for name in once]
    for suffix, weight in _WEIGHTS.items():
        parts.append(f"#define Weight {weight}\n#define NAMED(x) x##_{suffix}\n")
        parts += [_source(name) for name in for_each_type]
        parts.append("#undef Weight\n#undef NAMED\n")
    return cupy.RawModule(
        code="\n".join(parts),
        options=("-std=c++17", "--fmad=false"),  # products round in the same way on all cards
        enable_cooperative_groups=is_together,
    )


def _source(name: str) -> str:
    return (resources.files("frenemy.solvers.gpu") / "kernels" / f"{name}.cu").read_text(encoding="utf-8")
