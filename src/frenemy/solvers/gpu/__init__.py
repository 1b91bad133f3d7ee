"""Solvers on an NVIDIA card, by CuPy and kernels that are compiled on first use."""

from frenemy.solvers.gpu.gpu_evolve import GpuEvolve
from frenemy.solvers.gpu.gpu_multilevel import GpuMultilevel

__all__ = ["GpuEvolve", "GpuMultilevel"]
