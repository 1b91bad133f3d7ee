"""Solvers on an NVIDIA card."""
