"""CuPy and the card: what is missing if they cannot be used, and whether a problem fits."""

from __future__ import annotations

from typing import Any

_INSTALL = "pip install cupy-cuda12x (or cupy-cuda13x, as the driver of the card requires)"


def load_cupy() -> Any:
    """CuPy, if it is installed and sees a card; otherwise an error that says which of the two is missing."""
    try:
        import cupy
    except ImportError as error:
        raise ValueError(f'device "gpu" needs CuPy, which is not installed: {_INSTALL}') from error
    try:
        n_cards = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise ValueError(f'device "gpu" needs an NVIDIA card; CuPy is installed but sees none: {error}') from error
    if n_cards == 0:
        raise ValueError('device "gpu" needs an NVIDIA card; CuPy is installed but sees none')
    return cupy


def check_memory(n_nodes: int, n_entries: int) -> None:
    """Refuse a problem that is larger than the free memory of the card, before any work."""
    cupy = load_cupy()
    needed = bytes_needed(n_nodes, n_entries)
    free = cupy.cuda.runtime.memGetInfo()[0] + cupy.get_default_memory_pool().free_bytes()
    if needed > free:
        raise ValueError(
            f"the problem does not fit on the card: {n_nodes:,} nodes and {n_entries // 2:,} pairs need about "
            f"{needed / 1e9:.1f} GB, {free / 1e9:.1f} GB are free"
        )


def bytes_needed(n_nodes: int, n_entries: int) -> int:
    """Memory for the rows, for one contraction of them, and for labels on the move."""
    return 40 * n_entries + 120 * n_nodes
